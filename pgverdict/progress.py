"""Long work says what it does now: lines on stderr with the time since the start, kept apart from the answer on stdout."""

import sys
import time

_STARTED = time.monotonic()


def say(text: str) -> None:
    """One line of progress on stderr, after minutes and seconds since the process began."""
    minutes, seconds = divmod(int(time.monotonic() - _STARTED), 60)
    print(f"[{minutes:02d}:{seconds:02d}] {text}", file=sys.stderr, flush=True)
