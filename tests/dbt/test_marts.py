"""The marts through raw tables and dbt: what they say of known truths, and that building them again changes nothing."""

import hashlib
import json
import math
from typing import Any

import numpy as np
import psycopg
import pytest
from truth_generator import NIGHT, Truth, insert, truth_grid

from pgverdict.command.build import Dbt, build

EXPERIMENTS = [
    Truth("effect", 1, effects={"4": math.log(1.10)}, run_sd=0.01),
    Truth("nothing", 2, run_sd=0.003, noise_sd=0.02, stalls_a_run=0.2),
    Truth("single", 3, repeats=1, has_sentinel=False, effects={"4": 0.2}),
    Truth("drifting", 4, level_drift={"4": 0.6}, run_sd=0.01),
    Truth("no_sentinel", 5, has_sentinel=False, effects={"4": math.log(1.10)}, run_sd=0.01),
    Truth("late", 6, effects={"1": math.log(0.9)}, run_sd=0.01, repeats=5),
    Truth("replaced", 7, repeats=3),
    truth_grid("grid", 8),
]


@pytest.fixture(scope="module")
def built(module_warehouse_dsn: str) -> tuple[str, dict[str, int]]:
    """A warehouse with all experiments, built once."""
    with psycopg.connect(module_warehouse_dsn) as connection:
        executions = insert(connection, EXPERIMENTS)
    report = build(dsn=module_warehouse_dsn)
    assert sorted(report.executions) == sorted(executions.values())
    return module_warehouse_dsn, executions


def query(dsn: str, text: str, parameters: Any = None) -> list[tuple[Any, ...]]:
    with psycopg.connect(dsn) as connection:
        return connection.execute(text, parameters).fetchall()


def verdicts(built: Any, experiment: str, metric: str = "tps") -> dict[tuple[str, str], tuple[str, str]]:
    rows = query(
        built[0],
        "select level, baseline, verdict, reason_code from marts.rpt_effects where experiment_id = %s and metric = %s and kind = 'pair'",
        [experiment, metric],
    )
    assert rows, f"{experiment} has no effects of {metric}"
    return {(level, baseline): (verdict, reason) for level, baseline, verdict, reason in rows}


def fingerprints(dsn: str) -> dict[str, str]:
    """A hash of every mart's rows, bit by bit, in an order of their own."""
    tables = [
        row[0]
        for row in query(
            dsn,
            "select table_name from information_schema.tables where table_schema = 'marts' and table_type = 'BASE TABLE'",
        )
    ]
    assert len(tables) > 30
    found = {}
    for table in tables:
        rows = query(
            dsn,
            f"select md5(string_agg(t::text, E'\\n' order by t::text collate \"C\")), count(*) from marts.{table} as t",
        )
        found[table] = f"{rows[0][0]} {rows[0][1]}"
    return found


def test_a_planted_effect_is_better_and_its_interval_holds_the_truth(built: Any) -> None:
    found = verdicts(built, "effect")
    assert found["4", "2"] == ("better", "significant")
    assert found["4", "1"] == ("better", "significant")
    low, high = query(
        built[0],
        "select effect_low_pct, effect_high_pct from marts.rpt_effects where experiment_id = 'effect' and metric = 'tps' and level = '4' and baseline = '2'",
    )[0]
    assert low < 10 < high


def test_levels_without_difference_are_equivalent_never_better(built: Any) -> None:
    assert {verdict for verdict, _ in verdicts(built, "nothing").values()} == {"equivalent"}


def test_one_run_a_level_is_a_description(built: Any) -> None:
    assert set(verdicts(built, "single").values()) == {("single_run", "one_run_a_level")}
    assert query(built[0], "select count(*) from marts.rpt_optima where experiment_id = 'single'") == [(0,)]
    assert query(
        built[0], "select count(*) from marts.rpt_effects where experiment_id = 'single' and effect_low_pct is not null"
    ) == [(0,)]


def test_levels_that_drift_apart_are_not_compared(built: Any) -> None:
    assert set(verdicts(built, "drifting").values()) == {("drifting", "levels_drift")}


def test_without_a_sentinel_the_reason_says_so(built: Any) -> None:
    assert verdicts(built, "no_sentinel")["4", "2"] == ("better", "significant")
    english, russian = query(
        built[0],
        "select reason_en, reason_ru from marts.rpt_effects where experiment_id = 'no_sentinel' and metric = 'tps' and level = '4' and baseline = '2'",
    )[0]
    assert "no sentinel" in english and "not pre-registered" in english
    assert "без контрольного прогона" in russian


