"""Finds the levels that a stretch of a sentence speaks of, with the part that each plays for an amount there: told of, held against, come from.

Besides the mentions it reads what a level is called loosely: "восьмёрка", "на одном гигабайте", "the uncompressed server", "последняя ступень", "базовые два".
"""

from __future__ import annotations

from dataclasses import dataclass

from factcheck.binding.mentions import BASE_FORMS
from factcheck.binding.scene import Scene
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token

_HELD = {"than", "чем", "против", "against", "versus", "vs", "относительно", "сравнению", "сравнивать", "relative", "compared", "over", "above", "below", "behind", "ahead", "ниже", "выше", "as", "beats",
    "уступают", "уступает", "обгоняет"}  # fmt: skip
_AT = {"при", "на", "у", "в", "с", "со", "at", "on", "with", "under", "in", "for", "для"}
_FROM, _TO = {"from", "с", "со", "от", "out"}, {"to", "до", "к", "→", "->", "на"}
_FILLING = {"the", "a", "an", "its", "that", "those", "what", "of", "уровне", "ступени", "самой", "самого", "у", "него", "with", "under", "at", "on", "in", "for", "to", "при", "на", "сравнению"}  # fmt: skip
_COLLECTIVE = {
    "двойка": 2,
    "тройка": 3,
    "четверка": 4,
    "пятерка": 5,
    "шестерка": 6,
    "семерка": 7,
    "восьмерка": 8,
    "десятка": 10,
    "единица": 1,
}
_STEPS = {"ступень", "шаг", "значение", "уровень", "вариант", "настройка", "step", "setting", "level", "value", "size"}
_MORE_NUMBERS = {
    "шестнадцати": 16,
    "шестнадцать": 16,
    "шестнадцатью": 16,
    "одном": 1,
    "одним": 1,
    "тридцати": 30,
    "шестидесяти": 60,
    "двумстам": 200,
}
_ENDS = {
    "последний": -1,
    "верхний": -1,
    "крайний": 0,
    "нижний": 1,
    "первый": 1,
    "top": -1,
    "last": -1,
    "bottom": 1,
    "first": 1,
}

