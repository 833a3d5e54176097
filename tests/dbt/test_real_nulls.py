"""Runs of others, through the import form: where nothing was varied, or nothing can be told, no level is better or worse."""

import csv
from pathlib import Path
from typing import Any

import psycopg
import pytest

from collectors.imports import import_manifests
from pgverdict.command.build import build

NULLS = Path(__file__).parent.parent / "fixtures" / "nulls"
HEAD = "experiment: {{id: {id}, title: {{en: {id}, ru: {id}}}, primary: tps, minimum_effect: 3%,\n             factors: [{{name: part, kind: label, levels: {levels}, baseline: {baseline}}}]}}\n"


def rows(name: str) -> list[dict[str, str]]:
    with (NULLS / name).open() as file:
        return list(csv.DictReader(file))


def write_manifest(folder: Path, identity: str, levels: list[str], runs: dict[tuple[str, int], Any]) -> Path:
    """A manifest of runs by (level, repeat): one figure, or samples ten seconds apart (written beside it as a series)."""
    text = HEAD.format(id=identity, levels=levels, baseline=levels[0]) + "runs:\n"
    for position, ((level, repeat), known) in enumerate(runs.items(), start=1):
        head = f"  - level: {{part: {level}}}\n    repeat: {repeat}\n    order: {position}\n"
        if isinstance(known, float):
            text += head + f"    results: {{tps: {known}}}\n"
            continue
        path = folder / f"{identity}_{position}.csv"
        at = [f"2026-05-04T10:{10 * second // 60:02d}:{10 * second % 60:02d}Z" for second in range(len(known))]
        path.write_text("at,metric,value\n" + "".join(f"{a},tps,{v}\n" for a, v in zip(at, known, strict=True)))
        text += head + f"    files:\n      - {{kind: series, path: {path.name}}}\n"
    manifest = folder / f"{identity}.yml"
    manifest.write_text(text)
    return manifest


@pytest.fixture(scope="module")
def verdicts(module_warehouse_dsn: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Any, ...]]]:
    """Every pair's level, verdict, reason and effect, by experiment."""
    folder = tmp_path_factory.mktemp("nulls")
    seconds: dict[int, list[float]] = {}
    for row in rows("aws_10s.csv"):
        seconds.setdefault(int(row["run"]), []).append(float(row["tps"]))
    reports = {(row["test"], row["scale"], int(row["run"])): float(row["tps"]) for row in rows("serverscamp_runs.csv")}
    manifests = [
        # Every third interval of one run against the next ones: nothing at all is varied.
        write_manifest(folder, "slices", ["a", "b", "c"], {(level, run): samples["abc".index(level) :: 3] for run, samples in seconds.items() for level in "abc"}),
        # Three repeats of one configuration, told as if each were a level.
        write_manifest(folder, "repeats", ["r1", "r2", "r3"], {(f"r{run}", 1): samples for run, samples in seconds.items()}),
        # Twice the storage for a database that fits into memory.
        write_manifest(folder, "storage_100", ["test1", "test2"], {(test, run): reports[test, "100", run] for run in (1, 2, 3) for test in ("test1", "test2")}),
        # And for one that does not: the gain is large, and so is the trend of either level over its repeats.
        write_manifest(folder, "storage_1000", ["test1", "test2"], {(test, run): reports[test, "1000", run] for run in (1, 2, 3) for test in ("test1", "test2")}),
    ]  # fmt: skip
    import_manifests(manifests, module_warehouse_dsn)
    build(dsn=module_warehouse_dsn)
    found: dict[str, list[tuple[Any, ...]]] = {}
    with psycopg.connect(module_warehouse_dsn) as connection:
        for experiment, *row in connection.execute(
            "select experiment_id, level, baseline, verdict, reason_code, effect_pct, effect_low_pct, effect_high_pct, p_adjusted, reason_en"
            " from marts.rpt_effects where metric = 'tps' and kind = 'pair' order by experiment_id, level, baseline"
        ):
            found.setdefault(experiment, []).append(tuple(row))
    for experiment, effects in found.items():
        for effect in effects:
            print(experiment, *effect)
    return found


def test_slices_of_the_same_runs_are_never_better_or_worse(verdicts: dict[str, list[tuple[Any, ...]]]) -> None:
    assert len(verdicts["slices"]) == 3
    assert {verdict for _, _, verdict, *_ in verdicts["slices"]} <= {"equivalent", "undecided"}


def test_repeats_told_as_levels_are_single_runs(verdicts: dict[str, list[tuple[Any, ...]]]) -> None:
    assert [verdict for _, _, verdict, *_ in verdicts["repeats"]] == ["single_run"] * 3
    effects = {(level, baseline): effect for level, baseline, _, _, effect, *_ in verdicts["repeats"]}
    # Their means are 3973, 3965 and 4017: with three runs, each the median in its turn, deviations from the median would all be zero.
    assert effects["r3", "r1"] == pytest.approx(1.1, abs=0.5)
    assert effects["r3", "r2"] > effects["r3", "r1"] > 0 > effects["r2", "r1"]


def test_faster_storage_under_a_cached_database_decides_nothing(verdicts: dict[str, list[tuple[Any, ...]]]) -> None:
    ((_, _, verdict, reason, effect, low, high, *_),) = verdicts["storage_100"]
    assert (verdict, reason) in (("undecided", "too_few_repeats"), ("equivalent", "equivalent_shown"))
    assert low < 0 < high and abs(effect) < 1


def test_a_gain_without_a_sentinel_or_a_plan_says_so(verdicts: dict[str, list[tuple[Any, ...]]]) -> None:
    ((_, _, verdict, _, effect, *_, sentence),) = verdicts["storage_1000"]
    assert verdict in ("better", "undecided", "drifting") and effect > 15
    assert "no sentinel" in sentence
