"""Refuses a way that the rows go nowhere along the levels it is told of: "p99 keeps shortening from step to step", "WALSync stands still on the last doubling".

`binding/ways.py` reads the way with every reading of its rows and levels. A difference counts by its effect's verdict where there is one, else by the shown values.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from factcheck.binding.courselines import Course, level_on, step_behind
from factcheck.binding.mention_words import OF_SOME_LEVELS
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import Row
from factcheck.binding.ways import Rows, Verb, Way, heads_in, ways_of
from factcheck.judging.offlevels import off_the_levels
from factcheck.judging.orders import is_of_place, over_executions
from factcheck.judging.untold import follows_a_value, is_of_two_names, of_untold_levels
from factcheck.judging.verdicts import Ruled, Ruling

_SETTLED = ("better", "worse")
_CENTRAL = ("mean", "median", "share", "last", "count", "value")
_PLAIN, _FAR, _NEAR, _STILL, _SOME = 0.2, 0.08, 0.005, 0.03, 0.01
_SUPPOSED = {
    "if", "would", "could", "если", "бы", "should", "expected", "whether", "чтобы", "correlation", "корреляция", "коррелировать", "except", "кроме", "nothing", "ничего", "раньше", "позже", "earlier", "later", "sooner",
    "where", "где", "который", "which", "whose", "усталость", "drop", "просадка", "window", "окно", "стоить", "нужно", "надо", "r²", "прогноз", "ожидаться", "ожидать", "expect", "должен", "must", "лучше", "recommend",
}  # fmt: skip
_CONDITIONS = {"if", "если", "unless", "would", "бы", "suppose", "допустим"}
_AT = {"at", "under", "with", "при"}
_RELATIVE = {"где", "where", "который", "which", "whose", "whom"}
_PER_TIME = re.compile(
    r"\b(?:each|every) (?:second|minute|hour)\b|(?<!\w)кажд(?:ую|ый) (?:секунду|минуту|час)(?!\w)", re.I
)
_DEEPER = {"глубже", "сильнее", "больше", "меньше", "more", "less", "deeper", "further", "слабее", "быстрее", "медленнее", "faster", "slower", "harder", "выше", "ниже", "чем", "than", "дальше"}  # fmt: skip


def judge_ways(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way that all of its readings refute."""
    found = []
    for way in ways_of(scene):
        if _is_open(scene, way):
            continue
        told = next((text for rows in way.subjects if (text := _refuted(scene, way, rows)) is not None), None)
        if told is not None:
            start, stop = way.span
            en, ru = f"along the levels: {told}", f"вдоль уровней: {told}"
            found.append((start, stop, "order", Ruling("contradicted", en, ru, (), told)))
    return found


def borne_out_on_its_way(scene: Scene, place: int, ruling: Ruling) -> Ruling:
    """The ruling of another judge on a word of way: open where the way that is told there holds along one of its courses."""
    if ruling.en.startswith("along the levels"):
        return ruling
    for way in ways_of(scene):
        if (
            way.verb.first <= place <= way.verb.last
            and way.verb.shape == "goes"
            and not way.verb.denied
            and _on_named_levels(way)
        ):
            told = [_held(scene, way, rows) for rows in way.subjects]
            if told and None not in told:
                en = f"of what it is said is open ({told[0]})"
                return Ruling("unverifiable", en, f"о чём это сказано, не решено ({told[0]})", ruling.facts)
    return ruling


def _on_named_levels(way: Way) -> bool:
    """Whether a clause names its levels and does not speak of all steps."""
    ground = way.ground
    if ground is None or ground.every:
        return False
    one = way.courses[0]
    inherited = len(way.courses) == 1 and not one.open_start and not one.every and one.levels not in ground.lines
    return bool(ground.goal or ground.at or ground.steps) or inherited


