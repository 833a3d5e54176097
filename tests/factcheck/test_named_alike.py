"""Levels that are called like metrics, wholes beside their parts, and numbers whose clause names nothing: true statements stand, their false twins do not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused

CORPUS = Path(__file__).parent / "corpus" / "audited_open"

WORKERS = document(
    "workers", "max_parallel_workers_per_gather", None, ["0", "2", "4", "8"],
    {
        "tput": metric("1/h", "higher", 0, "throughput;queries an hour", "пропускная способность;запросов в час", {"mean": [212, 391, 428, 402], "median": [214, 390, 430, 401], "slope": [0.4, -1.2, 3.2, -6.7]}),
        "launched": metric("1", "none", 2, "workers launched", "запущенные рабочие процессы", {"mean": [0, 1.77, 2.71, 3.05]}),
        "lat": metric("s", "lower", 1, "query time", "время запроса", {"mean": [118.4, 71.2, 60.1, 66.3], "p99": [221.0, 190.4, 161.8, 240.5]}),
        "cs": metric("1/s", "none", 0, "context switches", "переключения контекста", {"mean": [8100, 24600, 41700, 96300]}),
    },
    repeats=1, primary="tput", baseline="2", default="2",
)  # fmt: skip
METHODS = document(
    "methods", "wal_level", None, ["minimal", "replica", "logical"],
    {
        "tput": metric("1/s", "higher", 0, "throughput;tps", "скорость;tps", {"mean": [8930, 8410, 7620]}),
        "wal": metric("MB/s", "lower", 1, "WAL rate", "поток WAL", {"mean": [20.8, 22.1, 32.0]}),
        "flush": metric("1/s", "none", 0, "logical messages a second", "логических сообщений в секунду", {"mean": [0, 0, 410]}),
    },
    repeats=1, primary="tput", baseline="replica",
)  # fmt: skip


@pytest.mark.parametrize(
    ("true", "false", "world"),
    [
        ("With four workers throughput is 428.", "With four workers throughput is 391.", WORKERS),
        ("Against the default, four workers gain 9.5%.", "Against the default, four workers gain 19.5% of throughput.", WORKERS),
        ("WAL rate: 20.8 (minimal) → 22.1 (replica) → 32.0 MB/s (logical).", "WAL rate: 20.8 (minimal) → 32.0 (replica) → 22.1 MB/s (logical).", METHODS),
        ("- **tps**: minimal 8,930, logical 7,620.", "- **tps**: minimal 8,930, logical 8,410.", METHODS),
        ("The medians at 2 and 8 nearly coincide.", "The means of throughput at 0 and 8 nearly coincide.", WORKERS),
        ("Query time nearly halved between 0 and 4.", "Query time more than halved between 0 and 4.", WORKERS),
        ("At 4 query time was 60.1 s. Per query it is about fourteen: 14.2.", "At 4 query time was 71.2 s.", WORKERS),
        ("Context switches climb in step with nothing: 8,100 → 24,600 → 41,700 → 96,300.", "Context switches: 8,100 (0) → 24,600 (2) → 96,300 (4).", WORKERS),
    ],
)  # fmt: skip
def test_the_true_twin_stands_and_the_false_one_is_refused(true: str, false: str, world: dict[str, object]) -> None:
    assert not is_refused(true, world)
    assert is_refused(false, world)


@pytest.mark.parametrize(
    "text",
    [
        "The trend of throughput falls at 2 and at 8. The two others rose instead: 0.4 and 3.2.",
        "Throughput at 4 is 9.5% above the default, at 8 the lead shrinks.",
    ],
)
def test_a_number_whose_clause_names_nothing_is_not_refused(text: str) -> None:
    assert not is_refused(text, WORKERS)


@pytest.mark.parametrize(
    "text",
    ["At 4 throughput reached 482.", "At 8 query time was 66.9 s.", "Two of the four beat the default. At 4 it was 60.7 s of query time."],
)  # fmt: skip
def test_a_slip_of_the_pen_is_refused(text: str) -> None:
    assert is_refused(text, WORKERS)


_CHECK = """
import json, sys
from factcheck import check
from factcheck.forms.facts import load_facts
claims = check(open(sys.argv[1], encoding="utf-8").read(), load_facts(sys.argv[2])).claims
print(json.dumps([(c.line, c.start, c.end, c.predicate, c.verdict) for c in claims]))
"""


@pytest.mark.parametrize("name", ["vacuum_cost_ru", "syncrep_modes_ru", "naptime_en"])
def test_verdicts_are_the_same_in_every_process(name: str) -> None:
    """The order of sets hangs on the process; no verdict may."""
    told = []
    for seed in ("1", "2", "5"):
        command = [sys.executable, "-c", _CHECK, str(CORPUS / f"{name}.md"), str(CORPUS / f"{name}.facts.json")]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        told.append(json.loads(done.stdout))
    assert told[0] == told[1] == told[2] and len(told[0]) > 60
