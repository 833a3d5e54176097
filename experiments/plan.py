"""What an experiment will do, before it does anything: runs, their order, how long, how much disk, and what is touched where."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from experiments import gucs, kernel
from experiments.data import bytes_per_scale, disk_needed_bytes
from experiments.desired import touched
from experiments.model import Experiment, size_bytes
from experiments.postgres import Postgres
from experiments.schedule import FactorLevels, PlannedRun, schedule
from experiments.servers import Server, server_named
from pgverdict.errors import PgverdictError, Refused

#: Defaults of the kernel itself, where the documentation names one.
KERNEL_DEFAULTS = {
    "vm.vfs_cache_pressure": "100", "vm.swappiness": "60", "vm.dirty_ratio": "20", "vm.dirty_background_ratio": "10",
    "vm.dirty_expire_centisecs": "3000", "vm.dirty_writeback_centisecs": "500", "vm.overcommit_memory": "0", "vm.overcommit_ratio": "50",
    "vm.zone_reclaim_mode": "0",
}  # fmt: skip

#: What a run costs beside warm-up and load, in seconds, measured on two cores (docs/measurements/experiments.md).
OVERHEAD_S = 3.0
RESTART_S = 1.5
COPY_BYTES_PER_S = 150e6


@dataclass(frozen=True)
class ResolvedFactor:
    """A factor with its baseline settled; `default` is what PostgreSQL or the kernel come with, in the levels' words."""

    name: str
    kind: str
    unit: str | None
    levels: list[str]
    baseline: str
    default: str | None
    is_baseline_added: bool = False

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "kind": self.kind,
            "unit": self.unit,
            "levels": self.levels,
            "baseline": self.baseline,
            "default": self.default,
        }


def resolve(experiment: Experiment, postgres: Postgres | None) -> list[ResolvedFactor]:
    """Settles baselines: the file's, otherwise the server's own value, added as a level where it is not one.

    Without a server that answers (`postgres` None) a baseline that only it knows is the first level.
    """
    settings: dict[str, gucs.Setting] = {}
    if postgres is not None:
        with postgres.connect() as connection:
            settings = gucs.read_settings(connection)
    result = []
    for factor in experiment.form.factors:
        levels, own, default = list(factor.levels), None, None
        if factor.kind == "guc" and factor.name in settings:
            setting = settings[factor.name]
            own = _as_level(setting.shown(), levels, setting)
            default = _as_level(gucs.readable(setting.boot_val or "", setting.unit), levels, setting)
        elif factor.kind == "sysctl":
            own = kernel.read_sysctl(postgres.host, factor.name) if postgres is not None else None
            default = KERNEL_DEFAULTS.get(factor.name)
        elif factor.kind == "huge_pages":
            own = default = "none" if "none" in levels else None
        baseline = factor.baseline or own or levels[0]
        is_added = baseline not in levels
        if is_added:
            levels = _inserted(levels, baseline)
        result.append(ResolvedFactor(factor.name, factor.kind, factor.unit, levels, baseline, default, is_added))
    if len(result) == 1 and len(result[0].levels) < 2:
        raise Refused(
            f"{experiment.file}: {result[0].name}: the only level, {result[0].levels[0]}, is the server's own value: there is nothing to compare"
        )
    return result


def _as_level(value: str, levels: list[str], setting: gucs.Setting) -> str:
    return next((level for level in levels if gucs.equal(level, value, setting)), value)


def _inserted(levels: list[str], value: str) -> list[str]:
    """In numeric order where the levels are numbers, otherwise first."""
    try:
        amounts = [_amount(level) for level in levels]
        place = sum(amount < _amount(value) for amount in amounts)
    except PgverdictError:
        place = 0
    return [*levels[:place], value, *levels[place:]]


def _amount(level: str) -> float:
    from pgverdict.units import SETTING_UNITS, split_quantity

    number, unit = split_quantity(level)
    return number * SETTING_UNITS.get(unit, 1.0)


