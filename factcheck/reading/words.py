"""Brings a word to its lemmas, Russian by dictionary and English by a small stemmer, so that lexicons list one form.

Both the lexicon and the text go through ``stems``; an English stem need not be a word, it only has to be the same
for all forms of one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

_IRREGULAR = {
    "rose": "rise", "risen": "rise", "rises": "rise", "fell": "fall", "fallen": "fall", "grew": "grow", "grown": "grow",
    "went": "go", "gone": "go", "goes": "go", "led": "lead", "ran": "run", "beaten": "beat", "won": "win",
    "held": "hold", "kept": "keep", "made": "make", "was": "be", "were": "be", "is": "be", "are": "be", "been": "be",
    "has": "have", "had": "have", "did": "do", "does": "do", "done": "do", "lay": "lie", "shown": "show",
    "wrote": "written", "took": "take", "spent": "spend", "sent": "send", "built": "build", "sank": "sink", "sunk": "sink", "shrank": "shrink", "shrunk": "shrink", "lost": "lose", "became": "become",
    "cost": "cost", "came": "come", "gave": "give", "given": "give", "slid": "slide",
    "indices": "index", "analyses": "analysis", "maxima": "maximum", "minima": "minimum", "halves": "halve",
    "better": "better", "best": "best", "worse": "worse", "worst": "worst", "less": "less", "means": "mean",
    "ms": "ms", "tps": "tps", "qps": "qps", "iops": "iops", "this": "this", "its": "its", "always": "always",
    "bring": "bring", "during": "during", "string": "string", "king": "king", "need": "need", "speed": "speed",
    "cpus": "cpu", "vcpus": "vcpu", "gpus": "gpu", "spread": "spread", "exceed": "exceed", "led's": "lead", "us": "us", "bus": "bus", "plus": "plus", "versus": "versus",
    "vs": "vs", "across": "across", "thus": "thus", "hundred": "hundred", "red": "red", "series": "series",
}  # fmt: skip
#: Forms that are verbs and never nouns, whatever noun has their stem: "the load ran evenly" speaks of no runs.
PAST = frozenset(["rose", "fell", "grew", "went", "led", "ran", "won", "held", "kept", "made", "took", "spent", "sent", "sank", "shrank", "became", "came", "gave", "slid"])  # fmt: skip
_VOWEL = re.compile(r"[aeiouy]")
_RUSSIAN = re.compile(r"[а-я]")
_LIMIT_RUSSIAN = 60_000  # distinct forms looked up in the dictionary; a text has fewer, a hostile one is stemmed


@cache
def _morphology() -> Any:
    import pymorphy3
    import pymorphy3_dicts_ru

    return pymorphy3.MorphAnalyzer(path=pymorphy3_dicts_ru.get_path())  # by itself it looks through all distributions


@lru_cache(maxsize=20_000)
def _parses(word: str) -> tuple[Any, ...]:
    """The readings of a Russian form, the likeliest first; looked up once, whatever is then asked of it."""
    return tuple(_morphology().parse(word)[:4])


#: "Utilisation", "stabilised", "normalising": spelled with an s, the word is the same.
_BRITISH = re.compile(r"(?<=.)is(?=ations?$)|(?<=al|il|im|er|an|it)is(?=(?:e|es|ed|ing)$)")


@lru_cache(maxsize=100_000)
def english(word: str) -> str:
    """The stem of a lower-case English word: plural, past, -ing, -ly and a final e or y are dropped."""
    word = _BRITISH.sub("iz", word.removesuffix("'s").removesuffix("'"))
    if word in _IRREGULAR:
        base = _IRREGULAR[word]
        return base if base == word else english(base)
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and _VOWEL.search(stem):
            if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "lsz":
                stem = stem[:-1]
            word = stem
            break
    if len(word) > 4 and word.endswith("ly"):
        word = word[:-2]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    if len(word) > 3 and word.endswith("y"):
        word = word[:-1] + "i"
    if len(word) > 4 and word.endswith("ll"):
        word = word[:-1]
    return word


@lru_cache(maxsize=20_000)
def part_of_speech(word: str) -> str:
    """NOUN, ADJ, VERB or OTHER: what a Russian form most likely is (nouns after numbers stand in an oblique case)."""
    for parse in _parses(word)[:2]:
        part = str(parse.tag.POS)
        if part == "NOUN":
            return "NOUN"
        if part in ("ADJF", "PRTF"):
            return "ADJ"
        return "VERB" if part in ("VERB", "INFN", "GRND", "ADJS", "PRTS") else "OTHER"
    return "OTHER"


@lru_cache(maxsize=20_000)
def is_finite(word: str) -> bool:
    """Whether a Russian form is most likely a verb that states something: no infinitive, no imperative, no participle."""
    for parse in _parses(word)[:1]:
        return str(parse.tag.POS) == "VERB" and "impr" not in parse.tag
    return False


@lru_cache(maxsize=20_000)
def is_comparative(word: str) -> bool:
    """Whether a Russian form may be a comparative: "теснее", "выше"."""
    return any(str(parse.tag.POS) == "COMP" for parse in _parses(word)[:2])


def is_plural(word: str) -> bool:
    """Whether a noun names several: "задержек", "latencies"."""
    if _RUSSIAN.search(word.lower()):
        return any("plur" in parse.tag for parse in _parses(word.lower())[:1])
    return word.lower().endswith("s")


_seen_russian = 0


@lru_cache(maxsize=100_000)
def russian(word: str) -> frozenset[str]:
    """The lemmas that a lower-case Russian form may have, the form itself included."""
    global _seen_russian
    _seen_russian += 1
    if _seen_russian > _LIMIT_RUSSIAN or len(word) > 40:
        return frozenset({word, word[: max(4, len(word) - 3)]})
    lemmas = {parse.normal_form.replace("ё", "е") for parse in _parses(word)}
    return frozenset(lemmas | {word})


def stems(word: str) -> frozenset[str]:
    """All stems of a word (any case), for lookup in the lexicon and for matching names."""
    word = word.lower().replace("ё", "е")
    if _RUSSIAN.search(word):
        return russian(word)
    stem = english(word)
    if stem == word:
        return frozenset({word})  # nothing was dropped: "on" is no form of "one"
    # the stem with its dropped ending back, so that plain words can be looked up as they are written
    return frozenset({stem, word, stem + "e", stem[:-1] + "y" if stem.endswith("i") and len(stem) > 3 else stem})


def forget() -> None:
    """Starts the count of dictionary look-ups anew; called once a document."""
    global _seen_russian
    _seen_russian = 0


@lru_cache(maxsize=20_000)
def grammar_of(word: str) -> frozenset[str]:
    """What a Russian verb or short adjective asks of its subject: "masc", "femn", "neut" or "plur"; empty for other words and where any may stand."""
    if not _RUSSIAN.search(word):
        return frozenset()
    for parse in _parses(word)[:1]:
        if str(parse.tag.POS) not in ("VERB", "ADJS", "PRTS"):
            return frozenset()
        if "plur" in parse.tag:
            return frozenset({"plur"})
        gender = parse.tag.gender
        return frozenset({str(gender)} if gender else {"masc", "femn", "neut"})
    return frozenset()


@lru_cache(maxsize=20_000)
def head_grammar(name: str) -> frozenset[str]:
    """The gender (or "plur") of the noun that a metric's name is built on: "femn" of "операционная скорость"; empty where it has none."""
    words = [word for word in re.split(r"[^\w-]+", name.lower()) if word]
    if not words:
        return frozenset()
    if not any(_RUSSIAN.search(word) for word in words):
        return frozenset({"plur"} if len(words[-1]) > 3 and is_plural(words[-1]) and not words[-1].endswith(("ss", "us", "ps")) else {"sing"})  # fmt: skip
    for word in words:
        for parse in _parses(word)[:1]:
            if str(parse.tag.POS) == "NOUN":
                return frozenset({"plur"} if "plur" in parse.tag else {str(parse.tag.gender)})
    return frozenset()


@lru_cache(maxsize=20_000)
def is_subject_noun(word: str) -> bool:
    """Whether a Russian word is most likely a noun that may be a subject: in the nominative, and nothing else."""
    if not _RUSSIAN.search(word):
        return False
    return any(str(parse.tag.POS) == "NOUN" and parse.tag.case == "nomn" for parse in _parses(word)[:1])


@lru_cache(maxsize=20_000)
def may_be_subject(word: str) -> bool:
    """Whether a Russian word may be a noun in the nominative by any of its likely readings: "вывод" is in the accusative first."""
    if not _RUSSIAN.search(word):
        return False
    row = _parses(word)[:3]
    noun = bool(row) and str(row[0].tag.POS) == "NOUN" and len(word) > 3
    return noun and any(str(parse.tag.POS) == "NOUN" and parse.tag.case == "nomn" for parse in row)
