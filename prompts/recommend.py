"""Recommendations from claims: only tested values are recommended; the rest are hypotheses, each with an experiment file that runs (rule 8)."""

import copy
from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from pgverdict.config import settings
from pgverdict.errors import PgverdictError
from pgverdict.units import split_quantity
from prompts.claims.answer import best_level, front
from prompts.claims.design import setting_range
from prompts.claims.effects import winner_of, worsened
from prompts.claims.model import Claim, Level
from prompts.claims.situation import (
    against_baseline,
    baseline_level,
    choices,
    condition_places,
    conditions,
    leaders,
    own_baseline,
    primary_pairs,
    situation,
)
from prompts.claims.told import told
from prompts.listings import as_yaml
from prompts.rows import Findings

RULES = Path(__file__).parent / "recommendations" / "rules.yml"
MOST_HYPOTHESES = 4


@cache
def rules() -> list[dict[str, Any]]:
    """The rule base as it stands in its file."""
    found: list[dict[str, Any]] = YAML(typ="safe").load(RULES.read_text("utf-8"))["rules"]
    return found


@cache
def caveats() -> dict[str, dict[str, str]]:
    """What a setting costs beyond speed: domain knowledge, by setting and language."""
    found: dict[str, dict[str, str]] = YAML(typ="safe").load(RULES.read_text("utf-8"))["caveats"]
    return found


def recommendations(findings: Findings, claims: Sequence[Claim]) -> list[Claim]:
    """What to do (topic recommendations) and what to test next (topic hypotheses)."""
    kind = situation(findings)
    if kind == "progress":
        return []
    return [_advice(findings, kind), *_hypotheses(findings, claims)]


def _advice(findings: Findings, kind: str) -> Claim:
    args: dict[str, Any] = {"metric": findings.primary, "baseline": baseline_level(findings), **choices(findings)}
    best = best_level(findings)
    winner = winner_of(findings) if kind == "decided" else None
    if winner is not None:
        pair = next(
            p
            for p in against_baseline(findings, primary_pairs(findings))
            if p.level == winner and p.verdict == "better"
        )
        return _adopt(findings, args, winner, pair)
    if kind == "decided" and (best is not None or _is_baseline_in_front(findings)):
        return Claim(
            "advice",
            "recommendation",
            "recommend.keep",
            "recommendations",
            args,
            "derived",
            assertion=findings.baseline,
        )
    form = {"equivalent": "recommend.indifferent", "undecided": "recommend.wait", "decided": "recommend.wait"}.get(
        kind, "recommend.nothing"
    )
    return Claim(
        "advice",
        "recommendation" if form != "recommend.nothing" else "design",
        form,
        "recommendations",
        args,
        "derived",
        assertion="undecided",
    )


def _is_baseline_in_front(findings: Findings) -> bool:
    """True when no level was shown to beat the baseline; under every condition, where there are some."""
    if not condition_places(findings):
        return findings.baseline in {row.level for row in front(findings, "primary")}
    return all(
        any(own_baseline(findings, level) == level for level in leaders(findings, findings.primary, condition))
        for condition in conditions(findings)
    )


def _adopt(findings: Findings, args: dict[str, Any], level: str, pair: Any) -> Claim:
    factors = findings.experiment.factors
    setting = next((s for s in findings.settings if s.name == factors[0]["name"]), None) if len(factors) == 1 else None
    context = setting.context if setting else "sysctl" if factors[0].get("kind") == "sysctl" else "unknown"
    args |= {
        "level": Level(level), "baseline": Level(pair.baseline), **told(findings, pair), "context": context,
        "range": setting_range(findings, setting) if setting else {"min": None, "max": None, "name": factors[0]["name"]},
        "caveat": caveats().get(str(factors[0]["name"])) if len(factors) == 1 else None,
        "watch": tuple(dict.fromkeys(e.metric for e in worsened(findings) if e.level == level))[:3],
    }  # fmt: skip
    return Claim(
        "advice",
        "recommendation",
        "recommend.adopt",
        "recommendations",
        args,
        "derived",
        assertion=level,
        refuted_by="refute.effect",
    )


def _hypotheses(findings: Findings, claims: Sequence[Claim]) -> list[Claim]:
    found = []
    for rule in matching_rules(findings, claims)[:MOST_HYPOTHESES]:
        args = {
            "ru": rule["ru"],
            "en": rule["en"],
            "file": f"experiments/proposed/{file_name(findings, rule)}",
        }
        found.append(
            Claim(
                f"hypothesis.{rule['id']}",
                "hypothesis",
                "recommend.hypothesis",
                "hypotheses",
                args,
                "hypothesis",
                assertion=None,
            )
        )
    return found


def matching_rules(findings: Findings, claims: Sequence[Claim]) -> list[dict[str, Any]]:
    """The rules whose condition the claims meet and whose experiment can be made."""
    return [rule for rule in rules() if _meets(rule, findings, claims) and proposal(rule, findings) is not None]


