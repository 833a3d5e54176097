"""Refuses where the data are said to lie on another kind of disk than the set-up has: "the data live on NVMe", "данные лежат на HDD". Only refutes."""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling

_KINDS = {"nvme": "nvme", "sata": "sata", "sas": "sas", "hdd": "hdd", "spinning": "hdd"}
#: What no single disk can be at once.
_APART = {"nvme": {"sata", "sas", "hdd"}, "sata": {"nvme", "sas"}, "sas": {"nvme", "sata"}, "hdd": {"nvme", "ssd"}}
_LIE = re.compile(
    r"\b(?:data|database|cluster|data directory)(?: files?)?(?: \w+)? (?:lives?|lie|lies|sits?|is|are|was|were|resides?|stored|kept)(?: \w+)? on (?:an? |the )?(?P<en>[\w ]{3,30})|"
    r"(?<!\w)(?:данные|база|кластер|файлы данных)(?: \w+)? (?:лежат|лежит|лежали|лежала|жив[уёе]т|хранятся|хранится|размещен\w+|находятся|находится)(?: \w+)? на (?P<ru>[\w -]{3,30})",
    re.I,
)
_OPEN = re.compile(r"\b(?:if|would|could|instead|another|other|usually|not|n't|unlike|than|WAL)\b|(?<!\w)(?:если|бы|другом|обычно|не|вместо|чем|журнал\w*)(?!\w)", re.I)  # fmt: skip


def judge_storage(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of the place where the data are said to lie."""
    held = _held(scene)
    found = _LIE.search(scene.sentence.text) if held is not None and scene.block.kind != "cell" else None
    if found is None or held is None or scene.matches(_OPEN) or scene.tokens[-1].text == "?":
        return []
    key, value = held
    own, told = _kinds(value), _kinds(found.group("en") or found.group("ru"))
    if len(told) != 1 or told & own or not _APART.get(next(iter(told)), set()) & own:
        return []
    start = scene.tokens[0].start
    inside = [t.index for t in scene.tokens if found.start() <= t.start - start < found.end()]
    en, ru = f"in the set-up {key} is {value}", f"в условиях {key}: {value}"
    return [(inside[0], inside[-1], "environment", Ruling("contradicted", en, ru, (f"environment.{key}",), value))]


def _held(scene: Scene) -> tuple[str, str] | None:
    """The one entry of the environment that tells what the disk is."""
    rows = [
        (key, value)
        for key, value in (scene.vocabulary.facts.experiment.environment or {}).items()
        if isinstance(value, str) and key.lower() in ("disk", "storage", "drive", "data_disk")
    ]
    return rows[0] if len(rows) == 1 else None


def _kinds(text: str) -> set[str]:
    words = re.findall(r"\w+", text.lower())
    kinds = {_KINDS[word] for word in words if word in _KINDS}
    return kinds or ({"ssd"} if "ssd" in words else set())
