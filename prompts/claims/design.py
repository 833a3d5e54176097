"""Claims about how the figures were come by: factors, runs, order, environment, and the data checks (rule 9: sanity first)."""

from typing import Any

from prompts.claims.answer import repeats
from prompts.claims.effects import minimum_effect
from prompts.claims.model import Claim, Level, column_of_experiment, of_column
from prompts.rows import CheckRow, Findings, SettingRow

#: Keys of the environment that have a wording, in the order of the sentence, with the unit of their figure.
HARDWARE = (("cpu_cores", "count"), ("ram_gb", "GB"), ("memory_gb", "GB"), ("memory_mb", "MB"))
MOST_CHECKS = 6
MOST_RUNS = 8


def question_claims(findings: Findings) -> list[Claim]:
    """What was varied and over which levels; the reader's smallest effect that matters."""
    claims = []
    for position, factor in enumerate(findings.experiment.factors):
        setting = next((s for s in findings.settings if s.name == factor["name"]), None)
        args: dict[str, Any] = {
            "factor": factor["name"], "kind": factor.get("kind", "guc"), "levels": tuple(map(str, factor["levels"])),
            "baseline": str(factor.get("baseline") or factor["levels"][0]), "default": factor.get("default"),
            "unit": factor.get("unit"), "context": setting.context if setting else None,
        }  # fmt: skip
        claims.append(
            Claim(f"factor.{factor['name']}", "design", "question.factor", "question", args, paragraph=1 + position)
        )
    args = {
        "metric": findings.primary,
        "minimum": minimum_effect(findings),
        "is_preregistered": findings.experiment.is_preregistered,
    }
    return [*claims, Claim("primary", "design", "question.primary", "question", args, paragraph=20)]


def setting_range(findings: Findings, setting: SettingRow) -> dict[str, Any]:
    """The allowed range of a setting as figures, in the setting's own unit."""
    key = {"name": setting.name}
    unit = setting.unit or "count"
    decimals = 0 if all(float(v or 0).is_integer() for v in (setting.min, setting.max)) else 2
    return {
        "name": setting.name, "context": setting.context,
        "min": of_column(findings, "rpt_settings", "min", key, setting.min, decimals, unit),
        "max": of_column(findings, "rpt_settings", "max", key, setting.max, decimals, unit),
    }  # fmt: skip


def design_claims(findings: Findings) -> list[Claim]:
    """Blocks, order, sentinel, validity of runs, and the machine."""
    experiment = findings.experiment
    order = (
        "design.randomised"
        if experiment.is_randomised
        else "design.listed"
        if experiment.is_randomised is False
        else "design.unknown_order"
    )
    if experiment.repeats <= 1:
        order = "design.single"
    args = {
        "repeats": repeats(findings),
        "planned": column_of_experiment(findings, "runs_planned", experiment.runs_planned),
        "valid": column_of_experiment(findings, "runs_valid", experiment.runs_valid),
        "has_sentinel": experiment.has_sentinel, "baseline": Level(findings.baseline), "seed": experiment.seed,
        "is_import": experiment.origin == "import",
    }  # fmt: skip
    claims = [Claim("design.order", "design", order, "design", args, is_mandatory=True, assertion=None)]
    if experiment.repeats > 1:
        sentinel = "design.sentinel" if experiment.has_sentinel else "design.no_sentinel"
        claims.append(Claim("design.sentinel", "design", sentinel, "design", args))
        fixed = "design.preregistered" if experiment.is_preregistered else "design.not_preregistered"
        claims.append(Claim("design.fixed", "design", fixed, "design", args, paragraph=1))
    if experiment.profile == "short":
        claims.append(Claim("design.short", "design", "design.short", "design", {}, paragraph=1, is_mandatory=True))
    return claims + _load(findings) + _environment(findings)


