"""What prose is made from: the reporting marts' rows as frozen values (docs/architecture/reporting.md), and nothing computed."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any


@dataclass(frozen=True)
class ExperimentRow:
    """An execution: the question, the design and the environment."""

    execution_id: int
    experiment_id: str
    execution: int
    origin: str
    profile: str | None
    server: str | None
    status: str
    title: dict[str, str]
    question: dict[str, str]
    factors: list[dict[str, Any]]
    repeats: int
    primary_metric: str
    minimum_effect_pct: float
    is_randomised: bool | None
    has_sentinel: bool
    is_preregistered: bool
    seed: int | None
    environment: dict[str, Any]
    spec: dict[str, Any]
    started_at: datetime | None
    completed_at: datetime | None
    runs_planned: int
    runs_valid: int
    runs_invalid: int
    blocks_complete: int
    verdict_scope: str
    first_night: date | None
    last_night: date | None


@dataclass(frozen=True)
class MetricRow:
    """A metric that has facts; `better` is higher, lower or none."""

    metric: str
    unit: str
    better: str
    part_of: str | None
    names: dict[str, list[str]]
    family: str
    decimals: int
    is_primary: bool


@dataclass(frozen=True)
class RunRow:
    """A run that was begun; `run` is its position in the execution."""

    run_id: int
    run: int
    level: str
    block: int
    planned_order: int
    role: str
    attempt: int
    is_valid: bool
    reason: str | None
    started_at: datetime | None
    measured_from: datetime | None
    measured_to: datetime | None
    duration_s: float | None
    night: date | None


@dataclass(frozen=True)
class FactRow:
    """One fact, contracts.md 3."""

    fact_id: str
    level: str | None
    run: int | None
    metric: str
    stat: str
    value: float
    unit: str
    decimals: int
    n: int | None
    runs: int | None
    ci_low: float | None
    ci_high: float | None
    scope: str
    partner: str | None
    denominator: str | None
    parents: list[str]
    source_model: str


@dataclass(frozen=True)
class EffectRow:
    """What a level does to a metric against its baseline, with the verdict of method.md."""

    metric: str
    level: str
    baseline: str
    kind: str
    effect_pct: float | None
    effect_low_pct: float | None
    effect_high_pct: float | None
    effect_abs: float | None
    effect_abs_low: float | None
    effect_abs_high: float | None
    p_adjusted: float | None
    sentinel_pct: float | None
    sentinel_p: float | None
    stalls_effect_pct: float | None
    runs: int | None
    blocks: int | None
    minimum_effect_pct: float | None
    detectable_pct: float | None
    repeats_needed: int | None
    is_primary: bool
    verdict: str
    reason_code: str | None
    reason_en: str | None
    reason_ru: str | None


@dataclass(frozen=True)
class CorrelationRow:
    """A listed pair of metrics within a level (None: all runs)."""

    level: str | None
    metric: str
    partner: str
    n: int | None
    n_effective: float | None
    runs: int | None
    pearson: float | None
    pearson_low: float | None
    pearson_high: float | None
    spearman: float | None
    partial: float | None
    partial_low: float | None
    partial_high: float | None
    p_adjusted: float | None
    is_part_of_whole: bool
    strength: str | None
    is_claimable: bool
    reason_code: str | None


@dataclass(frozen=True)
class SlopeRow:
    """A metric over time within a level, in units a minute."""

    level: str
    metric: str
    runs: int | None
    slope_per_min: float | None
    slope_low: float | None
    slope_high: float | None
    theil_sen_per_min: float | None
    kendall_p: float | None
    r_squared: float | None
    unit: str | None
    verdict: str


@dataclass(frozen=True)
class ParetoRow:
    """A wait event, wait type or statement within a level; shares are of active session time."""

    level: str
    kind: str
    entity: str
    label: str | None
    share_of_total: float | None
    share_low: float | None
    share_high: float | None
    share_of_type: float | None
    rank: int | None
    cumulative_share: float | None
    membership: str | None
    is_dominant: bool | None
    runs: int | None
    sampler: str | None
    resolution_ms: float | None


@dataclass(frozen=True)
class DropRow:
    """A drop of speed within a run."""

    level: str
    run: int
    drop_name: str
    metric: str
    starts_at: datetime
    ends_at: datetime
    depth_pct: float
    lowest_value: float | None
    recovered_after_s: float | None
    is_censored: bool | None
    wait_during: str | None
    smallest_visible_pct: float | None


@dataclass(frozen=True)
class StabilityRow:
    """How even a level's speed was."""

    level: str
    metric: str
    runs: int | None
    drop_minutes_per_h: float | None
    p5_to_p50: float | None
    p5_to_p50_low: float | None
    p5_to_p50_high: float | None
    mad_pct: float | None
    rank: int | None
    is_separated: bool | None


@dataclass(frozen=True)
class DoseRow:
    """A metric over an ordered factor."""

    factor: str
    metric: str
    levels: list[str]
    means: list[float]
    contrast_p: float | None
    shape: str
    reason_code: str | None


@dataclass(frozen=True)
class OptimumRow:
    """A level of the front, for a purpose."""

    level: str
    purpose: str
    is_best: bool
    is_tied: bool
    is_edge_of_grid: bool
    tied_with: list[str] | None
    gain_vs_baseline_pct: float | None
    gain_vs_default_pct: float | None
    verdict: str | None


