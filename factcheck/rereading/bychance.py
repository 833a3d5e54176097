"""Withholds the refusal of a number that some plain working over what is spoken of gives, where chance would hardly have given it: "per client 978 TPS".

What a number is of may stand far from it: a difference to a level named a sentence back, a mean over a row of the grid, a value per client, the share
that a minimum is of its mean. All such workings are tried over the metrics and levels around. A hit counts if a word of the sentence asks for this very
working, or if so few workings lie near the number that a wrong number would seldom have been hit, too; a plain value always asks for a word.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from factcheck.binding.agreement import agrees, in_unit, significant_digits
from factcheck.binding.bound import Bound
from factcheck.binding.pairs import pairs_for
from factcheck.binding.scene import Scene
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.units import compatible
from factcheck.rereading.derived import way_of

#: How many workings may be expected to give a number by chance.
LIMIT = 0.12

_MOST_FACTS = 60  # of one metric
_CENTRAL = ("mean", "median", "count", "share", "value")
_BY = re.compile(
    r"\b(?:by|another|further|gain|los[est]|differ|gap|more|less|fewer|additional|extra|sav|step|add|cost|apart|ahead|behind|drop|free|span|rang|spread|higher|lower|rest|left|remain|short of)\w*"
    r"|(?<!\w)(?:на|ещё|еще|выигр\w*|потер\w*|теря\w*|разниц\w*|разрыв\w*|больше|меньше|выше|ниже|добав\w*|экономи\w*|прибав\w*|шаг\w*|высвобо\w*|отрыв\w*|отста\w*|прирост\w*|снижени\w*|лишн\w*|падени\w*|рост|размах\w*|разброс\w*|оста\w*)(?!\w)",
    re.I,
)
_TOGETHER = re.compile(
    r"\b(?:and|together|total|sum|combined|both|altogether|all)\b|(?<!\w)(?:и|вместе|итого|сумм\w*|суммарн\w*|оба|обе|всего|все)(?!\w)",
    re.I,
)
_PER = re.compile(
    r"\b(?:per|each|every|apiece|of)\b|(?<!\w)(?:на (?:один|одного|одну|каждо\w+|клиент\w*|соединени\w*)|кажд\w+|удельн\w*|из)(?!\w)",
    re.I,
)
_MEAN = re.compile(r"\b(?:mean|average|averaged)\b|(?<!\w)(?:средн\w+|в среднем)(?!\w)", re.I)
_TOTAL = re.compile(r"\b(?:in total|in all|altogether|summed|sum|combined)\b|(?<!\w)(?:суммарн\w*|в сумме|итого|в общей сложности)(?!\w)", re.I)  # fmt: skip
_STEP = re.compile(r"\b(?:step|next|after that|doubling|further)\b|(?<!\w)(?:шаг\w*|следующ\w*|дальше|далее|удвоени\w*|переход\w*)(?!\w)", re.I)  # fmt: skip
_BEST = re.compile(r"\b(?:best|worst|leader|winner|top|highest|lowest|fastest|slowest)\b|(?<!\w)(?:лучш\w+|худш\w+|лидер\w*|победител\w*|максим\w+|миним\w+)(?!\w)", re.I)  # fmt: skip
_WIDE = re.compile(r"\b(?:spread|rang|span|scatter|swing|extreme|worst|best)\w*|(?<!\w)(?:разброс|размах|диапазон|колеба|худш|лучш)\w*", re.I)  # fmt: skip
_BASE = re.compile(
    r"\b(?:than|against|over|from|of|relative to|compared (?:to|with))\s+(?:\w+\s+){0,2}(?:baseline|default)\b|(?<!\w)(?:относительно|против|чем|от|к|по сравнению с)\s+(?:\w+\s+){0,2}(?:базов\w+|умолчани\w+|исходн\w+)(?!\w)",
    re.I,
)
_BASED = re.compile(r"(?:базы|базов\w+|исходн\w+)$")
_VARIED = re.compile(r"\b(?:deviation|variation|varies)\b|(?<!\w)(?:отклонени|вариаци|разброс)\w*", re.I)


@dataclass(frozen=True, slots=True)
class Working:
    """What some facts make: its name, its value in the number's unit, and whether the sentence's words ask for it."""

    name: str
    value: float
    asked: bool = False


def open_by_chance(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> Ruling:
    """The ruling of a number in prose: unverifiable where a working that is not likely to have hit it by chance gives it."""
    number = bound.number
    plain = number.high is None and not number.fraction and number.hedge not in ("over", "under")
    if ruling.verdict != "contradicted" or scene.block.kind not in ("paragraph", "item", "lead") or not plain:
        return ruling
    settled = ruling.en.startswith("does not follow from") or _settled(scene, bound, predicate)
    if settled or predicate not in ("value", "delta", "ratio", "share") or scene.world.workings <= 0:
        return ruling
    tried = list(_Workings(scene, bound, predicate).all())
    scene.world.workings -= len(tried)
    hits = sorted((one for one in tried if agrees(number, [one.value])), key=lambda one: not one.asked)
    long = significant_digits(number.text) >= 2
    if not hits or not (
        hits[0].asked
        and (long or number.kind != "times")
        or long
        and _by_chance(bound, [one.value for one in tried]) <= LIMIT
    ):
        return ruling
    en, ru = f"it may be {hits[0].name}", f"это может быть {hits[0].name}"
    return Ruling("unverifiable", f"{en}; which is meant is not said clearly", f"{ru}; что имеется в виду, ясно не сказано", ruling.facts)  # fmt: skip


def _by_chance(bound: Bound, values: Iterable[float]) -> float:
    """How many of the workings would give a number of this size and so many digits, were it any number from half of it to twice as much."""
    reading = bound.number.readings[0]
    size = abs(reading.value)
    if not size or not reading.quantum:
        return 1.0
    near = {round(v / reading.quantum) for v in values if size / 2 <= v <= 2 * size}
    return len(near) * reading.quantum / (1.5 * size)


def _settled(scene: Scene, bound: Bound, predicate: str) -> bool:
    """Whether the form of the sentence leaves no other working: arrows around, or both levels of a change said and no other number's."""
    if any(t.text in ("→", "->", "⟶", "/") for t in scene.tokens[max(0, bound.place - 1) : bound.place + 2]):
        return True
    if predicate not in ("delta", "ratio") or bound.metric_source != "near":
        return False
    pairs = pairs_for(scene, bound.levels[0] if bound.levels else None, bound.place)
    last = max((m.last for m in scene.mentions.levels if m.last < bound.place), default=-1)
    taken = any(last < at < bound.place and b.verdict == "supported" and b.predicate == predicate for at, b in scene.bounds.items())  # fmt: skip
    return any(pair.explicit for pair in pairs) and not taken


