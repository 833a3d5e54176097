"""Finds the parts of a plain statement: its metrics, levels, factor and numbers, and the part that each other word plays.

"At no level does mean latency fall below 5 ms": none, level, mean, metric, down, below, number. A word that plays no known part ends the
reading: a statement is understood as a whole or not at all.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from factcheck.binding.mentions import LevelMention, MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import Vocabulary
from factcheck.reading.numbers import WORD_NUMBERS, Number
from factcheck.reading.sentences import Token
from factcheck.reading.words import may_be_subject
from factcheck.stating.words import Grade, grade_of, longest_from, parts, prefixes

_MARKS = set("=,:;()«»\"'.—–-!“”|[]…")
_SOFT = frozenset({"fill", "is"})
_FIRM = {
    "at",
    "under",
    "with",
    "for",
    "при",
    "у",
    "для",
}  # what stands before a level, and hardly before another number
_PARTICLES = {"in", "out", "up", "down", "off", "over", "on"}
_TAIL = re.compile(r"(?<=[a-z])[A-Z][a-z]{3,}$")  # "VacuumDelay"
_MOST = 8  # readings of one statement; more are not tried


@dataclass(slots=True)
class Atom:
    """One part: `kind` is word, metric, level, factor, number or mark; a word's `plays` are the parts that it may be."""

    kind: str
    first: int
    last: int
    text: str
    plays: frozenset[str] = frozenset()
    value: str = ""
    number: Number | None = None
    grade: Grade | None = None
    options: tuple[str, ...] = ()
    is_loose: bool = False  # a metric by a word of its name

    def is_(self, *names: str) -> bool:
        return self.kind == "word" and not self.plays.isdisjoint(names)