_EDGES = {"end", "край", "конец"}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A level in a sentence; `role` is `at`, `than` (held against), `from` or `to`."""

    first: int
    last: int
    ids: frozenset[str]
    role: str


def spoken_levels(scene: Scene, start: int, stop: int, place: int) -> list[Spoken]:
    """The levels from one token to another, in their order, as they stand to the amount at `place`."""
    found = [
        (m.first, m.last, m.ids, m.role) for m in scene.mentions.levels if start <= m.first <= stop and not m.group
    ]
    taken = {at for first, last, _, _ in found for at in range(first, last + 1)}
    taken |= {at for m in scene.mentions.metrics if m.exact and m.metrics for at in range(m.first, m.last + 1)}
    for token in scene.tokens[max(start, 0) : stop + 1]:
        if token.index not in taken and token.index != place and (ids := _called(scene, token)):
            found.append((token.index, token.index, ids, "at"))
    found += _ends_of_row(scene, start, stop)
    found.sort(key=lambda one: one[0])
    spoken = [Spoken(first, last, ids, _role(scene, first, role, place, ids)) for first, last, ids, role in found]
    return _in_turn(scene, spoken)


def _called(scene: Scene, token: Token) -> frozenset[str]:
    """The level that a word stands for by itself."""
    vocabulary = scene.vocabulary
    if token.code or len(vocabulary.facts.experiment.factors) != 1:
        return frozenset()
    lower = token.lower
    tokens = scene.tokens
    following = tokens[token.index + 1] if token.index + 1 < len(tokens) else None
    if (lower in BASE_FORMS and scene.world.finder.calls_base or token.stems & {"базовый"} or lower == "baseline") and not (following is not None and following.stems & {"данные"}):  # fmt: skip
        return vocabulary.special("baseline")
    if lower.startswith("un") and lower.endswith("ed") and len(lower) > 8:
        return frozenset({level for level in vocabulary.level_ids if level.lower() in ("off", "none", "no")})
    ends = next((_ENDS[stem] for stem in sorted(token.stems) if stem in _ENDS), None)
    order = vocabulary.numeric_order
    if ends and following is not None and following.stems & _STEPS and len(order) > 2:
        return frozenset({order[-1 if ends < 0 else 0]})
    count = _MORE_NUMBERS.get(lower) or WORD_NUMBERS.get(lower) or next((_COLLECTIVE[s] for s in sorted(token.stems) if s in _COLLECTIVE), None)  # fmt: skip
    if not count or token.number is not None or not _stands_for_level(scene, token, following):
        return frozenset()
    return frozenset(level.text for level in vocabulary.levels if level.number == count and level.text in order)


def _ends_of_row(scene: Scene, start: int, stop: int) -> list[tuple[int, int, frozenset[str], str]]:
    """ "между крайними ступенями", "between the two extremes", "from end to end": the way from the first level to the last."""
    order = scene.vocabulary.numeric_order
    if len(scene.vocabulary.facts.experiment.factors) != 1 or len(order) < 3:
        return []
    for token in scene.tokens[max(start, 0) : stop + 1]:
        before = {t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]}
        behind = scene.tokens[token.index + 1 : token.index + 3]
        both = len(behind) == 2 and behind[0].lower in _TO | {"в"} and bool(behind[1].stems & token.stems & _EDGES)
        if both or token.stems & {"крайний", "край", "extreme", "end"} and before & {"между", "between", "across"}:
            return [(token.index, token.index, frozenset({order[0]}), "from"), (token.index, token.index, frozenset({order[-1]}), "to")]  # fmt: skip
    return []


def _stands_for_level(scene: Scene, token: Token, following: Token | None) -> bool:
    """Whether a number in words is no count of something else: nothing that could be counted follows, or the unit of the levels does."""
    if token.stems & _COLLECTIVE.keys():
        return True
    if following is None or not following.is_word:
        return following is None or following.number is not None or following.text in ".,;:)—–"
    unit = (scene.vocabulary.facts.experiment.factors[0].unit or "").lower()
    units = {"gb": "гиг", "mb": "мег", "kb": "кил", "min": "мин", "s": "сек"}
    if unit in units and following.lower.startswith(
        (units[unit], {"gb": "gig", "mb": "meg", "kb": "kil"}.get(unit, "~"))
    ):
        return True
    before = scene.tokens[token.index - 1].lower if token.index else ""
    return before in _AT | _FROM | _TO | _HELD | {"чем"} and following.lower in (
        "до",
        "to",
        "она",
        "он",
        "они",
        "it",
        "и",
        "and",
    )


def _role(scene: Scene, first: int, role: str, place: int, ids: frozenset[str]) -> str:
    if role != "at":
        return role
    tokens = scene.tokens
    at = first - 1
    while at >= 0 and tokens[at].lower in _FILLING and first - at < 4 and tokens[at].lower not in ("of",):
        if tokens[at].lower in _AT and not (at and tokens[at - 1].lower in _HELD | {"that", "those"}):
            break
        at -= 1
    before = tokens[at] if at >= 0 else None
    if before is None:
        return "at"
    if before.lower in _HELD and before.index != place:
        return "than"
    if first > place and before.index > place and before.lower in ("of", "от"):
        return "than"
    if first > place and (before.index == place or _in_metric(scene, before.index) and before.index > place) and before.lower not in _AT:  # fmt: skip
        return "than"
    return "at"


def _in_metric(scene: Scene, at: int) -> bool:
    return any(m.first <= at <= m.last for m in scene.mentions.metrics) or scene.tokens[at].statistic is not None


def _in_turn(scene: Scene, row: list[Spoken]) -> list[Spoken]:
    """ "с восьми до шестнадцати", "между 2 и 4 ГБ", "switching from pglz to lz4": where a way begins and where it ends."""
    found = list(row)
    for at in range(len(found) - 1):
        one, two = found[at], found[at + 1]
        before = scene.tokens[one.first - 1].lower if one.first else ""
        gap = [t.lower for t in scene.tokens[one.last + 1 : two.first]]
        if len(gap) > 3 or one.role not in ("at", "from") or two.role not in ("at", "to", "than"):
            continue
        between = before in ("между", "between") and bool({"и", "and"} & set(gap))
        if before in _FROM and set(gap) & _TO or between:
            found[at] = Spoken(one.first, one.last, one.ids, "from")
            found[at + 1] = Spoken(two.first, two.last, two.ids, "to")
    return found