class _Workings:
    """The workings of one number, over the metrics, statistics and levels that are spoken of around it."""

    def __init__(self, scene: Scene, bound: Bound, predicate: str) -> None:
        self.scene, self.bound, self.number = scene, bound, bound.number
        self.text = scene.sentence.text
        self.beside = scene.block.text[max(0, bound.number.start - 45) : bound.number.end + 28]
        self.plain = predicate == "value"
        self.percent = self.number.dimension == "percent"
        self.times = self.number.kind == "times" or predicate == "ratio" and self.number.unit is None
        self.times = self.times or self.plain and self.number.unit is None and bool(re.search(r"\b(?:by|factor of)\s+(?:\w+\s+)?$", scene.block.text[: self.number.start]))  # fmt: skip
        self.levels = frozenset().union(*(m.ids for m in scene.mentions.levels)) or scene.inherited_levels
        self.base = self._base()
        self.pair = len({m.ids for m in scene.mentions.levels}) > 1
        self.said = {t.statistic for one in (scene, scene.former) if one is not None for t in one.tokens if t.statistic}

    def _base(self) -> frozenset[str] | None:
        """The level that a comparative right behind the number compares with: "24.2% below B"."""
        tokens = self.scene.tokens[self.bound.place + 1 : self.bound.place + 7]
        word = next((t for t in tokens if t.has("up.comparative", "down.comparative", "than")), None)
        if word is None:
            return None
        named = next((m.ids for m in self.scene.mentions.levels if 0 < m.first - word.index <= 3), None)
        spelled = frozenset(t.text for t in tokens if t.index == word.index + 1) & set(self.scene.vocabulary.level_ids)
        if word.index + 1 < len(self.scene.tokens) and _BASED.match(self.scene.tokens[word.index + 1].lower):
            return self.scene.vocabulary.special("baseline")
        return named or spelled or None

    def all(self) -> Iterator[Working]:
        rows = {metric: row for metric in self._metrics() if (row := self._row(metric))}
        for metric, row in rows.items():
            yield from self._of_levels(metric, row)
            yield from self._of_statistics(metric, row)
            if _MEAN.search(self.text) or _TOTAL.search(self.text):
                yield from self._over_levels(row)
            if _PER.search(self.text):
                yield from self._per_unit(row)
        yield from self._of_two_metrics([one for row in rows.values() for one in row])

    def _metrics(self) -> list[str]:
        """The metrics that the sentence names, or the one before it, or its heading where neither does; the number's own always."""
        scene = self.scene
        named = [m for mention in scene.mentions.metrics for m in sorted(mention.metrics)]
        former = [m for mention in (scene.former.mentions.metrics if scene.former is not None else ()) for m in sorted(mention.metrics)]  # fmt: skip
        around = [] if named else former or sorted(scene.inherited_metrics)
        return list(dict.fromkeys([*sorted(self.bound.metrics), *named, *around]))[:8]

    def _row(self, metric: str) -> list[tuple[Fact, float]]:
        """The metric's whole-run facts of the statistics that may be meant, in the number's unit where it has the metric's."""
        unit, own = self.scene.vocabulary.unit_of(metric), self.number.unit
        free = own is None or self.percent or self.times
        stats = {*_CENTRAL, *(s for s in self.said if s), *([self.bound.stat] if self.bound.stat else ())}
        stats |= ({"max", "min"} if _WIDE.search(self.text) else set()) | ({"stddev"} if _VARIED.search(self.text) else set())  # fmt: skip
        found = []
        for fact in self.scene.vocabulary.by_metric.get(metric, ()):
            whole = fact.partner is None and fact.run is None and fact.level is not None and fact.scope in (None, "run")
            if whole and fact.stat in stats and (free or compatible(own, unit)):
                found += [(fact, value) for value in in_unit(fact, None if free else own, unit)[:1]]
        return found[:_MOST_FACTS]

    def _of_levels(self, metric: str, row: list[tuple[Fact, float]]) -> Iterator[Working]:
        """One statistic at two levels: their ratio, their difference in percent of the base, or as it is."""
        unit = self.scene.vocabulary.unit_of(metric)
        of_percent = unit is not None and unit.dimension == "percent"
        if self.plain and not self.times and not _BY.search(self.beside):
            return
        way = way_of(self.scene, self.bound, metric)
        for (one, a), (base, b) in itertools.permutations(row, 2):
            touches = self._touches(one, base)
            if one.stat != base.stat or one.denominator != base.denominator or not touches or way * (a - b) < 0:
                continue
            name, asked = f"{one.name}, {base.name}", self._asked(row, one, base)
            if self.times and b:
                yield Working(f"{name} (/)", a / b, asked)
            elif self.percent and not of_percent and b:
                yield Working(f"{name} (%)", 100 * abs(a - b) / b, asked)
            elif not self.times and (of_percent or not self.percent) and a > b:
                yield Working(f"{name} (−)", a - b, asked)

    def _touches(self, one: Fact, base: Fact) -> bool:
        """Whether a change is of the levels that are spoken of: of one of them, or where several are, of two or of one against the baseline."""
        if self.base is not None and base.level not in self.base:
            return False
        if _BASE.search(self.beside) and base.level not in self.scene.vocabulary.special("baseline"):
            return False
        if not self.levels or not self.pair or _STEP.search(self.text):
            return not self.levels or one.level in self.levels or base.level in self.levels
        several = (
            len(self.scene.bounds) > 1
        )  # "lz4 saves 5.1 ms, while pglz adds 4.3": each against what both are compared with
        known = self.levels | (self.scene.vocabulary.special("baseline") if several else frozenset())
        return one.level in known and base.level in known

    def _asked(self, row: list[tuple[Fact, float]], one: Fact, base: Fact) -> bool:
        """Whether words ask for these two levels: a step from one to the next, or the distance to the best or the worst."""
        order, factors = self.scene.vocabulary.level_ids, self.scene.vocabulary.facts.experiment.factors
        if _STEP.search(self.text) and abs(order.index(str(one.level)) - order.index(str(base.level))) == 1:
            return len(factors) == 1 and len(order) == len(factors[0].levels)
        values = [fact.value for fact, _ in row if fact.stat == one.stat and fact.denominator == one.denominator]
        here = self.scene.inherited_levels if not self.scene.mentions.levels else self.levels
        ends = {max(values), min(values)}
        return bool(_BEST.search(self.beside)) and len(here) == 1 and {one.level, base.level} & here != set() and (one.value in ends or base.value in ends)  # fmt: skip

    def _of_statistics(self, metric: str, row: list[tuple[Fact, float]]) -> Iterator[Working]:
        """Two statistics of one level: a spread, a multiple of the mean, what the one is of the other."""
        for (one, a), (two, b) in itertools.permutations(row, 2):
            if one.level != two.level or one.stat == two.stat or self.levels and one.level not in self.levels or not b:
                continue
            name, asked = f"{one.name}, {two.name}", {one.stat, two.stat} <= self.said
            if self.times:
                yield Working(f"{name} (/)", a / b, asked)
            elif self.percent and not self.plain:
                yield Working(f"{name} (/)", 100 * a / b, asked)
                yield Working(f"{name} (%)", 100 * abs(a - b) / b, asked)
            elif not self.percent and _BY.search(self.beside) and a > b and {one.stat, two.stat} == {"max", "min"}:
                yield Working(f"{name} (−)", a - b, bool(_WIDE.search(self.text)))

    def _over_levels(self, row: list[tuple[Fact, float]]) -> Iterator[Working]:
        """The means and the totals over all levels, and over the rows of a grid."""
        groups: dict[tuple[str, int, str], list[float]] = {}
        grid = len(self.scene.vocabulary.facts.experiment.factors) > 1
        for fact, value in row:
            parts = re.split(r"[/_,; ]+", str(fact.level)) if grid else []
            for key in ((fact.stat, -1, ""), *((fact.stat, at, part) for at, part in enumerate(parts))):
                groups.setdefault(key, []).append(value)
        for (stat, _, part), values in groups.items():
            name = f"{row[0][0].metric} {stat} {part}".strip()
            if len(values) > 1 and _MEAN.search(self.text):
                yield Working(f"{name} (mean)", sum(values) / len(values), not self.percent)
            if len(values) > 1 and _TOTAL.search(self.text):
                yield Working(f"{name} (+)", sum(values), not self.percent)

    def _per_unit(self, row: list[tuple[Fact, float]]) -> Iterator[Working]:
        """A value for each of what the level counts: transactions per client."""
        for fact, value in row:
            size = re.fullmatch(r"\d+(?:[.,]\d+)?", str(fact.level))
            count = float(size[0].replace(",", ".")) if size is not None else 0.0
            if count and (not self.levels or fact.level in self.levels):
                yield Working(f"{fact.name} (/ {count:g})", value / count * (100 if self.percent else 1), True)

    def _of_two_metrics(self, facts: list[tuple[Fact, float]]) -> Iterator[Working]:
        """At one level: sums and rests of two metrics of one unit, and what one is of the other."""
        together = bool(_TOGETHER.search(self.beside)) and not self.times
        for (one, a), (two, b) in itertools.permutations(facts, 2):
            elsewhere = one.level != two.level or bool(self.levels) and one.level not in self.levels
            alike = one.unit == two.unit and one.denominator == two.denominator and one.stat == two.stat
            if one.metric == two.metric or elsewhere or not alike:
                continue
            name = f"{one.name}, {two.name}"
            if together and one.metric < two.metric:
                yield Working(f"{name} (+)", a + b)
            if not self.plain and b and (self.percent or self.times):
                yield Working(f"{name} (/)", a / b * (100 if self.percent else 1))
            if not self.plain and not self.percent and not self.times and a > b:
                yield Working(f"{name} (−)", a - b)
