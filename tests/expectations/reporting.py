"""The reporting marts as dbt's contracts declare them, with a few rows that agree with each other: what the marts' checks are tried on."""

import json
from pathlib import Path
from typing import Any

import psycopg
from ruamel.yaml import YAML

CONTRACTS = Path(__file__).resolve().parents[2] / "dbt_project/models/marts/reporting/_reporting__models.yml"


def create(connection: psycopg.Connection[Any]) -> None:
    """Creates every reporting table, empty, with the columns and types of its contract."""
    for model in YAML(typ="safe").load(CONTRACTS.read_text(encoding="utf-8"))["models"]:
        columns = ", ".join(f'"{column["name"]}" {column["data_type"]}' for column in model["columns"])
        connection.execute(f"create table marts.{model['name']} ({columns})")
        connection.execute(f"grant select on marts.{model['name']} to pgverdict_quality")


def insert(connection: psycopg.Connection[Any], table: str, **values: Any) -> None:
    names = ", ".join(f'"{name}"' for name in values)
    places = ", ".join(["%s"] * len(values))
    shown = [json.dumps(value) if isinstance(value, dict) else value for value in values.values()]
    connection.execute(f"insert into marts.{table} ({names}) values ({places})", shown)


def fill(connection: psycopg.Connection[Any], execution_id: int) -> None:
    """Rows of one execution, 8 clients at two levels, in which nothing contradicts anything."""
    common: dict[str, Any] = {"execution_id": execution_id, "experiment_id": "quickstart"}
    insert(
        connection,
        "rpt_experiments",
        **common,
        repeats=5,
        runs_valid=2,
        runs_invalid=0,
        blocks_complete=5,
        verdict_scope="final",
    )
    for run in (1, 2):
        insert(connection, "rpt_runs", **common, run_id=run, run=run, level="64MB", is_valid=True, duration_s=20.0)
    metrics = (("tps", "1/s", "higher", None), ("latency_ms", "ms", "lower", None), ("mbps", "MB/s", "none", None),
               ("read_mbps", "MB/s", "none", "mbps"), ("write_mbps", "MB/s", "none", "mbps"), ("iops", "1/s", "none", None),
               ("r_iops", "1/s", "none", "iops"), ("w_iops", "1/s", "none", "iops"), ("cpu_us_pct", "%", "none", None),
               ("cpu_sy_pct", "%", "none", None), ("cpu_wa_pct", "%", "none", None), ("cpu_id_pct", "%", "none", None),
               ("latency_p95_ms", "ms", "lower", None), ("latency_p99_ms", "ms", "lower", None))  # fmt: skip
    for metric, unit, better, part_of in metrics:
        insert(connection, "rpt_metrics", **common, metric=metric, unit=unit, better=better, part_of=part_of)
    means = {
        "64MB": {"tps": 801.2345678, "latency_ms": 9.98, "mbps": 21.2345678, "read_mbps": 8.1345678, "write_mbps": 13.1, "iops": 1301.5, "r_iops": 501.5,
                 "w_iops": 800.0, "cpu_us_pct": 40.1, "cpu_sy_pct": 20.2, "cpu_wa_pct": 5.3, "cpu_id_pct": 33.4, "latency_p95_ms": 15.1, "latency_p99_ms": 21.9},
        "256MB": {"tps": 1001.7654321, "latency_ms": 7.97, "mbps": 25.7654321, "read_mbps": 10.6654321, "write_mbps": 15.1, "iops": 1501.25, "r_iops": 601.25,
                  "w_iops": 900.0, "cpu_us_pct": 45.1, "cpu_sy_pct": 22.2, "cpu_wa_pct": 3.3, "cpu_id_pct": 29.4, "latency_p95_ms": 12.1, "latency_p99_ms": 18.9},
    }  # fmt: skip
    units = {metric: unit for metric, unit, _, _ in metrics}
    for level, values in means.items():
        for metric, mean in values.items():
            stats = {"mean": mean, "median": mean * 0.99, "min": mean * 0.8, "p95": mean * 1.1, "p99": mean * 1.15, "max": mean * 1.2,
                     "amplitude": mean * 0.4, "stddev": mean * 0.05, "r_squared": 0.3, "angle": 12.0, "pearson": 0.5, "share": 0.25}  # fmt: skip
            for stat, value in stats.items():
                interval = {"ci_low": value * 0.95, "ci_high": value * 1.05} if stat == "mean" else {}
                insert(connection, "rpt_facts", **common, fact_id=f"{level}.{metric}.{stat}", level=level, metric=metric, stat=stat, value=value,
                       unit="1" if stat == "share" else units[metric], scope="run", parents=[], **interval)  # fmt: skip
    for stat, value in (("min", 700.0), ("max", 900.0)):
        insert(connection, "rpt_facts", **common, fact_id=f"run1.tps.{stat}", level="64MB", run=1, metric="tps", stat=stat, value=value, unit="1/s",
               scope="run", parents=[])  # fmt: skip
    insert(
        connection,
        "rpt_series",
        **common,
        level="64MB",
        run=1,
        metric="tps",
        seconds=1.0,
        value=810.0,
        value_low=800.0,
        value_high=820.0,
    )
    insert(connection, "rpt_effects", **common, metric="tps", level="64MB", baseline="256MB", kind="pair", effect_pct=-20.0, effect_low_pct=-22.0,
           effect_high_pct=-18.0, p_value=0.001, p_adjusted=0.002, p_paired=0.003, sentinel_p=0.6, runs=10, minimum_effect_pct=3.0, verdict="worse")  # fmt: skip
    insert(connection, "rpt_correlations", **common, level="64MB", metric="read_mbps", partner="mbps", n=100, n_effective=60.0, pearson=0.6, pearson_low=0.4,
           pearson_high=0.7, spearman=0.5, partial=0.4, is_part_of_whole=True, is_claimable=True)  # fmt: skip
    insert(connection, "rpt_slopes", **common, level="64MB", metric="tps", slope_per_min=2.0, slope_low=1.0, slope_high=3.0, theil_sen_per_min=2.1, kendall_p=0.01,
           r_squared=0.4, verdict="rising")  # fmt: skip
    for rank, (event, share) in enumerate((("WALWrite", 0.5), ("WALSync", 0.2)), 1):
        insert(connection, "rpt_pareto", **common, level="64MB", kind="wait", entity=event, share_of_total=share, share_low=share - 0.05, share_high=share + 0.05,
               share_of_type=share + 0.2, rank=rank, cumulative_share=0.5 if rank == 1 else 0.7, is_dominant=rank == 1)  # fmt: skip
    insert(connection, "rpt_drops", **common, level="64MB", run=1, drop_name="drop_1", metric="tps", starts_at="2026-03-04T22:01:00Z",
           ends_at="2026-03-04T22:02:00Z", depth_pct=60.0, recovered_after_s=20.0)  # fmt: skip
    insert(connection, "rpt_stability", **common, level="64MB", metric="tps", drop_minutes_per_h=2.0, p5_to_p50=0.8)
    insert(
        connection,
        "rpt_dose_response",
        **common,
        factor="shared_buffers",
        metric="tps",
        levels=["64MB", "256MB"],
        means=[800.0, 1000.0],
        shape="rising",
    )
    insert(
        connection, "rpt_optima", **common, level="256MB", purpose="primary", is_best=True, is_tied=False, tied_with=[]
    )
    insert(connection, "rpt_limits", **common, level="64MB", resource="disk", evidence_count=2)
    insert(connection, "rpt_nightly_changes", **common, level="64MB", metric="tps", nights=12, verdict="rising")


