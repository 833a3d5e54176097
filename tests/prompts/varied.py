"""Made-up nights whose rows vary: every word that the marts may hold for limits, waits, drops, checkpoints, trends, nights and grids.

The rows of `nights` are mostly alike, so that golden articles stay what they are; here each topic is drawn from the seed, in figures that
agree with one another, since the checker holds a limiting factor to the waits and a drop to its window.
"""

import dataclasses
import itertools
import math
import random
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import nights

from prompts import rows
from prompts.rows import Findings

#: Metrics beside those of `nights`: as nights.METRICS.
MORE_METRICS: dict[str, tuple[str, str, str, int, float, float]] = {
    "run_queue": ("count", "none", "cpu", 1, 1.2, 0.0),
    "psi_cpu_pct": ("%", "lower", "cpu", 2, 3.1, 0.0),
    "psi_io_pct": ("%", "lower", "disk", 2, 2.4, 0.0),
    "aqu_sz": ("requests", "lower", "disk", 2, 0.9, 0.0),
    "r_await_ms": ("ms", "lower", "disk", 2, 0.61, 0.0),
}
#: What a sign of a limit says of the metrics at its level.
SIGNS: dict[tuple[str, str], dict[str, float]] = {
    ("cpu", "utilisation_with_queue"): {"cpu_us_pct": 78.0, "cpu_sy_pct": 14.0, "run_queue": 6.0},
    ("cpu", "pressure"): {"psi_cpu_pct": 26.0},
    ("disk", "utilisation_with_queue"): {"util_pct": 96.0, "aqu_sz": 5.0},
    ("disk", "pressure"): {"psi_io_pct": 24.0},
}
#: A resource that limits is busy, whatever else is found of it.
BUSY = {("disk", "util_pct"): 96.0, ("cpu", "cpu_us_pct"): 78.0, ("cpu", "cpu_sy_pct"): 14.0}
#: Signs that fct_limits.sql may find of a resource.
CODES = {
    "cpu": ("largest_share_of_time", "plateau", "pressure", "utilisation_with_queue"),
    "disk": ("known_limit_reached", "largest_share_of_time", "plateau", "pressure", "utilisation_with_queue"),
    "wal": ("largest_share_of_time", "plateau"),
    "locks": ("largest_share_of_time", "plateau"),
    "network": ("largest_share_of_time", "plateau"),
}
METRIC_OF_CODE = {
    ("disk", "pressure"): "psi_io_pct", ("cpu", "pressure"): "psi_cpu_pct", ("disk", "utilisation_with_queue"): "util_pct",
    ("cpu", "utilisation_with_queue"): "cpu_us_pct", ("disk", "known_limit_reached"): "nvme",
}  # fmt: skip
#: The event that takes the largest share of time where a resource limits.
EVENT_OF = {
    "cpu": "CPU", "disk": "IO:DataFileRead", "wal": "IO:WalSync", "locks": "Lock:transactionid", "network": "Client:ClientRead",
}  # fmt: skip
EVENTS = ("IO:WalSync", "LWLock:WALWrite", "Lock:transactionid", "LWLock:ProcArray", "IO:DataFileRead")
#: How the events of a level make up four fifths of wait time.
LINES = ("alone", "alone_borderline", "members", "members_borderline", "changed")
STRENGTHS = (
    ("none", 0.06), ("weak", 0.2), ("moderate", 0.4), ("noticeable", 0.6), ("high", 0.8), ("very_high", 0.95),
)  # fmt: skip
LISTED = (
    ("operational_speed", "waits_share"), ("tps", "latency_ms"), ("tps", "wal_mbps"), ("tps", "util_pct"),
    ("active_sessions", "waits_share"), ("tps", "cpu_us_pct"),
)  # fmt: skip