@dataclass(frozen=True)
class LimitRow:
    """A level's limiting factor with its evidence."""

    level: str
    resource: str
    evidence: list[dict[str, Any]]
    evidence_count: int | None


@dataclass(frozen=True)
class CheckpointRow:
    """A level's checkpoints."""

    level: str
    runs: int | None
    cycles_per_run: float | None
    timed: float | None
    requested: float | None
    wal_bytes_per_run: float | None
    is_short_run: bool | None
    timeout_s: float | None


@dataclass(frozen=True)
class FactorialRow:
    """A main effect or an interaction of a grid."""

    term: str
    metric: str
    f_value: float | None
    df_term: float | None
    df_error: float | None
    p_value: float | None


@dataclass(frozen=True)
class NightlyRow:
    """A metric of a level over nights."""

    level: str
    metric: str
    nights: int
    theil_sen_per_night: float | None
    kendall_p: float | None
    pettitt_p: float | None
    pettitt_night: date | None
    verdict: str


@dataclass(frozen=True)
class CheckRow:
    """A data check that failed and is in force."""

    run: int | None
    metric: str | None
    severity: str
    suite: str | None
    expectation: str
    observed: str | None
    expected: str | None
    en: str
    ru: str


@dataclass(frozen=True)
class WindowRow:
    """A named window of a run: a drop or a load step."""

    level: str
    run: int
    name: str
    kind: str
    metric: str | None
    starts_at: datetime
    ends_at: datetime
    depth_pct: float | None
    recovered_after_s: float | None


@dataclass(frozen=True)
class SettingRow:
    """A setting of the factors, or one that a recommendation names."""

    name: str
    unit: str | None
    min: float | None
    max: float | None
    boot_val: str | None
    context: str | None
    server_value: str | None


@dataclass(frozen=True)
class SeriesRow:
    """A picture's point."""

    level: str
    run: int | None  # None: the median of the level's runs, with their range
    metric: str
    entity: str | None
    seconds: float
    value: float | None
    value_low: float | None
    value_high: float | None


@dataclass(frozen=True)
class HistoryRow:
    """The primary metric's mean of a level in one execution of the same experiment, this one included."""

    execution: int
    night: date | None
    level: str
    value: float
    ci_low: float | None
    ci_high: float | None


@dataclass(frozen=True)
class Findings:
    """All that the marts say of one execution. Look-ups return None where the marts are silent; nothing is computed."""

    experiment: ExperimentRow
    metrics: dict[str, MetricRow]
    runs: tuple[RunRow, ...]
    facts: tuple[FactRow, ...]
    effects: tuple[EffectRow, ...] = ()
    correlations: tuple[CorrelationRow, ...] = ()
    slopes: tuple[SlopeRow, ...] = ()
    pareto: tuple[ParetoRow, ...] = ()
    drops: tuple[DropRow, ...] = ()
    stability: tuple[StabilityRow, ...] = ()
    dose_response: tuple[DoseRow, ...] = ()
    optima: tuple[OptimumRow, ...] = ()
    limits: tuple[LimitRow, ...] = ()
    checkpoints: tuple[CheckpointRow, ...] = ()
    factorial: tuple[FactorialRow, ...] = ()
    nightly_changes: tuple[NightlyRow, ...] = ()
    checks: tuple[CheckRow, ...] = ()
    windows: tuple[WindowRow, ...] = ()
    settings: tuple[SettingRow, ...] = ()
    series: tuple[SeriesRow, ...] = ()
    history: tuple[HistoryRow, ...] = ()
    _by_address: dict[tuple[Any, ...], FactRow] = field(default_factory=dict, repr=False, compare=False)

    @property
    def execution_id(self) -> int:
        """The execution that all rows belong to."""
        return self.experiment.execution_id

    @property
    def primary(self) -> str:
        """The metric that the question is decided on."""
        return self.experiment.primary_metric

    @property
    def levels(self) -> tuple[str, ...]:
        """All levels as the experiment file orders them; a grid's in the order of its factors."""
        from itertools import product

        named = [tuple(map(str, factor["levels"])) for factor in self.experiment.factors]
        return tuple("/".join(parts) for parts in product(*named))

    @property
    def baseline(self) -> str:
        """The level that all factors' baselines make together."""
        return "/".join(str(factor.get("baseline") or factor["levels"][0]) for factor in self.experiment.factors)

    def fact(
        self, metric: str, stat: str, level: str | None, partner: str | None = None, run: int | None = None, scope: str = "run",
        denominator: str | None = None,
    ) -> FactRow | None:  # fmt: skip
        """The fact at that address, or None."""
        if not self._by_address:
            self._by_address.update(
                {(f.metric, f.stat, f.level, f.partner, f.run, f.scope, f.denominator): f for f in self.facts}
            )
        return self._by_address.get((metric, stat, level, partner, run, scope, denominator))

    def effects_of(self, metric: str, kind: str = "pair") -> tuple[EffectRow, ...]:
        """The metric's effects, in the order of the levels."""
        order = {level: position for position, level in enumerate(self.levels)}
        found = [effect for effect in self.effects if effect.metric == metric and effect.kind == kind]
        return tuple(sorted(found, key=lambda e: (order.get(e.level, 99), order.get(e.baseline, 99), e.level)))
