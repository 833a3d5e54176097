"""Small facts and short calls for the checker's tests."""

from __future__ import annotations

from typing import Any

from factcheck import check
from factcheck.forms.facts import Facts, facts_of
from factcheck.forms.result import CheckResult
from tests.factcheck.corpus.build import document, metric

DOCUMENT: dict[str, Any] = document(
    "vacuum_cost", "cost_limit", None, ["50", "100", "150"],
    {
        "r_await": metric("ms", "lower", 1, "read latency;r_await", "задержка чтения;r_await", {"mean": [13.8, 12.5, 9.8], "max": [19.0, 16.4, 17.2], "min": [8.1, 7.9, 5.5]}),
        "w_await": metric("ms", "lower", 1, "write latency;w_await", "задержка записи;w_await", {"mean": [6.6, 7.0, 7.3]}),
        "mbps": metric("MB/s", "higher", 1, "disk throughput;MB/s", "пропускная способность;МБ/с", {"mean": [116.1, 129.6, 137.5]}),
        "util": metric("%", "none", 1, "disk utilisation", "утилизация диска", {"mean": [95.1, 92.7, 92.7], "min": [95, 89, 89], "max": [96, 94, 95]}),
    },
    repeats=1, primary="mbps", baseline="100", environment={"cpu_cores": 8, "ram_gb": 16},
    effects=[(m, level, "100", pct, None, None, "single_run") for m, level, pct in (("r_await", "50", 10.4), ("r_await", "150", -21.6), ("mbps", "50", -10.4), ("mbps", "150", 6.1))],
    correlations=[("mbps", "r_await", "pearson", [-0.29, -0.41, -0.97])],
    windows=[{"level": "50", "run": 1, "kind": "drop", "metric": "mbps", "starts_at": "09:52", "ends_at": "10:09", "depth_pct": 41.0, "recovered_after_s": 300}],
    settings=[{"name": "bgwriter_delay", "unit": "ms", "min": 10, "max": 10000, "context": "sighup"}, {"name": "max_wal_size", "unit": "MB", "min": 2, "max": 2147483647, "context": "sighup"}],
)  # fmt: skip
REPEATED: dict[str, Any] = document(
    "commit_delay", "commit_delay", "us", ["0", "100", "1000"],
    {"tps": metric("1/s", "higher", 0, "tps;transactions per second", "tps;транзакций в секунду", {"mean": [5010, 5065, 4380]}),
     "latency": metric("ms", "lower", 2, "latency", "задержка", {"mean": [3.19, 3.16, 3.65]})},
    repeats=5, primary="tps", baseline="0", runs=True,
    effects=[("tps", "100", "0", 1.1, [-0.8, 3.0], 0.21, "undecided"), ("tps", "1000", "0", -12.6, [-14.4, -10.7], 0.0003, "worse"),
             ("tps", "1000", "100", -13.5, [-15.3, -11.7], 0.0002, "worse"), ("latency", "100", "0", -0.9, [-1.6, -0.2], 0.02, "equivalent"),
             ("latency", "1000", "0", 14.4, [12.0, 16.9], 0.0004, "worse")],
)  # fmt: skip


def facts(document_: dict[str, Any] | None = None) -> Facts:
    """The facts of a document, the single-run one by default."""
    return facts_of(document_ or DOCUMENT)


def run(text: str, document_: dict[str, Any] | None = None, **options: Any) -> CheckResult:
    """Checks a text; nothing is held in doubt, unless `strict` is False: it is the judges that are tested."""
    return check(text, facts(document_), **{"strict": True, **options})


def verdicts(text: str, document_: dict[str, Any] | None = None, predicate: str | None = None) -> set[str]:
    """The verdicts of a text's claims (of one predicate, if given)."""
    return {claim.verdict for claim in run(text, document_).claims if predicate is None or claim.predicate == predicate}


def is_refused(text: str, document_: dict[str, Any] | None = None) -> bool:
    """Whether something in the text is contradicted or unparsed."""
    return bool(verdicts(text, document_) & {"contradicted", "unparsed"})


# Two settings of one parameter under three loads: the gain is undecided at the first load, largest at the second.
GAINS_OVER_LOADS: dict[str, Any] = {
    "format": "pgverdict-facts/1",
    "experiment": {
        "id": "grid", "title": {}, "repeats": 4, "primary": "tps",
        "factors": [{"name": "jit", "levels": ["off", "on"], "baseline": "off"}, {"name": "clients", "levels": ["8", "32", "128"], "baseline": "8"}],
    },
    "metrics": [{"id": "tps", "unit": "1/s", "better": "higher", "names": {"en": ["throughput"], "ru": ["пропускная способность"]}}],
    "facts": [
        {"id": f"{cell}.tps.mean", "level": cell, "metric": "tps", "stat": "mean", "value": value, "unit": "1/s", "decimals": 0}
        for cell, value in (("off/8", 1000), ("off/32", 2500), ("off/128", 3000), ("on/8", 1010), ("on/32", 2750), ("on/128", 3120))
    ],
    "effects": [
        {"metric": "tps", "level": f"on/{clients}", "baseline": f"off/{clients}", "effect_pct": pct, "verdict": verdict}
        for clients, pct, verdict in (("8", 1.0, "undecided"), ("32", 10.0, "better"), ("128", 4.0, "better"))
    ],
}  # fmt: skip