@dataclass
class Statement:
    """The atoms of one statement, in their order; what a frame has read of them is kept in `read`."""

    scene: Scene
    atoms: list[Atom]
    read: set[int] = field(default_factory=set)

    def fresh(self) -> Statement:
        return Statement(self.scene, self.atoms)

    # -- looking ------------------------------------------------------------------------------------------------------

    def places(self, *names: str) -> list[int]:
        """Where words stand that may play one of the parts and were not read yet."""
        return [at for at, atom in enumerate(self.atoms) if at not in self.read and atom.is_(*names)]

    def take(self, *names: str) -> bool:
        """Reads all words that may play one of the parts; whether there are any."""
        found = self.places(*names)
        self.read.update(found)
        return bool(found)

    def graded(self, *axes: str, grade: str = "") -> list[int]:
        """Where graded words of the axes stand that were not read yet."""
        return [
            at for at, atom in enumerate(self.atoms)
            if at not in self.read and atom.grade is not None and atom.grade.axis in axes and (not grade or atom.grade.grade == grade)
        ]  # fmt: skip

    def of(self, kind: str) -> list[int]:
        return [at for at, atom in enumerate(self.atoms) if atom.kind == kind]

    @property
    def metrics(self) -> list[str]:
        return list(dict.fromkeys(self.atoms[at].value for at in self.of("metric")))

    def is_done(self, *soft: str) -> bool:
        """Whether every word was read, or says nothing of its own (or plays one of the `soft` parts)."""
        free = _SOFT | set(soft)
        return all(at in self.read or atom.kind != "word" or not atom.plays.isdisjoint(free) for at, atom in enumerate(self.atoms))  # fmt: skip

    def unread(self) -> list[str]:
        return [atom.text for at, atom in enumerate(self.atoms) if at not in self.read and atom.kind == "word" and atom.plays.isdisjoint(_SOFT)]  # fmt: skip

    # -- levels and their roles ---------------------------------------------------------------------------------------

    def before(self, at: int) -> Iterator[tuple[int, Atom]]:
        """The atoms before one, nearest first."""
        yield from ((i, self.atoms[i]) for i in range(at - 1, -1, -1))

    def _is_of_what(self, at: int) -> bool:
        """ "Выше максимума эксперимента-1": a statistic behind a comparative that is no subject is that of what is compared with."""
        atom = self.atoms[at]
        return any(play.startswith("stat.") for play in atom.plays) and not atom.text.isascii() and not may_be_subject(atom.text.lower())  # fmt: skip

    def role(self, at: int) -> str:
        """What a level is in its statement: at, than, except, from, to."""
        for near, atom in self.before(at):
            if near == at - 1 and (atom.grade is not None and atom.grade.grade == "cmp") and atom.kind == "word":
                return "than"
            if near == at - 2 and atom.grade is not None and atom.grade.grade == "cmp" and self._is_of_what(at - 1):
                return "than"
            if atom.kind == "level":
                between = self.atoms[near + 1 : at]
                joined = any(a.text.lower() in ("and", "и", ",", "or", "или", "nor", "ни") for a in between) and all(a.text.lower() in ("and", "и", ",", "or", "или", "nor", "ни", "at", "при", "both", "у", "with") for a in between)  # fmt: skip
                return self.role(near) if joined and at - near > 1 else "at"
            if atom.kind == "mark" and atom.text in ",;:":
                return "at"
            if atom.text.lower() == "under" and near == at - 1:
                return "at"
            if atom.is_("above", "below") and 0 < at - near - 1 <= 1 and self.atoms[at - 1].text.lower() in _FIRM:
                return "at"  # "a ceiling that it does not break at 8"
            if atom.is_("than") or atom.is_("above", "below", "wins", "loses"):
                return "than"
            if atom.is_("unlike"):
                return "unlike"
            if atom.text.lower() == "but" and at - near <= 3 and near and self.atoms[near - 1].kind not in ("mark", "level", "number"):  # fmt: skip
                if any(a.is_("all", "none") for a in self.atoms[max(0, near - 3) : near]):
                    return "except"  # "at every level but 8"
            if atom.is_("except") or atom.text.lower() in ("без", "without") and near == at - 1:
                return "except"
            if atom.text.lower() in ("as", "как") and at - near <= 2:
                return "than" if any(a.is_("so") for a in self.atoms[max(0, near - 5) : near]) else "at"
            if atom.kind in ("metric", "number") or atom.kind == "word" and not atom.is_("fill", "keep", "even", "is", "stat.mean", "stat.max", "stat.min", "from", "to", "by", "with.from"):  # fmt: skip
                break
        return "at"

    def levels(self, *roles: str) -> list[str]:
        """The levels with one of the roles (all where none is asked for), in their order."""
        return list(dict.fromkeys(self.atoms[at].value for at in self.of("level") if not roles or self.role(at) in roles))  # fmt: skip

    def course(self) -> tuple[str, str] | None:
        """From which level to which a statement goes: "from 1 to 8", "1 → 8", "when 1 is replaced by 8", "вместо 1 взять 8"."""
        held = self.of("level")
        if len(held) != 2:
            return None
        one, two = held
        a, b = self.atoms[one].value, self.atoms[two].value
        between = self.atoms[one + 1 : two]
        lead = self.atoms[max(0, one - 3) : one]
        while lead and lead[-1].text.lower() in ("level", "значения", "уровня", "the", "setting"):
            lead.pop()
        own = lead[-1] if lead else None
        link = [atom for atom in between if atom.text.lower() not in ("the", "level", "level")]
        if any(atom.is_("arrow") for atom in between):
            self.take("arrow")
            return a, b
        if own is not None and own.is_("from", "with.from") and link and link[-1].is_("to", "by"):
            self.take("from", "to", "replace")
            self.read.update(i for i in (one - 1, two - 1))
            return a, b
        if own is not None and own.is_("to", "by") and link and link[-1].is_("from", "with.from"):
            self.take("from", "to", "replace")
            self.read.add(one - 1)
            return b, a
        if own is not None and own.is_("insteadof"):
            self.take("insteadof")
            return a, b
        if link and link[-1].is_("insteadof"):
            self.take("insteadof")
            return b, a
        if own is not None and own.is_("between") and all(atom.text.lower() in ("and", "и") for atom in link):
            self.take("between")
            return a, b
        if self.places("replace") and link and link[-1].text.lower() in ("with", "by", "на", "for", "to"):
            self.take("replace", "to")
            self.read.add(two - 1)
            return (b, a) if link[-1].text.lower() == "for" else (a, b)
        return None


def statements_in(scene: Scene, first: int, last: int, *, loosely: bool = False) -> list[Statement]:
    """The readings of a stretch as one statement; empty where a word plays no known part. `loosely` takes a word of a metric's name for it, too."""
    key = (first, last, loosely)
    if key not in scene.statements:
        scene.statements[key] = _statements_in(scene, first, last, loosely=loosely)
    return [one.fresh() for one in scene.statements[key]]