SCALE = {"name": "scale", "kind": "scale", "unit": None, "levels": ["10", "100"], "baseline": "10", "default": None}
WORKLOAD = {
    "name": "load", "kind": "workload", "unit": None, "levels": ["read", "write"], "baseline": "read", "default": None,
}  # fmt: skip
PAGES = {
    "name": "pages", "kind": "huge_pages", "unit": None, "levels": ["none", "2MB", "1GB"], "baseline": "none", "default": None,
}  # fmt: skip
COMPRESSION = {
    "name": "wal_compression", "kind": "guc", "unit": None, "levels": ["off", "pglz", "lz4"], "baseline": "pglz", "default": "off",
}  # fmt: skip
MANY_CLIENTS = nights.CLIENTS | {"levels": ["2", "4", "8", "16", "32", "64"], "baseline": "2"}
FACTORS: list[list[dict[str, Any]]] = [
    [SCALE],
    [WORKLOAD],
    [PAGES],
    [COMPRESSION],
    [nights.COMMIT, nights.TIMEOUT],
    [nights.HUGE, nights.PATCH],
    [nights.COMMIT, WORKLOAD],
    [nights.HUGE, MANY_CLIENTS],
    [nights.PATCH, SCALE, nights.CLIENTS],
]
LOADS: list[dict[str, Any]] = [
    {"kind": "constant", "clients": 8, "duration": "2min"},
    {"kind": "ramp", "from": 5, "to": 22, "steps": 7, "step": "10min"},
    {"kind": "ramp", "clients_list": [4, 8, 16], "step": "46s"},
    {"kind": "rate", "clients": 16, "tps": 400, "latency_limit": "50ms", "duration": "2min"},
]
ENVIRONMENTS: list[dict[str, Any]] = [
    {},
    {"cpu_cores": 4, "ram_gb": 16, "storage": "2 x NVMe", "os": "Debian 13", "pg_version": "17.2"},
    {"cpu_cores": 8, "memory_mb": 32110, "postgres_version": "18.6", "file_system": "ext4", "device_model": "Samsung SSD 990"},
]  # fmt: skip


@dataclass
class Shape(nights.Shape):
    """What else a night may be, beside the rows that the seed draws."""

    is_alone: bool = False  # nothing moves but the primary metric
    doubt: str | None = None  # a reason for which shown differences on the primary metric are not decided
    has_no_data: bool = False  # pairs that the marts could not estimate
    has_no_pairs: bool = False
    failed: str | None = None  # a level of which nothing could be compared
    begun: int | None = None  # runs made so far; no more have been begun
    is_randomised: bool | None = None  # of an import
    has_warm_up: bool = True
    load: dict[str, Any] = field(default_factory=lambda: LOADS[0])
    environment: dict[str, Any] | None = None  # None: as nights has it
    nights_so_far: int = 1
    before: "Shape | None" = None  # an earlier execution of the same experiment


