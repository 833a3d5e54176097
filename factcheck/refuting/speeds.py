"""Holds "faster", "slower" and "the fastest", said of a level and of no metric, against all that measures speed: times and rates whose better side is known.

"PostgreSQL 16 is the fastest", "версия 15 медленнее версии 14", "16GB is faster than 8GB". The level must be what the sentence is of: "vacuum is faster in 17"
is of vacuum. Only refutes, and only where every such metric goes against it.
"""

from __future__ import annotations

from factcheck.binding.arguments import is_hedged, is_negated
from factcheck.binding.mentions import LevelMention
from factcheck.binding.operands import has_speed
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_FASTER = {"faster": 1, "quicker": 1, "slower": -1, "быстрее": 1, "медленнее": -1}
_FASTEST = {"fastest": 1, "quickest": 1, "slowest": -1}
_FASTEST_STEMS = {"быстрый": 1, "медленный": -1}
_LINKS = {
    "is", "was", "are", "were", "runs", "ran", "remains", "remained", "also", "again", "even", "still", "the", "clearly", "much", "far", "slightly", "a", "bit", "little", "significantly",
    "noticeably", "considerably", "somewhat", "by", "оказался", "оказалась", "оказалось", "стал", "стала", "—", "–", "-", "это", "значительно", "заметно", "чуть", "немного", "работает",
    "явно", "даже", "всё", "же", "снова", "была", "был", "было", "гораздо", "намного", "однозначно",
}  # fmt: skip
_SAME = {"самый", "самая", "самое", "самым", "самой", "самые"}
_ALL = {"всех", "всего", "остальных"}
_AROUND = {
    "the", "postgresql", "postgres", "version", "release", "size", "setting", "level", "option", "value", "variant", "run", "with", "версия", "версии", "версию", "версией",
    "размер", "значение", "уровень", "вариант", "настройка", "режим", "of", "all", "four", "three", "five", "six", "these", "tested", "из", "всех", "them", "overall",
}  # fmt: skip


def judge_bare_speed(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of a comparison or an extreme of speed that every measure of it refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or len(scene.vocabulary.facts.experiment.factors) != 1:
        return []
    colon = next((t.index for t in scene.tokens if t.text == ":"), len(scene.tokens))
    if any(m.metrics and m.first < colon for m in scene.mentions.metrics) or scene.tokens[-1].text == "?":
        return []
    found = []
    for token in scene.tokens:
        if is_negated(scene, token.index) or is_hedged(scene, token.index):
            continue
        side = _FASTER.get(token.lower)
        if side is not None and not _follows(scene, token, _ALL):
            found += _compared(scene, token, side)
        elif (side := side or _superlative(scene, token)) is not None:
            found += _ranked(scene, token, side)
    return found


def _follows(scene: Scene, token: Token, words: set[str]) -> bool:
    return token.index + 1 < len(scene.tokens) and scene.tokens[token.index + 1].lower in words


def _superlative(scene: Scene, token: Token) -> int | None:
    """Whether a word says the fastest (1) or the slowest (-1)."""
    before = scene.tokens[token.index - 1].lower if token.index else ""
    stem = next((stem for stem in token.stems if stem in _FASTEST_STEMS), None) if before in _SAME else None
    return _FASTEST_STEMS[stem] if stem is not None else _FASTEST.get(token.lower)


def _are(scene: Scene, first: int, last: int, words: set[str]) -> bool:
    """Whether all tokens of a stretch are among some words, of the parameter's name, or parts of a level's name; "the fastest pooler" is not the fastest of all."""
    inside = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)} | {at for at, _ in scene.mentions.factors}  # fmt: skip
    return all(t.lower in words or t.index in inside for t in scene.tokens[first : last + 1])


