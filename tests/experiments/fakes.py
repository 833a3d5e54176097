"""Stands in for the collectors and the data checks, which are other rooms, in tests of run control."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from pgverdict.interfaces import LoadFiles, RecorderReport, RunTarget


@dataclass
class StillRecorder:
    """Records that it was called, and nothing else; `during` runs when a run's recording begins."""

    during: Callable[[RunTarget], None] | None = None
    calls: list[str] = field(default_factory=list)
    ingested: dict[int, list[LoadFiles]] = field(default_factory=dict)

    def start(self, target: RunTarget) -> None:
        self.calls.append("start")
        if self.during:
            self.during(target)

    def stop(self) -> RecorderReport:
        self.calls.append("stop")
        return RecorderReport({"activity": 1}, {"activity": 1}, {})

    def ingest(self, target: RunTarget, load: list[LoadFiles]) -> None:
        self.calls.append("ingest")
        self.ingested[target.run_id] = load


def sound(run_id: int) -> list[str]:
    """A data check that finds nothing."""
    del run_id
    return []
