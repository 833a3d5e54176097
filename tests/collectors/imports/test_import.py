"""What an import leaves in the warehouse: all of it or nothing, once, and what is known of the runs."""

import gzip
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from collectors.imports import import_manifests
from collectors.imports.writer import TABLES, Writer
from pgverdict.errors import Refused
from pgverdict.warehouse import connect
from tests.collectors.imports.pairs import FIXTURES

HEAD = """\
experiment: {id: ID, title: {en: Memory, ru: Память}, primary: qps, minimum_effect: 2%,
             factors: [{name: work_mem, kind: guc, unit: MB, levels: [1, 4, 32], baseline: 4}]}
metrics: [{id: qps, unit: 1/s, better: higher, names: {en: [queries a second], ru: [запросов в секунду]}}]
"""
T0 = datetime(2025, 3, 4, 10, tzinfo=UTC)


def query(dsn: str, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        return connection.execute(sql, parameters).fetchall()


def manifest(folder: Path, body: str, experiment_id: str = "e") -> Path:
    path = folder / f"{experiment_id}.yml"
    path.write_text(HEAD.replace("ID", experiment_id) + body)
    return path


def result(level: str, repeat: int, value: float, more: str = "") -> str:
    return f"  - {{level: {{work_mem: {level}}}, repeat: {repeat}, results: {{qps: {value}}}{more}}}\n"


def snapshot(dsn: str) -> list[Any]:
    """Everything that imports write."""
    control = [
        query(dsn, f"select t::text from control.{t} t order by 1")
        for t in ("experiments", "executions", "runs", "load_steps")
    ]
    return control + [query(dsn, f"select t::text from raw.{t} t order by 1") for t in (*TABLES, "metric_declarations")]


def test_runs_of_which_only_results_are_known(warehouse_dsn: str, tmp_path: Path) -> None:
    body = "runs:\n" + "".join(result(level, repeat, 10.0 * repeat) for repeat in (1, 2) for level in ("1", "4", "32"))
    [report] = import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    assert (report.experiment_id, report.runs, report.rows, report.is_unchanged) == ("e", 6, 6, False)
    [execution] = query(
        warehouse_dsn,
        "select origin, status, repeats, primary_metric, minimum_effect_pct, is_randomised, has_sentinel, is_preregistered, factors"
        " from control.executions",
    )
    assert execution[:8] == ("import", "complete", 2, "qps", 2.0, None, False, False)
    assert execution[8] == [
        {"name": "work_mem", "kind": "guc", "unit": "MB", "levels": ["1", "4", "32"], "baseline": "4", "default": None}
    ]
    runs = query(
        warehouse_dsn,
        "select run, planned_order, block, level, role, status, measured_from, night from control.runs order by run",
    )
    assert [run[:5] for run in runs] == [(i + 1, i + 1, i // 3 + 1, ("1", "4", "32")[i % 3], "level") for i in range(6)]
    assert {run[5:7] for run in runs} == {("done", None)}
    assert query(warehouse_dsn, "select metric, sum(value) from raw.results group by 1") == [("qps", 90.0)]
    assert query(warehouse_dsn, "select metric, unit, better, names ->> 'ru' from raw.metric_declarations") == [
        ("qps", "1/s", "higher", '["запросов в секунду"]')
    ]
    assert query(warehouse_dsn, "select count(*) from control.load_steps") == [(0,)]


def test_the_same_again_changes_nothing_and_a_changed_file_replaces_the_execution(
    warehouse_dsn: str, tmp_path: Path
) -> None:
    (tmp_path / "a.csv").write_text("at,metric,value\n2025-03-04T10:00:00Z,qps,1\n2025-03-04T10:00:01Z,qps,2\n")
    path = manifest(
        tmp_path, "runs:\n  - {level: {work_mem: 1}, files: [{kind: series, path: a.csv}]}\n" + result("4", 1, 5.0)
    )
    [first] = import_manifests([path], warehouse_dsn)
    before = snapshot(warehouse_dsn)
    [again] = import_manifests([path], warehouse_dsn)
    assert again.is_unchanged
    assert (again.execution_id, again.runs, again.rows) == (first.execution_id, 2, 0)
    assert snapshot(warehouse_dsn) == before
    (tmp_path / "a.csv").write_text("at,metric,value\n2025-03-04T10:00:00Z,qps,7\n")
    [changed] = import_manifests([path], warehouse_dsn)
    assert not changed.is_unchanged
    assert changed.execution_id != first.execution_id
    assert query(warehouse_dsn, "select value from raw.series") == [(7.0,)]
    assert query(warehouse_dsn, "select count(*) from control.runs") == [(2,)]
    assert query(warehouse_dsn, "select count(*) from raw.results") == [(1,)]
    assert query(warehouse_dsn, "select execution_id, execution from control.executions") == [(changed.execution_id, 1)]


def test_one_bad_manifest_refuses_all_of_a_call_and_keeps_what_was_there(warehouse_dsn: str, tmp_path: Path) -> None:
    good = manifest(tmp_path, "runs:\n" + result("4", 1, 5.0), "good")
    import_manifests([good], warehouse_dsn)
    before = snapshot(warehouse_dsn)
    good.write_text(good.read_text().replace("5.0", "6.0"))
    (tmp_path / "bad.csv").write_text("at,metric,value\n2025-03-04T10:00:00Z,qps,x\n")
    bad = manifest(tmp_path, "runs:\n  - {level: {work_mem: 1}, files: [{kind: series, path: bad.csv}]}\n", "bad")
    with pytest.raises(Refused, match=r"bad\.csv:2: 'x' is not a number"):
        import_manifests([good, bad], warehouse_dsn)
    assert snapshot(warehouse_dsn) == before


def test_many_experiments_come_in_together(warehouse_dsn: str, tmp_path: Path) -> None:
    body = "runs:\n" + "".join(result(level, repeat, 10.0) for repeat in (1, 2) for level in ("1", "4", "32"))
    paths = [manifest(tmp_path, body, f"e{number}") for number in range(60)]
    reports = import_manifests(paths, warehouse_dsn)
    assert [report.experiment_id for report in reports] == [f"e{number}" for number in range(60)]
    assert query(
        warehouse_dsn, "select count(*), count(distinct execution_id), count(distinct night) from control.runs"
    ) == [(360, 60, 1)]
    with pytest.raises(Refused, match="ids are unique"):
        import_manifests([paths[0], manifest(tmp_path, body + "\n", "e0")], warehouse_dsn)


def test_an_experiment_of_our_own_is_not_replaced(warehouse_dsn: str, tmp_path: Path) -> None:
    with psycopg.connect(warehouse_dsn) as connection:
        connection.execute("insert into control.experiments (experiment_id) values ('e')")
        connection.execute(
            "insert into control.executions (experiment_id, execution, origin, status, spec, spec_hash, factors, repeats, primary_metric,"
            " minimum_effect_pct) values ('e', 1, 'run', 'complete', '{}', '', '[]', 1, 'tps', 1)"
        )
    with pytest.raises(Refused, match="was run by pgverdict itself"):
        import_manifests([manifest(tmp_path, "runs:\n" + result("4", 1, 5.0))], warehouse_dsn)


def table_csv(orders: dict[int, list[str]], seconds: int = 3, gap_s: int = 100) -> str:
    """A long table: a block's levels in the order in which they were run."""
    lines, position = ["wm,rep,pos,ts,name,dev,v,comment"], 0
    for repeat, levels in orders.items():
        for level in levels:
            position += 1
            for second in range(seconds):
                at = (T0 + timedelta(seconds=position * gap_s + second)).isoformat()
                lines.append(f"{level},{repeat},{position},{at},qps,,{100 + position},x")
                lines.append(f"{level},{repeat},{position},{at},busy,sda,{second},")
    return "\n".join(lines) + "\n"


TABLE = "series_tables:\n  - {path: PATH, columns: {level: {work_mem: wm}, repeat: rep, order: pos, at: ts, metric: name, entity: dev, value: v}}\n"


def test_a_table_of_many_runs_tells_the_runs_their_order_and_times(warehouse_dsn: str, tmp_path: Path) -> None:
    (tmp_path / "all.csv.gz").write_bytes(
        gzip.compress(table_csv({1: ["4MB", "1", "32.0"], 2: ["32", "4", "1"]}).encode())
    )
    [report] = import_manifests([manifest(tmp_path, TABLE.replace("PATH", "all.csv.gz"))], warehouse_dsn)
    assert (report.runs, report.rows) == (6, 36)
    assert any("busy" in warning for warning in report.warnings)
    assert not any("qps" in warning for warning in report.warnings)
    runs = query(warehouse_dsn, "select run, block, level, measured_from, measured_to from control.runs order by run")
    assert [run[:3] for run in runs] == [(1, 1, "4"), (2, 1, "1"), (3, 1, "32"), (4, 2, "32"), (5, 2, "4"), (6, 2, "1")]
    for position, run in enumerate(runs, 1):
        starts = T0 + timedelta(seconds=100 * position)
        assert run[3:] == (starts, starts + timedelta(seconds=3))  # three samples a second apart span three seconds
    assert query(warehouse_dsn, "select is_randomised from control.executions") == [(True,)]
    assert query(warehouse_dsn, "select count(*), min(step), max(step) from control.load_steps") == [(6, 1, 1)]
    series = query(
        warehouse_dsn, "select metric, entity, count(*), sum(value) from raw.series group by 1, 2 order by 1"
    )
    assert series == [("busy", "sda", 18, 18.0), ("qps", "", 18, 3.0 * sum(range(101, 107)))]
    today = datetime.now(UTC).date()
    assert query(warehouse_dsn, "select distinct night from raw.series")[0][0] in (today, today - timedelta(days=1))


def test_one_of_two_baseline_runs_of_a_block_is_drawn_as_the_sentinel(warehouse_dsn: str, tmp_path: Path) -> None:
    blocks = {repeat: ["4", "1", "4", "32"] for repeat in range(1, 13)}
    (tmp_path / "all.csv").write_text(table_csv(blocks))
    import_manifests([manifest(tmp_path, TABLE.replace("PATH", "all.csv"))], warehouse_dsn)
    assert query(warehouse_dsn, "select has_sentinel, repeats from control.executions") == [(True, 12)]
    drawn = query(warehouse_dsn, "select block, mod(run - 1, 4) from control.runs where role = 'sentinel' order by 1")
    assert [block for block, _ in drawn] == list(range(1, 13))
    assert {position for _, position in drawn} == {0, 2}, "always the same position would take drift for a difference"


def test_the_sentinel_that_the_manifest_names_is_taken(warehouse_dsn: str, tmp_path: Path) -> None:
    body = "runs:\n" + "".join(
        result("4", repeat, 1.0, ", order: 1")
        + result("1", repeat, 1.0, ", order: 2")
        + result("4", repeat, 1.0, ", order: 3, role: sentinel")
        for repeat in range(1, 7)
    )
    import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    assert query(warehouse_dsn, "select array_agg(mod(run - 1, 3)) from control.runs where role = 'sentinel'") == [
        ([2] * 6,)
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (result("1", 1, 1.0) + result("1", 1, 2.0), "is there twice in repeat 1"),
        (result("4", 1, 1.0) + result("4", 1, 2.0), "told apart by `order`"),
        (result("1", 1, 1.0, ", order: 1") + result("1", 1, 2.0, ", order: 2"), "a block holds each level once"),
        ("".join(result("4", 1, 1.0, f", order: {order}") for order in (1, 2, 3)), "at most twice"),
        (result("1", 1, 1.0, ", role: sentinel"), "a block holds each level once"),
        (result("1", 1, 1.0, ", order: 1") + result("4", 1, 1.0, ", order: 1"), "two runs of repeat 1 have order 1"),
    ],
)  # fmt: skip
def test_blocks_that_cannot_be_are_refused(module_warehouse_dsn: str, tmp_path: Path, body: str, expected: str) -> None:
    with pytest.raises(Refused, match=expected):
        import_manifests([manifest(tmp_path, "runs:\n" + body)], module_warehouse_dsn)
    assert query(module_warehouse_dsn, "select count(*) from control.executions") == [(0,)]


def test_an_order_within_each_block_is_numbered_through_the_execution(warehouse_dsn: str, tmp_path: Path) -> None:
    body = "runs:\n" + "".join(
        result(level, repeat, 1.0, f", order: {order}")
        for repeat in (1, 2)
        for order, level in enumerate(("1", "4", "32"), 1)
    )
    import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    assert query(warehouse_dsn, "select run, level from control.runs order by run") == [
        (1, "1"), (2, "4"), (3, "32"), (4, "1"), (5, "4"), (6, "32"),
    ]  # fmt: skip
    assert query(warehouse_dsn, "select is_randomised from control.executions") == [(False,)]


def test_a_primary_metric_that_nobody_knows_or_that_no_file_tells_is_refused(
    module_warehouse_dsn: str, tmp_path: Path
) -> None:
    unknown = manifest(tmp_path, "runs:\n" + result("4", 1, 1.0))
    unknown.write_text(unknown.read_text().replace("primary: qps", "primary: qsp"))
    with pytest.raises(Refused, match="'qsp' is neither declared under `metrics` nor known; the nearest is qps"):
        import_manifests([unknown], module_warehouse_dsn)
    absent = manifest(tmp_path, "runs:\n" + result("4", 1, 1.0).replace("qps", "tps"))
    with pytest.raises(Refused, match="no file or result tells 'qps'; the nearest is tps"):
        import_manifests([absent], module_warehouse_dsn)


def test_pgbench_runs_with_a_warm_up(warehouse_dsn: str, tmp_path: Path) -> None:
    body = f"""\
experiment: {{id: aws, title: AWS, primary: tps, minimum_effect: 1%, warm_up: 60s, environment: {{cpu_cores: 8, disk: gp3}},
             factors: [{{name: machine, levels: [aws]}}]}}
runs:
  - level: {{machine: aws}}
    files:
      - {{kind: pgbench_summary, path: "{FIXTURES}/serverscamp-aws/run1.txt"}}
      - {{kind: pgbench_aggregate, path: "{FIXTURES}/serverscamp-aws/run1.9026*", interval: 10s}}
"""
    path = tmp_path / "aws.yml"
    path.write_text(body)
    import_manifests([path], warehouse_dsn)
    assert query(warehouse_dsn, "select environment from control.executions") == [
        ({"cpu_cores": 8, "disk": "gp3", "pg_version": "18.3"},)
    ]
    [(started_at, measured_from, measured_to)] = query(
        warehouse_dsn, "select started_at, measured_from, measured_to from control.runs"
    )
    assert (measured_from - started_at, measured_to - started_at) == (timedelta(seconds=60), timedelta(seconds=600))
    steps = query(
        warehouse_dsn, "select step, clients, is_warm_up, ends_at - starts_at from control.load_steps order by step"
    )
    assert steps == [(0, 32, True, timedelta(seconds=60)), (1, 32, False, timedelta(seconds=540))]
    assert query(warehouse_dsn, "select distinct thread from raw.pgbench_aggregate order by 1") == [
        (0,),
        (1,),
        (2,),
        (3,),
    ]
    path.write_text(body.replace("warm_up: 60s", "warm_up: 20min"))
    with pytest.raises(Refused, match="shorten `warm_up`"):
        import_manifests([path], warehouse_dsn)


def test_every_kind_of_file_comes_in(warehouse_dsn: str, tmp_path: Path) -> None:
    files = {
        "iostat": "iostat/x-t-12.6-12h.out", "vmstat": "vmstat/t-4.0.out", "sar": "sar/text-12.6.out", "postgres_log": "postgres_log/rds.out",
        "pg_settings": "pg_settings/psql-csv.out", "wait_events": "wait_events/seconds.out", "statements": "statements/cumulative.out",
        "pgbench_progress": "pgbench_progress/18-rate.out", "pgbench_log": "pgbench-real/rate.5403*", "pgbench_summary": "pgbench-real/s_rate.out",
        "pgbench_aggregate": "pgbench_aggregate/15-plain.out",
    }  # fmt: skip
    entries = "".join(f'      - {{kind: {kind}, path: "{FIXTURES}/{name}"}}\n' for kind, name in files.items())
    body = f"runs:\n  - level: {{work_mem: 4}}\n    started_at: 2026-11-21T12:44:03Z\n    results: {{qps: 1}}\n    files:\n{entries}"
    [report] = import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    counts = {table: query(warehouse_dsn, f"select count(*) from raw.{table}")[0][0] for table in TABLES}
    assert all(counts.values()), counts
    assert report.rows == sum(counts.values())
    assert (
        query(warehouse_dsn, "select factors -> 0 ->> 'default', environment ->> 'pg_version' from control.executions")[
            0
        ][1]
        is not None
    )
    assert query(warehouse_dsn, "select bool_or(is_since_boot), bool_and(is_since_boot) from raw.iostat") == [
        (True, False)
    ]


def test_files_without_a_clock_need_the_runs_start(warehouse_dsn: str, tmp_path: Path) -> None:
    path = FIXTURES / "jc" / "iostat-1.out"
    body = f'runs:\n  - {{level: {{work_mem: 4}}, results: {{qps: 1}}, files: [{{kind: iostat, path: "{path}"}}]}}\n'
    with pytest.raises(Refused, match="has no clock of its own: give the run's started_at"):
        import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    body = body.replace("results:", "started_at: 2025-03-04T10:00:00Z, results:").replace(
        "kind: iostat", "kind: iostat, interval: 5s"
    )
    [report] = import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    assert not report.warnings
    assert query(warehouse_dsn, "select distinct at from raw.iostat_cpu order by 1 limit 2") == [
        (T0,),
        (T0 + timedelta(seconds=5),),
    ]


def test_a_missing_file_is_named_with_the_manifests_line(module_warehouse_dsn: str, tmp_path: Path) -> None:
    body = "runs:\n  - level: {work_mem: 4}\n    files:\n      - {kind: iostat, path: nothing.log}\n"
    with pytest.raises(Refused, match=r"e\.yml:7: there is no file 'nothing\.log'"):
        import_manifests([manifest(tmp_path, body)], module_warehouse_dsn)


def test_a_row_with_a_column_that_does_not_exist_is_an_error(module_warehouse_dsn: str) -> None:
    with (
        connect("pgverdict_collector", module_warehouse_dsn) as connection,
        Writer(connection, date(2025, 3, 4)) as writer,
        pytest.raises(KeyError, match="no column"),
    ):
        writer.add("results", 1, {"metric": "qps", "valve": 1.0})


def test_text_that_copy_would_take_for_something_else_stays_as_it_is(warehouse_dsn: str, tmp_path: Path) -> None:
    (tmp_path / "log.out").write_text('2025-03-04 10:00:00 UTC [1] WARNING:  a\\b "q" \\N tab\there\n')
    body = f'runs:\n  - {{level: {{work_mem: 4}}, results: {{qps: 1}}, files: [{{kind: postgres_log, path: "{tmp_path}/log.out"}}]}}\n'
    import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    [(message,)] = query(warehouse_dsn, "select message from raw.log_events")
    assert "a\\b" in message
    assert "\\N tab\there" in message


def test_what_is_written_in_binary_arrives_as_it_was(warehouse_dsn: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(
        "at,metric,entity,value\n2025-03-04T10:00:00.123456Z,qps,010,0.1\n1741082401,qps,,\n2025-03-04 13:00:02+03:00,скорость,nvme0n1,-1e-300\n"
    )
    (tmp_path / "w.csv").write_text(
        "at,type,event,backends\n2025-03-04T10:00:00.1Z,LWLock,WALWrite,3\n2025-03-04T10:00:00.1Z,,,2\n"
    )
    (tmp_path / "s.csv").write_text("at,queryid,calls,rows,total_ms\n2025-03-04T10:00:00Z,-9223372036854775808,1,2,\n")
    body = "runs:\n  - level: {work_mem: 4}\n    files:\n" + "".join(
        f"      - {{kind: {kind}, path: {name}.csv}}\n"
        for kind, name in (("series", "a"), ("wait_events", "w"), ("statements", "s"))
    )
    import_manifests([manifest(tmp_path, body)], warehouse_dsn)
    assert query(warehouse_dsn, "select at, metric, entity, value from raw.series order by at") == [
        (T0 + timedelta(microseconds=123456), "qps", "010", 0.1),
        (T0 + timedelta(seconds=1), "qps", "", None),
        (T0 + timedelta(seconds=2), "скорость", "nvme0n1", -1e-300),
    ]
    waits = query(
        warehouse_dsn,
        "select backend_type, state, wait_event_type, wait_event, backends from raw.activity_waits order by backends",
    )
    assert waits == [("client backend", "active", None, None, 2), ("client backend", "active", "LWLock", "WALWrite", 3)]
    assert query(warehouse_dsn, "select taken from raw.ticks") == [(1,)]
    assert query(warehouse_dsn, "select queryid, calls, rows, total_exec_ms from raw.stat_statements") == [
        (-(2**63), 1, 2, None)
    ]