def shape(made: nights.Shape, seed: int) -> Shape:
    """The night that the benchmark drew, with more that differs from night to night."""
    draw = random.Random(f"varied {seed}")
    known = {one.name: getattr(made, one.name) for one in dataclasses.fields(nights.Shape)}
    found = Shape(**known)
    if draw.random() < 0.5:
        found.factors = [dict(factor) for factor in FACTORS[seed % len(FACTORS)]]
        levels = [level for factor in found.factors for level in factor["levels"] if level != factor["baseline"]]
        found.effects = {level: draw.choice([0.0, 0.0, draw.gauss(0, 0.3)]) for level in levels}
        found.rare_at = ()
    levels = [level for factor in found.factors for level in factor["levels"] if level != factor["baseline"]]
    fate = draw.random()
    if fate < 0.12:
        # Whatever is tried loses, and the baseline stays the best.
        found.effects = dict.fromkeys(levels, -0.4) | {draw.choice(levels): -0.2}
        found.noise, found.repeats, found.verdict = 0.005, max(found.repeats, 3), None
        found.is_alone = draw.random() < 0.8
        found.worse_metrics = ()
    elif fate < 0.2:
        found.effects, found.noise, found.repeats, found.verdict = {}, 0.004, 7, None
    elif fate < 0.35:
        found.doubt = draw.choice(["sentinel_differs", "differs_in_stalls", "below_minimum_effect"])
        if found.doubt != "below_minimum_effect":
            found.effects[draw.choice(levels)] = draw.choice([0.4, -0.5, 3.0])
            found.noise = 0.005
        found.verdict, found.repeats, found.origin = None, max(found.repeats, 3), "run"
    elif fate < 0.4:
        found.verdict, found.has_no_data = "invalid", True
    elif fate < 0.43:
        found.has_no_pairs = True
    elif fate < 0.46:
        found.failed, found.verdict, found.noise, found.repeats = draw.choice(levels), None, 0.005, 5
        found.effects = dict.fromkeys(levels, 0.3)
    elif fate < 0.5:
        found.scope, found.begun = "progress", draw.choice([1, 4])
    elif fate < 0.55:
        found.repeats, found.verdict = 1, None
        found.effects[draw.choice(levels)] = draw.choice([3.0, -4.5])
    if found.scope == "progress":
        # What goes on is no import, and has not begun all of its runs.
        found.begun, found.origin, found.declared = found.begun or 4, "run", False
        found.repeats = max(found.repeats, 3)
    if not found.declared:
        found.primary = draw.choice(["tps"] * 5 + ["latency_p95_ms", "operational_speed", "wal_mbps", "cpu_sy_pct"])
        if found.primary == "wal_mbps" and "disk" not in found.sources:
            found.primary = "cpu_us_pct"
    if found.origin == "import":
        found.is_randomised = draw.choice([None, True, False])
        found.has_warm_up = draw.random() < 0.5
        found.environment = draw.choice(ENVIRONMENTS)
    else:
        found.load = draw.choice(LOADS)
        found.environment = draw.choice([None, None, ENVIRONMENTS[2]])
    if draw.random() < 0.3 and found.scope == "final":
        found.nights_so_far = draw.choice([2, 5, 12, 30])
        turned = {level: draw.choice([1.0, 0.4, -1.0]) * effect for level, effect in found.effects.items()}
        found.before = replace(
            found, effects=turned, nights_so_far=found.nights_so_far - 1, execution=found.nights_so_far - 1
        )
        if found.declared:
            found.before.repeats = 1
        found.before.day, found.day = 2 * seed, 2 * seed + 1
        found.execution = found.nights_so_far
    return found


def make(one: Shape, execution_id: int = 1) -> Findings:
    """The night's rows."""
    return Maker(one, execution_id).findings()


