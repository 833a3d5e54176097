"""Clauses on links, drops and spreads that stand before them: each true twin passes, each false one is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused


def _correlated(values: dict[str, float]) -> list[dict[str, Any]]:
    return [
        {"id": f"{level}.rate.pearson~wait", "level": level, "run": None, "metric": "rate", "stat": "pearson", "partner": "wait", "value": value, "decimals": 2}
        for level, value in values.items()
    ]  # fmt: skip


def _dropped(level: str, start: str, minutes: int, depth: float) -> dict[str, Any]:
    hour, minute = (int(part) for part in start.split(":"))
    end = f"{hour:02}:{minute + minutes:02}:00"
    return {
        "level": level,
        "run": None,
        "kind": "drop",
        "metric": "rate",
        "starts_at": f"{start}:00",
        "ends_at": end,
        "depth_pct": depth,
    }


QUEUES: dict[str, Any] = document(
    "queues", "queue_depth", None, ["2", "6", "18", "54"],
    {
        "rate": metric("1/s", "higher", 0, "request rate", "скорость запросов", {"mean": [2110, 3240, 4480, 4120], "stddev": [80, 130, 90, 410]}),
        "wait": metric("ms", "lower", 1, "queueing delay", "задержка в очереди", {"mean": [14.2, 9.6, 6.1, 7.9], "stddev": [1.1, 0.9, 0.7, 3.8]}),
    },
    repeats=1, primary="rate", baseline="2",
)  # fmt: skip
QUEUES["facts"] += _correlated({"2": -0.12, "6": 0.21, "18": -0.54, "54": -0.88})
QUEUES["windows"] = [
    _dropped("6", "02:10", 4, 31.0),
    _dropped("54", "03:05", 9, 62.0),
    _dropped("54", "03:40", 6, 44.0),
]

TWINS = [
    ("We correlated the request rate with queueing delay. The link is strongest at 54.", "We correlated the request rate with queueing delay. The link is strongest at 18."),
    ("The request rate and queueing delay are negatively linked at 2. At 6 the link turns positive.", "The request rate and queueing delay are negatively linked at 2. At 18 the link turns positive."),
    ("The link between the request rate and queueing delay depends on the depth. Only at 6 is it positive.", "The link between the request rate and queueing delay depends on the depth. Only at 18 is it positive."),
    ("### Correlation: request rate and queueing delay\n\n- 54: strong", "### Correlation: request rate and queueing delay\n\n- 2: strong"),
    ("Связь скорости запросов и задержки в очереди при 2 слабая. При 54 она сильная.", "Связь скорости запросов и задержки в очереди при 2 слабая. При 6 она сильная."),
    ("The request rate collapsed now and then at 6. At 54 this happened more often.", "The request rate collapsed now and then at 6. At 18 this happened more often."),
    ("The number of drops was 1 at 6; it was 2 at 54.", "The number of drops was 1 at 6; it was 3 at 54."),
    ("## Drops\n\n54 has more of them than 6.", "## Drops\n\n54 has fewer of them than 6."),
    ("## Просадки скорости\n\nПри 54 их больше, чем при 6.", "## Просадки скорости\n\nПри 54 их меньше, чем при 6."),
    ("При 6 скорость проседает. При 18 такого нет ни разу.", "При 6 скорость проседает. При 54 такого нет ни разу."),
    ("At 18 queueing delay has its ups and downs. At 54 the swings are wider still.", "At 54 queueing delay has its ups and downs. At 18 the swings are wider still."),
    ("### queue_depth = 54\n\nОдно замечание: задержка в очереди колеблется здесь сильнее, чем на любом другом уровне.", "### queue_depth = 6\n\nОдно замечание: задержка в очереди колеблется здесь сильнее, чем на любом другом уровне."),
    ("Задержка в очереди при 54 — в среднем 7,9 мс. Стандартное отклонение выше, чем при 18.", "Задержка в очереди при 18 — в среднем 6,1 мс. Стандартное отклонение выше, чем при 54."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_clause_goes_on_with_what_was_spoken_of(true: str, false: str) -> None:
    assert not is_refused(true, QUEUES), true
    assert is_refused(false, QUEUES), false