def test_differences_errors_and_p_agree_with_least_squares(built: Any) -> None:
    """The two-way analysis of the run values, by statsmodels' ordinary least squares."""
    import pandas as pd
    import statsmodels.formula.api as smf

    dsn, _ = built
    execution, experiment, level, baseline, difference, error, p, df = query(
        dsn,
        "select execution_id, experiment_id, level, baseline, difference, standard_error, p_value, df from intermediate.int_effect_pairs"
        " inner join control.executions using (execution_id)"
        " where experiment_id in ('effect', 'nothing', 'late') and metric = 'tps' and outcome = 'value' and kind = 'pair' and not is_noisier"
        " order by experiment_id, level, baseline limit 1",
    )[0]
    rows = query(
        dsn,
        "select level || '/' || role, block, value::float8 from intermediate.int_effect_cells where execution_id = %s and metric = 'tps' and outcome = 'value'",
        [execution],
    )
    frame = pd.DataFrame(rows, columns=["treatment", "block", "value"])
    fit = smf.ols("value ~ C(treatment, Treatment(reference='2/sentinel')) + C(block)", frame).fit()
    name = "C(treatment, Treatment(reference='2/sentinel'))[T.{}/level]"
    contrast = fit.t_test(f"{name.format(level)} - {name.format(baseline)}")
    assert df == fit.df_resid
    assert difference == pytest.approx(contrast.effect[0], rel=1e-10)
    assert error == pytest.approx(contrast.sd[0, 0], rel=1e-10)
    assert p == pytest.approx(float(contrast.pvalue), rel=1e-8)
    low, high = query(
        dsn,
        "select effect_low_pct, effect_high_pct from marts.rpt_effects where experiment_id = %s and metric = 'tps' and level = %s and baseline = %s",
        [experiment, level, baseline],
    )[0]
    assert np.expm1(contrast.conf_int()[0]) * 100 == pytest.approx([low, high], rel=1e-8)


def test_a_grid_has_main_effects_interactions_and_its_sentinel(built: Any) -> None:
    rows = query(
        built[0],
        "select kind, level, verdict, effect_pct from marts.rpt_effects where experiment_id = 'grid' and metric = 'tps'",
    )
    kinds = {kind: [row for row in rows if row[0] == kind] for kind in ("pair", "main", "interaction")}
    assert len(kinds["pair"]) == 4 and len(kinds["main"]) == 2 and len(kinds["interaction"]) == 1
    main = {level: (verdict, effect) for _, level, verdict, effect in kinds["main"]}
    assert main["pages=2MB"][0] == "better" and main["pages=2MB"][1] == pytest.approx(10, abs=2.5)
    assert main["clients=32"][0] in ("equivalent", "undecided")
    f = dict(
        query(built[0], "select term, p_value from marts.rpt_factorial where experiment_id = 'grid' and metric = 'tps'")
    )
    assert f["pages"] < 0.001 and f["pages*clients"] > 0.001


def test_the_best_at_the_end_of_the_grid_says_so(built: Any) -> None:
    rows = query(
        built[0],
        "select level, is_best, is_edge_of_grid, gain_vs_baseline_pct from marts.rpt_optima where experiment_id = 'effect' and purpose = 'primary'",
    )
    assert len(rows) == 1
    level, is_best, is_edge, gain = rows[0]
    assert (level, is_best, is_edge) == ("4", True, True)
    assert gain == pytest.approx(10, abs=2.5)


def test_facts_are_unique_and_their_parents_exist(built: Any) -> None:
    orphans = query(
        built[0],
        """
        select facts.fact_id, parent.id from marts.rpt_facts as facts cross join lateral unnest(facts.parents) as parent (id)
        left join marts.rpt_facts as known on known.execution_id = facts.execution_id and known.fact_id = parent.id
        where known.fact_id is null
        """,
    )
    assert orphans == []
    assert (
        query(built[0], "select fact_id from marts.rpt_facts group by execution_id, fact_id having count(*) > 1") == []
    )
    assert query(built[0], "select count(*) > 500 from marts.rpt_facts") == [(True,)]


def test_drops_are_where_stalls_were_planted(built: Any) -> None:
    rows = query(
        built[0], "select depth_pct, starts_at < ends_at, drop_name from marts.rpt_drops where experiment_id = 'effect'"
    )
    assert rows
    assert all(20 <= depth <= 100 and is_ordered for depth, is_ordered, _ in rows)