def _meets(rule: dict[str, Any], findings: Findings, claims: Sequence[Claim]) -> bool:
    when = rule["when"]
    if rule.get("unless_factor") in {factor["name"] for factor in findings.experiment.factors}:
        return False
    if findings.experiment.origin == "import" and "situation" not in when:
        return False
    waits = {claim.args["entity"] for claim in claims if claim.id.startswith("waits.first")}
    conditions = {
        "situation": lambda wanted: situation(findings) == wanted,
        "edge": lambda wanted: any(claim.predicate == "edge_of_grid" for claim in claims) == wanted,
        "wait": lambda wanted: any(fnmatchcase(entity, pattern) for entity in waits for pattern in wanted),
        "limit": lambda wanted: any(
            claim.predicate == "limiting" and claim.args["resource"] == wanted for claim in claims
        ),
        "requested_checkpoints": lambda wanted: any((row.requested or 0) > 0 for row in findings.checkpoints) == wanted,
    }
    return all(conditions[name](wanted) for name, wanted in when.items())


def file_name(findings: Findings, rule: dict[str, Any]) -> str:
    """The proposed experiment's file."""
    return f"{findings.experiment.experiment_id}__{rule['id']}.yml"


def proposal(rule: dict[str, Any], findings: Findings) -> dict[str, Any] | None:
    """The executed experiment with the rule's changes; None where it cannot be made (no file known, nothing to extend)."""
    spec = copy.deepcopy(findings.experiment.spec)
    if not spec.get("workload") and not spec.get("workloads"):
        return None
    change = rule["experiment"]
    spec["id"] = file_name(findings, rule).removesuffix(".yml")
    spec["title"] = {"en": rule["en"], "ru": rule["ru"]}
    spec["question"] = {"en": rule["en"], "ru": rule["ru"]}
    spec.pop("profiles", None)
    if "factors" in change:
        spec["factors"] = copy.deepcopy(change["factors"])
        held = {
            factor["name"]: findings.baseline.split("/")[i]
            for i, factor in enumerate(findings.experiment.factors)
            if factor.get("kind", "guc") == "guc"
        }
        if held:
            spec.setdefault("hold", {}).setdefault("guc", {}).update(held)
        for factor in spec["factors"]:
            spec.get("hold", {}).get("guc", {}).pop(factor["name"], None)
    if change.get("extend"):
        factor = _extended(findings)
        if factor is None:
            return None
        spec["factors"] = [factor]
    if "repeats" in change:
        needed = max((p.repeats_needed or 0 for p in primary_pairs(findings)), default=0)
        spec["repeats"] = (
            change["repeats"]
            if change["repeats"] != "needed"
            else min(max(needed, findings.experiment.repeats + 2), 30)
        )
    return spec


def _extended(findings: Findings) -> dict[str, Any] | None:
    """The factor with two levels beyond the end of the grid, as far as the setting's range allows."""
    best = best_level(findings)
    if best is None or len(findings.experiment.factors) != 1:
        return None
    factor = copy.deepcopy(findings.experiment.factors[0])
    levels = [str(level) for level in factor["levels"]]
    try:
        value, unit = split_quantity(best.level)
        others = [split_quantity(level) for level in levels]
    except PgverdictError:
        return None
    if any(other_unit != unit for _, other_unit in others):
        return None
    is_top = value >= max(number for number, _ in others)
    beyond = [value * 2, value * 4] if is_top else [value / 2, value / 4]
    allowed = [number for number in beyond if _is_allowed(findings, str(factor["name"]), number, unit)]
    if not allowed or value == 0:
        return None
    factor["levels"] = [best.level, *(f"{number:g}{unit}" for number in allowed)]
    factor["baseline"] = best.level
    return {name: factor[name] for name in ("name", "kind", "unit", "levels", "baseline") if name in factor}


def _is_allowed(findings: Findings, name: str, value: float, unit: str) -> bool:
    """Within the setting's range; integers only, since most settings are."""
    from pgverdict.units import SETTING_UNITS

    setting = next((s for s in findings.settings if s.name == name), None)
    if setting is None or setting.min is None or setting.max is None:
        return False
    scale = SETTING_UNITS.get(unit, 1.0) / SETTING_UNITS.get(setting.unit or "", 1.0) if unit else 1.0
    return float(value).is_integer() and setting.min <= value * scale <= setting.max


def proposed_files(
    findings: Findings, claims: Sequence[Claim], write: bool = False, directory: Path | None = None
) -> dict[str, str]:
    """Name and YAML text of the experiment behind each hypothesis; written below `directory` (experiments/proposed) on request."""
    wanted = {claim.id.removeprefix("hypothesis.") for claim in claims if claim.topic == "hypotheses"}
    found = {}
    for rule in rules():
        if rule["id"] in wanted:
            spec = proposal(rule, findings)
            if spec is not None:
                found[file_name(findings, rule)] = (
                    f"# Tests a hypothesis of the article on {findings.experiment.experiment_id}: {rule['en']}\n{as_yaml(spec)}"
                )
    if write and found:
        target = directory or settings().catalog.parent / "proposed"
        target.mkdir(parents=True, exist_ok=True)
        for name, text in found.items():
            (target / name).write_text(text, "utf-8")
    return found
