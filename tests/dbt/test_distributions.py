"""The distributions that SQL computes agree with scipy's, tails included."""

from typing import Any

import numpy as np
import pytest
from scipy import stats


@pytest.fixture(scope="module")
def sql(render: Any) -> dict[str, str]:
    return render(
        {
            "t": "{{ student_t_p('t', 'df') }}",
            "critical": "{{ student_t_critical('alpha', 'df') }}",
            "below": "{{ student_t_below('t', 'df') }}",
            "f": "{{ fisher_f_p('f', 'd1', 'd2') }}",
            "normal": "{{ normal_p('z') }}",
            "gamma": "{{ ln_gamma('z') }}",
            "holm": "{{ holm('p', 'p_rank', 'm', 'family') }}",
            "ratio": "{{ ratio('d', 'e') }}",
        }
    )


def relative(found: list[float], expected: list[float]) -> float:
    """The largest relative difference over the values that float8 can hold."""
    pairs = [(a, b) for a, b in zip(found, expected, strict=True) if abs(b) > 1e-290]
    assert pairs
    return max(abs(a - b) / abs(b) for a, b in pairs)


def test_students_p_agrees_for_every_df_from_1_to_1000(warehouse: Any, sql: dict[str, str]) -> None:
    rows = warehouse.execute(
        f"select t, df, {sql['t']} from generate_series(1, 1000) as df, unnest('{{0.001,0.1,0.7,1.3,2,2.8,4,7,15}}'::float8[]) as t"
    ).fetchall()
    assert len(rows) == 9000
    assert relative([row[2] for row in rows], [2 * stats.t.sf(row[0], row[1]) for row in rows]) < 1e-11


def test_students_quantile_agrees_down_to_the_strictest_levels_of_holm(warehouse: Any, sql: dict[str, str]) -> None:
    rows = warehouse.execute(
        f"select alpha, df, {sql['critical']} from generate_series(1, 300) as df, unnest('{{0.4,0.05,0.0133,0.001,0.00001}}'::float8[]) as alpha"
    ).fetchall()
    assert relative([row[2] for row in rows], [stats.t.isf(row[0] / 2, row[1]) for row in rows]) < 1e-11


def test_one_sided_p_keeps_the_side(warehouse: Any, sql: dict[str, str]) -> None:
    rows = warehouse.execute(
        f"select t, df, {sql['below']} from generate_series(1, 40, 3) as df, unnest('{{-5,-1,-0.1,0.1,1,5}}'::float8[]) as t"
    ).fetchall()
    assert relative([row[2] for row in rows], [stats.t.cdf(row[0], row[1]) for row in rows]) < 1e-11


def test_fishers_f_agrees(warehouse: Any, sql: dict[str, str]) -> None:
    rows = warehouse.execute(
        f"select f, d1, d2, {sql['f']} from generate_series(1, 12) as d1, generate_series(1, 200, 9) as d2, unnest('{{0.05,0.5,1,3,9,40}}'::float8[]) as f"
    ).fetchall()
    assert relative([row[3] for row in rows], [stats.f.sf(row[0], row[1], row[2]) for row in rows]) < 1e-10


def test_the_normal_tail_agrees_far_out(warehouse: Any, sql: dict[str, str]) -> None:
    rows = warehouse.execute(f"select z::float8, {sql['normal']} from generate_series(-12, 30, 0.13) as z").fetchall()
    assert relative([row[1] for row in rows], [2 * stats.norm.sf(abs(row[0])) for row in rows]) < 1e-12


def test_ln_gamma_agrees(warehouse: Any, sql: dict[str, str]) -> None:
    from scipy.special import gammaln

    rows = warehouse.execute(f"select z::float8, {sql['gamma']} from generate_series(0.5, 600, 0.37) as z").fetchall()
    assert max(abs(row[1] - gammaln(row[0])) / max(1, abs(gammaln(row[0]))) for row in rows) < 1e-13


def test_extreme_arguments_neither_fail_nor_underflow(warehouse: Any, sql: dict[str, str]) -> None:
    found = warehouse.execute(
        f"select {sql['t']} from (values (1e300::float8, 3), (1e9, 300), (0, 5), (null, 5), (1e-300, 2), (50, 1000)) as given (t, df)"
    ).fetchall()
    values = [row[0] for row in found]
    assert values[2] == 1 and values[3] is None and values[4] == 1
    assert all(0 <= value < 1e-100 for value in (values[0], values[1]))


def test_a_difference_without_spread_is_infinitely_far_from_zero_unless_it_is_zero(
    warehouse: Any, sql: dict[str, str]
) -> None:
    rows = warehouse.execute(
        f"select {sql['ratio']} from (values (1.0::float8, 0.0::float8), (0, 0), (-2, 0), (3, 2), (1, null), (null, 2)) as given (d, e)"
    ).fetchall()
    assert [row[0] for row in rows] == [1e100, 0, -1e100, 1.5, None, None]


def test_holms_adjustment_agrees_with_statsmodels(warehouse: Any, sql: dict[str, str]) -> None:
    from statsmodels.stats.multitest import multipletests

    random = np.random.default_rng(5)
    for size in (1, 2, 7, 40):
        p = random.uniform(0, 1, size) ** 3
        rows = warehouse.execute(
            f"""
            select position, {sql["holm"]} from (
                select p, position, 1 as family, count(*) over () as m, row_number() over (order by p) as p_rank
                from unnest(%s::float8[]) with ordinality as given (p, position)
            ) as ranked order by position
            """,
            [list(p)],
        ).fetchall()
        assert np.allclose([row[1] for row in rows], multipletests(p, method="holm")[1], rtol=1e-14)


def test_what_is_unknown_stays_unknown(warehouse: Any, render: Any) -> None:
    """least() and greatest() pass over nulls: a missing t once came out as p = 0."""
    unknown = "null::float8"
    sql = render(
        {
            "t": f"{{{{ student_t_p('{unknown}', '5') }}}}",
            "below": f"{{{{ student_t_below('{unknown}', '5') }}}}",
            "f": f"{{{{ fisher_f_p('{unknown}', '2', '5') }}}}",
            "normal": f"{{{{ normal_p('{unknown}') }}}}",
            "percent": f"{{{{ percent_of_log('{unknown}') }}}}",
            "unit": f"{{{{ within_unit('{unknown}') }}}}",
        }
    )
    assert warehouse.execute("select " + ", ".join(sql.values())).fetchone() == (None,) * 6