def test_prompts_read_reporting_marts_and_nothing_else(built: Any) -> None:
    with psycopg.connect(built[0], autocommit=True) as connection:
        connection.execute("set role pgverdict_prompts")
        assert connection.execute("select count(*) > 0 from marts.rpt_effects").fetchone() == (True,)
        for forbidden in ("marts.fct_effects", "intermediate.int_runs", "raw.series"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(f"select 1 from {forbidden} limit 1")


def test_contracts_hold_for_every_column_that_is_promised(built: Any) -> None:
    assert (
        query(
            built[0],
            "select count(*) from information_schema.columns where table_schema = 'marts' and table_name like 'rpt%'",
        )[0][0]
        > 200
    )


def test_the_projects_own_tests_pass_on_the_marts(built: Any) -> None:
    result = Dbt(built[0]).invoke("test")
    statuses = [str(one.status) for one in result.results]
    assert len(statuses) > 60 and set(statuses) == {"pass"}


def test_what_changed_is_rebuilt_and_a_full_refresh_gives_the_same_bytes(built: Any) -> None:
    """Late runs, a failed check, a replaced import, nothing at all: afterwards everything anew must be bit by bit what was there."""
    dsn, executions = built
    assert build(dsn=dsn).executions == []
    with psycopg.connect(dsn) as connection:
        connection.execute("delete from control.executions where execution_id = %s", [executions["replaced"]])
        connection.execute("delete from control.experiments where experiment_id = 'replaced'")
        connection.execute(
            "update raw.series set value = value * 0.5 where metric = 'tps' and run_id = (select min(run_id) from control.runs where execution_id = %s)",
            [executions["late"]],
        )
        connection.execute(
            "insert into raw.batches (batch_id, run_id, night, row_count) select 'late', min(run_id), %s, 1 from control.runs where execution_id = %s",
            [NIGHT, executions["late"]],
        )
        newcomer = insert(connection, [Truth("newcomer", 9, repeats=3)])["newcomer"]
    before = fingerprints(dsn)
    report = build(dsn=dsn)
    assert sorted(report.executions) == sorted([executions["late"], newcomer]) and not report.is_full_refresh
    incremental = fingerprints(dsn)
    assert incremental["rpt_facts"] != before["rpt_facts"]
    assert query(dsn, "select count(*) from marts.rpt_facts where experiment_id = 'replaced'") == [(0,)]
    assert build(full_refresh=True, dsn=dsn).is_full_refresh
    assert fingerprints(dsn) == incremental


def test_a_failed_run_leaves_its_block_and_a_failed_level_is_invalid(built: Any) -> None:
    dsn, executions = built
    execution = executions["no_sentinel"]
    with psycopg.connect(dsn) as connection:
        validation = connection.execute(
            "insert into quality.validations (boundary, execution_ids, is_success) values ('raw', array[%s::bigint], false) returning validation_id",
            [execution],
        ).fetchone()[0]
        fail = """
            insert into quality.verdicts (validation_id, execution_id, run_id, metric, suite, expectation, severity, is_success, message_en, message_ru)
            select %s, execution_id, run_id, null, 'raw', 'gaps', 'critical', false, 'samples are missing', 'не хватает измерений'
            from control.runs where execution_id = %s
        """
        connection.execute(fail + " and (level = '1' or (level = '4' and block = 2))", [validation, execution])
        connection.execute(
            "insert into quality.verdicts (validation_id, execution_id, metric, suite, expectation, severity, is_success, message_en, message_ru)"
            " values (%s, %s, 'util_pct', 'raw', 'range', 'critical', false, 'over 100%%', 'больше 100%%')",
            [validation, execution],
        )
    assert build(dsn=dsn).executions == [execution]
    found = verdicts(built, "no_sentinel")
    assert found["1", "2"] == ("invalid", "failed_checks")
    assert found["4", "2"] == ("better", "significant")
    assert query(
        dsn,
        "select distinct blocks from marts.rpt_effects where experiment_id = 'no_sentinel' and metric = 'tps' and level = '4' and baseline = '2'",
    ) == [(6,)]
    assert set(verdicts(built, "no_sentinel", "util_pct").values()) == {("invalid", "failed_checks")}
    assert query(dsn, "select count(*) from marts.rpt_checks where experiment_id = 'no_sentinel'")[0][0] == 9


def test_before_its_last_block_an_execution_has_progress_and_no_verdict(built: Any) -> None:
    dsn, executions = built
    with psycopg.connect(dsn) as connection:
        connection.execute(
            "update control.executions set status = 'running', completed_at = null where execution_id = %s",
            [executions["effect"]],
        )
        connection.execute(
            "update control.runs set status = 'planned', run = null where execution_id = %s and block = 7",
            [executions["effect"]],
        )
    build(dsn=dsn)
    assert query(
        dsn, "select verdict_scope, blocks_complete from marts.rpt_experiments where experiment_id = 'effect'"
    ) == [("progress", 6)]
    assert query(dsn, "select count(*) from marts.rpt_effects where experiment_id = 'effect'") == [(0,)]
    assert query(dsn, "select count(*) > 0 from marts.rpt_facts where experiment_id = 'effect'") == [(True,)]


def test_a_pass_takes_no_more_than_memory_allows_and_the_next_one_goes_on(
    built: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn, _ = built
    before = fingerprints(dsn)
    original = Dbt.invoke

    def with_small_passes(self: Dbt, *words: str) -> Any:
        return original(self, *words, "--vars", json.dumps({"rows_a_pass": 5000}))

    monkeypatch.setattr(Dbt, "invoke", with_small_passes)
    report = build(full_refresh=True, dsn=dsn)
    assert report.passes > 2
    assert (
        hashlib.sha256(repr(sorted(fingerprints(dsn).items())).encode()).digest()
        == hashlib.sha256(repr(sorted(before.items())).encode()).digest()
    )
