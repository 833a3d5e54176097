"""What a formula may ask of the facts: each public method of `Asked` is a function of the language, under its own name."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

from factcheck.assisted.amounts import (
    MINUTES,
    PERCENT,
    SAME,
    Amount,
    Missing,
    Truth,
    Unusable,
    Written,
    climbs,
    nearly,
    summed,
    told_about,
)
from factcheck.binding.agreement import multiple_of
from factcheck.binding.arguments import UNSETTLED
from factcheck.binding.vocabulary import Vocabulary, whole_names
from factcheck.forms.facts import Effect, Fact, Window
from factcheck.reading.numbers import find_numbers
from factcheck.reading.units import unit_named


class Names:
    """The metrics and levels of the facts, in the spellings that a formula may use."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary, self.levels = vocabulary, vocabulary.numeric_order
        self._metrics = {metric.id.lower(): metric.id for metric in vocabulary.facts.metrics}
        for metric in vocabulary.facts.metrics:
            for names in metric.names.values():
                for name in names:
                    self._metrics.setdefault(name.lower(), metric.id)

    def metric(self, name: Any) -> str:
        """The id of a metric by its id or one of its names. Errors: Unusable."""
        if not isinstance(name, str) or (held := self._metrics.get(name.lower())) is None:
            raise Unusable(f"no metric {name!r}")
        return held

    def level(self, text: Any) -> str | None:
        """The facts' own string for a level; None is over all levels. Errors: Unusable."""
        if text is None:
            return None
        if isinstance(text, Written | Amount):
            text = f"{(text.amount if isinstance(text, Written) else text).value:g}"
        if not isinstance(text, str):
            raise Unusable(f"no level {text!r}")
        held = text if len(self.vocabulary.facts.experiment.factors) > 1 else self.vocabulary.canonical(text)
        if held not in self.levels:
            raise Unusable(f"no level {text!r}")
        return held

    def special(self, kind: str) -> str:
        """The level that is the `baseline` or the `default`. Errors: Missing."""
        held = self.vocabulary.special(kind)
        if len(held) != 1:
            raise Missing
        return next(iter(held))


