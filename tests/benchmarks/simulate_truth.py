"""Judges the verdicts against known truths: thousands of simulated experiments through raw tables, dbt and the facts.

Run by hand or by `make bench`:  python tests/benchmarks/simulate_truth.py [--scale 1.0] [--only null,noisy,…] [--json FILE]
Scale 1 is what docs/measurements/statistics.md reports; smaller scales give the same tables with fewer experiments.
"""

import argparse
import json
import math
import os
import shutil
import sys
import tempfile
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "dbt")]

SECONDS = 60
TABLE = [
    (effect, deviation, repeats)
    for effect in (0.02, 0.05, 0.10)
    for deviation in (0.01, 0.02, 0.05)
    for repeats in (3, 5, 7, 10)
]


def truths(scale: float, only: set[str]) -> list[Any]:
    """The experiments of all scenarios; an id is `<scenario>|<parameters>|<number>`."""
    from truth_generator import Truth

    made: list[Any] = []

    def add(scenario: str, count: int, **options: Any) -> None:
        if not only or scenario.split("|")[0] in only:
            made.extend(
                Truth(f"{scenario}|{i}", seed=hash_of(scenario) + i, seconds=SECONDS, **options)
                for i in range(max(1, round(count * scale)))
            )

    for i, deviation in enumerate((0.005, 0.02, 0.05, 0.10)):
        add(
            f"null|{deviation}",
            250,
            run_sd=deviation,
            order_drift=(0.0, 0.1, 0.2, 0.3)[i],
            stalls_a_run=(0.0, 0.5, 1.0, 2.0)[i],
        )
    add("noisy|3", 500, noisier={"4": 3.0}, order_drift=0.05)
    add("drift|4", 200, level_drift={"4": 0.3}, repeats=7)
    for effect, deviation, repeats in TABLE:
        add(
            f"table|{effect}|{deviation}|{repeats}",
            100,
            effects={"4": math.log(1 + effect)},
            run_sd=deviation,
            repeats=repeats,
            metrics=("tps", "waits_share"),
        )
    for deviation in (0.005, 0.01, 0.02):
        add(
            f"margin|{deviation}",
            200,
            effects={"1": math.log(1.03), "4": -math.log(1.03)},
            run_sd=deviation,
            metrics=("tps", "waits_share"),
        )
    return made


def hash_of(text: str) -> int:
    """A seed that does not change from process to process."""
    import hashlib

    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)


def simulate(scale: float, only: set[str]) -> dict[str, Any]:
    """Builds the marts of all scenarios and counts what they say; times in seconds."""
    import psycopg
    from truth_generator import insert

    from pgverdict.clusters import Cluster
    from pgverdict.command.build import build
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("truth")
    cluster.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    cluster.start()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("create database truth")
        dsn = cluster.dsn("truth")
        migrate(dsn)
        experiments = truths(scale, only)
        begun = time.monotonic()
        with psycopg.connect(dsn) as connection:
            for start in range(0, len(experiments), 200):
                insert(connection, experiments[start : start + 200])
        made = time.monotonic()
        print(f"{len(experiments)} experiments made in {made - begun:.0f} s", flush=True)
        report = build(dsn=dsn)
        print(str(report), flush=True)
        with psycopg.connect(dsn) as connection:
            rows = connection.execute(
                """
                select experiment_id, metric, level, baseline, verdict, reason_code, effect_pct, effect_low_pct, effect_high_pct
                from marts.rpt_effects where kind = 'pair'
                """
            ).fetchall()
        return {
            "experiments": len(experiments),
            "generate_s": round(made - begun),
            "build_s": round(report.seconds),
            "passes": report.passes,
            **summarised(experiments, rows),
        }
    finally:
        cluster.stop("immediate")


def summarised(experiments: list[Any], rows: list[tuple[Any, ...]]) -> dict[str, Any]:
    """Rates by scenario: experiments with any better or worse, verdicts of the planted pairs, coverage of intervals, sign errors."""
    by_experiment: dict[str, list[tuple[Any, ...]]] = defaultdict(list)
    for row in rows:
        by_experiment[row[0]].append(row[1:])
    groups: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for truth in experiments:
        group = groups[truth.id.rsplit("|", 1)[0]]
        effects = by_experiment[truth.id]
        assert effects, f"{truth.id} has no effects"
        group["experiments"]["n"] += 1
        group["experiments"]["claiming"] += any(verdict in ("better", "worse") for _, _, _, verdict, *_ in effects)
        for metric, level, baseline, verdict, reason, effect, low, high in effects:
            if metric != "tps":
                continue
            true = math.expm1(truth.effects.get(level, 0.0) - truth.effects.get(baseline, 0.0)) * 100
            kind = "planted" if abs(true) > 1e-9 else "equal"
            group[kind][verdict] += 1
            group[kind + "_reason"][reason] += 1
            group["intervals"]["n"] += 1
            group["intervals"]["cover"] += low <= true <= high
            group["intervals"]["wrong_sign"] += (
                verdict in ("better", "worse") and true != 0 and (effect > 0) != (true > 0)
            )
    return {
        "scenarios": {name: {key: dict(counter) for key, counter in group.items()} for name, group in groups.items()}
    }


def show(result: dict[str, Any]) -> None:
    """Prints the tables of docs/measurements/statistics.md."""
    for name, group in result["scenarios"].items():
        n = group["experiments"]["n"]
        claiming = group["experiments"]["claiming"]
        intervals = group["intervals"]
        line = f"{name:24} n={n:5} any better/worse {100 * claiming / n:5.1f}%  coverage {100 * intervals['cover'] / intervals['n']:5.1f}%"
        for kind in ("planted", "equal"):
            total = sum(group.get(kind, {}).values())
            if total:
                shares = "  ".join(
                    f"{verdict} {100 * count / total:.1f}%" for verdict, count in sorted(group[kind].items())
                )
                line += f"  | {kind}: {shares}"
        print(line + f"  wrong sign {intervals['wrong_sign']}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=1.0)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    state = Path(tempfile.mkdtemp(prefix="pgv-truth-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    try:
        result = simulate(options.scale, {word for word in options.only.split(",") if word})
    finally:
        shutil.rmtree(state, ignore_errors=True)
    show(result)
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
