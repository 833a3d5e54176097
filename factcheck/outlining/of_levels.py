"""Of which levels of a plain table a sentence may speak, or what it may deny, so that no list of them refutes it: a part, the second place, from one on."""

from __future__ import annotations

import re
from collections import Counter

from factcheck.binding.scene import Scene
from factcheck.forms.result import Claim
from factcheck.outlining.marks import factor_nouns
from factcheck.outlining.values import cells_named, metrics_named, tokens_of, value

_OUTSIDE = re.compile(
    r"\b(?:outside|apart from|other than|excluding|aside from|leaving (?:out|aside)|setting aside|not counting)\b"
    r"|(?<!\w)(?:за пределами|не считая|если не (?:считать|брать)|вынести за скобки|среди|из тех)(?!\w)",
    re.I,
)


def is_of_a_part(scene: Scene, claim: Claim) -> bool:
    """ "None of the European regions", "the drivers written for Python", "outside Europe": levels that no list of these facts tells."""
    if scene.matches(_OUTSIDE):
        return True
    nouns = factor_nouns(scene)
    named = scene.mentions.level_tokens
    if any(
        t.index and scene.tokens[t.index - 1].lower in ("of", "из", "the") and t.lower in _shared_words(scene)
        for t in scene.tokens
    ):
        return True  # "none of the IVFFlat ones"
    for token in scene.tokens:
        if not token.stems & nouns or token.index in named or not token.is_word:
            continue
        before = scene.tokens[token.index - 1] if token.index else None
        after = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
        if after is not None and (after.lower in ("written", "built", "based") or after.stems & {"написанный"}):
            return True
        grouped = any(t.lower in ("of", "из", "none", "neither", "both", "all", "обе", "оба", "все") for t in scene.tokens[max(0, token.index - 6) : token.index])  # fmt: skip
        if grouped and before is not None and before.is_word and before.text[:1].isupper() and before.index and before.index not in named:  # fmt: skip
            return True
    return False


def _shared_words(scene: Scene) -> frozenset[str]:
    """The words that several levels have in their names, and not all."""

    def shared() -> frozenset[str]:
        rows = [set(re.findall(r"[^\W\d_]{3,}", level.text.lower())) for level in scene.vocabulary.levels]
        counted = Counter(word for row in rows for word in row)
        return frozenset(word for word, count in counted.items() if 1 < count < len(rows))

    return scene.vocabulary.once("shared words of levels", shared)


_GROUPED = re.compile(
    r"\b(?:of|all|any|every|each|among) (?:the |these |those )?(?:\w+ )?$|(?<!\w)(?:из|все|всех|любым|любой|каждый|среди|любого) (?:\w+ )?$",
    re.I,
)


_LEAST = re.compile(r"\b(?:least|fewest|lowest|smallest|leanest|lightest|shortest|thriftiest)\b|(?<!\w)(?:сам(?:ый|ая|ое)|наимень\w+|минимал\w+|(?:меньше|ниже|короче|скромнее|легче) вс(?:ех|его))(?!\w)", re.I)  # fmt: skip


def leaves_out_none(scene: Scene, claim: Claim) -> bool:
    """ "The least memory of the poolers", «с любым пулером»: the level "none" is no pooler."""
    off = [level for level in scene.vocabulary.levels if level.text.lower() in ("none", "no", "нет", "без")]
    if len(off) != 1 or len(scene.vocabulary.facts.experiment.factors) > 1:
        return False
    nouns, text, start = factor_nouns(scene), scene.sentence.text, scene.tokens[0].start
    if claim.predicate in ("best", "stated") and scene.matches(_LEAST) and off[0].text not in scene.text_of(0, len(scene.tokens) - 1) and any(value(scene, metric, off[0].text) == 0 for metric in metrics_named(scene)):  # fmt: skip
        return True  # "the smallest footprint", where nothing takes none
    return any(token.stems & nouns and _GROUPED.search(text[: token.start - start]) for token in scene.tokens)


_NOUN_ALONE = re.compile(r"(?:пик\w{0,2}|peaks?|most of|most|top)", re.I)


def is_a_noun_alone(scene: Scene, claim: Claim) -> bool:
    """ "Room for the peak", "most of the gain": the claim is one such word."""
    return (
        _NOUN_ALONE.fullmatch(claim.quote.strip()) is not None or re.match(r"most of\b", claim.quote, re.I) is not None
    )


_FROM_ON = re.compile(r"\b(?:only|just) (?:from|starting)\b|\bfrom [^,]{1,20} (?:on|onwards?|up)\b|\bstarting (?:at|from|with)\b|(?<!\w)(?:лишь|только) с(?!\w)|(?<!\w)начина\w+", re.I)  # fmt: skip


def is_from_there_on(scene: Scene, claim: Claim) -> bool:
    """ "Begins only at 0.7", «начиная с 0,7»."""
    return scene.matches(_FROM_ON)


_CONDITION = re.compile(r"^(?:if|unless)\b[^,]*\b(?:must|cannot|can['’]t|has to|have to|not an option|ruled? out|budget)\b|^если [^,]*(?:нельзя|обязан|долж|исключ|(?<!\w)не(?!\w))", re.I)  # fmt: skip


def is_conditional(scene: Scene, claim: Claim) -> bool:
    """ "If fsync must stay on, the highest TPS is that of …": the best of what is left."""
    return _CONDITION.search(scene.sentence.text) is not None