def _subject(scene: Scene, place: int) -> LevelMention | None:
    """The level that stands at the head of the sentence, with nothing but links between it and a word."""
    head = min(scene.mentions.levels, key=lambda m: m.first, default=None)
    if head is None or head.last >= place or not _are(scene, 0, head.first - 1, _AROUND):
        return None
    return head if _are(scene, head.last + 1, place - 1, _LINKS | _SAME | _AROUND) else None


def _ends(scene: Scene, place: int) -> bool:
    """Whether a sentence ends at a place, or goes on behind a mark."""
    return place >= len(scene.tokens) or scene.tokens[place].text in (".", ",", ";", ":", "(", "!", "—", "–")


def _compared(scene: Scene, word: Token, side: int) -> list[Ruled]:
    one = _subject(scene, word.index)
    two = next((m for m in scene.mentions.levels if m.first > word.index), None)
    if one is None or two is None or one.ids & two.ids or len(one.ids) > 1 or len(two.ids) > 1 or not _ends(scene, two.last + 1):  # fmt: skip
        return []
    if not _are(scene, word.index + 1, two.first - 1, _AROUND | {",", "than", "чем", "у", "при", "at"}):
        return []
    rows = [[fact for fact in (_at(scene, metric, m) for m in (one, two)) if fact is not None] for metric in _speeds(scene)]  # fmt: skip
    pairs = [(row[0], row[1]) for row in rows if len(row) == 2]
    if not pairs or not all((a.value - b.value) * side * _good(scene, a.metric) < 0 for a, b in pairs):
        return []
    text = "; ".join(f"{a.name}: {a.value:g}, {b.name}: {b.value:g}" for a, b in pairs)
    names = tuple(fact.name for pair in pairs for fact in pair)
    return [(one.first, two.last, "order", Ruling("contradicted", text, text, names))]


def _ranked(scene: Scene, word: Token, side: int) -> list[Ruled]:
    told = _subject(scene, word.index)
    last = word.index
    if told is not None:
        end = next((at for at in range(word.index + 1, len(scene.tokens) + 1) if _ends(scene, at)), len(scene.tokens))
        if not _are(scene, word.index + 1, end - 1, _AROUND):
            return []
    else:  # "самая быстрая версия — 16", "быстрее всех — 16"
        told = next((m for m in scene.mentions.levels if m.first > word.index), None)
        words = _AROUND | _ALL | _LINKS
        if told is None or not _are(scene, 0, word.index - 1, _SAME | {"the"}) or not _are(scene, word.index + 1, told.first - 1, words) or not _ends(scene, told.last + 1):  # fmt: skip
            return []
        last = told.last
    if len(told.ids) > 1:
        return []
    texts, names = [], []
    for metric in _speeds(scene):
        row = dict(scene.vocabulary.series(metric))
        own = next((row[level] for level in told.ids if level in row), None)
        if own is None or len(row) < len(scene.vocabulary.level_ids):
            continue
        better = [fact for fact in row.values() if (fact.value - own.value) * side * _good(scene, metric) > 0]
        if not better:
            return []
        texts.append(", ".join(f"{fact.name}: {fact.value:g}" for fact in (own, better[-1])))
        names += [fact.name for fact in (own, *better)]
    if not texts:
        return []
    return [(min(told.first, word.index - (word.index > 0 and scene.tokens[word.index - 1].lower in _SAME)), last, "best", Ruling("contradicted", "; ".join(texts), "; ".join(texts), tuple(names)))]  # fmt: skip


def _speeds(scene: Scene) -> list[str]:
    """Times and rates whose better side is known."""
    vocabulary = scene.vocabulary
    return [one for one in vocabulary.metrics if vocabulary.better(one) in ("higher", "lower") and has_speed(scene, one)]  # fmt: skip


def _good(scene: Scene, metric: str) -> int:
    return 1 if scene.vocabulary.better(metric) == "higher" else -1


def _at(scene: Scene, metric: str, mention: LevelMention) -> Fact | None:
    return dict(scene.vocabulary.series(metric)).get(next(iter(mention.ids)))