class Asked:
    """The functions of the language for one formula; remembers the facts that it used, and whether it asked for any."""

    def __init__(
        self, names: Names, amount_of: Callable[[Any], Amount], written: Callable[[str | Written], Written]
    ) -> None:
        self._names, self._vocabulary, self._amount, self._written = names, names.vocabulary, amount_of, written
        self.used: list[Fact] = []
        self.any = False

    # -- values -----------------------------------------------------------------------------------------------------

    def value(self, metric: Any, level: Any = None, stat: Any = None, partner: Any = None, scope: Any = None) -> Amount:
        """One fact: its metric, level, statistic (the mean, or what there is), partner of a correlation, window or step."""
        metric, level = self._names.metric(metric), self._names.level(level)
        self.any = True
        stat, _, of = stat.partition(" of ") if isinstance(stat, str) else (stat, "", "")
        if isinstance(stat, str):
            stat = stat.split(" ")[0]  # "pearson with wa", as the statistic is listed
        if stat is not None and stat not in self._vocabulary.stats_of(metric):
            raise Missing
        fact: Fact | None
        if stat == "share" and (whole := of or partner or scope):
            held = self._vocabulary.values(metric, stat, level)
            fact = next((fact for fact in held if str(whole).lower() in whole_names(fact.denominator or "")), None)
        elif partner is not None:
            other = self._names.metric(partner)
            fact = self._paired(metric, other, level, stat) or self._paired(other, metric, level, stat)
        elif scope is not None or level is None:
            stats = [stat] if stat else self._vocabulary.stats_of(metric)
            wanted = (scope,) if scope is not None else (None, "run")
            rows = [fact for one in stats for fact in self._vocabulary.values(metric, one, level)]
            fact = next((fact for fact in rows if fact.partner is None and fact.scope in wanted), None)
        else:
            fact = self._vocabulary.central(metric, level, stat)
        if fact is None:
            raise Missing
        self.used.append(fact)
        own = unit_named(fact.unit)
        plain = fact.stat in ("pearson", "spearman", "partial", "r_squared")
        unit = own if own or plain or fact.stat == "count" else self._vocabulary.unit_of(metric)
        mean = (metric, fact.level) if fact.stat == "mean" and fact.level is not None else None
        return Amount(
            fact.value,
            unit,
            fact.decimals,
            fact.stat == "count",
            multiple_of(fact.unit),
            per_time=fact.stat == "slope",
            of=mean,
        )

    def _paired(self, metric: str, other: str, level: str | None, stat: str | None) -> Fact | None:
        for one in [stat] if stat else ("pearson", "partial", "spearman"):
            for fact in self._vocabulary.values(metric, one, level):
                if fact.partner == other and fact.scope in (None, "run"):
                    return fact
        return None

    def correlation(self, metric: Any, partner: Any, level: Any = None) -> Amount:
        """The correlation of two metrics at a level: Pearson's, or the one that there is."""
        return self.value(metric, level, None, partner)

    def values(self, metric: Any, stat: Any = None, levels: Any = None, partner: Any = None) -> list[Amount]:
        """A metric along levels, in the order given."""
        return [self.value(metric, level, stat, partner) for level in self._chosen(levels)]

    def runs(self, metric: Any, level: Any, stat: Any = None) -> list[Amount]:
        """A metric in each single run of a level, in the order of the runs."""
        metric, level = self._names.metric(metric), self._names.level(level)
        self.any = True
        held = [
            fact
            for fact in self._vocabulary.by_metric.get(metric, ())
            if fact.run is not None and fact.level == level and fact.partner is None and fact.stat == (stat or "mean")
        ]
        if not held:
            raise Missing
        held.sort(key=lambda fact: (len(str(fact.run)), str(fact.run)))
        self.used += held
        unit = self._vocabulary.unit_of(metric)
        return [Amount(f.value, unit_named(f.unit) or unit, f.decimals, thousands=multiple_of(f.unit)) for f in held]

    def _chosen(self, levels: Any) -> list[str]:
        if levels is None:
            return list(self._names.levels)
        if not isinstance(levels, list):
            raise Unusable("levels are a list")
        return [str(self._names.level(one)) for one in levels]

    def change(self, one: Any, two: Any) -> Amount:
        """The change from one amount to another, in percent of the first."""
        base, value = self._amount(one), self._amount(two)
        if base.value == 0:
            raise Missing
        return Amount((value.value - base.value) / abs(base.value) * 100, PERCENT, also=self._recorded(base, value))

    def _recorded(self, base: Amount, value: Amount) -> float | None:
        """The effect that the facts record between two means."""
        if base.of is None or value.of is None or base.of[0] != value.of[0]:
            return None
        effect, turned = self._vocabulary.effect(value.of[0], value.of[1], base.of[1]) or (None, True)
        return effect.effect_pct if effect is not None and not turned else None

    def share(self, part: Any, whole: Any) -> Amount:
        """One amount in percent of another."""
        of = self._amount(whole)
        if of.value == 0:
            raise Missing
        return Amount(self._amount(part).value / of.value * 100, PERCENT)

    def highest(self, metric: Any, stat: Any = None, levels: Any = None, partner: Any = None) -> list[str]:
        """The levels at which a metric is greatest: one, or several that are shown alike."""
        return self.outermost(self._chosen(levels), self.values(metric, stat, levels, partner), max)

    def lowest(self, metric: Any, stat: Any = None, levels: Any = None, partner: Any = None) -> list[str]:
        """The levels at which a metric is least."""
        return self.outermost(self._chosen(levels), self.values(metric, stat, levels, partner), min)

    @staticmethod
    def outermost(levels: list[str], row: list[Amount], which: Callable[..., float]) -> list[str]:
        """The levels at which amounts are `max` or `min`."""
        if not row:
            raise Missing
        end = which(amount.shown for amount in row)
        return [level for level, amount in zip(levels, row, strict=True) if amount.shown == end]

    def sum(self, row: Any) -> Amount:
        """The sum of a list."""
        return summed(self._finite(row))

    def mean(self, row: Any) -> Amount:
        """The mean of a list."""
        amounts = self._finite(row)
        whole = summed(amounts)
        return Amount(whole.value / len(amounts), whole.unit)

    def max(self, *row: Any) -> Amount:
        """The greatest of a list, or of what is given."""
        return max(self._finite(_listed(row)), key=lambda one: one.value)

    def min(self, *row: Any) -> Amount:
        """The least."""
        return min(self._finite(_listed(row)), key=lambda one: one.value)

    def _finite(self, row: Any) -> list[Amount]:
        found = [amount for one in row if math.isfinite((amount := self._amount(one)).value)]
        if not found:
            raise Missing
        return found

    def abs(self, one: Any) -> Amount:
        """Without its sign."""
        held = self._amount(one)
        return Amount(abs(held.value), held.unit, held.decimals)

    def len(self, row: Any) -> Amount:
        """How many a list has."""
        return Amount(float(sum(not isinstance(one, Amount) or math.isfinite(one.value) for one in row)), counted=True)

    def pairs(self, row: Any) -> list[list[Any]]:
        """Neighbours in a list: pairs([a, b, c]) is [[a, b], [b, c]]."""
        return [list(pair) for pair in itertools.pairwise(row)]

    def zip(self, *rows: Any) -> list[list[Any]]:
        """Lists side by side: zip([a, b], [c, d]) is [[a, c], [b, d]]."""
        return [list(row) for row in zip(*rows, strict=False)]

    def others(self, *levels: Any) -> list[str]:
        """All levels but these."""
        left = {self._names.level(one) for one in _listed(levels)}
        return [one for one in self._names.levels if one not in left]

    def where(self, part: Any) -> list[str]:
        """In a grid: the cells of a factor's level."""
        held = [one for one in self._names.levels if str(part) in self._vocabulary.parts_of(one)]
        if not held:
            raise Unusable(f"no level {part!r}")
        self.any = True
        return held

    # -- what may be said of them -----------------------------------------------------------------------------------

    def rises(self, row: Any) -> Truth:
        """Each value is above the one before."""
        return climbs([self._amount(one) for one in row], 1)

    def falls(self, row: Any) -> Truth:
        """Each value is below the one before."""
        return climbs([self._amount(one) for one in row], -1)

    def ranks_alike(self, one: Any, two: Any, hair: Any = None) -> Truth:
        """Two lists order the same levels in the same way; pairs that differ by less than a hair, or whose verdict is open, refute nothing."""
        return self._ranks(one, two, 1, 0.0 if hair is None else self._amount(hair).value)

    def ranks_against(self, one: Any, two: Any, hair: Any = None) -> Truth:
        """One list orders the levels the other way round than the other does."""
        return self._ranks(one, two, -1, 0.0 if hair is None else self._amount(hair).value)

    def _ranks(self, one: Any, two: Any, sign: int, hair: float) -> Truth:
        rows = list(zip([self._amount(a) for a in one], [self._amount(b) for b in two], strict=True))
        if len(rows) < 2:
            raise Missing
        found: Truth = True
        for (a, b), (c, d) in itertools.combinations(rows, 2):
            ways = (a.shown > c.shown) - (a.shown < c.shown), (b.shown > d.shown) - (b.shown < d.shown)
            apart = self._apart(a, c, hair), self._apart(b, d, hair)
            if ways[0] * ways[1] * sign < 0 and None not in apart and True in apart:
                return False
            found = found if ways[0] * ways[1] * sign > 0 else None
        return found

    def _apart(self, one: Amount, two: Amount, hair: float) -> Truth:
        """Whether two values differ clearly (None where that is open), by the verdict of their means or by the values themselves."""
        size = max(abs(one.value), abs(two.value))
        apart = abs(one.shown - two.shown)
        if apart == 0 or apart < hair * size:
            return None
        held = self._vocabulary.effect(one.of[0], one.of[1], two.of[1]) if one.of and two.of else None
        if held is not None and held[0].verdict == "equivalent":
            return False
        if held is not None and held[0].verdict in UNSETTLED:
            return None
        if held is None and self._vocabulary.repeated and apart < SAME * size:
            return None
        return True

    def flat(self, row: Any) -> Truth:
        """All values are about the same: within 3% of each other they are, 10% apart (percentages 5 points, too) they are not."""
        amounts = [self._amount(one) for one in row]
        held = [one.value for one in amounts]
        apart, middle = max(held) - min(held), abs(sum(held) / len(held))
        if apart <= 0.03 * middle:
            return True
        return False if apart > 0.1 * middle and (apart > 5 or not amounts[0].in_percent) else None

    def about(self, one: Any, two: Any) -> Truth:
        """One is about the other; a number of the sentence by the digits that it has there."""
        if isinstance(one, str | Written) != isinstance(two, str | Written):
            told, amount = (one, two) if isinstance(one, str | Written) else (two, one)
            return told_about(self._amount(amount), self._written(told).number)
        return nearly(self._amount(one), self._amount(two))

    def much(self, one: Any, two: Any) -> Truth:
        """The first is much more than the second: by 30% it is, by less than 10% it is not."""
        greater, less = self._amount(one).value, self._amount(two).value
        return True if greater >= 1.3 * less and greater > less else False if greater < 1.1 * less else None

    def strong(self, one: Any) -> Truth:
        """A strong correlation: |r| of 0.7 is one on every scale in use, below 0.5 on none."""
        held = abs(self._amount(one).value)
        return True if held >= 0.7 else False if held < 0.5 else None

    def moderate(self, one: Any) -> Truth:
        """A moderate one: between 0.3 and 0.7; below 0.2 and from 0.8 on no scale."""
        held = abs(self._amount(one).value)
        return True if 0.3 <= held < 0.7 else False if held < 0.2 or held >= 0.8 else None

    def weak(self, one: Any) -> Truth:
        """A weak one, or none: below 0.3 on every scale, from 0.5 on none."""
        held = abs(self._amount(one).value)
        return True if held < 0.3 else False if held >= 0.5 else None

    def spread(self, metric: Any, level: Any) -> Amount:
        """How far a metric is spread within a level, in percent of its mean: its standard deviation, or where there is none the whole range."""
        mean = self.value(metric, level)
        try:
            width = self.value(metric, level, "stddev").value
        except Missing:
            width = self.value(metric, level, "max").value - self.value(metric, level, "min").value
        if mean.value == 0:
            raise Missing
        return Amount(width / abs(mean.value) * 100, PERCENT)

    def steady(self, metric: Any, level: Any) -> Truth:
        """A metric keeps steady within a level: spread by less than 5%; beyond 20% (of the whole range 50%; 10% where drops of it are recorded) it does not."""
        metric, level = self._names.metric(metric), self._names.level(level)
        spread = self.spread(metric, level).value
        whole = self.used[-1].stat == "min"
        drops = [w for w in self._vocabulary.facts.windows if w.kind in (None, "drop") and w.metric == metric]
        broken = any(drop.level is not None and self._names.level(drop.level) == level for drop in drops)
        if spread <= 5:
            return None if broken else True
        return False if spread > (10 if broken else 50 if whole else 20) else None

    # -- effects, drops, settings, set-up --------------------------------------------------------------------------

    def verdict(self, metric: Any, level: Any, baseline: Any = None) -> str:
        """The verdict of the effect between two levels: better, worse, equivalent, undecided, single_run, drifting, invalid."""
        effect, turned = self._effect(metric, level, baseline)
        swapped = {"better": "worse", "worse": "better"}
        return swapped.get(effect.verdict, effect.verdict) if turned else effect.verdict

    def effect(self, metric: Any, level: Any, baseline: Any = None) -> Amount:
        """The effect of a level against another, in percent, as it is recorded."""
        effect, turned = self._effect(metric, level, baseline)
        return Amount(_held(None if turned else effect.effect_pct), PERCENT)

    def interval(self, metric: Any, level: Any, baseline: Any = None) -> list[Amount]:
        """Both ends of an effect's interval, in percent."""
        effect, turned = self._effect(metric, level, baseline)
        if turned or not effect.ci_pct:
            raise Missing
        return [Amount(end, PERCENT) for end in effect.ci_pct]

    def p_value(self, metric: Any, level: Any, baseline: Any = None) -> Amount:
        """The adjusted p of an effect."""
        return Amount(_held(self._effect(metric, level, baseline)[0].p_adjusted), None, 12)

    def _effect(self, metric: Any, level: Any, baseline: Any) -> tuple[Effect, bool]:
        metric, one = self._names.metric(metric), self._names.level(level)
        two = self._names.level(baseline) if baseline is not None else self._names.special("baseline")
        self.any = True
        held = self._vocabulary.effect(metric, str(one), str(two))
        if held is None:
            raise Missing
        return held

    def drops(self, level: Any = None) -> Amount:
        """How many drops there were at a level, or in all."""
        return Amount(float(len(self._windows(level))), counted=True)

    def drop_minutes(self, level: Any = None) -> list[Amount]:
        """How long each drop took."""
        return [Amount((_minutes(w.ends_at) - _minutes(w.starts_at)) % 1440, MINUTES) for w in self._windows(level)]

    def drop_depths(self, level: Any = None) -> list[Amount]:
        """How deep each drop went, in percent."""
        return [Amount(_held(window.depth_pct), PERCENT) for window in self._windows(level)]

    def recovery_minutes(self, level: Any = None) -> list[Amount]:
        """How long after each drop the speed was back; without end where it was not, which lists leave out when they are summed up."""
        windows = self._windows(level)
        _held(1.0 if self._recoveries_known() else None)
        return [Amount(math.inf if w.recovered_after_s is None else w.recovered_after_s / 60, MINUTES) for w in windows]

    def recovered(self, level: Any = None) -> Amount:
        """After how many drops the speed came back, where that is recorded of any."""
        _held(1.0 if self._recoveries_known() else None)
        return Amount(float(sum(w.recovered_after_s is not None for w in self._windows(level))), counted=True)

    def _recoveries_known(self) -> bool:
        return any(window.recovered_after_s is not None for window in self._vocabulary.facts.windows)

    def drop_starts(self, level: Any = None) -> list[str]:
        """When each drop began: "14:05"."""
        return [_clock(window.starts_at) for window in self._windows(level)]

    def drop_ends(self, level: Any = None) -> list[str]:
        """When each drop ended."""
        return [_clock(window.ends_at) for window in self._windows(level)]

    def _windows(self, level: Any) -> list[Window]:
        wanted = self._names.level(level)
        self.any = True
        drops = [window for window in self._vocabulary.facts.windows if window.kind in (None, "drop")]
        if not drops:
            raise Missing
        return [w for w in drops if wanted is None or w.level is not None and self._names.level(w.level) == wanted]

    def setting(self, name: Any, what: Any) -> Any:
        """A setting's `min`, `max`, or `context` (postmaster: needs a restart)."""
        held = self._vocabulary.settings.get(str(name).lower())
        if held is None or what not in ("min", "max", "context") or (found := getattr(held, what)) is None:
            raise Missing
        self.any = True
        return Amount(found, unit_named(held.unit)) if isinstance(found, float) else found

    def environment(self, name: Any) -> Any:
        """What the facts say of the machine."""
        held = (self._vocabulary.facts.experiment.environment or {}).get(str(name))
        if held is None:
            raise Missing
        self.any = True
        if isinstance(held, int | float):
            unit = unit_named(_SUFFIXES.get(str(name).rpartition("_")[2].lower()))
            return Amount(float(held), unit, counted=True)
        return amount_in(str(held)) or str(held)