def _statements_in(scene: Scene, first: int, last: int, *, loosely: bool) -> list[Statement]:
    rows: list[Atom] = []
    at = first
    named = {m.first: m for m in scene.mentions.metrics if m.metrics and (m.exact or not m.modifier and not m.rooted) and not _is_particle(scene, m)}  # fmt: skip
    loose = _by_a_word(scene, named) if loosely else {}
    named |= loose
    if loosely:
        named = {
            start: m for start, m in named.items() if m.exact or m.first != m.last or not _is_a(scene, start, "sort")
        }
    levels: dict[int, list[LevelMention]] = {}
    for mention in scene.mentions.levels:
        levels.setdefault(mention.first, []).append(mention)
    factors = dict(scene.mentions.factors)
    while at <= last:
        own = _levels(scene, at, levels)
        atom = (
            _unit(scene, at, rows[-1] if rows else None)
            or (None if _is_loose(at, named, factors) else _metric(scene, at, named))
            or _factor(scene, at, factors)
            or _number(scene, at)
        )
        ahead = min([last, *(first - 1 for first in named if first > at)])  # no idiom reaches into a metric's name
        atom = atom or _mark(scene.tokens[at]) or _word(scene, at, ahead)
        if atom is None and loosely and _follows_level(scene, at):
            atom = Atom("word", at, at, scene.tokens[at].text, frozenset({"fill"}))
        if atom is None and not own:
            return []
        if (
            atom is not None
            and atom.kind == "metric"
            and (at in loose or not named[at].exact if at in named else False)
        ):
            atom = replace(atom, is_loose=loosely)
        rows += own or ([atom] if atom is not None else [])
        if (
            atom is not None
            and atom.kind == "metric"
            and not own
            and (stat := _statistic_called(scene, atom)) is not None
        ):
            rows.append(stat)
        at = rows[-1].last + 1
    rows = _with_ofall(rows, len(scene.vocabulary.level_ids))
    if _nearly_all(rows):
        return []
    return [Statement(scene, _joined(one)) for one in itertools.islice(_readings(rows), _MOST)]


def _by_a_word(scene: Scene, named: dict[int, MetricMention]) -> dict[int, MetricMention]:
    """The metrics that are called by one word of their name: "the checkpointer", or "the delay" for VacuumDelay."""
    found = {m.first: m for m in scene.mentions.metrics if 0 < len(m.metrics) <= 3 and m.first not in named and not _is_particle(scene, m)}  # fmt: skip
    taken = {at for m in [*named.values(), *found.values()] for at in range(m.first, m.last + 1)}
    tails = scene.vocabulary.once("tails", lambda: _tails(scene.vocabulary))
    for token in scene.tokens:
        if token.index in taken or not token.is_word or len(token.text) < 4:
            continue
        held = tails.get(token.lower, frozenset())
        if len(held) == 1:
            found[token.index] = MetricMention(token.index, token.index, held, exact=False)
    return found


def _tails(vocabulary: Vocabulary) -> dict[str, frozenset[str]]:
    """The last words of the metrics' names, and whose they are."""
    found: dict[str, set[str]] = {}
    for metric in vocabulary.facts.metrics:
        for name in (name for names in metric.names.values() for name in names):
            if (tail := _TAIL.search(name)) is not None:
                found.setdefault(tail[0].lower(), set()).add(metric.id)
    return {word: frozenset(held) for word, held in found.items()}


def _follows_level(scene: Scene, at: int) -> bool:
    """ "At eight subscribers": what a number of the factor's is a number of."""
    before = [m for m in scene.mentions.levels if m.last == at - 1]
    return bool(before) and scene.tokens[at].is_word and any(t.number is not None or t.lower in WORD_NUMBERS or t.stems & set(WORD_NUMBERS) for t in scene.tokens[before[0].first : at])  # fmt: skip


def _with_ofall(rows: list[Atom], levels: int) -> list[Atom]:
    """ "The steadiest of the four", "наименьший из пяти", where there are so many levels: of all."""
    for at, atom in enumerate(rows):
        if atom.kind != "word" or atom.value != str(levels) or levels < 3 or not atom.is_("howmany"):
            continue
        first = at - 1
        while first > 0 and rows[first].text.lower() in ("the", "all", "всех"):
            first -= 1
        if first >= 0 and rows[first].text.lower() in ("of", "из", "among", "среди"):
            start, last = rows[first].first, atom.last
            text = " ".join(one.text for one in rows[first : at + 1])
            return [*rows[:first], Atom("word", start, last, text, frozenset({"ofall"})), *rows[at + 1 :]]
    return rows


