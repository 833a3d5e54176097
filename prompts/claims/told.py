"""How a difference is told: by a percentage, by the values of both levels, or by its direction alone. A percentage of nearly nothing says nothing.

The rule (docs/adr/0045): values where the estimate or an end of its interval reaches MOST_PCT per cent, where a fall would round to all
of it, where either level's mean shows as zero, and where the metric is itself a percentage ("12% lower" of a share of 40% is read as
points). Means that do not show the difference (equal digits, or the other way round, since effects are medians within blocks) are not
put beside each other: a readable percentage stays one, any other becomes a word.
"""

import math
from typing import Any

from pgverdict.i18n import round_half_up
from prompts.claims.model import Figure, finding_fact, of_column
from prompts.rows import EffectRow, Findings

#: From here on a percentage is no longer read: 1000% more is eleven times as much.
MOST_PCT = 1000.0
#: "Many times" is said from tenfold on.
MANY_TIMES_PCT = 900.0
WAYS = ("percent", "values", "words")


def key_of(effect: EffectRow) -> dict[str, Any]:
    """The columns that find the row again."""
    return {"metric": effect.metric, "level": effect.level, "baseline": effect.baseline}


def effect_figure(findings: Findings, effect: EffectRow) -> Figure | None:
    """The effect with its interval: in per cent, or on the metric's own scale where it can be negative."""
    if effect.effect_pct is not None:
        return of_column(
            findings,
            "rpt_effects",
            "effect_pct",
            key_of(effect),
            effect.effect_pct,
            1,
            "%",
            effect.effect_low_pct,
            effect.effect_high_pct,
        )
    metric = findings.metrics[effect.metric]
    return of_column(
        findings,
        "rpt_effects",
        "effect_abs",
        key_of(effect),
        effect.effect_abs,
        metric.decimals,
        metric.unit,
        effect.effect_abs_low,
        effect.effect_abs_high,
    )


def direction(effect: EffectRow) -> str:
    """'up' or 'down': the sign of the metric's change, whether good or bad."""
    value = effect.effect_pct if effect.effect_pct is not None else effect.effect_abs
    return "up" if (value or 0) >= 0 else "down"


def told(findings: Findings, effect: EffectRow) -> dict[str, Any]:
    """The arguments by which a sentence tells the row: `metric`, `effect`, `direction`, `way` (of WAYS), `means` (level's and baseline's,
    None unless `way` is values), `is_many` where a word stands for tenfold and more, `size` for putting differences in order, and `is_readable` where the estimate
    may be printed for what it is, shown or not."""
    way, means = way_of(findings, effect)
    return {
        "metric": effect.metric,
        "effect": effect_figure(findings, effect),
        "direction": direction(effect),
        "way": way,
        "means": means,
        "size": size(effect),
        "is_readable": not is_beyond_reading(effect),
        "is_many": abs(effect.effect_pct or 0) >= MANY_TIMES_PCT or _is_all_of_it(effect),
    }


def way_of(findings: Findings, effect: EffectRow) -> tuple[str, tuple[Figure, Figure] | None]:
    """One of WAYS, and the two means where it is `values`."""
    if effect.effect_pct is None:
        return "percent", None
    means = _means(findings, effect)
    is_absurd = is_beyond_reading(effect) or (means is not None and not all(map(_shown, means)))
    if not is_absurd and findings.metrics[effect.metric].unit != "%":
        return "percent", None
    if means is not None and _tells_the_same(means, direction(effect)):
        return "values", means
    return ("words" if is_absurd else "percent"), None


def is_beyond_reading(effect: EffectRow) -> bool:
    """True when the percentage or an end of its interval reaches MOST_PCT, or a fall rounds to all of it."""
    ends = (effect.effect_pct, effect.effect_low_pct, effect.effect_high_pct)
    return any(abs(end) >= MOST_PCT for end in ends if end is not None) or _is_all_of_it(effect)


def size(effect: EffectRow) -> float:
    """How large a difference is for putting differences in order: on the log scale on which it was estimated, so that a fall to a
    tenth equals a tenfold rise, and no larger than MOST_PCT, since from there on the baseline's smallness decides."""
    if effect.effect_pct is None:
        return 0.0
    most = math.log1p(MOST_PCT / 100)
    return min(abs(math.log(max(1 + effect.effect_pct / 100, 1e-9))), most)


def _is_all_of_it(effect: EffectRow) -> bool:
    return effect.effect_pct is not None and round_half_up(effect.effect_pct, 1) <= -100


def _means(findings: Findings, effect: EffectRow) -> tuple[Figure, Figure] | None:
    """The level's mean and the baseline's; None for main effects, whose levels have no facts of their own."""
    level, baseline = (finding_fact(findings, effect.metric, "mean", name) for name in (effect.level, effect.baseline))
    return (level, baseline) if level is not None and baseline is not None else None


def _shown(figure: Figure) -> float:
    return float(round_half_up(figure.value, figure.decimals))


def _tells_the_same(means: tuple[Figure, Figure], way: str) -> bool:
    level, baseline = map(_shown, means)
    return level > baseline if way == "up" else level < baseline
