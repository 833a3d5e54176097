"""Statistics of series in SQL agree with scipy and numpy: trends, shifts, correlations, moments."""

from typing import Any

import numpy as np
import pytest
from scipy import stats


@pytest.fixture(scope="module")
def sql(render: Any) -> dict[str, str]:
    return render(
        {
            "plain": "{{ mann_kendall('given.x', 'given.y', is_corrected=false) }}",
            "corrected": "{{ mann_kendall('given.x', 'given.y') }}",
            "pettitt": "{{ pettitt('given.y') }}",
            "correlation": "{{ correlation_within_steps('one', 'other') }}",
            "ranked": "{{ ranked_within_steps('given') }}",
            "moments": "{{ moments_of('given.y') }}",
            "quantiles": "{{ quantiles_of('unnest(given.y) as sample (value)') }}",
            "lag1": "{{ lag1_of('given.y', 'given.mean') }}",
            "line": "{{ line_of('given.x', 'given.y') }}",
            "quantity": "{{ quantity_of('given.text') }}",
            "chaddock": "{{ chaddock('given.r') }}",
        }
    )


def textbook_mann_kendall(y: Any) -> tuple[float, float]:
    """S and p with the tie correction and the continuity correction, straight from the definition."""
    n = len(y)
    s = sum(np.sign(y[j] - y[i]) for i in range(n) for j in range(i + 1, n))
    ties = np.unique(y, return_counts=True)[1]
    variance = (n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for t in ties)) / 18
    return s, 2 * stats.norm.sf(max(abs(s) - 1, 0) / np.sqrt(variance))


@pytest.mark.parametrize("seed", range(8))
def test_mann_kendall_and_theil_sen_agree_with_their_definitions(
    warehouse: Any, sql: dict[str, str], seed: int
) -> None:
    random = np.random.default_rng(seed)
    x = np.arange(10 + 5 * seed, dtype=float)
    y = np.round(random.normal(0, 3, len(x)) + 0.1 * seed * x, 0 if seed % 2 else 3)
    row = warehouse.execute(
        f"select trend.* from (select %s::float8[] as x, %s::float8[] as y) as given cross join lateral {sql['plain']} as trend",
        [list(x), list(y)],
    ).fetchone()
    n, theil_sen, s, rho, _z, p = row
    expected_s, expected_p = textbook_mann_kendall(y)
    assert (n, s, rho) == (len(x), expected_s, 0)
    assert theil_sen == pytest.approx(stats.theilslopes(y, x)[0], rel=1e-12, abs=1e-14)
    assert p == pytest.approx(expected_p, rel=1e-12)


def test_autocorrelation_widens_mann_kendall(warehouse: Any, sql: dict[str, str]) -> None:
    random = np.random.default_rng(3)
    y = np.cumsum(random.normal(0, 1, 40))
    found = {
        name: warehouse.execute(
            f"select trend.* from (select %s::float8[] as x, %s::float8[] as y) as given cross join lateral {sql[name]} as trend",
            [list(map(float, range(40))), list(y)],
        ).fetchone()
        for name in ("plain", "corrected")
    }
    assert found["corrected"][3] > 0.3
    assert found["corrected"][5] > found["plain"][5]


def test_a_constant_series_has_no_trend_and_no_p(warehouse: Any, sql: dict[str, str]) -> None:
    row = warehouse.execute(
        f"select trend.theil_sen, trend.p_value from (select array[1,2,3,4,5]::float8[] as x, array[2,2,2,2,2]::float8[] as y) as given "
        f"cross join lateral {sql['corrected']} as trend"
    ).fetchone()
    assert row == (0, None)


def test_pettitt_finds_the_night_of_a_shift(warehouse: Any, sql: dict[str, str]) -> None:
    random = np.random.default_rng(8)
    y = np.concatenate([random.normal(0, 1, 12), random.normal(5, 1, 12)])
    position, k, p = warehouse.execute(
        f"select shift.* from (select %s::float8[] as y) as given cross join lateral {sql['pettitt']} as shift",
        [list(y)],
    ).fetchone()
    n = len(y)
    u = [sum(np.sign(y[j] - y[i]) for i in range(t) for j in range(t, n)) for t in range(1, n)]
    assert k == max(map(abs, u))
    assert p == pytest.approx(min(1, 2 * np.exp(-6 * k**2 / (n**3 + n**2))), rel=1e-12)
    assert position == 13


def ranked(
    warehouse: Any, sql: dict[str, str], seconds: Any, samples: Any, step_starts: str
) -> tuple[list[float], float]:
    return warehouse.execute(
        f"select of_series.ranks, of_series.lag1 from (select %s::float8[] as seconds, %s::float8[] as samples, %s as samples_taken,"
        f" %s::float8[] as step_starts) as given cross join lateral {sql['ranked']} as of_series",
        [list(seconds), list(samples), len(samples), step_starts],
    ).fetchone()


def together(
    warehouse: Any, sql: dict[str, str], one: tuple[Any, Any], other: tuple[Any, Any], step_starts: str
) -> Any:
    """Two series (seconds, samples) through both macros."""
    row = (
        "(select %s::float8[] as seconds, %s::float8[] as samples, %s::float8[] as ranks, %s::float8[] as step_starts)"
    )
    arguments: list[Any] = []
    for seconds, samples in (one, other):
        arguments += [
            list(seconds),
            list(samples),
            ranked(warehouse, sql, seconds, samples, step_starts)[0],
            step_starts,
        ]
    return warehouse.execute(
        f"select together.* from {row} as one cross join {row} as other cross join lateral {sql['correlation']} as together",
        arguments,
    ).fetchone()


