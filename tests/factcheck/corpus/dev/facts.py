"""Facts of the development articles."""

from __future__ import annotations

from tests.factcheck.corpus.build import document, metric

FACTS = {
    "work_mem_en": document(
        "work_mem_reports", "work_mem", "MB", ["4MB", "16MB", "64MB", "256MB"],
        {
            "qps": metric("1/s", "higher", 1, "queries per second;throughput", "запросов в секунду;пропускная способность",
                          {"mean": [412.3, 447.9, 478.6, 480.1], "stddev": [6.1, 5.4, 6.8, 9.7]},
                          ci={("mean", "4MB"): [406.2, 418.4], ("mean", "64MB"): [471.8, 485.4]}),
            "latency_p95": metric("ms", "lower", 1, "p95 latency;95th percentile latency", "p95 задержки;95-й перцентиль задержки",
                                  {"p95": [88.4, 80.2, 74.9, 79.6]}),
            "temp_mb": metric("MB", "lower", 0, "temporary file volume;temp volume", "объём временных файлов", {"mean": [5210, 1834, 212, 0]}),
            "hit_ratio": metric("%", "higher", 2, "cache hit ratio", "доля попаданий в кэш", {"mean": [98.71, 98.74, 98.69, 97.12]}),
        },
        repeats=5, primary="qps", baseline="4MB", default="4MB", runs=True, environment={"cpu_cores": 16, "ram_gb": 64},
        effects=[
            ("qps", "16MB", "4MB", 8.6, [6.0, 11.3], 0.0004, "better"), ("qps", "64MB", "4MB", 16.1, [13.2, 19.0], 0.0001, "better"),
            ("qps", "256MB", "4MB", 16.4, [12.9, 20.0], 0.0001, "better"), ("qps", "64MB", "16MB", 6.9, [4.2, 9.6], 0.002, "better"),
            ("qps", "256MB", "16MB", 7.2, [4.0, 10.5], 0.003, "better"), ("qps", "256MB", "64MB", 0.3, [-1.9, 2.6], 0.81, "equivalent"),
            ("latency_p95", "16MB", "4MB", -9.3, [-13.0, -5.4], 0.001, "better"), ("latency_p95", "64MB", "4MB", -15.3, [-19.1, -11.3], 0.0003, "better"),
            ("latency_p95", "256MB", "4MB", -10.0, [-14.8, -4.9], 0.004, "better"), ("latency_p95", "256MB", "64MB", 6.3, [-0.8, 13.9], 0.11, "undecided"),
            ("hit_ratio", "256MB", "4MB", -1.6, [-2.1, -1.1], 0.0008, "worse"), ("hit_ratio", "64MB", "4MB", 0.0, [-0.4, 0.4], 0.9, "equivalent"),
        ],
        settings=[{"name": "work_mem", "unit": "kB", "min": 64, "max": 2147483647, "context": "user"},
                  {"name": "hash_mem_multiplier", "unit": None, "min": 1, "max": 1000, "context": "user"}],
    ),
    "huge_pages_ru": document(
        "huge_pages_night", "huge_pages", None, ["off", "2MB", "1GB"],
        {
            "tps": metric("1/s", "higher", 0, "transactions per second;tps", "транзакций в секунду;tps", {"mean": [8412, 8897, 8921], "p5": [7640, 8390, 8302]}),
            "latency": metric("ms", "lower", 2, "latency;mean latency", "задержка;средняя задержка", {"mean": [3.80, 3.60, 3.59], "max": [41.20, 39.85, 44.10]}),
            "cpu_sys": metric("%", "lower", 1, "system CPU time", "системное время процессора", {"mean": [21.4, 17.9, 17.6]}),
        },
        repeats=7, primary="tps", baseline="off", default="off", runs=True, environment={"cpu_cores": 32, "ram_gb": 128},
        effects=[
            ("tps", "2MB", "off", 5.8, [3.9, 7.7], 0.0007, "better"), ("tps", "1GB", "off", 6.1, [4.0, 8.2], 0.0006, "better"),
            ("tps", "1GB", "2MB", 0.3, [-1.5, 2.1], 0.74, "equivalent"), ("latency", "2MB", "off", -5.3, [-7.4, -3.1], 0.001, "better"),
            ("latency", "1GB", "off", -5.5, [-7.9, -3.1], 0.001, "better"), ("latency", "1GB", "2MB", -0.3, [-2.4, 1.9], 0.8, "undecided"),
            ("cpu_sys", "2MB", "off", -16.4, [-19.0, -13.6], 0.0001, "better"), ("cpu_sys", "1GB", "off", -17.8, [-20.6, -14.9], 0.0001, "better"),
            ("cpu_sys", "1GB", "2MB", -1.7, [-5.0, 1.7], 0.3, "undecided"),
        ],
    ),
    "disks_ru": document(
        "disks", "disk", None, ["hdd", "ssd", "nvme"],
        {
            "tps": metric("1/s", "higher", 1, "tps", "tps;транзакций в секунду", {"mean": [91.4, 1848.9, 6687.5]}),
            "latency": metric("ms", "lower", 1, "latency", "задержка;время отклика", {"mean": [1039.2, 51.4, 14.2], "max": [4210.0, 310.5, 88.7]}),
            "iowait": metric("%", "lower", 0, "iowait", "iowait;ожидание ввода-вывода", {"mean": [82, 74, 35], "min": [50, 70, 31], "max": [90, 80, 41]}),
            "read_mbps": metric("MB/s", "higher", 0, "read rate", "скорость чтения", {"mean": [4, 70, 215]}),
        },
        repeats=1, primary="tps", baseline="ssd", environment={"cpu_cores": 4, "ram_gb": 8},
        effects=[(m, level, "ssd", pct, None, None, "single_run") for m, level, pct in
                 (("tps", "hdd", -95.1), ("tps", "nvme", 261.7), ("latency", "hdd", 1921.8), ("latency", "nvme", -72.4), ("iowait", "hdd", 10.8), ("iowait", "nvme", -52.7))],
        correlations=[("tps", "read_mbps", "pearson", [0.41, 0.93, 0.95])],
    ),
    "wal_en": document(
        "wal_compression", "wal_compression", None, ["off", "pglz", "zstd"],
        {
            "wal_gb": metric("GB", "lower", 1, "WAL volume;WAL written", "объём WAL", {"mean": [38.4, 21.7, 17.2]}),
            "tps": metric("1/s", "higher", 0, "tps;transactions per second", "tps", {"mean": [5120, 4870, 5090], "max": [5904, 5511, 5873], "min": [3310, 3120, 3305]}),
            "cpu_user": metric("%", "lower", 1, "user CPU", "пользовательское время", {"mean": [41.2, 48.8, 44.0]}),
            "waldominant": metric("%", "none", 1, "WALWrite;WAL write wait", "WALWrite", {"share": [34.5, 22.1, 18.4]}, denominator="waits"),
        },
        repeats=1, primary="tps", baseline="off", default="off",
        effects=[("tps", "pglz", "off", -4.9, None, None, "single_run"), ("tps", "zstd", "off", -0.6, None, None, "single_run"),
                 ("wal_gb", "pglz", "off", -43.5, None, None, "single_run"), ("wal_gb", "zstd", "off", -55.2, None, None, "single_run")],
        windows=[{"level": "pglz", "run": 2, "kind": "drop", "metric": "tps", "starts_at": "14:05", "ends_at": "14:12", "depth_pct": 36.4, "recovered_after_s": 120}],
    ),
}  # fmt: skip
