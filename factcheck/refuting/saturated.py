"""Holds a resource that is said to be at its limit to how busy it was: "the disk was saturated" at 49% at most, "сервер упёрся в процессор" at 52%.

The resource and the word of the limit stand in one clause, in any order; the level is the clause's own or the one in force. Only refutes, and only
far from the limit; a denial is refuted where the resource was busy all the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.scene import Scene
from factcheck.binding.subjects import segment
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

_RESOURCES = {
    "disk": re.compile(r"disks?|devices?|drives?|storage|ssd|nvme|hdd|диск\w*|накопител\w*|хранилищ\w*|i/o-bound|io-bound|disk-bound"),
    "cpu": re.compile(r"cpus?|processors?|cores|процессор\w*|цпу|ядра|cpu-bound"),
}  # fmt: skip
_BUSY = {
    "disk": re.compile(r"util|busy|занятост|загрузк\w* (?:диск|накопит|устройств)|утилизаци", re.I),
    "cpu": re.compile(r"cpu|processor|процессор|user time|kernel time|system time", re.I),
}
_NOT_BUSY = re.compile(
    r"wait|ожидан|\bwa\b|_wa\b|steal|idle|просто|\bid\b|_id\b|queue|очеред|seconds|per |mem|памят", re.I
)
_LIMIT = re.compile(
    r"\b(?:saturat\w+|maxed[ -]out|pegged|exhaust\w+|bottleneck\w*|bottle-neck|limited by|limiting|bound by|\w+-bound|constrained by|flat[ -]out|overload\w+|at capacity|to capacity|ran out of|run(?:ning)? out of|out of (?:cpu|processor|disk)|"
    r"(?:at|reach\w*|hit\w*|near|touch\w*) (?:its|the|their) (?:limits?|ceiling|capacity)|held back by|throttled by|hit the (?:disk|cpu|processor)|choked|had (?:nothing|no reserves?) left|fully (?:busy|loaded|utili[sz]ed|used)|"
    r"run against the (?:disk|cpu|processor)|(?:to|at) the limit)\b|"
    r"(?<!\w)(?:насыщ\w+|насыти\w+|исчерп\w+|упер\w+|уп[её]р\w*|упира\w+|узк\w+ мест\w+|ограничива\w+|ограничен\w* (?!сверху|снизу)|лимитир\w+|до предела|на пределе|(?:своего|до|у|к) предел\w*|предела возможност\w+|захл[её]б\w+|перегруж\w+|"
    r"под завязку|на износ|без остатка|полностью (?:занят|загружен|выбран)\w*|занят\w* полностью|загружен\w* (?:полностью|целиком)|не хвата\w+|не хватил\w*|до упора|на полную)(?!\w)",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:not|no|never|nor|neither|hardly|without|far from|nowhere near|room|headroom|reserves?|spare)\b|n't\b|(?<!\w)(?:не(?! хвата| хватил)|ни|нет|без(?! остатка)|далек\w*|далёк\w*|запас\w*|вовсе)(?!\w)",
    re.I,
)
_OPEN = re.compile(
    r"\b(?:if|would|might|may|could|perhaps|probably|possibly|seems?|suspect\w*|suppos\w*|once|until|unless|whether|almost|nearly|close to|approach\w*|expected?)\b|"
    r"(?<!\w)(?:если|бы|может|могло?|могут|возможно|вероятно|наверное|похоже|кажется|ли|пока|почти|едва|чуть|ожида\w+|предполож\w*|близ\w+|приближа\w+)(?!\w)",
    re.I,
)
_FAR, _FULL = 75.0, 97.0


def judge_saturated(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each resource that is said to be at its limit and had room, or the other way round."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for words in _limits(scene):
        start, stop = segment(scene, words[0].index)
        resource = _resource(scene, start, stop)
        text = scene.text_of(start, stop)
        if resource is None or _OPEN.search(text) or _measured_otherwise(scene, start, stop, resource[0]):
            continue
        name, place = resource
        levels = _levels(scene, start, stop)
        tops = {level: busiest for level in levels if (busiest := _busy(scene, name, level, "max")) is not None}
        means = {level: usual for level in levels if (usual := _busy(scene, name, level, "mean")) is not None}
        if _DENIED.search(text):
            wrong = len(means) == len(levels) > 0 and all(usual >= _FULL for usual in means.values())
            held = means
        else:
            wrong = len(tops) == len(levels) > 0 and all(top < _FAR for top in tops.values())
            held = tops
        if wrong:
            told = ", ".join(f"{level}: {value:g}%" for level, value in held.items())
            first, last = min(words[0].index, place), max(words[-1].index, place)
            found.append((first, last, "limiting", Ruling("contradicted", f"busy at most {told}", f"загрузка не выше {told}", (), told)))  # fmt: skip
    return found


def _limits(scene: Scene) -> Iterator[list[Token]]:
    offset = scene.tokens[0].start
    for match in _LIMIT.finditer(scene.sentence.text) if scene.matches(_LIMIT) else ():
        yield [t for t in scene.tokens if t.end > offset + match.start() and t.start < offset + match.end()]


def _resource(scene: Scene, start: int, stop: int) -> tuple[str, int] | None:
    """The one resource that a clause names, and its place."""
    names = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}  # a level may be called "ssd 500"
    said = {name: t.index for t in scene.tokens[start : stop + 1] if t.index not in names for name, words in _RESOURCES.items() if words.fullmatch(t.lower)}  # fmt: skip
    return next(iter(said.items())) if len(said) == 1 else None


def _measured_otherwise(scene: Scene, start: int, stop: int, resource: str) -> bool:
    """Whether the clause tells the limit of something else than how busy the resource was: of its bandwidth, a queue."""
    known = set(_busy_metrics(scene, resource))
    return any(
        m.exact and m.metrics and not m.modifier and not m.metrics & known
        for m in scene.mentions.metrics if start <= m.first <= stop
    )  # fmt: skip


def _levels(scene: Scene, start: int, stop: int) -> list[str]:
    """The levels of which a clause is said: its own, the sentence's only one, the one in force; otherwise all."""
    for first, last in ((start, stop), (0, len(scene.tokens) - 1)):
        said = [m.ids for m in scene.mentions.levels if first <= m.first <= last and m.role != "than"]
        if said:
            own = frozenset().union(*said) if first == start else said[0] if len(set(said)) == 1 else frozenset()
            if own:
                return sorted(own)
    return sorted(scene.inherited_levels) or scene.vocabulary.level_ids


def _busy_metrics(scene: Scene, resource: str) -> list[str]:
    """The metrics, in per cent of the time, that say how busy a resource was; those of the processor are parts that add up."""
    rows = []
    for name, metric in scene.vocabulary.metrics.items():
        texts = " | ".join([name, *(one for called in metric.names.values() for one in called)])
        if (
            metric.unit == "%"
            and _BUSY[resource].search(texts)
            and not _NOT_BUSY.search(texts)
            and (resource == "cpu") == bool(_BUSY["cpu"].search(texts))
        ):
            rows.append(name)
    return rows


def _busy(scene: Scene, resource: str, level: str, stat: str) -> float | None:
    """How busy a resource was at a level, at most or on average; None where it is not known in full."""
    values = []
    for metric in _busy_metrics(scene, resource):
        held = [f.value for f in scene.vocabulary.values(metric, stat, level) if f.run is None and f.scope in (None, "run")]  # fmt: skip
        if not held:
            return None
        values.append(max(held))
    if not values:
        return None
    return sum(values) if resource == "cpu" else max(values)
