"""Clocks: how far another host's clock is from ours, and whether ours was stepped while we sampled."""

import time
from dataclasses import dataclass, field

COLUMNS = ["run_id", "night", "at", "clock", "offset_ms", "uncertainty_ms"]
#: A change of wall clock against monotonic clock beyond this between two looks is a step, not slewing.
STEP_S = 0.05


@dataclass(frozen=True)
class Offset:
    """The other clock minus ours, in milliseconds; half of the round trip is the uncertainty (Cristian's method)."""

    offset_ms: float
    uncertainty_ms: float


def best_offset(questions: list[tuple[float, float, float]]) -> Offset:
    """From (sent, other clock, received) in Unix seconds: the quickest round trip decides."""
    sent, other, received = min(questions, key=lambda question: question[2] - question[0])
    return Offset(1000 * (other - (sent + received) / 2), 1000 * (received - sent) / 2)


@dataclass
class OwnClock:
    """Our wall clock against our monotonic clock, and when which other clock was last measured."""

    difference: float = field(default_factory=lambda: time.time() - time.monotonic())
    measured: dict[str, float] = field(default_factory=dict)

    def step_ms(self, wall: float | None = None, monotonic: float | None = None) -> float | None:
        """How far the wall clock jumped since the last look; None where it did not."""
        now = (time.time() if wall is None else wall) - (time.monotonic() if monotonic is None else monotonic)
        jump, self.difference = now - self.difference, now
        return 1000 * jump if abs(jump) > STEP_S else None

    def is_due(self, clock: str, every_s: float) -> bool:
        """Whether a clock was last measured at least `every_s` ago; counts as measured from now on."""
        now = time.monotonic()
        if clock in self.measured and now - self.measured[clock] < every_s:
            return False
        self.measured[clock] = now
        return True
