"""Which side of a metric is better, where its name says so as usual: of tps more, of a latency less."""

from __future__ import annotations

import re

_MORE = re.compile(
    r"\b(?:[tqr]ps|tpmc?|nopm|iops|ops|hits?|throughput|goodput|bandwidth|speed|queries|transactions|commits|"
    r"пропускн\w*|скорост\w*|производительност\w*|транзакц\w*)\b"
)
_LESS = re.compile(
    r"\b(?:latency|latencies|lag|delay\w*|response|duration|elapsed|runtime|time|p9[0-9]+|await|waits?|waiting|stalls?|errors?|fail\w*|timeouts?|deadlocks?|aborts?|"
    r"rollbacks?|misses|отклик\w*|задержк\w*|латентност\w*|длительност\w*|время|ожидани\w*|отставани\w*|ошиб\w*|отказ\w*)\b"
)
_SCATTER = re.compile(r"\b(?:std\w*|sd|cv|deviation|spread|variance|iqr|ско|разброс\w*|отклонени\w*|дисперси\w*)\b")


#: "queries per req", "commits per transaction": what one thing takes of another.
_PER_OTHER = re.compile(r"\bper (?!s\b|sec|min|hour)\w+")


def better_by_name(name: str) -> str | None:
    """ "higher", "lower", or None where the name does not say it plainly ("cpu_percent", "delayed transactions")."""
    plain = name.lower().replace("_", " ")
    more, less = _MORE.search(plain), _LESS.search(plain)
    if more and _PER_OTHER.search(plain):
        return None
    return None if bool(more) == bool(less) or _SCATTER.search(plain) else "higher" if more else "lower"