def _is_open(scene: Scene, way: Way) -> bool:
    """Whether the clause supposes, advises, tells its own values, or says more than its verb."""
    start, stop = way.span
    row = scene.tokens[start : stop + 1]
    if any(
        t.lower in _SUPPOSED or t.stems & _SUPPOSED
        for t in row
        if t.index not in range(way.verb.first, way.verb.last + 1)
    ):
        return True
    if OF_SOME_LEVELS.search(scene.text_of(start, stop)):
        return True
    if any(t.lower in _CONDITIONS for t in scene.tokens[: stop + 1]):
        return True
    if _PER_TIME.search(scene.text_of(start, stop)):
        return True  # "за прогон pglz терял около четырёх tps каждую минуту": within the runs
    if any(t.lower in _RELATIVE or t.stems & _RELATIVE for t in scene.tokens[:start][-6:]):
        return True
    if (
        _tells_values(scene, way)
        or _advises(scene)
        or any(t.lower in ("than", "чем") for t in scene.tokens[start : way.verb.first])
    ):
        return True
    if any(t.lower.startswith(_ALL) and not step_behind(scene, t) for t in row) and not any(
        c.every for c in way.courses
    ):
        return True
    verb = scene.tokens[way.verb.first]
    if (
        off_the_levels(scene, way.verb.first)
        or not _on_named_levels(way)
        and (is_of_two_names(scene) or of_untold_levels(scene, verb))
    ):
        return True
    if follows_a_value(scene, way.verb.first) is not None and not any(c.every for c in way.courses):
        return True
    if over_executions(scene, verb) or is_of_place(scene, verb):
        return True
    beyond = scene.tokens[way.verb.last + 1 : way.verb.last + 3]
    if (
        any(t.stems & {"matter"} for t in scene.tokens[way.verb.first : way.verb.last + 1])
        and beyond
        and beyond[0].lower in ("to", "for")
    ):
        return True  # "memory hardly matters to them": what matters is the cause
    if beyond and beyond[0].lower in ("ahead", "behind", "past", "вперёд", "вперед"):
        return True  # "LWLock slips ahead of IO": one metric against another
    if len(beyond) == 2 and beyond[0].lower in _AT and beyond[1].has("degree", "large", "small"):
        return True  # "the queue grows at high utilisation": in a state, not along the levels
    return way.verb.shape == "goes" and any(t.lower in _DEEPER for t in beyond) and not _grows_by_step(scene, way)


_ALL = ("кажд", "любо", "every", "each", "any")


def _tells_values(scene: Scene, way: Way) -> bool:
    """Whether the clause tells a value, or the sentence tells values of the row: the way is between those."""
    start, stop = way.span
    plain = scene.mentions.level_tokens | scene.mentions.name_tokens
    explained = stop + 10 if stop + 1 < len(scene.tokens) and scene.tokens[stop + 1].text in ":(" else stop
    near = scene.tokens[start : explained + 1]
    if any(t.number is not None and t.number.is_value and t.index not in plain for t in near):
        return True
    metrics = {row.metric for rows in way.subjects for row in rows}
    concluded = any(
        t.lower in ("so", "значит", "thus", "hence")
        for t in scene.tokens[:start][-3:] + scene.tokens[start : start + 2]
    )
    after = [b for at, b in scene.bounds.items() if at > way.verb.last or concluded]
    told = {f.metric for b in after for n in b.facts if (f := scene.vocabulary.by_name.get(n)) is not None}
    return bool(way.verb.sign) and bool(metrics & told)


_ADVICE = {
    "следует",
    "нужно",
    "надо",
    "можно",
    "worth",
    "should",
    "hypothesis",
    "гипотеза",
    "проверить",
    "скольких",
    "ли",
    "whether",
}


def _advises(scene: Scene) -> bool:
    """Whether the sentence advises, asks or supposes."""
    for token in scene.tokens:
        following = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
        if token.lower in _ADVICE or token.lower == "стоит" and following.endswith(("ть", "ться", "ти")):
            return True
    return False


def _readings(scene: Scene, way: Way, rows: Rows) -> list[tuple[Row, Course]] | None:
    """All (row, course) that the facts hold in full; None where one is not held."""
    found = list(itertools.product(rows, way.courses))
    if any(row.at(scene, level) is None for row, course in found for level in course.levels):
        return None
    return found


def _refuted(scene: Scene, way: Way, rows: Rows) -> str | None:
    """The values of the first reading where every one of them is against the way."""
    test = _TESTS.get(way.verb.shape)
    readings = _readings(scene, way, rows) if test is not None else None
    if not readings or test is None:
        return None
    return _told(scene, *readings[0]) if all(test(scene, way, row, course) for row, course in readings) else None


def _held(scene: Scene, way: Way, rows: Rows) -> str | None:
    for row, course in _readings(scene, way, rows) or []:
        if _sign(way.verb, scene, row) and not _goes(scene, way, row, course):
            return _told(scene, row, course)
    return None


def _told(scene: Scene, row: Row, course: Course) -> str:
    return f"{row}: " + " → ".join(f"{row.at(scene, level):g} ({level})" for level in course.levels)


# -- one step ---------------------------------------------------------------------------------------------------------