def _nearly_all(rows: list[Atom]) -> bool:
    """ "Almost everywhere", "почти на всех уровнях": of some of the levels, and of which is not said."""
    near = [at for at, atom in enumerate(rows) if atom.is_("near", "nearly")]
    return any(one.is_("all") for at in near for one in rows[at + 1 : at + 3] if one is rows[at + 1] or not rows[at + 1].plays - _PLAIN)  # fmt: skip


_PLAIN = {"fill", "at", "in", "on"}


def _is_particle(scene: Scene, mention: MetricMention) -> bool:
    """ "Bottoms out", though a metric is called "blocks out"."""
    return mention.first == mention.last and scene.tokens[mention.first].lower in _PARTICLES


def _statistic_called(scene: Scene, atom: Atom) -> Atom | None:
    """ "p99" where the facts hold one metric with that statistic, "p99 of latency": the metric and its statistic in one."""
    stat = next((word for word in atom.text.lower().split() if word in ("p95", "p99")), None)
    if stat is None or not any(stat in scene.vocabulary.stats_of(metric) for metric in atom.options or (atom.value,)):
        return None
    return replace(atom, kind="word", plays=frozenset({f"stat.{stat}"}), options=(), value="")


def _readings(rows: list[Atom]) -> Iterator[list[Atom]]:
    for chosen in itertools.product(*([*atom.options] if atom.options else [atom.value] for atom in rows)):
        yield [_as(atom, value) for atom, value in zip(rows, chosen, strict=True)]


def _as(atom: Atom, value: str) -> Atom:
    if atom.kind == "number" and value:
        return replace(atom, kind="level", value=value, options=())
    return replace(atom, value=value, options=())


def _is_loose(at: int, named: dict[int, MetricMention], factors: dict[int, int]) -> bool:
    """ "As the buffers grow": a word of the factor that a metric has in its name, too."""
    return at in factors and at in named and not named[at].exact


def _metric(scene: Scene, at: int, named: dict[int, MetricMention]) -> Atom | None:
    mention = named.get(at)
    if (mention is None or not mention.exact) and (spelled := _spelled(scene, at)) is not None:
        return spelled
    if mention is None and scene.tokens[at].is_word and (called := _called(scene, at)):
        return Atom("metric", at, at, scene.tokens[at].text, value=called)
    number = scene.tokens[at].number
    if (
        mention is None
        or number is not None
        and number.is_value
        or mention.first == mention.last
        and (not mention.exact or _behind_level(scene, at))
        and _is_fill(scene, at)
    ):
        return None
    ids = tuple(sorted(mention.metrics))
    last = mention.last
    return Atom("metric", at, last, scene.text_of(at, last), value=ids[0], options=ids if len(ids) <= 3 else ())


def _spelled(scene: Scene, at: int) -> Atom | None:
    """A metric by one of its names as the facts spell it, where the finder took the words for something else ("wait events", a whole of shares)."""
    if not scene.tokens[at].is_word:
        return None
    start = scene.tokens[at].start
    text = scene.block.text[start : start + 80].lower()
    for name, metric in scene.vocabulary.long_names_by_start.get(text[:2], ()):
        if text.startswith(name) and not text[len(name) : len(name) + 1].isalnum():
            last = max(t.index for t in scene.tokens[at:] if t.start < start + len(name))
            return Atom("metric", at, last, name, value=metric)
    return None


def _called(scene: Scene, at: int) -> str | None:
    """The metric of a one-word name in capitals that stands behind a level ("при 20 QPS")."""
    token = scene.tokens[at]
    if (
        not token.text.isupper()
        or len(token.text) < 3
        or not any(m.first < at <= m.last for m in scene.mentions.levels)
    ):
        return None
    return _metric_called(scene, token.text)


def _metric_called(scene: Scene, text: str) -> str | None:
    """The metric that has a text for its whole name."""
    for metric in scene.vocabulary.facts.metrics:
        if text.lower() in {metric.id.lower(), *(name.lower() for row in metric.names.values() for name in row)}:
            return metric.id
    return None


