"""The nouns by which a parameter is spoken of once its growth is: "the longer the delay" of `commit_delay`, though a metric may be called so, too."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene

#: Nouns that stand for a word of a parameter's name once its growth is spoken of.
_NOUNS = {
    "delay": r"delay|задержк\w+", "timeout": r"timeout|interval|таймаут\w*|интервал\w*", "mem": r"memory|памят\w+", "workers": r"workers?|воркер\w*|процесс\w+|параллельност\w+|parallelism",
    "concurrency": r"concurrency|depth|глубин\w+|параллелизм\w*", "ratio": r"ratio|threshold|порог\w*|дол\w+", "cost": r"cost|стоимост\w+", "buffers": r"buffers?|буфер\w*|кэш\w*", "version": r"versions?|верси\w+",
    "size": r"size|размер\w*", "clients": r"clients?|connections?|sessions?|клиент\w*|соединени\w+|подключени\w+", "limit": r"limit|лимит\w*|предел\w*", "factor": r"factor|фактор\w*", "target": r"target", "level": r"level|уров\w+",
}  # fmt: skip


def may_be_parameter(scene: Scene, noun: str) -> bool:
    """Whether a noun is a word of a parameter's name, or stands for one."""
    parts = [part for f in scene.vocabulary.facts.experiment.factors for part in re.split(r"[_.\s]", f.name.lower())]
    return any(
        noun.lower().rstrip("s") == part.rstrip("s") or re.fullmatch(_NOUNS.get(part, "(?!)"), noun, re.I)
        for part in parts
        if len(part) > 2
    )
