"""Judges the whole that a share is told of: "46% of all fsync calls" where the fact is a share of active session time.

Only wholes that are known by name are held against each other; a whole that the facts take no share of refutes what is said to be one.
This judge only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.agreement import agrees
from factcheck.binding.bound import Bound
from factcheck.binding.denominators import is_of, is_of_its_class
from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.binding.vocabulary import Vocabulary
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.refuting.innershares import share_of_whole

# The narrower kinds first: "IO waits" are not all waits.
_KINDS = [
    ("IO waits", r"io[- ]waits?\b|(?:времен\w+ )?ожидани\w+ (?:ввода-вывода|io)\b"),
    ("LWLock time", r"lwlock(?:[- ](?:time|waits))?\b|времен\w+ lwlock\b|лёгких блокировок"),
    ("CPU time", r"(?:user |system )?cpu(?: time)?\b|процессорн\w+ времен\w+|времен\w+ (?:cpu|процессора)\b"),
    ("idle time", r"idle (?:session )?time|idle sessions|(?:времен\w+ )?простаива\w+(?: \w+)?|времен\w+ просто[яй]\w*"),
    ("active time", r"active[- ](?:session )?time|active sessions?|(?:времен\w+ )?активн\w+ (?:сесс\w+|сеанс\w+)|активн\w+ времен\w+(?: (?:сесс\w+|сеанс\w+))?|"
                    r"(?:query|session)[- ]time|time of (?:the |all )?(?:queries|sessions|backends)|времен\w+ (?:работы )?(?:запросов|сессий|сеансов)"),
    ("planning time", r"planning time|времен\w+ планирования"),
    ("execution time", r"execution time|времен\w+ (?:выполнения|исполнения)"),
    ("client time", r"client time|clients' time|времен\w+ клиентов"),
    ("backend time", r"backend time|времен\w+ (?:обслуживающих|серверных) процессов"),
    ("elapsed time", r"(?:elapsed|wall[- ]clock|run|suite) time|времен\w+ (?:прогона|набора|теста)"),
    ("waits", r"waits?\b|waitings\b|waiting time|(?:времен\w+ )?ожидани[йя]\w*"),
    ("calls", r"(?:fsync |system )?calls\b|вызовов(?: \w+)?"),
    ("queries", r"queries\b|запросов\b"),
    ("joins", r"joins\b|соединени[йя]\w*"),
    ("transactions", r"transactions\b|транзакций\b"),
    ("WAL", r"(?:the )?wal(?:[ _](?:volume|bytes))?\b|объ[её]м\w* (?:wal|журнала)\b"),
    ("updates", r"updates\b|обновлений\b"),
    ("loads", r"loads\b|загрузок\b"),
]  # fmt: skip
_KIND = "|".join(f"(?P<k{at}>{words})" for at, (_, words) in enumerate(_KINDS))
_FILLING = r"(?:(?:all|the|its|their|our|total|whole|entire|of|всех|всего|общего|от|всей|своего|их|ее)\s+){0,3}"
_AFTER = re.compile(rf"^\s*(?:of|от)?\s*{_FILLING}(?:{_KIND})", re.I)
_SHARE = re.compile(
    rf"\b(?:share|fraction|proportion|percentage)s?\s+(?:of\s+)?(?:(?!of\b)[\w-]+\s+){{0,4}}?(?:of|in|among)\s+{_FILLING}(?:{_KIND})|"
    rf"(?<!\w)дол[яиюе]\w*\s+(?:[\w-]+\s+){{0,4}}?(?:во?|от|среди)\s+{_FILLING}(?:{_KIND.replace('(?P<k', '(?P<r')})",
    re.I,
)

#: "Waits (share of …": the head of a list of waits.
_WAITS = re.compile(r"(?:waits?|ожидани\w+)[^.;(]{0,12}\(\s*$", re.I)


def judge_wholes(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each share that is told of another whole than it is of."""
    if scene.block.kind == "cell" or not scene.vocabulary.shares:
        return []
    return [*_of_numbers(scene, bounds), *_of_words(scene)]


def _called(match: re.Match[str]) -> str | None:
    """The name of the kind that a pattern has found."""
    return next((_KINDS[int(name[1:])][0] for name, text in match.groupdict().items() if text), None)


def kind_of_whole(denominator: str) -> str | None:
    """The kind of whole that the facts name, None for one that has no name here."""
    text = denominator.replace("_", " ")
    return next((name for name, words in _KINDS if re.fullmatch(words, text, re.I)), None)


def _of_numbers(scene: Scene, bounds: dict[int, Bound]) -> list[tuple[int, int, str, Ruling]]:
    found = []
    for place, bound in sorted(bounds.items()):
        held = [f for name in bound.facts if (f := scene.vocabulary.by_name.get(name)) is not None and f.denominator]
        if bound.verdict != "supported" or bound.predicate != "value" or len(held) != len(bound.facts) or not held:
            held = _loosely(scene, bound)
        if len({f.metric for f in held}) != 1:
            continue  # a part and its whole: what is told is the one of the other
        said = _AFTER.match(scene.sentence.text[scene.tokens[place].end - scene.tokens[0].start :])
        if said is None or (kind := _called(said)) is None:
            continue
        real = {kind_of_whole(f.denominator or "") or _class(scene, f) for f in held}
        if None in real or kind in real or _also(scene, held[0], kind) or _named_itself(scene, place, kind):
            continue
        if is_of_its_class(scene, place) or _names_class(scene, place, held):
            continue  # "98,8% ожиданий типа IPC"
        if kind == "waits" and _is_of_all_waits(scene, bound, held[0].metric):
            continue
        if kind == "active time" and "waits" in real or any(_called_so(f, kind) for f in held):
            continue  # what waits are a share of, many take for the active time
        found.append((place, place, "share", _refuted(held[0])))
    return found