def _behind_level(scene: Scene, at: int) -> bool:
    """Whether a word stands at a level: "the 16 run", "the run with 16"."""
    behind = scene.tokens[at + 1 : at + 3]
    follows = len(behind) == 2 and behind[0].lower in _FIRM | {"of"} and behind[1].text in scene.vocabulary.level_ids
    return follows or at > 0 and scene.tokens[at - 1].text in scene.vocabulary.level_ids


def _is_fill(scene: Scene, at: int) -> bool:
    """Whether a word says nothing of its own beside a level, though a metric has it in its name: "the 16 run"."""
    return _is_a(scene, at, "fill")


def _is_a(scene: Scene, at: int, part: str) -> bool:
    """Whether a word may play a part."""
    return any(part in parts().get((key,), ()) for key in _keys(scene.tokens[at]))


def _levels(scene: Scene, at: int, levels: dict[int, list[LevelMention]]) -> list[Atom]:
    """The levels that begin at a token: one, or both of "8 and 4"."""
    if scene.tokens[at].lower in ("none", "all") and [t.lower for t in scene.tokens[at + 1 : at + 2]] == ["of"]:
        return []  # "in none of the runs", where a level is called "none"
    row = [
        m
        for m in levels.get(at, [])
        if not m.group and not _names_factor(scene, m) and not _counts_drops(scene, m) and not _of_metric(scene, m)
    ]
    if row:
        ids = [tuple(sorted(m.ids)) for m in row]
        if any(len(held) != 1 for held in ids):
            return []
        inner = [m.first for m in scene.mentions.metrics if m.metrics and m.first > at]
        inner += [one for one in range(at + 1, max(m.last for m in row) + 1) if _called(scene, one)]
        last = min([max(m.last for m in row), *(first - 1 for first in inner)])  # "20 QPS": a level beside a metric
        found = [Atom("level", at, last, scene.text_of(at, last), value=held[0]) for held in ids]
        unit = re.fullmatch(r"\S+ ([A-Z]{3,})", scene.tokens[last].text)  # "при 20 QPS": read as a number with its unit
        if unit is not None and (called := _metric_called(scene, unit[1])):
            found.append(Atom("metric", last, last, unit[1], value=called))
        return found
    token = scene.tokens[at]
    called_base = token.lower == "baseline" or "базовый" in token.stems
    if called_base and len(base := scene.vocabulary.special("baseline")) == 1:
        return [Atom("level", at, at, token.text, value=next(iter(base)))]
    foreign = scene.world.language == "ru" and token.text.isascii()  # "on" in a Russian text is no preposition
    if (
        token.number is None
        and token.is_word
        and token.text in scene.vocabulary.level_ids
        and (len(token.text) > 2 or foreign)
    ):
        return [Atom("level", at, at, token.text, value=token.text)]
    return []


def _unit(scene: Scene, at: int, before: Atom | None) -> Atom | None:
    """The word behind a number that is the unit of a metric: "6.3 requests"."""
    token = scene.tokens[at]
    if before is None or before.kind != "number" or not token.is_word:
        return None
    units = {word for m in scene.vocabulary.facts.metrics for word in (m.unit or "").lower().split() if len(word) > 3}
    return Atom("word", at, at, token.text, frozenset({"fill"})) if token.lower in units else None


def _counts_drops(scene: Scene, mention: LevelMention) -> bool:
    """ "There were 2 drops": a count, whatever levels there are."""
    behind = scene.tokens[mention.last + 1 : mention.last + 2]
    alone = mention.first == mention.last and scene.tokens[mention.first].number is not None
    return (
        alone
        and not _stands_for_level(scene, mention.first)
        and any("drop" in parts().get((key,), ()) for token in behind for key in _keys(token))
    )


def _of_metric(scene: Scene, mention: LevelMention) -> bool:
    """ "The minimum value of latency": a metric's, and not the factor's."""
    row = scene.tokens[mention.first : mention.last + 1]
    ends = scene.vocabulary.level_ids
    if any(t.number is not None or t.text in ends for t in row) or not any(t.statistic in ("min", "max") or grade_of(t.text) for t in row):  # fmt: skip
        return False
    behind = mention.last + 1
    while behind < len(scene.tokens) and scene.tokens[behind].lower in ("of", "the", "метрики", "показателя", "for"):
        behind += 1
    return any(m.first == behind and m.metrics for m in scene.mentions.metrics)


