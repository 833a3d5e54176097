"""Amounts, extremes, paces and shares are of what their own clause names; what is said of all metrics of a grid is held to each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, verdicts

LEVELS = ["loose", "middle", "strict"]


def modes() -> dict[str, Any]:
    """Three modes in one run each, whose shares of waits change their leader at the last."""
    share = {"denominator": "waits", "part_of": "waits"}
    return document(
        "modes", "mode", None, LEVELS,
        {
            "speed": metric("1/min", "higher", 0, "commit speed;speed", "скорость фиксации;скорость",
                            {"mean": [210400, 203100, 161200], "min": [150100, 160300, 48100], "max": [240300, 228500, 219700], "stddev": [12100, 9800, 29300],
                             "slope": [-310, -420, -1240], "r_squared": [0.12, 0.08, 0.66]}),
            "switches": metric("1/s", "none", 0, "context switches", "переключения контекста", {"mean": [71200, 68100, 85400]}),
            "temp": metric("MB", "lower", 0, "temporary files", "временные файлы", {"last": [920, 931, 705]}),
            "autovacuum": metric(None, "none", 0, "autovacuum runs", "запуски автоочистки", {"last": [21, 23, 19]}),
            "us": metric("%", "none", 1, "user CPU", "пользовательское время", {"mean": [51.2, 54.8, 63.4], "max": [68, 71, 82]}),
            "queue": metric(None, "lower", 1, "queue length;queue", "длина очереди;очередь", {"mean": [3.1, 4.2, 8.6], "max": [7.4, 9.1, 19.7]}),
            "waits": metric(None, "lower", 1, "waiting sessions", "ожидающие сессии", {"mean": [11.4, 9.2, 10.7]}),
            "walsync": metric("%", "none", 1, "WALSync", "WALSync", {"share": [19.4, 27.1, 18.2]}, **share),
            "lockrow": metric("%", "none", 1, "tuple", "tuple", {"share": [46.1, 38.3, 29.2]}, **share),
            "hash": metric("%", "none", 1, "XactHash", "XactHash", {"share": [0.4, 0.6, 21.3]}, **share),
        },
        repeats=1, primary="speed", baseline="loose",
        effects=[("speed", "middle", "loose", -3.5, None, None, "single_run"), ("speed", "strict", "loose", -23.4, None, None, "single_run")],
        correlations=[("speed", "waits", "pearson", [-0.71, -0.38, -0.86])],
        windows=[{"level": level, "run": 1, "kind": "drop", "metric": "speed", "starts_at": start, "ends_at": end, "depth_pct": depth, "recovered_after_s": back}
                 for level, start, end, depth, back in (("loose", "00:41", "00:44", 34.9, 120), ("middle", "02:03", "02:05", 24.2, 90), ("strict", "03:34", "03:41", 69.8, 540))],
    )  # fmt: skip


def codecs() -> dict[str, Any]:
    """Two codecs under three sizes of a row: "lz4" gains speed and loses in the tail of the largest and in I/O wait."""
    cells = [f"{codec}/{size}" for size in ("1kB", "4kB", "16kB") for codec in ("pglz", "lz4")]
    found = document(
        "codecs", "codec", None, cells,
        {
            "tps": metric("1/s", "higher", 0, "throughput", "пропускная способность", {"mean": [8410, 8430, 4120, 5210, 1380, 1960]}),
            "latency": metric("ms", "lower", 1, "latency", "задержка",
                              {"mean": [2.9, 2.8, 5.8, 4.6, 17.3, 12.2], "median": [2.4, 2.3, 5.0, 4.1, 14.9, 10.8], "p99": [9.8, 9.4, 21.2, 18.1, 68.2, 74.6]}),
            "wa": metric("%", "lower", 1, "I/O wait", "ожидание ввода-вывода", {"mean": [8.4, 8.4, 6.3, 9.7, 9.8, 17.6]}),
            "walwrite": metric("%", "none", 1, "WALWrite", "WALWrite", {"share": [38.1, 37.4, 31.7, 34.6, 22.4, 28.9]}, denominator="waits"),
            "walsync": metric("%", "none", 1, "WALSync", "WALSync", {"share": [24.6, 25.2, 22.8, 26.3, 19.5, 29.8]}, denominator="waits"),
            "dataread": metric("%", "none", 1, "DataFileRead", "DataFileRead", {"share": [12.3, 12.8, 18.9, 14.7, 31.6, 18.2]}, denominator="waits"),
        },
        repeats=3, primary="tps", baseline="pglz/1kB",
        effects=[("tps", "lz4/1kB", "pglz/1kB", 0.3, [-0.8, 1.4], 0.6, "equivalent"), ("tps", "lz4/4kB", "pglz/4kB", 26.5, [24.0, 29.1], 0.001, "better"),
                 ("tps", "lz4/16kB", "pglz/16kB", 42.0, [38.0, 46.0], 0.001, "better")],
    )  # fmt: skip
    found["experiment"]["factors"] = [
        {"name": "codec", "unit": None, "levels": ["pglz", "lz4"], "baseline": "pglz", "default": "pglz"},
        {"name": "row_size", "unit": None, "levels": ["1kB", "4kB", "16kB"], "baseline": "1kB", "default": None},
    ]
    return found


MIDDLE = "## Experiment 2. middle\n\n**Commit speed**\n\n"
STRICT = "## Experiment 3. strict\n\n**Commit speed**\n\n"


@pytest.mark.parametrize(
    ("true", "false"),
    [
        # a value, and by how much it is under that of the base
        (MIDDLE + "- Mean 203,100 a minute, 3.5% under the baseline.", MIDDLE + "- Mean 203,100 a minute, 9% under the baseline."),
        # the pace within a run, against that of another run
        (STRICT + "- Speed erodes at 1,240 a minute (R² 0.66), about four times the rate seen under loose.",
         STRICT + "- Speed erodes at 1,240 a minute (R² 0.66), about nine times the rate seen under loose."),
        # where a way ends is no amount
        ("Context switches grow, reaching 85,400 a second under strict.", "Context switches fall, reaching 85,400 a second under strict."),
        ("Переключения контекста растут, достигая 85 400 в секунду при strict.", "Переключения контекста снижаются, достигая 85 400 в секунду при strict."),
        # two levels told by their place in the order
        ("Temporary files hardly differ between the first two levels and are 23% below the baseline under strict.",
         "Temporary files hardly differ between loose and strict."),
        ("Temporary files hardly differ between the first two levels (920 and 931 MB) and are 23% below loose under strict.",
         "Temporary files hardly differ between loose and strict."),
        # an extreme of its own, over the levels; and the leader among the parts
        ("Under middle WALSync reaches its highest share, 27.1%.", "Under middle WALSync remains the leading event with 27.1%."),
        ("При middle WALSync достигает своей наибольшей доли, 27,1%.", "При middle WALSync остаётся главным событием с 27,1%."),
        ("Under loose tuple becomes the leading event with 46.1%.", "Under strict XactHash becomes the leading event with 21.3%."),
        ("При loose tuple возглавляет список с 46,1%.", "При strict XactHash возглавляет список с 21,3%."),
        # a statistic that stands behind its value
        ("The queue is longest under strict, 8.6 sessions on average with spikes up to 19.7.", "The queue under strict averages 19.7."),
        # a drop is shallow, and no metric
        ("## Drops and recovery\n\n- middle, 02:03–02:05: −24.2%, the shallowest and the quickest to heal (90 s).",
         "## Drops and recovery\n\n- middle, 02:03–02:05: −24.2%, the deepest."),
        # strength and sign of one coefficient
        ("The correlation of speed and waiting sessions under strict is strong and negative (−0.86).",
         "The correlation of speed and waiting sessions under middle is strong and negative (−0.38)."),
        ("Корреляция скорости и ожидающих сессий при strict сильная и отрицательная (−0,86).",
         "Корреляция скорости и ожидающих сессий при middle сильная и отрицательная (−0,38)."),
        # the end that a run comes to
        (STRICT + "- User CPU tops out at 82%.", STRICT + "- User CPU tops out at 63.4%."),
        # a verb is no name of a metric
        (MIDDLE + "- The load ran evenly within 160,300–228,500.", STRICT + "- The load ran evenly within 48,100–219,700."),
    ],
)  # fmt: skip
def test_each_amount_is_of_its_own_clause(true: str, false: str) -> None:
    assert not is_refused(true, modes())
    assert is_refused(false, modes())


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("At 4 kB lz4 improves all latency figures.", "At 4 kB and 16 kB lz4 improves all latency figures."),
        ("При 4 kB lz4 улучшает все показатели задержки.", "При 16 kB lz4 улучшает все показатели задержки."),
        ("At 4 kB lz4 is ahead in throughput.", "No measured indicator gets worse under lz4."),
        ("WALWrite heads the list in every cell but two.", "WALWrite heads the list in every cell but one."),
        ("WALWrite возглавляет список во всех ячейках, кроме двух.", "WALWrite возглавляет список во всех ячейках, кроме одной."),
        ("## Row size 1 kB\n\n- Throughput: the codecs are 0.3% apart, and the difference is shown to be smaller than the minimum effect.",
         "## Row size 4 kB\n\n- Throughput: lz4 gains 26.5% over pglz, and the difference is shown to be smaller than the minimum effect."),
        # a clause with a subject of its own is told of nothing before it
        ("Under lz4 at 4 kB I/O wait climbs from 6.3% to 9.7% and the archive relation is 17% larger.",
         "Under lz4 at 4 kB I/O wait climbs from 6.3% to 9.7%, which is 17% more."),
    ],
)  # fmt: skip
def test_what_is_said_in_a_grid_is_held_to_each_cell(true: str, false: str) -> None:
    assert not is_refused(true, codecs())
    assert is_refused(false, codecs())


@pytest.mark.parametrize(
    "text",
    [
        "Context switches grow step by step to 85,400 a second under strict.",
        "Переключения контекста шаг за шагом растут до 85 400 в секунду при strict.",
    ],
)
def test_what_is_said_of_every_step_is_not_borne_out_by_two_levels(text: str) -> None:
    assert "supported" not in verdicts(text, modes(), "order")


def test_a_rate_told_once_holds_for_the_numbers_behind_it() -> None:
    text = "Speed declined throughout: by 310 an hour at loose, by 420 at middle and by 1,240 at strict."
    assert not is_refused(text, modes())