def planned_runs(experiment: Experiment, factors: list[ResolvedFactor], execution: int = 1) -> list[PlannedRun]:
    """The runs of an execution in their order."""
    levels = [FactorLevels(factor.name, factor.levels, factor.baseline) for factor in factors]
    return schedule(levels, experiment.form.repeats, experiment.seed(execution), experiment.form.order)


def run_seconds(experiment: Experiment) -> float:
    """About how long one run takes, with all that is around its load."""
    size = (
        max(experiment.scales()) * bytes_per_scale(experiment)
        if experiment.form.between_runs.restore_data != "none"
        else 0
    )
    restarts = any(factor.kind in ("huge_pages", "storage") for factor in experiment.form.factors)
    return (
        experiment.warm_up_s
        + experiment.load_s()
        + OVERHEAD_S
        + size / COPY_BYTES_PER_S
        + (RESTART_S if restarts else 0)
    )


# ---------------------------------------------------------------- for people


@dataclass(frozen=True)
class PlanReport:
    """What `pgverdict plan` says. Sizes in bytes, times in seconds."""

    experiment_id: str
    profile: str | None
    server: str
    is_server_running: bool
    factors: list[dict[str, Any]]
    repeats: int
    seed: int
    order: str
    runs: list[dict[str, Any]]
    load_s: float
    warm_up_s: float
    run_s: float
    total_s: float
    disk_bytes: int
    touched: dict[str, Any]
    needs_root: bool
    window: str | None
    primary: str
    minimum_effect: str
    notes: list[str] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def to_text(self, language: str = "en") -> str:
        from experiments.wording import plan_text

        return plan_text(self, language)


def describe(
    experiment: Experiment, servers: dict[str, Server], server: str | None = None, execution: int = 1
) -> PlanReport:
    """The plan of an experiment. Reads from the server where it runs; touches nothing, starts nothing."""
    where = server_named(server or experiment.form.server, servers)
    postgres = Postgres(where)
    notes: list[str] = []
    try:
        is_running = postgres.answers() if not where.is_embedded else postgres.is_running()
        factors = resolve(experiment, postgres if is_running else None)
        if is_running:
            from experiments.preflight import levels, may_touch

            may_touch(postgres, experiment)
            levels(postgres, experiment)
        elif any(f.baseline is None and f.kind in ("guc", "sysctl") for f in experiment.form.factors):
            notes.append("the server does not run, so its own value (the baseline) is not known yet")
    finally:
        postgres.close()
    runs = planned_runs(experiment, factors, execution)
    run_s = run_seconds(experiment)
    wanted = touched(experiment)
    made = sum(
        size_bytes(str(experiment.form.volumes[name].size))
        for name in wanted.volumes
        if experiment.form.volumes[name].size
    )
    uses_root = bool(wanted.sysctl or wanted.huge_pages or wanted.volumes or wanted.transparent_huge_pages)
    return PlanReport(
        experiment_id=experiment.id,
        profile=experiment.profile,
        server=where.name,
        is_server_running=is_running,
        factors=[factor.as_json() for factor in factors],
        repeats=experiment.form.repeats,
        seed=experiment.seed(execution),
        order=experiment.form.order,
        runs=[
            {"block": r.block, "order": r.planned_order, "level": r.level, "levels": r.levels, "role": r.role}
            for r in runs
        ],
        load_s=experiment.load_s(),
        warm_up_s=experiment.warm_up_s,
        run_s=run_s,
        total_s=run_s * len(runs),
        disk_bytes=disk_needed_bytes(experiment) + made,
        touched=wanted.as_json(),
        needs_root=uses_root or experiment.form.between_runs.drop_caches,
        window=where.form.window,
        primary=experiment.form.primary,
        minimum_effect=experiment.form.minimum_effect,
        notes=notes,
    )