def _stands_for_level(scene: Scene, at: int) -> bool:
    """ "При 20 просадок", "at 2 and 20 drops": what stands before it makes a number a level."""
    before = [t.lower for t in scene.tokens[max(0, at - 3) : at]]
    return bool(before) and (
        before[-1] in _FIRM or len(before) == 3 and before[-1] in ("and", "и") and before[0] in _FIRM
    )


def _names_factor(scene: Scene, mention: LevelMention) -> bool:
    """ "The larger work_mem": the factor, and which way it is changed."""
    places = {place for place, _ in scene.mentions.factors}
    row = range(mention.first, mention.last + 1)
    return bool(places & set(row)) and all(scene.tokens[at].number is None for at in row)


def _factor(scene: Scene, at: int, factors: dict[int, int]) -> Atom | None:
    """The experiment's factor, by its name or by a word that stands for it."""
    token = scene.tokens[at]
    text = scene.block.text
    for factor in scene.vocabulary.facts.experiment.factors:
        name = factor.name.lower()
        end = token.start + len(name)
        if text[token.start : end].lower() == name and not text[end : end + 1].isalnum():
            last = max(t.index for t in scene.tokens[at:] if t.start < token.start + len(name))
            return _level_noun(scene, at, last) or Atom("factor", at, last, name)
    if token.lower == "factor" and at + 1 < len(scene.tokens) and scene.tokens[at + 1].lower in ("of", "by"):
        return None
    if at in factors and not any("link" in parts().get((key,), ()) for key in _keys(token)):
        return _level_noun(scene, at, at) or Atom("factor", at, at, token.text)
    return None


def _level_noun(scene: Scene, first: int, last: int) -> Atom | None:
    """ "On 2 vCPUs", "при 16 клиентах": the noun of a level that stands right beside it, and not the parameter as it grows."""
    behind, ahead = first - 1, last + 1
    for mention in scene.mentions.levels:
        beside = mention.last == behind or mention.first == ahead
        if beside and any(t.number is not None for t in scene.tokens[mention.first : mention.last + 1]):
            return Atom("word", first, last, scene.text_of(first, last), frozenset({"fill"}))
    return None


def _number(scene: Scene, at: int) -> Atom | None:
    token = scene.tokens[at]
    if token.number is None:
        return None
    number = token.number
    if (stat := _percentile(scene, at)) is not None:
        return stat
    if number.kind not in ("value", "times"):
        return None
    told = token.text.strip(" .")
    bare = told.removesuffix(" с")  # "при 60 с коэффициентом" has no seconds
    behind = scene.tokens[at + 1 : at + 2]
    counted = any("drop" in parts().get((key,), ()) for one in behind for key in _keys(one))
    counted = counted and not _stands_for_level(scene, at)
    if not counted and number.kind == "value" and number.high is None and bare in scene.vocabulary.level_ids:
        before = scene.tokens[at - 1].lower if at else ""
        firm = before in _FIRM or bare != told or any(bare in m.ids for m in scene.mentions.levels if m.first != at)
        return Atom("number", at, at, told, number=number, options=(bare,) if firm else ("", bare))
    return Atom("number", at, at, token.text, number=number)


def _percentile(scene: Scene, at: int) -> Atom | None:
    """ "p99", "95th percentile", "95-й перцентиль", and beside one "the 99th"."""
    found = re.match(r"p?(95|99)(?:[-\s]?(?:th|й|го|му|м))?$", scene.tokens[at].text.lower())
    if found is None:
        return None
    for last in range(at, min(at + 4, len(scene.tokens))):
        if (
            last == at
            and scene.tokens[at].lower.startswith("p")
            or scene.tokens[last].lower.startswith(("percentile", "перцентил", "процентил"))
        ):
            return Atom("word", at, last, scene.text_of(at, last), frozenset({f"stat.p{found[1]}"}))
    told = scene.tokens[at].text[-1].isalpha() and any(t.lower.startswith(("percentile", "перцентил", "процентил")) for t in scene.tokens)  # fmt: skip
    return Atom("word", at, at, scene.tokens[at].text, frozenset({f"stat.p{found[1]}"})) if told else None