def test_correlation_agrees_with_scipy_and_controls_the_load_step(warehouse: Any, sql: dict[str, str]) -> None:
    random = np.random.default_rng(11)
    seconds = np.arange(300.0)
    step = (seconds // 60).astype(int)
    x, y = 10 * step + random.normal(0, 1, 300), -7 * step + np.round(random.normal(0, 1, 300), 1)
    n, steps, pearson, partial, spearman = together(warehouse, sql, (seconds, x), (seconds, y), "{0,60,120,180,240}")
    assert (n, steps) == (300, 5)
    assert pearson == pytest.approx(stats.pearsonr(x, y)[0], rel=1e-12)
    assert spearman == pytest.approx(stats.spearmanr(x, y)[0], rel=1e-12)
    within_x, within_y = (v - np.array([v[step == s].mean() for s in step]) for v in (x, y))
    assert partial == pytest.approx(stats.pearsonr(within_x, within_y)[0], rel=1e-10)
    assert abs(pearson) > 0.95 and abs(partial) < 0.2
    for samples, within in ((x, within_x), (y, within_y)):
        ranks, lag = ranked(warehouse, sql, seconds, samples, "{0,60,120,180,240}")
        assert ranks == list(stats.rankdata(samples))
        assert lag == pytest.approx(np.sum(within[:-1] * within[1:]) / np.sum(within**2), rel=1e-10)


def test_series_of_different_clocks_meet_in_whole_seconds(warehouse: Any, sql: dict[str, str]) -> None:
    random = np.random.default_rng(5)
    x, y = random.normal(0, 1, 100), random.normal(0, 1, 100)
    seconds = np.arange(100.0)
    kept = seconds != 40  # one clock misses a second
    n, _, pearson, partial, _ = together(warehouse, sql, (seconds + 0.01, x), (seconds[kept] + 0.4, y[kept]), "{0}")
    assert n == 99
    assert pearson == pytest.approx(stats.pearsonr(x[kept], y[kept])[0], rel=1e-12)
    assert partial == pytest.approx(pearson, rel=1e-14)


def test_a_constant_series_correlates_with_nothing(warehouse: Any, sql: dict[str, str]) -> None:
    seconds = np.arange(50.0)
    _, _, pearson, partial, spearman = together(warehouse, sql, (seconds, np.full(50, 7.0)), (seconds, seconds), "{0}")
    assert (pearson, partial, spearman) == (None, None, None)


@pytest.mark.parametrize("offset", [0.0, 1e6, 1e12])
def test_moments_agree_with_numpy(warehouse: Any, sql: dict[str, str], offset: float) -> None:
    y = np.round(np.random.default_rng(2).lognormal(5, 1, 999), 2) + offset
    n, mean, stddev, low, high, quantiles = warehouse.execute(
        f"select moments.*, ranked.quantiles from (select %s::float8[] as y) as given cross join lateral {sql['moments']} as moments"
        f" cross join lateral {sql['quantiles']} as ranked",
        [list(y)],
    ).fetchone()
    assert (n, low, high) == (999, y.min(), y.max())
    assert mean == pytest.approx(y.mean(), rel=1e-13) and stddev == pytest.approx(
        (y - offset).std(ddof=1), rel=1e-13 if offset < 1e12 else 1e-5
    )
    assert quantiles == pytest.approx(list(np.quantile(y, [0.05, 0.5, 0.95, 0.99])), rel=1e-13)


def test_moments_of_one_value_and_of_a_constant(warehouse: Any, sql: dict[str, str]) -> None:
    for given, expected in (("{5}", (1, 5, None, 5, 5)), ("{0.1,0.1,0.1}", (3, 0.1, 0, 0.1, 0.1))):
        row = warehouse.execute(
            f"select moments.* from (select %s::float8[] as y) as given cross join lateral {sql['moments']} as moments",
            [given],
        ).fetchone()
        assert row == expected


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("15min", 900.0),
        ("64MB", 64 * 1024.0**2),
        ("4", 4.0),
        ("0.9", 0.9),
        ("-1", -1.0),
        ("2MB", 2 * 1024.0**2),
        ("on", None),
        ("4kB", 4096.0),
        ("fast", None),
        ("10ms", 0.01),
    ],
)
def test_levels_become_quantities_where_they_are_some(
    warehouse: Any, sql: dict[str, str], text: str, value: float | None
) -> None:
    found = warehouse.execute(f"select {sql['quantity']} from (select %s::text as text) as given", [text]).fetchone()[0]
    assert found == (None if value is None else pytest.approx(value))


def test_chaddocks_words(warehouse: Any, sql: dict[str, str]) -> None:
    found = warehouse.execute(
        f"select {sql['chaddock']} from unnest('{{0.05,-0.2,0.3,-0.69,0.89,0.9}}'::float8[]) as given (r)"
    ).fetchall()
    assert [row[0] for row in found] == ["none", "weak", "moderate", "noticeable", "high", "very_high"]
