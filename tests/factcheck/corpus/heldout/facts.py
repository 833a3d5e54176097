"""Facts of the held-out articles."""

from __future__ import annotations

from tests.factcheck.corpus.build import document, metric

FACTS = {
    "shared_buffers_ru": document(
        "shared_buffers", "shared_buffers", "GB", ["1GB", "4GB", "16GB"],
        {
            "tps": metric("1/s", "higher", 0, "tps", "tps;скорость", {"mean": [2984, 3411, 3398], "stddev": [41, 38, 77]}),
            "p99": metric("ms", "lower", 1, "p99 latency", "p99 задержки;99-й перцентиль", {"p99": [61.8, 44.3, 45.9]}),
            "hit": metric("%", "higher", 1, "cache hit ratio", "доля попаданий в кэш;попадания", {"mean": [91.2, 97.8, 99.4]}),
            "ckpt": metric("s", "lower", 0, "checkpoint duration", "длительность контрольной точки", {"mean": [48, 97, 212], "max": [71, 130, 268]}),
            "wal_rate": metric("MB/s", "none", 1, "WAL rate", "скорость записи WAL", {"mean": [14.2, 16.3, 16.1]}),
        },
        repeats=5, primary="tps", baseline="1GB", default="1GB", runs=True, environment={"cpu_cores": 24, "ram_gb": 96},
        effects=[
            ("tps", "4GB", "1GB", 14.3, [11.9, 16.8], 0.0002, "better"), ("tps", "16GB", "1GB", 13.9, [10.0, 17.9], 0.0004, "better"),
            ("tps", "16GB", "4GB", -0.4, [-3.3, 2.7], 0.77, "undecided"), ("p99", "4GB", "1GB", -28.3, [-33.0, -23.3], 0.0001, "better"),
            ("p99", "16GB", "1GB", -25.7, [-31.5, -19.4], 0.0003, "better"), ("p99", "16GB", "4GB", 3.6, [-4.1, 11.9], 0.32, "undecided"),
            ("hit", "4GB", "1GB", 7.2, [6.9, 7.6], 0.0001, "better"), ("hit", "16GB", "1GB", 9.0, [8.7, 9.3], 0.0001, "better"), ("hit", "16GB", "4GB", 1.6, [1.5, 1.8], 0.0001, "better"),
            ("ckpt", "4GB", "1GB", 102.1, [88.0, 117.2], 0.0001, "worse"), ("ckpt", "16GB", "4GB", 118.6, [97.1, 142.4], 0.0001, "worse"), ("ckpt", "16GB", "1GB", 341.7, [301.0, 386.5], 0.0001, "worse"),
        ],
        settings=[{"name": "shared_buffers", "unit": "8kB", "min": 16, "max": 1073741823, "context": "postmaster"}],
    ),
    "filesystems_en": document(
        "filesystems", "filesystem", None, ["ext4", "xfs", "zfs"],
        {
            "tps": metric("1/s", "higher", 0, "transactions per second;tps", "tps", {"mean": [7240, 7515, 4310]}),
            "fsync": metric("us", "lower", 0, "fsync latency", "задержка fsync", {"mean": [412, 398, 1105], "max": [3900, 2750, 18400]}),
            "write_amp": metric("ratio", "lower", 2, "write amplification", "усиление записи", {"mean": [1.62, 1.58, 2.95]}),
            "space": metric("GB", "lower", 1, "space used", "занятое место", {"last": [61.0, 60.4, 33.7]}),
        },
        repeats=1, primary="tps", baseline="ext4",
        effects=[(m, level, "ext4", pct, None, None, "single_run") for m, level, pct in (("tps", "xfs", 3.8), ("tps", "zfs", -40.5), ("fsync", "xfs", -3.4), ("fsync", "zfs", 168.2))],
        correlations=[("tps", "fsync", "pearson", [-0.71, -0.68, -0.94])],
    ),
    "autovacuum_ru": document(
        "autovacuum_cost", "autovacuum_vacuum_cost_limit", None, ["200", "1000", "2000"],
        {
            "dead": metric("1", "lower", 0, "dead tuples", "мёртвые строки;число мёртвых строк", {"mean": [8400000, 2100000, 1250000], "max": [15200000, 4050000, 2600000]}),
            "bloat": metric("%", "lower", 1, "table bloat", "раздувание таблицы;раздувание", {"last": [37.5, 14.2, 11.8]}),
            "tps": metric("1/s", "higher", 0, "tps", "tps;производительность", {"mean": [1905, 2148, 2096], "min": [411, 1630, 1584], "max": [2380, 2402, 2391]}),
            "read_iops": metric("1/s", "none", 0, "read IOPS", "операции чтения", {"mean": [2310, 2904, 3377]}),
        },
        repeats=1, primary="tps", baseline="200", default="200", environment={"cpu_cores": 8, "ram_gb": 32},
        effects=[("tps", "1000", "200", 12.8, None, None, "single_run"), ("tps", "2000", "200", 10.0, None, None, "single_run"), ("tps", "2000", "1000", -2.4, None, None, "single_run")],
        windows=[{"level": "200", "run": 1, "kind": "drop", "metric": "tps", "starts_at": "01:10", "ends_at": "01:22", "depth_pct": 78.4, "recovered_after_s": 240}],
        settings=[{"name": "autovacuum_vacuum_cost_limit", "unit": None, "min": 1, "max": 10000, "context": "sighup"}],
        correlations=[("tps", "dead", "pearson", [-0.83, -0.31, -0.12])],
    ),
    "io_method_en": document(
        "io_method", "io_method", None, ["sync", "worker", "io_uring"],
        {
            "scan": metric("s", "lower", 1, "sequential scan time;scan time", "время последовательного чтения", {"median": [48.6, 31.2, 29.9]}),
            "read": metric("MB/s", "higher", 0, "read throughput", "скорость чтения", {"median": [842, 1312, 1369]}),
            "ctx": metric("1/s", "lower", 0, "context switches", "переключения контекста", {"median": [11800, 45200, 16900]}),
            "cpu": metric("%", "lower", 1, "CPU utilisation", "загрузка CPU", {"median": [38.2, 55.1, 47.6]}),
        },
        repeats=7, primary="scan", baseline="sync", default="worker", runs=True, environment={"cpu_cores": 16, "ram_gb": 64}, minimum=2.0,
        effects=[
            ("scan", "worker", "sync", -35.8, [-37.9, -33.6], 0.0001, "better"), ("scan", "io_uring", "sync", -38.5, [-40.4, -36.5], 0.0001, "better"),
            ("scan", "io_uring", "worker", -4.2, [-6.8, -1.5], 0.011, "better"), ("read", "worker", "sync", 55.8, [50.1, 61.7], 0.0001, "better"),
            ("read", "io_uring", "sync", 62.6, [57.0, 68.4], 0.0001, "better"), ("read", "io_uring", "worker", 4.3, [-0.9, 9.8], 0.09, "undecided"),
            ("ctx", "worker", "sync", 283.1, [260.4, 307.2], 0.0001, "worse"), ("ctx", "io_uring", "sync", 43.2, [36.6, 50.1], 0.0001, "worse"),
            ("cpu", "worker", "sync", 44.2, [39.9, 48.7], 0.0001, "worse"), ("cpu", "io_uring", "sync", 24.6, [20.0, 29.4], 0.0001, "worse"), ("cpu", "io_uring", "worker", -13.6, [-17.0, -10.1], 0.0002, "better"),
        ],
    ),
}  # fmt: skip