def _mark(token: Token) -> Atom | None:
    return Atom("mark", token.index, token.index, token.text) if token.text in _MARKS else None


def _word(scene: Scene, at: int, last: int) -> Atom | None:
    """The longest entry of the lexicon that begins here, or a graded word, or a count."""
    tokens, table = scene.tokens, parts()
    plays: set[str] = set()
    end = at
    most = max((longest_from().get(key, 0) for key in _keys(tokens[at])), default=0)
    for size in range(min(most, last - at + 1), 0, -1):
        row = tokens[at : at + size]
        if size > 1 and any(t.index in scene.mentions.level_tokens for t in row):
            continue
        keys = itertools.islice(itertools.product(*(_keys(token) for token in row)), 300)
        plays = {part for key in keys for part in table.get(key, ())}
        if plays:
            end = at + size - 1
            break
    token = tokens[at]
    grade = grade_of(token.text) if end == at else None
    if end == at:
        plays |= {part for beginning, part in prefixes() if token.lower.startswith(beginning)}
    value = ""
    names = (token.lower,) if token.text.isascii() else _keys(token)
    held = next((WORD_NUMBERS[key] for key in names if key in WORD_NUMBERS), None) if end == at else None
    if held is not None and 0 < held <= 12 and token.number is None:
        plays, value = plays | {"howmany"}, str(held)
    if token.lower in ("remain", "remains", "remained"):
        plays.discard("others")
    if token.lower == "recorded":
        plays.discard("stat.max")
    if "total" in plays:
        plays.discard("all")
    if not plays and grade is None:
        return None
    if grade is not None:
        plays.discard("fill")
    return Atom("word", at, end, scene.text_of(at, end), frozenset(plays), value, grade=grade)


def _keys(token: Token) -> tuple[str, ...]:
    return (token.lower,) if token.number is not None else _keys_of(token.lower, token.stems)


@lru_cache(maxsize=20_000)
def _keys_of(word: str, stems: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted({word.replace("ё", "е"), *stems}))


def parts_of(token: Token) -> set[str]:
    """The parts that a word may play by itself."""
    found = {part for key in _keys(token) for part in parts().get((key,), ())}
    return found | {part for beginning, part in prefixes() if token.lower.startswith(beginning)}


def _joined(rows: list[Atom]) -> list[Atom]:
    """ "More closely", "самый стабильный", "теснее всего": a grade told by two words as one."""
    found: list[Atom] = []
    for atom in rows:
        before = found[-1] if found else None
        if atom.grade is not None and atom.grade.grade == "pos" and before is not None and before.kind == "word":
            if before.text.lower() == "рекордно":  # "рекордно мала" is the least
                grade = Grade("sup", atom.grade.axis, atom.grade.way)
                found[-1] = Atom("word", before.first, atom.last, f"{before.text} {atom.text}", frozenset({"graded"}), grade=grade)  # fmt: skip
                continue
            way = 1 if before.is_("more", "most") else -1 if before.is_("less", "least") else 0
            if way and not (before.grade is not None and before.grade.axis not in ("size", "good")):
                kind = "sup" if before.is_("most", "least") else "cmp"
                found[-1] = Atom("word", before.first, atom.last, f"{before.text} {atom.text}", frozenset({"graded"}), grade=Grade(kind, atom.grade.axis, way * atom.grade.way))  # fmt: skip
                continue
        if atom.grade is not None and atom.grade.grade == "pos" and before is not None and before.is_("only"):
            found[-1] = replace(atom, first=before.first)  # "only loosely connected"
            continue
        if atom.is_("ofall") and before is not None and before.grade is not None and before.grade.grade == "cmp" and not atom.text.isascii():  # fmt: skip
            found[-1] = replace(before, last=atom.last, grade=replace(before.grade, grade="sup"))
            continue
        found.append(atom)
    return [_bare(atom) for atom in found]


def _bare(atom: Atom) -> Atom:
    """ "More", "most" and "fewer" alone: a grade of the amount."""
    if atom.kind != "word" or atom.grade is not None:
        return atom
    for part, grade in (("more", Grade("cmp", "amount", 1)), ("less", Grade("cmp", "amount", -1)), ("most", Grade("sup", "amount", 1)), ("least", Grade("sup", "amount", -1))):  # fmt: skip
        if part in atom.plays:
            return replace(atom, grade=grade)
    return atom