def _step(scene: Scene, row: Row, one: str, two: str) -> tuple[float, bool | None]:
    """The shown difference of two levels relative to the first, and whether it is established (None: open)."""
    a, b = row.at(scene, one) or 0.0, row.at(scene, two) or 0.0
    change = (b - a) / abs(a) if a else (1.0 if b > 0 else -1.0 if b else 0.0)
    held = scene.vocabulary.effect(row.metric, one, two) if row.stat in _CENTRAL and row.partner is None else None
    if held is not None and scene.vocabulary.repeated:
        return change, {**dict.fromkeys(_SETTLED, True), "equivalent": False}.get(held[0].verdict)
    return change, True if abs(change) >= _FAR else False if abs(change) < _NEAR else None


def _sign(verb: Verb, scene: Scene, row: Row) -> int:
    if not verb.judged:
        return verb.sign
    better = "lower" if row.stat in ("stddev", "cv", "amplitude") else scene.vocabulary.better(row.metric)
    return {"higher": verb.sign, "lower": -verb.sign}.get(better or "", 0)


def _against(scene: Scene, row: Row, one: str, two: str, sign: int) -> bool:
    """Whether a step goes the other way than said, or stands still."""
    change, sure = _step(scene, row, one, two)
    return change * sign <= 0 or sure is False


def _contrary(scene: Scene, row: Row, one: str, two: str, sign: int) -> bool:
    """Whether a step clearly goes the other way than said."""
    change, sure = _step(scene, row, one, two)
    return change * sign < 0 and (bool(sure) or sure is None and row.stat not in _CENTRAL and abs(change) >= _SOME)


_HARDLY = {
    "hardly",
    "barely",
    "scarcely",
    "практически",
    "почти",
    "едва",
    "almost",
    "virtually",
    "practically",
    "nearly",
}


def _moved(scene: Scene, row: Row, one: str, two: str, least: float = _STILL) -> bool:
    change, sure = _step(scene, row, one, two)
    judged = (
        row.stat in _CENTRAL and scene.vocabulary.repeated and scene.vocabulary.effect(row.metric, one, two) is not None
    )
    return bool(sure) and abs(change) >= (least if judged or least < _FAR else _PLAIN)


# -- shapes: each says whether a course is against it -----------------------------------------------------------------