def _load(findings: Findings) -> list[Claim]:
    workload = findings.experiment.spec.get("workload") or {}
    load = workload.get("load") or {}
    if not load:
        return []
    spec = findings.experiment.spec
    shown = {
        "scale": workload.get("scale"),
        "warm_up": spec.get("warm_up"),
        **{name: value for name, value in load.items() if name != "kind"},
    }
    args = {
        "kind": load.get("kind", "constant"), "options": tuple(
            f"{name}: {', '.join(map(str, value)) if isinstance(value, list) else value}" for name, value in shown.items() if value is not None
        ),
        "scripts": tuple(str(s.get("builtin") or s.get("file")) for s in workload.get("scripts") or ()),
    }  # fmt: skip
    return [Claim("design.load", "design", "design.load", "design", args, paragraph=2)]


def _environment(findings: Findings) -> list[Claim]:
    known = findings.experiment.environment
    args: dict[str, Any] = {
        name: _plain(known.get(name))
        for name in (
            "cpu_model",
            "postgres_version",
            "pg_version",
            "os",
            "kernel",
            "storage",
            "file_system",
            "device_model",
        )
    }
    for name, unit in HARDWARE:
        value = known.get(name)
        if isinstance(value, int | float):
            args[name] = of_column(
                findings,
                "rpt_experiments",
                "environment",
                {},
                float(value),
                0 if float(value).is_integer() else 1,
                unit,
            )
    args["version"] = args["postgres_version"] or args["pg_version"]
    args["memory"] = args.get("ram_gb") or args.get("memory_gb") or args.get("memory_mb")
    if not any(args.get(name) for name in ("cpu_cores", "memory", "version", "os")):
        return [Claim("environment.unknown", "design", "environment.unknown", "design", {}, paragraph=3)]
    return [Claim("environment", "design", "environment.known", "design", args, paragraph=3)]


def _plain(value: Any) -> str | None:
    return None if value in (None, "", {}) else str(value)


def quality_claims(findings: Findings) -> list[Claim]:
    """Failed checks are claims of the article; so is that none failed."""
    experiment = findings.experiment
    args = {
        "valid": column_of_experiment(findings, "runs_valid", experiment.runs_valid),
        "invalid": column_of_experiment(findings, "runs_invalid", experiment.runs_invalid),
        "blocks": column_of_experiment(findings, "blocks_complete", experiment.blocks_complete),
    }
    form = "quality.some_invalid" if experiment.runs_invalid else "quality.all_valid"
    claims = [Claim("quality.runs", "quality", form, "quality", args, is_mandatory=True)]
    if not findings.checks:
        return [*claims, Claim("quality.clean", "quality", "quality.clean", "quality", {})]
    claims.append(
        Claim(
            "quality.failed",
            "quality",
            "quality.failed",
            "quality",
            {"is_critical": any(c.severity == "critical" for c in findings.checks)},
        )
    )
    return claims + [_check(group) for group in _grouped(findings.checks)]


def _grouped(checks: tuple[CheckRow, ...]) -> list[list[CheckRow]]:
    """Failed checks by expectation and severity, critical ones first: the first is told, the other runs are named."""
    order = {"critical": 0, "warning": 1, "info": 2}
    groups: dict[tuple[str, str], list[CheckRow]] = {}
    for check in sorted(checks, key=lambda c: (order.get(c.severity, 3), c.run or 0)):
        groups.setdefault((check.severity, check.expectation), []).append(check)
    return list(groups.values())[:MOST_CHECKS]


def _check(group: list[CheckRow]) -> Claim:
    first = group[0]
    others = tuple(
        dict.fromkeys(str(check.run) for check in group[1:] if check.run is not None and check.run != first.run)
    )
    # The message itself names its run in most suites; the number is not said twice.
    names_run = first.run is None or str(first.run) in first.en.split(":")[0]
    args = {
        "severity": first.severity,
        "run": None if names_run else first.run,
        "en": first.en,
        "ru": first.ru,
        "others": others[:MOST_RUNS],
        "is_cut": len(others) > MOST_RUNS,
    }
    where = "all" if first.run is None else str(first.run)
    return Claim(
        f"check.{first.expectation}.{where}",
        "quality",
        "quality.check",
        "checks",
        args,
        is_mandatory=first.severity == "critical",
    )