#: What spoils the marts: the statement, and the check that must say so. Every check of the marts has one.
FAULTS: dict[str, str] = {
    "marts_facts.bad_values": "update marts.rpt_facts set value = 'NaN' where fact_id = '64MB.tps.median'",
    "marts_facts.mean_outside": "update marts.rpt_facts set value = value * 2, ci_high = null, ci_low = null where fact_id = '64MB.tps.mean'",
    "marts_facts.disordered": "update marts.rpt_facts set value = value * 2 where fact_id = '64MB.tps.median'",
    "marts_facts.amplitude_off": "update marts.rpt_facts set value = value * 1.01 where fact_id = '64MB.tps.amplitude'",
    "marts_facts.spread_of_range": "update marts.rpt_facts set value = value * 100 where fact_id = '64MB.tps.stddev'",
    "marts_facts.share_of_whole": "update marts.rpt_facts set value = 1.2 where fact_id = '64MB.tps.share'",
    "marts_facts.least_share": "update marts.rpt_facts set value = -0.2 where fact_id = '64MB.tps.share'",
    "marts_facts.strongest": "update marts.rpt_facts set value = 1.2 where fact_id = '64MB.tps.pearson'",
    "marts_facts.greatest_fit": "update marts.rpt_facts set value = 1.2 where fact_id = '64MB.tps.r_squared'",
    "marts_facts.least_fit": "update marts.rpt_facts set value = -0.2 where fact_id = '64MB.tps.r_squared'",
    "marts_facts.angle_is_fit": "update marts.rpt_facts set value = degrees(atan(sqrt(0.3))) where fact_id = '64MB.tps.angle'",
    "marts_facts.outside_interval": "update marts.rpt_facts set ci_high = value * 0.99 where fact_id = '64MB.tps.mean'",
    "marts_facts.twin_levels": "update marts.rpt_facts as copy set value = facts.value, ci_low = null, ci_high = null from marts.rpt_facts as facts "
    "where copy.level = '256MB' and copy.metric = 'tps' and facts.level = '64MB' and facts.metric = 'tps' and facts.run is null and facts.stat = copy.stat",
    "marts_facts.part_of_whole": "update marts.rpt_facts set value = value * 3 where metric = 'read_mbps' and level = '64MB' and stat <> 'angle'",
    "marts_facts.orphans": "update marts.rpt_facts set parents = '{no.such.fact}' where fact_id = '64MB.tps.mean'",
    "marts_physics.clients_by_little": "update marts.rpt_facts set value = value * 1.4 where metric = 'latency_ms' and level = '64MB' and stat <> 'angle'",
    "marts_physics.clients_by_little_badly": "update marts.rpt_facts set value = value * 1000 where metric = 'latency_ms' and level = '64MB' and stat <> 'angle'",
    "marts_physics.iops_by_parts": "update marts.rpt_facts set value = value * 1.1 where fact_id = '64MB.iops.mean'",
    "marts_physics.iops_by_parts_badly": "update marts.rpt_facts set value = value * 2 where fact_id = '64MB.iops.mean'",
    "marts_physics.mbps_by_parts": "update marts.rpt_facts set value = value * 1.1 where fact_id = '64MB.mbps.mean'",
    "marts_physics.mbps_by_parts_badly": "update marts.rpt_facts set value = value * 1024 where fact_id = '64MB.mbps.mean'",
    "marts_physics.cpu_by_parts": "update marts.rpt_facts set value = value + 30 where fact_id = '64MB.cpu_us_pct.mean'",
    "marts_physics.request_kb": "update marts.rpt_facts set value = value / 1e6 where metric in ('mbps', 'read_mbps', 'write_mbps') and stat = 'mean'",
    "marts_physics.p95_by_p99": "update marts.rpt_facts set value = 30 where fact_id = '64MB.latency_p95_ms.mean'",
    "marts_effects.estimate_outside": "update marts.rpt_effects set effect_pct = -30",
    "marts_effects.unknown_verdict": "update marts.rpt_effects set verdict = 'superb'",
    "marts_effects.greatest_p": "update marts.rpt_effects set p_value = 1.5",
    "marts_effects.least_p": "update marts.rpt_effects set p_value = -0.5",
    "marts_effects.unproven": "update marts.rpt_effects set p_adjusted = 0.2",
    "marts_effects.wrong_side": "update marts.rpt_effects set verdict = 'better'",
    "marts_effects.unlike": "update marts.rpt_effects set verdict = 'equivalent'",
    "marts_effects.effect_pct": "update marts.rpt_effects set effect_pct = -120",
    "marts_effects.claimed_of_one": "update marts.rpt_effects set runs = 1",
    "marts_correlations.strongest": "update marts.rpt_correlations set spearman = -1.1",
    "marts_correlations.estimate_outside": "update marts.rpt_correlations set pearson_high = 0.5",
    "marts_correlations.effective_of_all": "update marts.rpt_correlations set n_effective = 200",
    "marts_correlations.claimed_on": "update marts.rpt_correlations set n_effective = 7",
    "marts_correlations.unflagged_part": "update marts.rpt_correlations set is_part_of_whole = false",
    "marts_slopes.estimate_outside": "update marts.rpt_slopes set slope_high = 1.5",
    "marts_slopes.r_squared": "update marts.rpt_slopes set r_squared = 1.4",
    "marts_slopes.kendall_p": "update marts.rpt_slopes set kendall_p = 2",
    "marts_slopes.wrong_side": "update marts.rpt_slopes set verdict = 'falling'",
    "marts_pareto.greatest_share": "update marts.rpt_pareto set share_of_total = 1.5 where rank = 1",
    "marts_pareto.least_share": "update marts.rpt_pareto set share_of_total = -0.1 where rank = 2",
    "marts_pareto.shares_together": "update marts.rpt_pareto set share_of_total = 0.6",
    "marts_pareto.cumulative_share": "update marts.rpt_pareto set cumulative_share = 1.2 where rank = 2",
    "marts_pareto.type_below_total": "update marts.rpt_pareto set share_of_type = 0.1",
    "marts_pareto.estimate_outside": "update marts.rpt_pareto set share_high = 0.3 where rank = 1",
    "marts_pareto.dominant": "update marts.rpt_pareto set is_dominant = true",
    "marts_runs.valid_off": "update marts.rpt_experiments set runs_valid = 9",
    "marts_runs.backward_runs": "update marts.rpt_runs set duration_s = -1",
    "marts_runs.blocks_over": "update marts.rpt_experiments set blocks_complete = 6",
    "marts_runs.runs_valid": "update marts.rpt_experiments set runs_valid = 0",
    "marts_runs.final_blocks": "update marts.rpt_experiments set blocks_complete = 0",
    "marts_drops.backward": "update marts.rpt_drops set ends_at = starts_at - interval '1 min'",
    "marts_drops.depth_pct": "update marts.rpt_drops set depth_pct = 130",
    "marts_drops.recovered_after_s": "update marts.rpt_drops set recovered_after_s = -5",
    "marts_drops.drop_minutes_per_h": "update marts.rpt_stability set drop_minutes_per_h = 70",
    "marts_drops.p5_to_p50": "update marts.rpt_stability set p5_to_p50 = 1.2",
    "marts_decisions.shape_broken": "update marts.rpt_dose_response set means = '{1000, 800}'",
    "marts_decisions.best_among_equals": "update marts.rpt_optima set is_tied = true",
    "marts_decisions.thin_limit": "update marts.rpt_limits set evidence_count = 1",
    "marts_decisions.early_trend": "update marts.rpt_nightly_changes set nights = 6",
    "marts_series.outside_share": "update marts.rpt_series set value = 2000, value_high = 3000",
    "marts_series.estimate_outside": "update marts.rpt_series set value_high = 805",
}