#: The functions of the language.
FUNCTIONS = frozenset(name for name, held in vars(Asked).items() if callable(held) and not name.startswith("_")) - {"outermost"}  # fmt: skip


_SUFFIXES = {"minutes": "min", "min": "min", "hours": "h", "seconds": "s", "sec": "s"}  # "run_minutes"


def amount_in(text: str) -> Amount | None:
    """The amount that a text is, with its unit ("15min", "16GB"); None where it is more, or less."""
    found = find_numbers(text)
    if len(found) != 1 or found[0].unit is None or (found[0].start, found[0].end) != (0, len(text)):
        return None
    return Amount(found[0].low_value(), found[0].unit)


def _listed(args: tuple[Any, ...]) -> list[Any]:
    row = list(args[0]) if len(args) == 1 and isinstance(args[0], list) else list(args)
    if not row:
        raise Unusable("an empty list")
    return row


def _held(value: float | None) -> float:
    if value is None:
        raise Missing
    return value


def _minutes(time: str | None) -> float:
    """Minutes of the day of "14:05", "14:05:30" or an ISO time. Errors: Missing."""
    clock = (time or "").split("T")[-1].split(" ")[-1].split("+")[0].rstrip("Z").split(":")
    try:
        return int(clock[0]) * 60 + int(clock[1]) + (float(clock[2]) / 60 if len(clock) > 2 else 0.0)
    except (ValueError, IndexError):
        raise Missing from None


def _clock(time: str | None) -> str:
    at = int(_minutes(time))
    return f"{at // 60:02d}:{at % 60:02d}"