def _goes(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    levels = course.levels
    if way.verb.sign == 0:
        pairs = [*itertools.pairwise(levels), (levels[0], levels[-1])]
        if not _named_row(scene, way):
            return False
        near = any(t.lower in _HARDLY for t in scene.tokens[way.span[0] : way.verb.last + 2])
        least = _FAR if near else _STILL
        return not way.verb.denied and any(_moved(scene, row, one, two, least) for one, two in pairs)
    sign = _sign(way.verb, scene, row)
    if not sign:
        return False
    if way.verb.denied:
        change, sure = _step(scene, row, levels[0], levels[-1])
        return change * sign > 0 and bool(sure)
    if _against(scene, row, levels[0], levels[-1], sign):
        return True
    if (
        course.every
        and len(levels) > 2
        and any(_contrary(scene, row, one, two, sign) for one, two in itertools.pairwise(levels))
    ):
        return True
    return _grows_by_step(scene, way) is not None and _unlike_growth(scene, way, row, course)


def _named_row(scene: Scene, way: Way) -> bool:
    """Whether the clause itself names its row: what "it" is that stays the same is often no row at all."""
    return bool(heads_in(scene, *way.span))


def _stops(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "the stretching has stopped": where it goes on."""
    change, sure = _step(scene, row, course.levels[0], course.levels[-1])
    return change * way.verb.sign > 0 and bool(sure)


_PREVIOUS = ("предыдущ", "прежн", "прошл", "previous", "before", "last", "preceding")
_STRONGER, _WEAKER = {"сильнее", "больше", "more", "further", "faster"}, {"слабее", "меньше", "less", "скромнее"}


def _grows_by_step(scene: Scene, way: Way) -> int | None:
    """+1 where each step is said to bring more than the one before, -1 less; None where no such thing is said."""
    row = scene.tokens[way.span[0] : way.span[1] + 1]
    if not any(c.every and len(c.levels) > 2 for c in way.courses) or not any(
        t.lower.startswith(_PREVIOUS) for t in row
    ):
        return None
    words = {t.lower for t in row}
    return 1 if words & _STRONGER else -1 if words & _WEAKER else None


def _unlike_growth(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    return _sizes_against(scene, row, course, _grows_by_step(scene, way) or 1)


def _sizes_against(scene: Scene, row: Row, course: Course, sign: int) -> bool:
    """Whether the sizes of the steps do not go the way that is said."""
    values = [row.at(scene, level) or 0.0 for level in course.levels]
    sizes = [abs(b - a) for a, b in itertools.pairwise(values)]
    return len(sizes) > 1 and any((b - a) * sign < 0 for a, b in itertools.pairwise(sizes))


def _slackens(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "this decline weakens with every step": the steps get no smaller."""
    return course.every and _sizes_against(scene, row, course, way.verb.sign)


def _turns(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "p99 turns round at kyber", "достигает вершины при 800": the row has its edge elsewhere."""
    ground = way.ground
    if ground is None:
        return False
    for line in ground.lines:
        level = level_on(line, ground.at or ground.goal or ground.start)
        values = {one: row.at(scene, one) for one in line}
        if level is None or any(value is None for value in values.values()):
            return False
        held = [value for value in values.values() if value is not None]
        edges = {"top": [max(held)], "bottom": [min(held)]}.get(way.verb.shape, [max(held), min(held)])
        inside = way.verb.shape != "turn" or level not in (line[0], line[-1])
        if values[level] in edges and inside:
            return False
    return True


def _regains(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "wins part of the loss back": where it goes on losing."""
    line = way.ground.lines[0] if way.ground is not None and len(way.ground.lines) == 1 else ()
    one, two = course.levels[0], course.levels[-1]
    if one not in line or one == line[0]:
        return False
    before, _ = _step(scene, row, line[0], one)
    change, sure = _step(scene, row, one, two)
    return before * change > 0 and bool(sure)


def _returns(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "By bfq it is back where it began": far from the first level."""
    line = way.ground.lines[0] if way.ground is not None and len(way.ground.lines) == 1 else ()
    return bool(line) and course.levels[-1] != line[0] and _moved(scene, row, line[0], course.levels[-1])


def _alike(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "w_await follows it": it goes against what it is said to follow, or does not go at all."""
    return bool(way.peers) and all(_unlike(scene, row, peer, course.levels) for peer in way.peers[0])


def _unlike(scene: Scene, row: Row, peer: Row, levels: tuple[str, ...]) -> bool:
    if any(peer.at(scene, level) is None for level in levels):
        return False
    (a, sure_a), (b, sure_b) = _step(scene, row, levels[0], levels[-1]), _step(scene, peer, levels[0], levels[-1])
    if sure_b and (a * b < 0 and sure_a or sure_a is False):
        return True
    steps = [(_step(scene, row, *pair), _step(scene, peer, *pair)) for pair in itertools.pairwise(levels)]
    apart = [one[0] * two[0] < 0 and bool(one[1]) and bool(two[1]) for one, two in steps]
    return sum(apart) * 2 >= len(apart)


def _opposed(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "moves in the opposite direction": it goes the same way, or not at all."""
    if not way.peers:
        return False
    for peer in way.peers[0]:
        if any(peer.at(scene, level) is None for level in course.levels):
            return False
        (a, sure_a), (b, sure_b) = (_step(scene, one, course.levels[0], course.levels[-1]) for one in (row, peer))
        if not (sure_b and (a * b > 0 and sure_a or sure_a is False)):
            return False
    return True


def _gap(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "The gap between them narrows": the distance of the two rows goes the other way, or turns where each step is meant."""
    for peer in way.peers[0] if way.peers else ():
        pairs = [(row.at(scene, level), peer.at(scene, level)) for level in course.levels]
        sizes = [abs(a - b) for a, b in pairs if a is not None and b is not None]
        if len(sizes) != len(pairs):
            return False
        net = (sizes[-1] - sizes[0]) * way.verb.sign
        turns = course.every and any((b - a) * way.verb.sign < 0 for a, b in itertools.pairwise(sizes))
        if net > 0 and not turns:
            return False
    return bool(way.peers)


def _drifts(scene: Scene, way: Way, row: Row, course: Course) -> bool:
    """ "Within the runs it creeps down at every level": a slope has the other sign."""
    sign = _sign(way.verb, scene, Row(row.metric, "mean"))
    slopes = [row.at(scene, level) or 0.0 for level in (course.levels if course.every else course.levels[-1:])]
    return bool(sign) and not way.verb.denied and any(slope * sign < 0 for slope in slopes)


_TESTS: dict[str, Callable[[Scene, Way, Row, Course], bool]] = {
    "goes": _goes, "stops": _stops, "turn": _turns, "top": _turns, "bottom": _turns, "regains": _regains, "returns": _returns, "alike": _alike, "against": _opposed, "slackens": _slackens, "drifts": _drifts, "gap": _gap,
}  # fmt: skip
