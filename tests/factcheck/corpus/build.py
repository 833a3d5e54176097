"""Builds facts documents for the corpus from compact tables, as another program would write them."""

from __future__ import annotations

from typing import Any


def metric(
    unit: str | None, better: str, decimals: int, en: str, ru: str, stats: dict[str, list[float | None]], **more: Any
) -> dict[str, Any]:
    """One metric: its unit (None where it counts), names split by `;`, and its values by statistic in the order of the levels."""
    return {
        "unit": unit,
        "better": better,
        "decimals": decimals,
        "names": {"en": en.split(";"), "ru": ru.split(";")},
        "stats": stats,
        **more,
    }


def document(
    id_: str, factor: str, unit: str | None, levels: list[str], metrics: dict[str, dict[str, Any]], *, repeats: int, primary: str, baseline: str,
    default: str | None = None, effects: list[tuple[Any, ...]] = (), correlations: list[tuple[Any, ...]] = (), minimum: float = 3.0,  # type: ignore[assignment]
    windows: list[dict[str, Any]] = (), settings: list[dict[str, Any]] = (), environment: dict[str, Any] | None = None, runs: bool = False,  # type: ignore[assignment]
) -> dict[str, Any]:  # fmt: skip
    """A facts document; effects are (metric, level, baseline, pct, ci, p, verdict)."""
    facts = []
    for name, held in metrics.items():
        for stat, values in held["stats"].items():
            for level, value in zip(levels, values, strict=True):
                if value is None:
                    continue
                ci = held.get("ci", {}).get((stat, level))
                facts.append({
                    "id": f"{level}.{name}.{stat}", "level": level, "run": None, "metric": name, "stat": stat, "value": value, "unit": held["unit"],
                    "decimals": held["decimals"], "n": None, "runs": repeats, "ci": ci, "scope": "run", "partner": None,
                    "denominator": held.get("denominator") if stat == "share" else None, "parents": [],
                })  # fmt: skip
    for name, partner, stat, values in correlations:
        for level, value in zip(levels, values, strict=True):
            facts.append({"id": f"{level}.{name}.{stat}~{partner}", "level": level, "run": None, "metric": name, "stat": stat, "value": value, "unit": "1",
                          "decimals": 2, "n": None, "runs": repeats, "ci": None, "scope": "run", "partner": partner, "denominator": None, "parents": []})  # fmt: skip
    rows = []
    if runs:
        number = 0
        for block in range(1, repeats + 1):
            for level in [*levels, baseline]:
                number += 1
                rows.append(
                    {
                        "run": number,
                        "level": level,
                        "block": block,
                        "order": number,
                        "role": "level",
                        "valid": True,
                        "started_at": f"2026-11-0{block}T22:00:00Z",
                    }
                )
    return {
        "format": "pgverdict-facts/1",
        "experiment": {"id": id_, "title": {}, "factors": [{"name": factor, "unit": unit, "levels": levels, "baseline": baseline, "default": default}],
                       "repeats": repeats, "primary": primary, "minimum_effect_pct": minimum, "execution": 1, "environment": environment or {}},
        "metrics": [{"id": name, "unit": held["unit"], "better": held["better"], "part_of": held.get("part_of"), "names": held["names"]} for name, held in metrics.items()],
        "facts": facts, "runs": rows, "checks": [],
        "effects": [dict(zip(("metric", "level", "baseline", "effect_pct", "ci_pct", "p_adjusted", "verdict"), row, strict=True)) for row in effects],
        "windows": list(windows), "settings": list(settings),
    }  # fmt: skip
