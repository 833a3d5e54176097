"""Facts of the articles written last, and judged once before anything was changed for them."""

from __future__ import annotations

from tests.factcheck.corpus.build import document, metric

FACTS = {
    "fillfactor_en": document(
        "fillfactor", "fillfactor", None, ["70", "85", "100"],
        {
            "upd": metric("1/s", "higher", 0, "updates per second;update rate", "обновлений в секунду", {"mean": [18420, 17960, 14310], "p5": [16900, 16410, 9120]}),
            "hot": metric("%", "higher", 1, "HOT ratio;share of HOT updates", "доля HOT-обновлений", {"mean": [96.2, 91.7, 38.4]}),
            "size": metric("GB", "lower", 1, "table size", "размер таблицы", {"last": [19.8, 16.3, 22.4]}),
            "lat": metric("ms", "lower", 2, "update latency", "задержка обновления", {"mean": [0.87, 0.89, 1.12]}),
        },
        repeats=6, primary="upd", baseline="100", default="100", runs=True, environment={"cpu_cores": 12, "ram_gb": 48},
        effects=[
            ("upd", "70", "100", 28.7, [25.1, 32.4], 0.0001, "better"), ("upd", "85", "100", 25.5, [21.8, 29.3], 0.0001, "better"), ("upd", "85", "70", -2.5, [-5.4, 0.5], 0.09, "undecided"),
            ("hot", "70", "100", 150.5, [140.0, 161.5], 0.0001, "better"), ("lat", "70", "100", -22.3, [-25.0, -19.5], 0.0001, "better"), ("lat", "85", "100", -20.5, [-23.6, -17.3], 0.0001, "better"),
            ("size", "85", "100", -27.2, [-28.9, -25.5], 0.0001, "better"), ("size", "70", "100", -11.6, [-13.4, -9.8], 0.0002, "better"), ("size", "85", "70", -17.7, [-19.1, -16.2], 0.0001, "better"),
        ],
    ),
    "pooling_ru": document(
        "pooling", "режим пула", None, ["session", "transaction", "без пула"],
        {
            "tps": metric("1/s", "higher", 0, "tps", "tps;транзакций в секунду", {"mean": [4120, 6875, 2240], "min": [3305, 5980, 310], "max": [4502, 7210, 3390]}),
            "p99": metric("ms", "lower", 1, "p99 latency", "99-й перцентиль задержки;p99", {"p99": [58.3, 31.6, 412.5]}),
            "backends": metric("1", "lower", 0, "backends", "число серверных процессов", {"max": [200, 48, 950]}),
            "ctx": metric("1/s", "lower", 0, "context switches", "переключения контекста", {"mean": [48200, 31900, 187000]}),
            "mem": metric("GB", "lower", 1, "backend memory", "память процессов", {"mean": [6.1, 1.9, 27.4]}),
        },
        repeats=1, primary="tps", baseline="без пула", environment={"cpu_cores": 16, "ram_gb": 64},
        effects=[(m, level, "без пула", pct, None, None, "single_run") for m, level, pct in (("tps", "session", 83.9), ("tps", "transaction", 206.9), ("p99", "transaction", -92.3), ("p99", "session", -85.9))],
    ),
}  # fmt: skip
