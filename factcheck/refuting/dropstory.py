"""Follows what is told of drops clause by clause, and holds each to the drop that is meant: "The first collapse set in at 11:09. The second lasted longer, and was shallower".

A clause names its drop by a level, a place in the count, a clock, or leans on the drop told last. What it says (start, end, length, depth, recovery, a
comparison with the other one, none at all) is refuted where no drop that may be meant agrees. Only refutes.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Window
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.judging.windows import in_time, length_of, minutes_of, tells_by_how_much
from factcheck.reading.numbers import Number
from factcheck.reading.sentences import Token
from factcheck.reading.units import convert, unit_named
from factcheck.refuting.stretches import drops_of


def _any(text: str) -> re.Pattern[str]:
    """Words of a concept; a star stands for any ending."""
    words = "|".join(re.escape(word.replace("_", " ")).replace(r"\*", r"\w*") for word in text.split())
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.I)


_DROP = _any(
    "dip dips drop drops stall* collaps* slump* sag sags crisis crises plunge* breakdown* broke_down breaks_down interruption* просад* провал* обвал* кризис* спад спада спадом спады ям* яма заминк*"
)
_BEGAN = _any(
    "began begin* begun start* set_in sets_in came hit struck opened occurred happened нача* начин* приш* случил* произош* наступил* пошл* пошёл возник*"
)
_ENDED = _any("ended end ends over finished lasted_until until till конч* законч* заверш* окончи* до_самых")
_LASTED = _any(
    "last* long lengthy length duration went_on goes_on dragged drag* continued persist* stretched длил* дли* тян* затян* продолж* занял* занима* дольше короче длиннее"
)
_RECOVER = _any(
    "recover* back return* regain* climbed_out восстан* вернул* возвра* отош* оправил* выбра* приш*_в_себя пришл*_в_норму"
)
_DEEP = _any(
    "lost lose* losing deep depth down fell fall* cost глубин* глубок* упал* просел* просад* потер* снизил* рухн* обвал* недосчит*"
)
_FIRST, _SECOND, _THIRD, _LAST = (
    _any("first former earlier_one перв*"),
    _any("second втор*"),
    _any("third трет*"),
    _any("last latter последн*"),
)
_MOST = _any("deepest longest shallowest shortest mildest worst самый самая самое самого самой")
_OTHER_ONE = _any("the_other another other_one другой другая другого другую")
_LONGER = (_any("longer lengthier дольше длиннее продолжительнее длительнее"), 1), (_any("shorter briefer короче"), -1)
_DEEPER = (_any("deeper глубже"), 1), (_any("shallower milder gentler less_deep мельче мягче"), -1)
_SLOWER = (
    (_any("slower later longer медленнее дольше позже"), 1),
    (_any("sooner faster quicker earlier quickly_recovered быстрее скорее раньше"), -1),
)
_THAN = _any("than чем против compared")
_NOT = _any("not no never nor neither hardly не ни нет")
_OPEN = _any("if would might may could perhaps probably seem* almost nearly если бы может возможно вероятно почти едва")
_SUMMED = _any(
    "together altogether in_total in_all both all every each drops dips stalls вместе суммарно всего сумме итого обе оба все кажд* между between two three две два три просадки просадок просадках провалы провалов провалах"
    " кризисы кризисов кризисах обвалы crises"
)
_FOREIGN = re.compile(
    r"(?:first|second|third|last|former|latter|перв\w+|втор\w+|трет\w+|последн\w+)\s+(?:\w+\s+)?(?:run|level|method|setting|half|minute\w*|hour|quarter|repeat|series|прогон\w*|уров\w+|половин\w*|минут\w*|час\w*|режим\w*|вариант\w*|объ[её]м\w*|сери\w+)",
    re.I,
)  # fmt: skip
_SPELLED = re.compile(
    r"(?P<quarter>a quarter of an hour|(?:a )?quarter[ -]hour|четверт\w* часа)|(?P<half>half an hour|полчаса|получаса)|(?P<hour>\ban hour\b|(?<![\w-])час(?!\w))",
    re.I,
)
_OCLOCK = re.compile(
    r"\b(?P<way>after|before|past)\s+(?:(?P<noon>noon|midday)|(?P<h>one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,2})\s+o['’]?clock)|(?<!\w)(?P<way_ru>после|до)\s+(?P<noon_ru>полудня)",
    re.I,
)
_HOURS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_CUTS = {",", ";", ":", ".", "—", "–", "and", "but", "while", "whereas", "which", "и", "а", "но", "зато", "который", "которая", "которое"}  # fmt: skip


Words = tuple[tuple[re.Pattern[str], int], tuple[re.Pattern[str], int]]
Measure = Callable[[Window], float | None]


@dataclass
class Story:
    """The drops that a clause may be of, and the levels told last."""

    rows: list[Window]
    levels: frozenset[str]
    counted: bool = False  # told by its place in the count
    ranked: bool = False  # told as the deepest or the longest, so that "the second" may be the next one that is told


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause's tokens and its text."""

    tokens: list[Token]
    text: str

    def says(self, words: re.Pattern[str]) -> bool:
        return words.search(self.text) is not None


