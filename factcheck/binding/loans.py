"""Takes Russian words for the Latin names that they sound like, of the facts at hand: «дамп» for "dump size", «у интерлива» for "interleave=all"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial

from factcheck.binding.vocabulary import Vocabulary
from factcheck.reading.loanwords import sounds_like
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems
from factcheck.stating.orders.words import function_words

_LATIN = re.compile(r"[^\W\d_]{3,}")
#: A table of more names is no table of a benchmark; each word of a text is compared with each name.
_MOST = 300


def take_loanwords(vocabulary: Vocabulary, tokens: Iterable[Token]) -> None:
    """Adds to the stems of Russian words those of the Latin names that they sound like."""
    names = vocabulary.once("latin names", lambda: _latin_names(vocabulary))
    for token in tokens if names else ():
        if not token.is_word or token.text.isascii() or len(token.text) < 3 or token.concepts or token.stems & function_words():  # fmt: skip
            continue
        token.stems |= vocabulary.once(("loan", token.stems), partial(_heard, token.stems, names))


def _latin_names(vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """By Latin word of a level, a parameter or a metric that has one name at most: its stems."""
    if not vocabulary.is_spreadsheet:
        return {}
    facts = vocabulary.facts
    called = [re.split(r"[\s_.]+", factor.name.lower()) for factor in facts.experiment.factors]
    texts = [level.text for level in vocabulary.levels] + [words[0] for words in called if len(words) == 1]
    of_settings = {
        stem for words in called if len(words) > 1 for word in words for stem in stems(word)
    }  # "commit" of synchronous_commit is no commit
    for metric in facts.metrics:
        texts += [metric.id.replace("_", " "), *(name for names in metric.names.values() for name in names)]
    words = {word.lower() for text in texts for word in _LATIN.findall(text.replace("_", " "))}
    if len(words) > _MOST:
        return {}
    return {
        word: frozenset(stems(word)) | {word}
        for word in sorted(words - function_words())
        if not re.search(r"[а-яё]", word) and not of_settings.intersection(stems(word))
    }


def _heard(told: frozenset[str], names: dict[str, frozenset[str]]) -> frozenset[str]:
    lemmas = {stem for stem in told if re.fullmatch(r"[а-яё-]{3,}", stem)}
    return frozenset().union(*(own for word, own in names.items() if any(sounds_like(lemma, stem) for lemma in lemmas for stem in own)))  # fmt: skip