_DENIES_A_FATE = re.compile(
    r"\b(?:did|does|do|could|would)(?: not|n['’]t) (?:stop|keep|prevent|save|spare|rescue|help)\b|\bno(?:t| longer)? (?:stop|prevent|spare)\w*"
    r"|(?<!\w)не (?:помеша|меша|спас|избав|убереж|убер[её]г|помог|воспрепятств)\w*",
    re.I,
)


def is_no_fate(scene: Scene, claim: Claim) -> bool:
    """ "Which did not spare it the lowest rate", «не помешала обойти»: what is denied is that something kept it from happening."""
    return scene.matches(_DENIES_A_FATE)


_AGAINST = re.compile(r"\b(?:versus|vs\.?|instead of|compared (?:to|with)|against)\s|(?<!\w)(?:против|вместо|по сравнению с|относительно)\s", re.I)  # fmt: skip


def is_against_something(scene: Scene, claim: Claim) -> bool:
    """ "Bare membind against full pinning": one level, and another that was not understood."""
    if len({m.ids for m in scene.mentions.levels}) != 1 or scene.mentions.levels[0].group:
        return False
    found, start = _AGAINST.search(scene.sentence.text), scene.tokens[0].start
    if found is None:
        return False
    behind = [t for t in scene.tokens if t.start - start >= found.end()][:4]
    return bool(behind) and behind[0].is_word and not any(t.number is not None or t.index in scene.mentions.level_tokens for t in behind)  # fmt: skip


_NEXT = re.compile(r"\b(?:next[- ]best|right behind)\b|(?<!\w)сразу за(?!\w)", re.I)  # fmt: skip


def is_second(scene: Scene, claim: Claim) -> bool:
    """ "Next best on tps", "right behind Friday": what is told is the second place."""
    return scene.matches(_NEXT)


_NO_GAIN = re.compile(
    r"\bno (?:further|more|additional|real|extra)? ?(?:gains?|benefits?|improvements?|advantage)\b"
    r"|(?<!\w)(?:выигрыш|прирост|улучшени|ускорени|эффект|польз)\w*(?: [\w,]+){0,4}? (?:не (?:наблюда|да|принос|принес|появ|происход|видно|замет)\w*|нет)(?!\w)"
    r"|(?<!\w)(?:нет|не (?:да[её]т|дало|дал|дала|принос\w+|прин[её]с\w*)) (?:\w+ ){0,2}(?:выигрыш|прирост|улучшени|ускорени|эффект|польз)\w*", re.I
)  # fmt: skip


def is_denied_gain(scene: Scene, claim: Claim) -> bool:
    """ "No further gain on reads", «дальнейшего выигрыша не наблюдается»: judged as if there were one."""
    return scene.matches(_NO_GAIN)


_GAP_BETWEEN = re.compile(r"\b(?:gap|difference|spread|distance|ratio) between\b|(?<!\w)(?:разрыв|разница|расстояние|отношение)\w* между(?!\w)", re.I)  # fmt: skip


def is_a_gap(scene: Scene, claim: Claim) -> bool:
    """ "The gap between insert and update is the widest at 0": not what either of them is."""
    return scene.matches(_GAP_BETWEEN) and len({m.metrics for m in scene.mentions.metrics if m.metrics}) > 1


_BOUNDED = re.compile(
    r"\b(?:faster|quicker|slower|longer|shorter|more|less|higher|lower|above|below) than (?:an? |one |half )?(?:\d|hour|minute|second)"
    r"|(?<!\w)(?:быстрее|короче|дольше|медленнее|больше|меньше|выше|ниже),?(?: чем)?(?: за)? (?:\d|час|минут|секунд|полчас)",
    re.I,
)


def is_a_bound(scene: Scene, claim: Claim) -> bool:
    """ "Faster than in an hour", «быстрее чем за 10 мс»: a mark, and no other level."""
    found = _BOUNDED.search(scene.sentence.text)
    if found is None:
        return False
    own = tokens_of(scene, claim)
    start = scene.tokens[0].start
    number = next((t for t in scene.tokens if t.start - start >= found.start() and t.number is not None), None)
    touched = any(found.start() <= scene.tokens[at].start - start < found.end() for at in own)
    return touched and (number is None or number.index not in scene.mentions.level_tokens)


_NO_MORE_THAN = re.compile(r"\bno (?:more|less|fewer|higher|lower|slower|worse|better|faster|longer)\b.*\bthan\b|(?<!\w)не (?:больше|меньше|хуже|лучше|выше|ниже|медленнее|быстрее|дольше),? чем(?!\w)", re.I)  # fmt: skip


def is_no_more_than(scene: Scene, claim: Claim) -> bool:
    """ "Takes no more RAM than the stock config": said of two that are equal, too."""
    facts = [fact.value for name in claim.facts if (fact := scene.vocabulary.by_name.get(name)) is not None]
    named = cells_named(scene)
    equal = len(named) == 2 and any(value(scene, metric, named[0]) == value(scene, metric, named[1]) for metric in metrics_named(scene))  # fmt: skip
    return scene.matches(_NO_MORE_THAN) and (equal or len(facts) == 2 and facts[0] == facts[1])


_FROM_THERE = re.compile(
    r"\b(?:from|after|past|beyond|between|until|up to|till|starting)\b|(?<!\w)(?:от|после|до|между|начиная|дальше|далее|пока)(?!\w)",
    re.I,
)


def is_a_stretch(scene: Scene, claim: Claim) -> bool:
    """ "After four slots it only grows", "at every step from 0 up to 5s": said of a part of the levels, but refused along all."""
    named = bool(scene.mentions.levels) or any(t.number is not None for t in scene.tokens)
    return named and claim.why.en.count("→") == len(scene.vocabulary.level_ids) - 1 and scene.matches(_FROM_THERE)