class Maker(nights.Maker):
    """As nights.Maker, with each topic drawn."""

    shape: Shape
    planned: int

    def draw(self, topic: str) -> random.Random:
        """The same numbers however often a topic is asked for."""
        return random.Random(f"{self.shape.seed}|{self.shape.execution}|{topic}")

    def known_metrics(self) -> dict[str, tuple[str, str, str, int, float, float]]:
        return super().known_metrics() if self.shape.declared else MORE_METRICS | super().known_metrics()

    def _runs(self) -> list[rows.RunRow]:
        found = super()._runs()
        if self.shape.origin == "import":
            found = [run for run in found if run.role == "level"]
        self.planned = len(found)
        return found if self.shape.begun is None else found[: self.shape.begun]

    def _signs(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Level: the resource that limits it, and the signs of that."""
        draw = self.draw("limits")
        style = draw.choice(["same", "same", "by_level", "by_level", "none", "rest"])
        same = draw.choice(list(CODES))
        found = {}
        for place, level in enumerate(self.levels):
            resource = (
                same if style == "same" or (style == "rest" and place) else draw.choice([*CODES, "not_determined"])
            )
            if style == "none":
                resource = "not_determined"
            codes: tuple[str, ...] = ()
            if resource != "not_determined":
                one = self.draw("codes") if style == "same" else draw
                codes = tuple(sorted(one.sample(CODES[resource], one.randint(2, len(CODES[resource])))))
                if self.shape.events != nights.Shape().events:
                    codes = ("plateau", *(code for code in codes if code not in ("plateau", "largest_share_of_time")))
                if set(codes) <= {"pressure", "utilisation_with_queue"}:
                    codes = ("plateau", *codes)
            found[level] = (resource, codes)
        return found

    def _run_values(self, metric: str) -> dict[int, float]:
        is_still = self.shape.is_alone and metric != self.shape.primary
        still = {run.run: value for run, value in zip(self.runs, self._still(metric), strict=True)} if is_still else {}
        found = still or super()._run_values(metric)
        drift = {level: self.draw(f"{metric}|{level}").choice([0.0, 0.0, 0.0, 0.2, -0.2]) for level in self.levels}
        signs = self._signs()
        for run in self.runs:
            if not is_still and metric != self.shape.primary and metric not in nights.RARE and not self.shape.declared:
                found[run.run] *= math.exp(drift[run.level])
            resource, codes = signs[run.level]
            if (resource, metric) in BUSY:
                found[run.run] = BUSY[resource, metric] * math.exp(self.random.gauss(0, 0.005))
            for code in codes:
                told = SIGNS.get((resource, code), {}).get(metric)
                if told is not None:
                    found[run.run] = told * math.exp(self.random.gauss(0, 0.005))
            if self.metrics[metric][0] == "%":
                found[run.run] = min(found[run.run], 100.0)
        return found

    def _complete(self) -> int:
        """As rpt_experiments.sql counts: blocks that hold a valid run of every level."""
        held = {run.block: set[str]() for run in self.runs}
        for run in self.runs:
            if run.is_valid and run.role == "level":
                held[run.block].add(run.level)
        return sum(levels == set(self.levels) for levels in held.values())

    def _still(self, metric: str) -> list[float]:
        mean = self.metrics[metric][4]
        return [mean * math.exp(self.random.gauss(0, 0.004)) for _ in self.runs]

    def _experiment(self) -> rows.ExperimentRow:
        row, one = super()._experiment(), self.shape
        spec = row.spec
        if spec:
            spec = spec | {"workload": spec["workload"] | {"load": one.load}}
        elif one.has_warm_up:
            spec = {"warm_up": "30s"}
        return replace(
            row,
            spec=spec,
            is_randomised=row.is_randomised if one.origin == "run" else one.is_randomised,
            environment=row.environment if one.environment is None else one.environment,
            runs_planned=self.planned if one.begun else row.runs_planned,
            blocks_complete=self._complete() if one.begun else row.blocks_complete,
        )

    # ---------------------------------------------------------------- effects

    def _effects(self) -> list[rows.EffectRow]:
        one = self.shape
        if one.has_no_pairs:
            return []
        found = [self._doubted(effect) for effect in super()._effects()]
        if one.has_no_data:
            nothing = dict.fromkeys(("effect_pct", "effect_low_pct", "effect_high_pct", "p_adjusted", "detectable_pct"))
            found = [replace(effect, **nothing, reason_code="no_data") for effect in found]
        gone = {"verdict": "invalid", "reason_code": "failed_checks"} | dict.fromkeys(
            ("effect_pct", "effect_low_pct", "effect_high_pct", "p_adjusted", "detectable_pct", "repeats_needed")
        )
        if one.failed is not None:
            named = [{*e.level.split("/"), *e.baseline.split("/")} for e in found]
            found = [replace(e, **gone) if one.failed in names else e for e, names in zip(found, named, strict=True)]
        return found + self._mains()

    def _doubted(self, effect: rows.EffectRow) -> rows.EffectRow:
        draw, one = self.draw(f"{effect.metric}|{effect.level}|{effect.baseline}"), self.shape
        is_shown = effect.verdict in ("better", "worse")
        if not one.repeats > 1 or one.origin != "run":
            effect = replace(effect, sentinel_pct=None, sentinel_p=None)
        if is_shown and self.metrics[effect.metric][1] == "none":
            return replace(effect, verdict="undecided", reason_code="differs_without_direction", repeats_needed=None)
        if is_shown and one.doubt and effect.metric == one.primary:
            if one.doubt == "sentinel_differs":
                effect = replace(effect, sentinel_p=0.01, sentinel_pct=effect.effect_pct)
            return replace(effect, verdict="undecided", reason_code=one.doubt, repeats_needed=None)
        if effect.verdict == "undecided" and effect.reason_code == "noisy":
            needed = draw.choice([9, 14, 70, None])
            return replace(
                effect, reason_code=draw.choice(["too_few_repeats", "not_confirmed_by_blocks"]), repeats_needed=needed
            )
        return effect

    def _mains(self) -> list[rows.EffectRow]:
        """Main effects of a grid's factors on the primary metric, as averages over the cells."""
        one, metric = self.shape, self.shape.primary
        if len(one.factors) < 2 or one.repeats < 2 or one.verdict:
            return []
        found = []
        for place, factor in enumerate(one.factors):
            logs = {
                value: [
                    math.log(x or 0.5 / 101)
                    for level in self.levels
                    if level.split("/")[place] == value
                    for x in self.of_level(metric, level)
                ]
                for value in factor["levels"]
            }
            base = logs[factor["baseline"]]
            for value in factor["levels"]:
                if value == factor["baseline"] or not base or not logs[value]:
                    continue
                d = sum(logs[value]) / len(logs[value]) - sum(base) / len(base)
                se = 1.5 * one.noise / math.sqrt(len(base))
                verdict, reason = self._verdict(metric, d, se)
                name = str(factor["name"])
                found.append(
                    self._doubted(
                        rows.EffectRow(
                            metric, f"{name}={value}", f"{name}={factor['baseline']}", "main", (math.exp(d) - 1) * 100,
                            (math.exp(d - 2.2 * se) - 1) * 100, (math.exp(d + 2.2 * se) - 1) * 100, None, None, None, 0.01, None, None, None,
                            one.repeats, one.repeats, one.minimum_effect, 4.1, None, True, verdict, reason, "reason", "причина",
                        )
                    )
                )  # fmt: skip
        return found

    def _optima(self) -> list[rows.OptimumRow]:
        """The levels that nothing was shown to beat, by the rule of fct_optima.sql."""
        if self.shape.repeats < 2 or self.shape.verdict:
            return []
        effects = [effect for effect in self._effects() if effect.kind == "pair"]
        found = []
        for metric, (_, better, family, *_rest) in self.metrics.items():
            if better == "none" or (metric != self.shape.primary and family not in ("throughput", "latency")):
                continue
            pairs = [effect for effect in effects if effect.metric == metric]
            beaten = {
                e.level if e.verdict == "worse" else e.baseline for e in pairs if e.verdict in ("better", "worse")
            }
            unclear = {
                name
                for e in pairs
                if e.verdict not in ("better", "worse", "equivalent", "undecided")
                for name in (e.level, e.baseline)
            }
            named = {name for e in pairs for name in (e.level, e.baseline)}
            front = [level for level in self.levels if level in named - beaten - unclear]
            for level in front:
                against = next((e for e in pairs if (e.level, e.baseline) == (level, self.baseline)), None)
                is_edge = any(
                    part in (factor["levels"][0], factor["levels"][-1])
                    for part, factor in zip(level.split("/"), self.shape.factors, strict=True)
                )
                found.append(
                    rows.OptimumRow(
                        level, "primary" if metric == self.shape.primary else metric, len(front) == 1, len(front) > 1, is_edge,
                        [other for other in front if other != level], against.effect_pct if against else None, None,
                        against.verdict if against else None,
                    )
                )  # fmt: skip
        return found

    def _factorial(self) -> list[rows.FactorialRow]:
        if len(self.shape.factors) < 2 or self.shape.repeats < 2 or self.shape.verdict:
            return []
        names = [str(factor["name"]) for factor in self.shape.factors]
        terms = names + ["*".join(pair) for pair in itertools.combinations(names, 2)]
        draw = self.draw("factorial")
        return [
            rows.FactorialRow(term, self.shape.primary, 5.1, 1.0, 20.0, draw.choice([0.0000004, 0.29]))
            for term in terms
        ]

    def _series(self) -> list[rows.SeriesRow]:
        """Some nights have longer runs: a picture counts minutes then."""
        longer = self.draw("series").choice([1, 4])
        return [replace(point, seconds=point.seconds * longer) for point in super()._series()]

    # ---------------------------------------------------------------- load

    def _limits(self) -> list[rows.LimitRow]:
        if "limits" not in self.shape.sources or self.shape.declared:
            return []
        found = []
        for level, (resource, codes) in self._signs().items():
            evidence = []
            for code in codes:
                metric = METRIC_OF_CODE.get((resource, code), "tps")
                values = self.of_level(metric, level) if metric in self.metrics and code != "plateau" else []
                value = sum(values) / len(values) if values else None
                if code == "largest_share_of_time":
                    metric, value = EVENT_OF[resource].partition(":")[0], 34.0
                evidence.append({"code": code, "metric": metric, "value": value})
            count = len({code.replace("pressure", "utilisation_with_queue") for code in codes})
            found.append(rows.LimitRow(level, resource, evidence, count))
        return found

    def _pareto(self) -> list[rows.ParetoRow]:
        if self.shape.declared:
            return []
        found = [row for level in self.levels for row in self._waits(level)] if "waits" in self.shape.sources else []
        return found + (self._statements() if "statements" in self.shape.sources else [])

    def _waits(self, level: str) -> list[rows.ParetoRow]:
        draw = self.draw("waits")
        is_alike, line = draw.random() < 0.5, draw.choice(LINES)
        leader, is_dominant = draw.choice(EVENTS), draw.random() < 0.6
        if not is_alike:
            mine = self.draw(f"waits|{level}")
            line, leader, is_dominant = mine.choice(LINES), mine.choice(EVENTS[:2]), mine.random() < 0.6
        resource, codes = self._signs()[level]
        on_cpu = 0.2
        if "largest_share_of_time" in codes:
            leader, on_cpu = (leader, 0.6) if resource == "cpu" else (EVENT_OF[resource], 0.2)
        events = (leader, *(event for event in EVENTS if event != leader))[:4]
        if self.shape.events != nights.Shape().events:
            events = self.shape.events
        shares = (0.4, 0.05, 0.02, 0.01) if line.startswith("alone") else (0.3, 0.18, 0.06, 0.01)
        if on_cpu > 0.5:
            shares = tuple(share / 2 for share in shares)
        members = {
            "alone": ("member", "outside", "outside"), "alone_borderline": ("member", "borderline", "outside"),
            "members": ("member", "member", "outside"), "members_borderline": ("member", "member", "borderline"),
            "changed": ("borderline", "borderline", "borderline"),
        }[line]  # fmt: skip
        types: dict[str, float] = {}
        for event, share in zip(events, shares, strict=True):
            types[event.partition(":")[0]] = types.get(event.partition(":")[0], 0.0) + share
        total, running, found = sum(shares), 0.0, []
        for rank, (event, share, member) in enumerate(zip(events, shares, (*members, "outside"), strict=True), 1):
            running += share
            of_type = share / types[event.partition(":")[0]]
            is_first = rank == 1 and is_dominant and self.shape.repeats >= 3
            found.append(self._part(level, "wait", event, share, rank, running / total, member, is_first, of_type))
        found.append(self._part(level, "wait", "CPU", on_cpu, len(events) + 1, 1.0, "outside", False, 1.0))
        # Time on the CPU comes last in both orders, as in the mart.
        for rank, (name, share) in enumerate(sorted(types.items(), key=lambda item: -item[1]), 1):
            found.append(self._part(level, "wait_type", name, share, rank, 1.0, "member", False, 1.0))
        return [*found, self._part(level, "wait_type", "CPU", on_cpu, len(types) + 1, 1.0, "outside", False, 1.0)]

    def _part(
        self, level: str, kind: str, entity: str, share: float, rank: int, cumulative: float, membership: str,
        is_dominant: bool, of_type: float | None, label: str | None = None,
    ) -> rows.ParetoRow:  # fmt: skip
        ends = (share * 0.95, share * 1.05) if self.shape.repeats > 1 else (None, None)
        return rows.ParetoRow(
            level, kind, entity, label or entity, share, *ends, of_type, rank, cumulative, membership, is_dominant, self.shape.repeats,
            "pg_stat_statements" if kind == "statement" else "pg_stat_activity", 100.0,
        )  # fmt: skip

    def _statements(self) -> list[rows.ParetoRow]:
        draw = self.draw("statements")
        turned = {level for level in self.levels if draw.random() < 0.4} if draw.random() < 0.6 else set()
        return [
            self._part(level, "statement", str(7001 + place), share, rank, share, "member", rank == 1, None, self.shape.queries[place])
            for level in self.levels
            for rank, (place, share) in enumerate(zip((1, 0) if level in turned else (0, 1), (0.481, 0.31), strict=True), 1)
        ]  # fmt: skip

    def _correlations(self) -> list[rows.CorrelationRow]:
        if "correlations" not in self.shape.sources or self.shape.declared or "disk" not in self.shape.sources:
            return []
        draw, found = self.draw("correlations"), []
        is_none, over_all = draw.random() < 0.2, draw.random() < 0.5
        for metric, partner in LISTED:
            sign, (_, size) = draw.choice([1, -1]), draw.choice(STRENGTHS)
            is_claimed = not is_none and draw.random() < 0.5
            for place, level in enumerate([*([None] if over_all else []), *self.levels]):
                partial = sign * (size - 0.01 * (place % 3))
                strength = [
                    word
                    for word, start in zip((w for w, _ in STRENGTHS), (0, 0.1, 0.3, 0.5, 0.7, 0.9), strict=True)
                    if abs(partial) >= start
                ][-1]
                pearson = max(min(partial + draw.choice([0.2, -0.2, 0.02]), 0.99), -0.99)
                low, high = sorted((partial * 0.9, partial * 1.04))
                found.append(
                    rows.CorrelationRow(
                        level, metric, partner, 600, 120.0 if is_claimed else 5.0, self.shape.repeats, pearson, pearson - 0.05,
                        min(pearson + 0.05, 1.0), pearson + 0.01, partial, low, min(high, 1.0), 0.002 if is_claimed else 0.4, False, strength, is_claimed,
                        "significant" if is_claimed else "too_few_effective_samples",
                    )
                )  # fmt: skip
        return found

    # ---------------------------------------------------------------- the course of a run

    def _slopes(self) -> list[rows.SlopeRow]:
        if self.shape.repeats < 2 or self.shape.declared:
            return []
        draw = self.draw("slopes")
        is_calm, found = draw.random() < 0.3, []
        for metric, level in itertools.product(("tps", "operational_speed", "active_sessions"), self.levels):
            verdict = draw.choice(["flat", "not_shown"] if is_calm else ["rising", "falling", "flat", "not_shown"])
            slope = {"rising": 1.3, "falling": -1.2}.get(verdict, 0.1) * (0.1 if metric == "active_sessions" else 10)
            low, high = sorted((slope * 0.5, slope * 1.5)) if verdict in ("rising", "falling") else (-0.2, 0.3)
            p, unit = (0.001 if verdict in ("rising", "falling") else 0.4), f"{self.metrics[metric][0]}/min"
            found.append(
                rows.SlopeRow(level, metric, self.shape.repeats, slope, low, high, slope, p, 0.31, unit, verdict)
            )
        return found

    def _drops(self) -> list[rows.DropRow]:
        if "drops" not in self.shape.sources or self.shape.declared:
            return []
        draw, found = self.draw("drops"), []
        for level in self.levels if draw.random() < 0.8 else ():
            runs = [run for run in self.runs if run.level == level and run.measured_from and run.is_valid]
            last = draw.choice([0, 0, 1, 2, 3]) - 1 if runs else -1
            for number in range(last + 1):
                run = draw.choice(runs)
                assert run.measured_from is not None
                start = run.measured_from + timedelta(seconds=11 + 30 * number)
                depth, is_censored = 21.0 + draw.random() * 60, draw.random() < 0.3 and number == last
                mean = self.values["operational_speed"][run.run]
                found.append(
                    rows.DropRow(
                        level, run.run, f"drop_{run.run}_{number + 1}", "operational_speed", start, start + timedelta(seconds=14), depth,
                        mean * (1 - depth / 100), None if is_censored else 9.0 + number, is_censored,
                        draw.choice(["IO:WalSync", "Lock:transactionid", "CPU", None]), 20.0,
                    )
                )  # fmt: skip
        return found

    def drop_count(self, level: str) -> int:
        """As int_window_facts.sql counts: those of sentinel runs stand apart."""
        roles = {run.run: run.role for run in self.runs}
        return sum(drop.level == level and roles[drop.run] == "level" for drop in self._drops())

    def _facts(self) -> list[rows.FactRow]:
        found = super()._facts()
        for drop in self._drops():
            lasted = (drop.ends_at - drop.starts_at).total_seconds()
            told = [
                ("min", drop.lowest_value, "1/s", 0),
                ("duration", lasted, "s", 0),
                ("delta_pct", -drop.depth_pct, "%", 1),
            ]
            told += [("recovery", drop.recovered_after_s, "s", 0)]
            for stat, value, unit, decimals in told:
                if value is not None:
                    row = self._other(drop.metric, stat, drop.level, value, unit, decimals, scope=drop.drop_name)
                    found.append(replace(row, run=drop.run, runs=1, source_model="fct_drops"))
        return found

    def _stability(self) -> list[rows.StabilityRow]:
        if self.shape.declared:
            return []
        draw = self.draw("stability")
        places = draw.sample(range(len(self.levels)), len(self.levels))
        is_ranked, half = draw.random() < 0.5, draw.choice([0.002, 0.02])
        found = []
        for level, place in zip(self.levels, places, strict=True):
            ratio = 0.95 - 0.01 * place if not is_ranked else 0.95 - 0.04 * place / max(len(self.levels) / 6, 1)
            step = 0.002 if is_ranked else half
            drops = 1.4 if self.drop_count(level) else 0.0
            ends = (ratio - step, ratio + step) if self.shape.repeats > 1 else (None, None)
            rank = place + 1 if is_ranked and self.shape.repeats > 1 else None
            found.append(
                rows.StabilityRow(level, "operational_speed", self.shape.repeats, drops, ratio, *ends, 60 * (1 - ratio), rank, is_ranked and rank is not None)
            )  # fmt: skip
        return found

    def _checkpoints(self) -> list[rows.CheckpointRow]:
        if "checkpoints" not in self.shape.sources:
            return []
        draw, found = self.draw("checkpoints"), []
        style = draw.choice(["none", "timed", "requested", "both", "both"])
        shortness = draw.choice(["all", "none", "some", "unknown"])
        for level in self.levels:
            timed = draw.randint(1, 40) if style in ("timed", "both") else 0
            requested = draw.choice([0, 3, 17]) if style in ("requested", "both") else 0
            is_short = {"all": True, "none": False, "some": draw.random() < 0.5, "unknown": None}[shortness]
            cycles, timeout = (timed + requested) / self.shape.repeats, None if shortness == "unknown" else 300.0
            found.append(
                rows.CheckpointRow(level, self.shape.repeats, cycles, timed, requested, 8.05e8, is_short, timeout)
            )
        return found

    def _nights(self) -> list[rows.NightlyRow]:
        draw, one, found = self.draw("nights"), self.shape, []
        for level in self.levels if one.nights_so_far > 1 else ():
            verdict = (
                draw.choice(["rising", "falling", "shifted", "not_shown"])
                if one.nights_so_far >= 10
                else "too_few_nights"
            )
            slope = {"rising": 1.0, "falling": -1.0}.get(verdict, 0.01)
            p, shift = (0.001 if verdict in ("rising", "falling") else 0.4), 0.001 if verdict == "shifted" else 0.4
            night = self.night - timedelta(days=one.nights_so_far // 2)
            found.append(rows.NightlyRow(level, one.primary, one.nights_so_far, slope, p, shift, night, verdict))
        return found

    def _settings(self) -> list[rows.SettingRow]:
        known = super()._settings()
        known.append(rows.SettingRow("work_mem", "kB", 64.0, 2147483647.0, "4096", "user", "4096"))
        return [*known, rows.SettingRow("wal_compression", None, None, None, "off", "superuser", "pglz")]