def _class(scene: Scene, fact: Fact) -> str | None:
    """A whole that is itself a share of another ("IPC"), and so none of those that have a name here."""
    inner = any(other.metric == fact.denominator for other in scene.vocabulary.shares)
    return f"class {fact.denominator}" if inner else None


def _is_of_all_waits(scene: Scene, bound: Bound, part: str) -> bool:
    """Whether a part has the share that is told in the sum of all classes of waits at each level spoken of: the facts' own whole holds work too."""
    wholes = {f.denominator for f in scene.vocabulary.shares}
    wider = [
        f
        for f in scene.vocabulary.shares
        if f.run is None and f.denominator and not scene.vocabulary.by_metric.get(f.denominator)
    ]
    spoken = {i for ids in bound.levels for i in ids} or set(scene.inherited_levels) or set(scene.vocabulary.level_ids)
    for level in spoken:
        here = [f for f in wider if f.level is not None and scene.vocabulary.canonical(f.level) == level]
        own = next((f for f in here if f.metric == part), None)
        if own is None:
            return False
        row = {
            f.metric: f.value
            for f in here
            if f.metric in wholes and f.denominator == own.denominator and not is_work(scene.vocabulary, f.metric)
        }
        said = 100 * own.value / sum(row.values()) if sum(row.values()) else 0.0
        least = bound.number.low_value()
        if not (said >= least if bound.number.hedge == "over" else agrees(bound.number, [said])):
            return False
    return True


def is_work(vocabulary: Vocabulary, metric: str) -> bool:
    """Whether a part of the sessions' time is work on the CPU: it is no wait, however large."""
    held = vocabulary.metrics.get(metric)
    names = [name for row in held.names.values() for name in row] if held is not None else []
    return any(name.lower() == "on cpu" or kind_of_whole(name) == "CPU time" for name in names)


def _names_class(scene: Scene, place: int, held: list[Fact]) -> bool:
    """Whether the class that a share is of is named within the words behind the number."""
    stop = next((t.index for t in scene.tokens[place:] if t.text in ",;:."), len(scene.tokens))
    behind = [m.metrics for m in scene.mentions.metrics if place < m.first <= min(place + 6, stop)]
    return any(
        len(metrics) == 1 and is_of(scene, fact.denominator or "", metrics) for metrics in behind for fact in held
    )


def _called_so(fact: Fact, kind: str) -> bool:
    """ "IO waits" of what is a share of "io"."""
    return kind.split()[0].lower() == (fact.denominator or "").lower().split("_")[-1]


def _loosely(scene: Scene, bound: Bound) -> list[Fact]:
    """The inner shares that a hedged or open percentage tells of the part that is named before it: "ProcArray takes over 60% of"."""
    number = bound.number
    named = [m for m in scene.mentions.metrics if m.exact and m.metrics and not m.modifier and m.last < bound.place]
    open_ = bound.verdict == "unverifiable" or number.fraction and bound.verdict == "supported"
    if not open_ or number.dimension != "percent" or number.high is not None or not named:
        return []
    low = number.low_value()
    held = [f for f in scene.vocabulary.shares if f.metric in named[-1].metrics and f.run is None]
    over = number.hedge == "over"
    wide = 1.5 if number.fraction else 1.12
    told = [f for f in held if low <= f.value <= low * wide] if over else [f for f in held if agrees(number, [f.value])]
    if number.fraction and not over:
        told = [f for f in held if abs(f.value - low) <= 0.06 * low]
    product = [share_of_whole(scene, f.metric, scene.vocabulary.canonical(f.level or "")) for f in held]
    near = any(p is not None and abs(p[0] - low) <= 0.12 * low for p in product)
    return [] if near or number.hedge == "under" else told


def _named_itself(scene: Scene, place: int, kind: str) -> bool:
    """ "46% IO waits": what follows is the part, not the whole."""
    following = scene.tokens[place + 1].lower if place + 1 < len(scene.tokens) else ""
    return following.isascii() and following != "of"


def _also(scene: Scene, fact: Fact, kind: str) -> bool:
    """Whether the facts hold the same value as a share of the whole that is said."""
    return any(
        other.value == fact.value and kind_of_whole(other.denominator or "") == kind
        for other in scene.vocabulary.shares
    )


def _of_words(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "waits (share of user CPU)", "доля вложенных циклов во времени набора"."""
    found = []
    for phrase in phrases(scene, _SHARE):
        kind = _called(phrase.match)
        # a name that ends with the whole ("share of waits") is the metric itself
        inside = [m for m in scene.mentions.metrics if phrase.first <= m.first and m.last < phrase.last and not m.whole]
        held = [
            f
            for m in inside
            for metric in sorted(m.metrics)
            for f in scene.vocabulary.by_metric.get(metric, ())
            if f.denominator
        ]
        if not held and _WAITS.search(scene.sentence.text[: phrase.match.start()]):
            held = scene.vocabulary.shares
        real = {kind_of_whole(f.denominator or "") for f in held}
        if not held or kind is None or None in real or kind in real:
            continue
        found.append((phrase.first, phrase.last, "share", _refuted(held[0])))
    return found


def _refuted(fact: Fact) -> Ruling:
    return Ruling(
        "contradicted",
        f"{fact.name} is a share of {fact.denominator}",
        f"{fact.name} — доля от {fact.denominator}",
        (fact.name,),
        fact.denominator,
    )