def judge_drop_story(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each thing told of a drop that no drop that may be meant agrees with."""
    if scene.block.kind not in ("paragraph", "item", "lead") or not drops_of(scene) or scene.tokens[-1].text == "?":
        return []
    row = [*reversed(list(scene.before(4))), scene]
    if not any(_DROP.search(one.sentence.text) for one in row):
        return []
    story, found = Story([], scene.inherited_levels), []
    for one in row:
        about = _DROP.search(one.sentence.text) is not None
        story = Story(story.rows, story.levels, ranked=story.ranked)
        in_all = False
        for clause in _clauses(one):
            about = about or bool(story.rows)
            told = _meant(one, clause, story)
            if one is scene and about and told is not None and not in_all and not clause.says(_OPEN) and not _FOREIGN.search(clause.text):  # fmt: skip
                found += _judged(one, clause, told, story)
            if told is not None:
                story = told
            in_all = len(clause.tokens) <= 3 and clause.says(_SUMMED)  # "In total, 8 spent 16 minutes in crisis"
    return found


def _clauses(scene: Scene) -> Iterator[Clause]:
    """The clauses of a sentence; a cut that leaves nothing told on one of its sides is none."""
    offset, start = scene.tokens[0].start, 0
    cuts = [t.index for t in scene.tokens if t.lower in _CUTS]
    for stop in [*cuts, len(scene.tokens)]:
        tokens = scene.tokens[start:stop]
        rest = scene.tokens[stop + 1 :]
        joined = stop < len(scene.tokens) and scene.tokens[stop].lower in ("and", "и") and (not _tells(tokens) or not _tells(rest))  # fmt: skip
        if tokens and not joined:
            yield Clause(tokens, scene.sentence.text[tokens[0].start - offset : tokens[-1].end - offset])
            start = stop + 1


def _tells(tokens: list[Token]) -> bool:
    text = " ".join(t.text for t in tokens)
    return any(words.search(text) for words in (_BEGAN, _ENDED, _LASTED, _RECOVER, _DEEP)) or any(t.number is not None for t in tokens)  # fmt: skip


# -- which drop -------------------------------------------------------------------------------------------------------


def _meant(scene: Scene, clause: Clause, story: Story) -> Story | None:
    """The drops that a clause may be of; None where it speaks of none."""
    first, last = clause.tokens[0].index, clause.tokens[-1].index
    than = _THAN.search(clause.text)
    head = clause.text[: than.start()] if than is not None else clause.text
    more = min(
        (hit.start() for pattern, _ in (*_LONGER, *_DEEPER) if (hit := pattern.search(head)) is not None),
        default=len(head),
    )
    head = head[:more]  # "мельче первой": what follows is what it is compared with
    said = scene.cells_of(m for m in scene.mentions.levels if first <= m.first <= last and m.role != "than")
    if len(scene.vocabulary.facts.experiment.factors) > 1:
        said = said & story.levels or said  # "Off, | 30 s: one drop": the cell that they name together
    levels = said or story.levels
    known = [in_time([w for w in drops_of(scene) if scene.vocabulary.canonical(w.level or "") == level]) for level in sorted(levels or scene.vocabulary.level_ids)]  # fmt: skip
    every = [w for row in known for w in row]
    place = next((n for n, words in enumerate((_FIRST, _SECOND, _THIRD)) if words.search(head)), None)
    if place is not None or _LAST.search(head):
        at = -1 if place is None else place
        counted = [row[at] for row in known if len(row) > max(at, 1)]
        overall = in_time(every)
        counted += [overall[at]] if len(overall) > max(at, 1) and len(known) > 1 else []
        if at > 0 and story.ranked:
            return Story(every, levels, ranked=True)
        return Story(list({id(w): w for w in counted}.values()), levels, True)
    if _OTHER_ONE.search(head) and story.rows:
        return Story([w for w in every if w not in story.rows], levels, True)
    starts = {minutes_of(t.text) for t in clause.tokens if t.number is not None and t.number.kind == "clock"}
    clocked = [w for w in every if minutes_of(w.starts_at) in starts]
    if clocked:
        return Story(clocked, levels)
    if _MOST.search(head) and not said:
        return Story(drops_of(scene), frozenset(scene.vocabulary.level_ids), ranked=True)  # of all that were told
    if said:
        return Story(every, said, ranked=_MOST.search(head) is not None)
    if story.rows:
        return story
    return Story(every, levels) if clause.says(_DROP) else None


# -- what is told of it -----------------------------------------------------------------------------------------------


def _judged(scene: Scene, clause: Clause, told: Story, before: Story) -> list[Ruled]:
    if not told.rows or clause.says(_NOT) or clause.says(_SUMMED):
        return []
    wrong = [*_clocks(clause, told.rows), *_sizes(scene, clause, told.rows), *_compared(scene, clause, told, before)]
    rows = told.rows
    text = ", ".join(f"{w.level} {w.starts_at}–{w.ends_at}: {w.depth_pct}%" + (f", {w.recovered_after_s:g} s" if w.recovered_after_s is not None else "") for w in rows[:4])  # fmt: skip
    return [(first, last, "window", Ruling("contradicted", text, text, ("windows",), text)) for first, last in wrong]


def _clocks(clause: Clause, rows: list[Window]) -> list[tuple[int, int]]:
    """A start or an end by the clock: "set in at 11:09", "was over by 11:20", "began after eleven o'clock"."""
    starts = [minutes_of(w.starts_at) for w in rows]
    clocks = [t for t in clause.tokens if t.number is not None and t.number.kind == "clock"]
    hour = _OCLOCK.search(clause.text)
    found = []
    if hour is not None and clause.says(_BEGAN) and not clocks:
        way, at = _hour(hour)
        if at is not None and all(start is not None and start % 720 != at % 720 and (start > at) != way and (at > 720 or start < 720 or (start - 720 > at) != way) for start in starts):  # fmt: skip
            found.append((clause.tokens[0].index, clause.tokens[-1].index))
    if len(clocks) != 1 or clocks[0].number is None:
        return found
    clock, said = clocks[0], minutes_of(clocks[0].text)
    former = clause.tokens[max(0, clock.index - clause.tokens[0].index - 1)].lower
    if said is None or former in ("after", "before", "between", "после", "до", "около", "around", "about", "from", "с", "to", "near", "towards", "между"):  # fmt: skip
        return found
    began, ended = clause.says(_BEGAN), clause.says(_ENDED)
    if began == ended:
        return found
    ends = starts if began else [minutes_of(w.ends_at) for w in rows]
    if all(end is not None and abs(end - said) > 0.5 for end in ends):
        found.append((clause.tokens[0].index, clock.index))
    return found


def _hour(match: re.Match[str]) -> tuple[bool, float | None]:
    """Whether it is after that hour, and the hour in minutes."""
    after = (match.group("way") or match.group("way_ru")).lower() in ("after", "past", "после")
    if match.group("noon") or match.group("noon_ru"):
        return after, 720.0
    word = match.group("h").lower()
    value = int(word) if word.isdigit() else _HOURS.index(word) + 1
    return after, value * 60.0


def _minutes(number: Number) -> tuple[list[float], float]:
    """A time in minutes, and how far off it may be."""
    unit, minute = number.unit, unit_named("min")
    values = [v for r in number.readings for v in convert(r.value, unit, minute)]
    slack = convert(number.readings[0].quantum / 2, unit, minute)
    about = 0.12 * max(values, default=0.0) if number.hedge in ("about", "nearly") else 0.0
    return values, max(slack[0] if slack else 0.0, about) + 1e-6


def _recovery(window: Window) -> float | None:
    return None if window.recovered_after_s is None else window.recovered_after_s / 60


def _depth(window: Window) -> float | None:
    return window.depth_pct


def _sizes(scene: Scene, clause: Clause, rows: list[Window]) -> list[tuple[int, int]]:
    """A length, a recovery or a depth: "lasted seven minutes", "it took a quarter of an hour to recover", "throughput lost 38.2 % in it"."""
    recovering, lasting, deep = clause.says(_RECOVER), clause.says(_LASTED) or clause.says(_DROP), clause.says(_DEEP)
    if any(t.has("than") for t in clause.tokens) or _THAN.search(clause.text):
        return []
    measure = _recovery if recovering else length_of
    known = [value for w in rows if (value := measure(w)) is not None]
    found = []
    numbers = [t for t in clause.tokens if t.number is not None and t.number.kind == "value" and t.index not in scene.mentions.level_tokens]  # fmt: skip
    if len(numbers) > 1:
        return []
    for token in numbers:
        number = token.number
        if number is None or not number.readings or number.high is not None or number.fraction or number.hedge in ("over", "under"):  # fmt: skip
            continue
        after = scene.tokens[token.index + 1 : token.index + 3]
        if len(after) == 2 and after[0].lower in ("and", "и", ",", "or", "или") and after[1].number is not None:
            continue  # "recovery took 140 s and 95 s": of several
        more = [t.lower for t in after[:1]]
        if more and more[0] in ("longer", "shorter", "later", "earlier", "дольше", "короче", "позже", "раньше", "more", "less"):  # fmt: skip
            continue
        if tells_by_how_much(scene.block.text, number):
            continue
        if (
            number.dimension == "time"
            and number.unit is not None
            and number.unit.scale >= 1000
            and (recovering or lasting)
        ):
            values, slack = _minutes(number)
            if len(known) == len(rows) and all(abs(v - k) > slack for v in values for k in known):
                found.append((clause.tokens[0].index, token.index))
        elif number.dimension == "percent" and deep and not recovering and _is_depth(scene, clause, token):
            depths = [w.depth_pct for w in rows if w.depth_pct is not None]
            room = number.readings[0].quantum / 2 + (1.0 if number.hedge else 1e-6)
            if len(depths) == len(rows) and all(abs(number.low_value() - d) > room for d in depths):
                found.append((clause.tokens[0].index, token.index))
    spelled = _SPELLED.search(clause.text)
    if (
        spelled is not None
        and not numbers
        and (recovering or lasting)
        and len(known) == len(rows)
        and not _near(clause, spelled)
    ):
        told = 15.0 if spelled.group("quarter") else 30.0 if spelled.group("half") else 60.0
        if all(abs(told - k) > 0.1 * told for k in known):
            found.append((clause.tokens[0].index, clause.tokens[-1].index))
    return found


def _near(clause: Clause, match: re.Match[str]) -> bool:
    """ "Under an hour", "more than half an hour"."""
    return re.search(r"(?:\b(?:under|over|more than|less than|within|at least|each|every|an?)|(?<!\w)(?:более|менее|больше|меньше|свыше|до|за|каждый|не))\s*$", clause.text[: match.start()], re.I) is not None  # fmt: skip


def _is_depth(scene: Scene, clause: Clause, token: Token) -> bool:
    """Whether a percentage is how far the drop's own metric fell, and not what it fell to or a share of something else."""
    before = scene.tokens[token.index - 1].lower if token.index else ""
    first, last = clause.tokens[0].index, clause.tokens[-1].index
    drops = {w.metric or "" for w in drops_of(scene)}
    foreign = any(m.metrics and not m.modifier and first <= m.first <= last and not m.metrics & drops for m in scene.mentions.metrics)  # fmt: skip
    return before not in ("to", "до") and not foreign


def _compared(scene: Scene, clause: Clause, told: Story, before: Story) -> list[tuple[int, int]]:
    """ "The second lasted longer and was shallower": against the other one of its level, or the one told before."""
    than = _THAN.search(clause.text)
    behind = clause.text[than.end() :] if than is not None else ""
    if than is not None and not (_FIRST.search(behind) or _SECOND.search(behind)):
        return []
    rivals = [w for w in drops_of(scene) if w not in told.rows and w.level in {one.level for one in told.rows}]
    if len(told.rows) != 1 or len(rivals) != 1:
        return []
    own, other = told.rows[0], rivals[0]
    if than is None and own in before.rows and len(before.rows) == 1 and not told.counted:
        return []  # nothing says that it is the other one with which it is compared
    recovering = clause.says(_RECOVER)
    rows: list[tuple[Words, Measure]] = (
        [(_SLOWER, _recovery)] if recovering else [(_LONGER, length_of), (_DEEPER, _depth)]
    )
    found = []
    for words, measure in rows:
        for (pattern, way), token in itertools.product(words, clause.tokens):
            one, two = measure(own), measure(other)
            if pattern.fullmatch(token.text) and one is not None and two is not None and (one - two) * way <= 0:
                found.append((clause.tokens[0].index, token.index))
    return found
