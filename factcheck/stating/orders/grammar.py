"""Puts a plain statement as formulas of the language of `assisted/formulas.py`, one for each way in which it may be meant."""

from __future__ import annotations

import itertools

from factcheck.binding.vocabulary import Vocabulary
from factcheck.stating.orders.clauses import AGAINST, COMPARES, EXTREMES, LIKE, WAYS, Clause, clauses_of
from factcheck.stating.orders.parts import Part

_MOST = 24  # readings of one statement
_SINGLE = {"maximum", "peak", "peaks", "minimum", "maximal", "minimal", "floor", "ceiling", "top", "пик", "максимум", "минимум", "максимума", "минимума", "пика", "максимальный", "минимальный", "максимальное", "минимальное", "максимальная",
           "минимальная", "пиковое", "пиковый", "максимальные", "минимальные"}  # fmt: skip
_SIGNS = {"up": 1, "down": -1, "higher": 1, "lower": -1, "max": 1, "min": -1}
_JUDGED = {"good": 1, "bad": -1, "better": 1, "worse": -1, "best": 1, "worst": -1}
_OPPOSED = {">": "<", "<": ">", ">=": "<=", "<=": ">="}


class NotPlain(Exception):
    """The statement is none that is understood."""


def formulas_of(parts: list[Part], vocabulary: Vocabulary) -> list[str]:
    """The formulas that a statement may mean; none where it is not understood."""
    try:
        clauses = clauses_of(parts)
        if not clauses:
            return []
        return _Reader(vocabulary).read(parts, clauses)
    except NotPlain:
        return []


class _Reader:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.order = vocabulary.numeric_order

    def read(self, parts: list[Part], clauses: list[Clause]) -> list[str]:
        for whole in (self._turn, self._step_sizes, self._same_place):
            found = whole(parts, clauses)
            if found:
                return found
        readings = [self._clause(clause, clauses) for clause in clauses]
        joined = list(itertools.islice(itertools.product(*readings), _MOST + 1))
        if len(joined) > _MOST:
            raise NotPlain
        return [" and ".join(f"({one})" for one in dict.fromkeys(row)) for row in joined]

    # -- whole statements ---------------------------------------------------------------------------------------------

    def _turn(self, parts: list[Part], clauses: list[Clause]) -> list[str]:
        """Up to a level one way, from there on the other."""
        ways = [part for part in parts if part.kind == "word" and part.has(*WAYS) and not part.has(*COMPARES)]
        levels = {
            part.ids
            for part in parts
            if part.kind == "level"
            and not (
                part.text in ("start", "end", "начало", "конец", "начала", "конца")
                and part.role in ("from", "to", "before")
            )
        }
        metrics = {part.ids for part in parts if part.kind == "metric"}
        others = [
            part
            for clause in clauses
            for part in clause.relations
            if part not in ways and not part.has(*EXTREMES, "turn")
        ]
        if len(levels) != 1 or len(metrics) != 1 or others or len(ways) < 2:
            return []
        found = []
        for metric in next(iter(metrics)):
            signs = [self._way_sign(part, metric) for part in ways]
            turns = [sign for sign, _ in itertools.groupby(signs)]
            if len(turns) != 2 or 0 in turns:
                return []
            first = self._is_behind(parts, ways[0]) and not self._is_behind(parts, ways[-1])
            one, two = ("rises", "falls") if (turns[0] > 0) != first else ("falls", "rises")
            at = self.order.index(next(iter(levels))[0])
            if not 0 < at < len(self.order) - 1:
                return []
            found.append(
                f'{one}(values("{metric}", "mean", levels[:{at + 1}])) and {two}(values("{metric}", "mean", levels[{at}:]))'
            )
        return found

    @staticmethod
    def _is_behind(parts: list[Part], way: Part) -> bool:
        """Whether a way is told of what comes after the level: "beyond it", "за ней"."""
        at = parts.index(way)
        row = list(itertools.takewhile(lambda p: p.kind != "mark", reversed(parts[:at]))) + list(
            itertools.takewhile(lambda p: p.kind != "mark", parts[at + 1 :])
        )
        levels = any(p.kind == "level" for p in row)
        return any(p.text in ("beyond", "after", "past", "за", "после") for p in row) and not levels

    def _step_sizes(self, parts: list[Part], clauses: list[Clause]) -> list[str]:
        """The first step against the last one, or one of them against all."""
        steps = [part for part in parts if part.kind == "step"]
        relations = [part for clause in clauses for part in clause.relations]
        metrics = {part.ids for part in parts if part.kind == "metric"}
        if not steps or len(metrics) != 1 or any(part.kind == "level" for part in parts):
            return []
        changes = [part for part in relations if part.has("differs")]
        sizes = [
            part
            for part in relations
            if part.has("higher", "lower", "max", "min", "reaches", "reaches.low") and part not in changes
        ]
        strong = any(token in part.text.split() for part in parts for token in ("сильно", "strongly", "much"))
        nobody = any(part.has("nobody", "steps") for part in parts)
        if not changes or len(relations) != len(changes) + len(sizes):
            return []
        found = []
        for metric in next(iter(metrics)):
            size = [f"abs({self._value(metric, s.ids[1])} - {self._value(metric, s.ids[0])})" for s in steps]
            every = f'abs(y - x) for x, y in pairs(values("{metric}"))'
            if len(steps) == 2 and len(sizes) == 1 and sizes[0].has("higher", "lower"):
                sign = ">" if sizes[0].has("higher") else "<"
                found.append(f"{size[0]} {sign} {size[1]}")
            elif len(steps) == 1 and nobody and (strong or sizes):
                sign = "<=" if not sizes or sizes[0].has("higher", "reaches", "max") else ">="
                one, _, rest = every.partition(" for ")
                found.append(f"all({one} {sign} {size[0]} for {rest})")
            elif len(steps) == 1 and len(sizes) == 1 and sizes[0].has("max", "min"):
                one, _, rest = every.partition(" for ")
                found.append(f"all({one} {'<=' if sizes[0].has('max') else '>='} {size[0]} for {rest})")
            else:
                return []
        return found

    def _same_place(self, parts: list[Part], clauses: list[Clause]) -> list[str]:
        """ "M is highest where N is lowest"."""
        metrics = [part for part in parts if part.kind == "metric"]
        if (
            not any(part.has("there") for part in parts)
            or len(metrics) != 2
            or any(part.kind == "level" for part in parts)
        ):
            return []
        ends = [part for clause in clauses for part in clause.relations if part.has(*EXTREMES)]
        others = [part for clause in clauses for part in clause.relations if not part.has(*EXTREMES, "there")]
        if not 1 <= len(ends) <= 2 or others:
            return []
        signs = [self._sign(end, metric.ids[0]) for end, metric in zip([ends[0], ends[-1]], metrics, strict=True)]
        if 0 in signs:
            raise NotPlain
        told = [
            f'{"highest" if sign > 0 else "lowest"}("{metric.ids[0]}")'
            for sign, metric in zip(signs, metrics, strict=True)
        ]
        negated = sum(part.has("neg") for part in parts) % 2
        return [f"{told[0]} {'!=' if negated else '=='} {told[1]}"]

    # -- one clause -----------------------------------------------------------------------------------------------------

    def _clause(self, clause: Clause, clauses: list[Clause]) -> list[str]:
        relation = self._relation(clause)
        metrics = [part.ids for part in clause.metrics]
        if not metrics or len(set(metrics)) > 3:
            raise NotPlain
        if relation.has("oppose", "alike"):
            return self._together(clause, relation, clauses)
        readings: list[list[str]] = []
        for ids in dict.fromkeys(metrics):
            told = [formula for metric in ids for formula in self._said(clause, relation, metric)]
            if not told:
                raise NotPlain
            readings.append(told)
        joined = list(itertools.islice(itertools.product(*readings), _MOST))
        return [" and ".join(f"({one})" for one in row) if len(row) > 1 else row[0] for row in joined]

    def _relation(self, clause: Clause) -> Part:
        """The one relation of a clause: words that only carry another one are left out."""
        row = clause.relations
        strong = [part for part in row if part.has(*COMPARES, *AGAINST, *EXTREMES)]
        ways = [part for part in row if part.has(*WAYS) and part not in strong]
        like = [part for part in row if part.has("same", "close", "flat") and part not in strong and part not in ways]
        shapes = [part for part in row if part.has("oppose", "alike")]
        if shapes:
            return shapes[0]
        if any(part.has("pays") for part in row) and not strong and not ways:
            return Part("word", row[0].first, row[0].last, "", senses=frozenset({"bad"}))
        if any(part.has("echo") for part in row) and len(row) == 1 and clause.former is not None:
            return self._relation(clause.former)
        if strong:
            if ways and strong[0].has(*EXTREMES) and clause.lent:
                raise NotPlain
            if any(not self._agree(strong[0], part) for part in [*strong[1:], *ways]) or any(
                p.has("same") for p in like
            ):
                raise NotPlain
            return strong[0]
        if ways:
            if like or any(not self._agree(ways[0], part) for part in ways[1:]):
                raise NotPlain
            return ways[0]
        if like:
            kinds = {next(name for name in ("flat", "close", "same") if part.has(name)) for part in like}
            return next(
                part
                for part in like
                if part.has("flat" if "flat" in kinds else "close" if "close" in kinds else "same")
            )
        rest = (
            [part for part in row if part.has("inside")]
            or [part for part in row if part.has("monotonic")]
            or [part for part in row if part.has("differs")]
        )
        if not rest:
            raise NotPlain
        return rest[0]

    @staticmethod
    def _agree(one: Part, other: Part) -> bool:
        """Whether two words of a clause point the same way: "не опускает … ниже"."""
        raw = {"exceeds": 1, "reaches": 1, "ge": 1, "le": 1, "under": -1, "reaches.low": -1, **_SIGNS}
        judged = {**_JUDGED, "wins": 1, "loses": -1, "rivals": 1}
        for table in (raw, judged):
            a, b = ({table[n] for n in part.senses if n in table} for part in (one, other))
            if a & b:
                return True
        return False

    # -- what is said of one metric -------------------------------------------------------------------------------------

    def _said(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        self._unburden(clause, relation)
        if relation.has(*EXTREMES) and not relation.has(*COMPARES):
            return self._extreme(clause, relation, metric)
        quantified = self._quantified(clause, relation, metric)
        if quantified is not None:
            return quantified
        if clause.has("only", "any", "nobody", "except"):
            raise NotPlain
        if relation.has("inside"):
            return self._between(clause, metric)
        if relation.has(*LIKE) and not relation.has(*WAYS, *COMPARES, *AGAINST):
            return self._likeness(clause, relation, metric)
        pair = self._pair(clause)
        if (
            pair is not None
            and relation.has(*WAYS)
            and clause.has("every")
            and clause.role("from")
            and clause.role("to")
        ):
            return self._stretch(clause, relation, metric, pair[1][0], pair[0][0])
        if pair is not None:
            return self._compared(clause, relation, metric, *pair)
        return self._along(clause, relation, metric)

    @staticmethod
    def _unburden(clause: Clause, relation: Part) -> None:
        """ "только прибавляет", "нет никакой разницы", "ничего не меняет": words that narrow nothing down."""
        for part in clause.parts:
            following = next((one for one in clause.parts if one.first > part.last), None)
            idle = part.has("only") and following is not None and following.has(*WAYS) and not following.has(*COMPARES)
            if idle or part.has("nobody") and part.text.startswith(("ничего", "никак")) and relation.has(*LIKE):
                denies = part.first > relation.first and not clause.has("neg")  # "разницы никакой"
                part.senses = frozenset({"neg"}) if denies and not idle else frozenset()

    def _value(self, metric: str, level: str, stat: str | None = None) -> str:
        at = level if level in ("l",) else f'"{level}"'
        return f'value("{metric}", {at}, "{stat}")' if stat else f'value("{metric}", {at})'

    def _stat(self, clause: Clause, metric: str) -> str | None:
        told = {"median"} if clause.has("median") else set()
        told |= {s.removeprefix("stat.") for part in clause.parts for s in part.senses if s.startswith("stat.")}
        own = self.vocabulary.stats_of(
            metric
        )  # a metric that is named by its percentile alone, or with it: "p99 of latency"
        named = {word for part in clause.parts if part.kind == "metric" for word in part.text.lower().split()}
        told |= {word for word in named if word in own and (word == "median" or word[:1] == "p" and word[1:].isdigit())}
        if len(told) > 1 or told and clause.has("mean"):
            raise NotPlain  # "the median of A and the mean of B": each has its own
        stat = next(iter(told), None)
        if stat is not None and stat not in self.vocabulary.stats_of(metric):
            raise NotPlain
        return stat

    def _good(self, metric: str) -> int:
        return {"higher": 1, "lower": -1}.get(self.vocabulary.better(metric) or "", 0)

    def _sign(self, relation: Part, metric: str) -> int:
        """+1 where more of the metric is meant, -1 where less is."""
        for name, sign in _SIGNS.items():
            if relation.has(name):
                return sign
        for name, sign in _JUDGED.items():
            if relation.has(name):
                good = self._good(metric)
                if not good:
                    raise NotPlain
                return sign * good
        return 0

    def _way_sign(self, relation: Part, metric: str) -> int:
        ways = [name for name in relation.senses if name in WAYS]
        raw = next((_SIGNS[name] for name in ways if name in _SIGNS), 0)
        return raw or (self._sign(relation, metric) if ways else 0)

    def _signs(self, relation: Part, metric: str) -> list[int]:
        """The signs that a word may mean: "a gain" is more, or better."""
        found = []
        if any(relation.has(name) for name in _SIGNS):
            found.append(self._sign(Part("word", 0, 0, "", senses=relation.senses & frozenset(_SIGNS)), metric))
        if any(relation.has(name) for name in _JUDGED) and (not found or self._good(metric)):
            found.append(self._sign(Part("word", 0, 0, "", senses=relation.senses & frozenset(_JUDGED)), metric))
        return list(dict.fromkeys(found))

    def _negations(self, clause: Clause) -> int:
        """How often a clause is denied; a Russian "не" beside "никто" denies nothing more."""
        return clause.count("neg") - (
            1
            if clause.has("neg")
            and clause.has("nobody", "steps")
            and not any(p.text == "without" for p in clause.parts)
            else 0
        )

    # -- extremes -------------------------------------------------------------------------------------------------------

    def _extreme(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        if (
            clause.has("only", "nobody", "any", "except", "other", "everywhere.else", "first", "last", "ends")
            or clause.steps
        ):
            raise NotPlain
        told = list(dict.fromkeys(part.ids for part in clause.levels))
        if len(told) != 1 or any(part.role in ("from", "than", "before", "after", "except") for part in clause.levels):
            raise NotPlain
        if {"place", "место"} & set(relation.text.split()) and clause.metrics[0].first > relation.first:
            raise NotPlain  # "the first place goes to locks": a rank among metrics
        sign = self._sign(relation, metric)
        if clause.has("size") and relation.has("best", "worst"):  # "лидирует по величине"
            sign = 1 if relation.has("best") else -1
        if not sign:
            raise NotPlain
        stat, name = self._stat(clause, metric), "highest" if sign > 0 else "lowest"
        stats: list[str | None] = [stat]
        single = "max" if sign > 0 else "min"
        if (
            stat is None
            and relation.text in _SINGLE
            and not clause.has("mean")
            and single in self.vocabulary.stats_of(metric)
        ):
            stats.append(single)
        operator = "!=" if self._negations(clause) % 2 else "=="
        return [f'{name}("{metric}"' + (f', "{one}"' if one else "") + f') {operator} "{told[0][0]}"' for one in stats]

    # -- one against another ---------------------------------------------------------------------------------------------

    def _operators(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        """The comparisons that a relation may mean of (told of, base)."""
        good, size = self._good(metric), clause.has("size")
        level_told = any(part.role == "bare" for part in clause.levels)
        for name, operator in (
            ("exceeds", ">"),
            ("under", "<"),
            ("ge", ">="),
            ("le", "<="),
            ("reaches", ">="),
            ("reaches.low", "<="),
        ):
            if relation.has(name):
                return [operator]
        if relation.has("surpasses"):
            return [">"] if size or not level_told or good >= 0 else [">", "<"]
        if relation.has("wins", "loses") and not (relation.has(*WAYS) and len(clause.levels) < 2):
            sign = 1 if relation.has("wins") else -1
            if size:
                return [">" if sign > 0 else "<"]
            if not good:
                raise NotPlain
            judged = ">" if sign * good > 0 else "<"
            return (
                [judged] if level_told or clause.role("to") else list(dict.fromkeys((judged, ">" if sign > 0 else "<")))
            )
        if relation.has("rivals"):
            if not good:
                raise NotPlain
            return [">=" if good > 0 else "<="]
        signs = self._signs(relation, metric)
        if not signs or 0 in signs:
            raise NotPlain
        return [">" if sign > 0 else "<" for sign in signs]

    def _pair(self, clause: Clause) -> tuple[list[str], list[str]] | None:
        """(levels told of, levels that they are held against)."""
        if clause.steps and len({part.ids for part in clause.steps}) == 1:
            one = clause.steps[0].ids
            return [one[1]], [one[0]]
        start, goal, base = (clause.role(name) for name in ("from", "to", "than"))
        told = clause.role("bare", "at")
        if start and goal:
            return ([goal[0].ids[0]], [start[0].ids[0]]) if not base and not told else None
        if start and told and not base:
            return [p.ids[0] for p in told], [start[0].ids[0]]
        if base and (told or goal) and not start:
            return list(dict.fromkeys(p.ids[0] for p in told or goal)), list(dict.fromkeys(p.ids[0] for p in base))
        return None

    def _compared(self, clause: Clause, relation: Part, metric: str, told: list[str], base: list[str]) -> list[str]:
        if clause.role("before", "after", "except") or clause.has("other", "everywhere.else") or set(told) & set(base):
            raise NotPlain
        stat, negated = self._stat(clause, metric), self._negations(clause) % 2
        if negated and (clause.has("much", "slight") or len(told) * len(base) > 1):
            raise NotPlain
        found = []
        for operator in self._operators(clause, relation, metric):
            row = []
            for one, two in itertools.product(told, base):
                x, y = self._value(metric, one, stat), self._value(metric, two, stat)
                said = f"{x} {operator} {y}"
                if clause.has("much") and operator in "<>":
                    said += f" and much({x}, {y})" if operator == ">" else f" and much({y}, {x})"
                elif clause.has("slight", "small") and operator in "<>":
                    said += f" and about({x}, {y})"
                row.append(f"not ({said})" if negated else said)
            found.append(" and ".join(row))
        return found

    def _between(self, clause: Clause, metric: str) -> list[str]:
        if len({part.ids for part in clause.levels}) != 3:
            return []
        ends = [part.ids[0] for part in clause.role("from", "to")]
        inner = [part.ids[0] for part in clause.levels if part.ids[0] not in ends]
        if len(ends) != 2 or len(set(inner)) != 1:
            return []
        a, b, c = self._value(metric, ends[0]), self._value(metric, inner[0]), self._value(metric, ends[1])
        said = f"({a} < {b} and {b} < {c}) or ({c} < {b} and {b} < {a})"
        return [f"not ({said})" if self._negations(clause) % 2 else said]

    # -- all others, none of them, only one -------------------------------------------------------------------------------

    def _quantified(self, clause: Clause, relation: Part, metric: str) -> list[str] | None:
        if self._of_steps(clause, relation):
            return self._steps(clause, relation, metric)
        others = [part for part in clause.parts if part.has("other", "everywhere.else")]
        inherited = (
            clause.former is not None
            and clause.former.has("other", "nobody")
            and (clause.has("they", "all") or any(p.text in ("они", "they", "те") for p in clause.parts))
        )
        nobody = clause.has("nobody")
        every = self._of_all_levels(clause, relation)
        nobody = nobody or self._of_no_level(clause, relation)
        if not others and not nobody and not inherited and not every and not clause.has("any", "only"):
            return None
        if clause.steps or relation.has("flat", "differs", "monotonic", "close"):
            raise NotPlain
        if clause.has("only") and not others and not nobody:
            return self._alone(clause, relation, metric)
        excepted = list(dict.fromkeys(part.ids[0] for part in clause.role("except")))
        named = list(dict.fromkeys(part.ids[0] for part in clause.levels if part.role != "except"))
        named = [level for level in named if level not in excepted] or named
        if nobody and not others and len(named) == 1 and excepted and excepted[0] not in named:
            return self._no_other(clause, relation, metric, named[0], excepted[0])
        named = named or excepted
        if (
            len(named) != 1
            or excepted
            and excepted[0] != named[0]
            or any(part.role in ("from", "to", "before", "after") for part in clause.levels)
        ):
            raise NotPlain
        return self._against_others(clause, relation, metric, named[0], others, nobody)

    @staticmethod
    def _of_all_levels(clause: Clause, relation: Part) -> bool:
        """ "All levels except a have a lower M than a", "все уровни превосходят базовый"."""
        told = clause.has("all", "each") and clause.has("level") and not clause.has("neg", "every")
        return (
            told
            and relation.has(*COMPARES, *AGAINST)
            and not relation.has(*EXTREMES)
            and not clause.role("bare", "at", "from", "to")
        )

    def _of_no_level(self, clause: Clause, relation: Part) -> bool:
        """ "Меньше, чем при a, M не бывает": of whatever is not named."""
        alone = {part.role for part in clause.levels} == {"than"}
        return alone and relation.has(*COMPARES) and self._negations(clause) == 1 and not clause.lent

    def _against_others(
        self, clause: Clause, relation: Part, metric: str, level: str, others: list[Part], nobody: bool
    ) -> list[str]:
        stat = self._stat(clause, metric)
        member, fixed = self._value(metric, "l", stat), self._value(metric, level, stat)
        of_level = any(part.role == "than" for part in others) and not any(
            part.role == "than" for part in clause.levels
        )
        one, two = (fixed, member) if of_level else (member, fixed)
        operators = self._operators_of_others(clause, relation, metric, of_level)
        domain = f'for l in others("{level}")'
        denied = 0 if self._of_no_level(clause, relation) else self._negations(clause) % 2
        found = []
        for operator in operators:
            said = f"{one} {operator} {two}"
            if nobody or denied and not clause.has("any"):
                found.append(f"not any({said} {domain})" if not (nobody and denied) else f"all({said} {domain})")
            elif clause.has("any"):
                found.append(f"any({said} {domain})" if not denied else f"any(not ({said}) {domain})")
            else:
                found.append(f"all({said} {domain})")
        return found

    def _operators_of_others(self, clause: Clause, relation: Part, metric: str, of_level: bool) -> list[str]:
        if relation.has("same"):  # "none of the others matches it"
            if not clause.has("nobody"):
                raise NotPlain
            return [">=", "<="]
        if relation.has("wins", "loses") and not clause.has("size"):
            good = self._good(metric)
            if not good:
                raise NotPlain
            return [">" if (good > 0) == relation.has("wins") else "<"]
        if relation.has("surpasses") and not clause.has("size") and self._good(metric) < 0:
            return [">", "<"]
        if clause.has("nobody") and relation.has("ge", "le") and relation.text.startswith("не "):
            return [">" if relation.has("le") else "<"]
        return self._operators(clause, relation, metric)

    def _no_other(self, clause: Clause, relation: Part, metric: str, base: str, alone: str) -> list[str]:
        """ "Apart from a, no level has a higher M than b"."""
        member, fixed = self._value(metric, "l"), self._value(metric, base)
        return [
            f'all(({member} {operator} {fixed}) == (l == "{alone}") for l in levels)'
            for operator in self._operators(clause, relation, metric)
        ]

    def _alone(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        """ "only a keeps M below b"."""
        base = list(dict.fromkeys(part.ids[0] for part in clause.role("than")))
        told = list(dict.fromkeys(part.ids[0] for part in clause.role("bare", "at")))
        if (
            len(base) != 1
            or len(told) != 1
            or clause.has("neg", "any", "nobody")
            or not relation.has(*COMPARES, *AGAINST)
        ):
            raise NotPlain
        return self._no_other(clause, relation, metric, base[0], told[0])

    @staticmethod
    def _of_steps(clause: Clause, relation: Part) -> bool:
        told = clause.has("steps") or clause.has("step") and clause.has("nobody", "any")
        return told and not clause.levels and relation.has(*WAYS, "differs")

    def _steps(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        """ "at no step does M go up", "not a single step passes without a rise", "хотя бы на одном шаге M снижается"."""
        row = f'for x, y in pairs(values("{metric}"))'
        none = clause.has("nobody", "steps") and not clause.has("any")
        without = any(part.text in ("without", "без") for part in clause.parts)
        if relation.has("differs"):
            raise NotPlain
        found = []
        for sign in self._signs(relation, metric):
            up = ">" if sign > 0 else "<"
            if clause.has("any"):
                found.append(f"any(y {up} x {row})")
            elif none and without:
                found.append(f'{"rises" if sign > 0 else "falls"}(values("{metric}"))')
            elif none:
                found.append(f"not any(y {up} x {row})")
        return found

    # -- likeness -------------------------------------------------------------------------------------------------------

    def _likeness(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        small, negated = clause.has("small"), self._negations(clause) % 2
        levels = list(dict.fromkeys(part.ids[0] for part in clause.levels))
        if clause.steps:
            levels = (
                list(dict.fromkeys(id for part in clause.steps for id in part.ids))
                if len({p.ids for p in clause.steps}) == 1
                else []
            )
        if clause.has("ends") and not levels:
            levels = [self.order[0], self.order[-1]]
        if len(levels) == 2:
            return [self._like_pair(relation, metric, levels, small, negated, clause)]
        if levels:
            raise NotPlain
        if relation.has("differs") and clause.has("every", "each") and not small and not negated:
            return [f'all(x != y for x, y in pairs(values("{metric}")))']
        if not (clause.along or clause.has("all", "level")):
            raise NotPlain
        flat = f'flat(values("{metric}"))'
        unlike = relation.has("differs")
        is_flat = (small or negated) if unlike else not negated
        return [flat if is_flat else f"not {flat}"]

    def _like_pair(
        self, relation: Part, metric: str, levels: list[str], small: bool, negated: int, clause: Clause
    ) -> str:
        stat = self._stat(clause, metric)
        x, y = self._value(metric, levels[0], stat), self._value(metric, levels[1], stat)
        if relation.text.startswith("match") and negated and any(part.role == "bare" for part in clause.levels):
            if not self._good(metric):
                raise NotPlain
            return f"{x} {'<' if self._good(metric) > 0 else '>'} {y}"  # "a cannot match b"
        if relation.has("flat"):
            said = f"flat([{x}, {y}])"
        elif relation.has("close"):
            said = f"about({x}, {y})"
        elif relation.has("same"):
            said = f"about({x}, {y})" if small else f"{x} == {y}"
        else:
            if small:
                return f"flat([{x}, {y}])"
            return f"{x} == {y}" if negated else f"{x} != {y}"
        return f"not ({said})" if negated else said

    # -- along the range ------------------------------------------------------------------------------------------------

    def _along(self, clause: Clause, relation: Part, metric: str) -> list[str]:
        if (
            clause.levels
            or clause.has("other", "everywhere.else", "any", "nobody")
            or relation.has(*AGAINST)
            and not relation.has(*WAYS)
        ):
            raise NotPlain
        if clause.has("ends"):
            return self._compared(clause, relation, metric, [self.order[-1]], [self.order[0]])
        along = clause.along or clause.has("all")
        if (
            not along
            or relation.has(*COMPARES)
            and not (clause.course or clause.has("every", "each"))
            and not relation.has(*WAYS)
        ):
            raise NotPlain
        stat = self._stat(clause, metric)
        row = f'values("{metric}", "{stat}")' if stat else f'values("{metric}")'
        negated = self._negations(clause) % 2
        if relation.has("monotonic"):
            said = [f"rises({row}) or falls({row})"]
        else:
            course = clause.course or 1
            signs = self._signs(relation, metric)
            if not signs or 0 in signs:
                raise NotPlain
            said = [f"{'rises' if sign * course > 0 else 'falls'}({row})" for sign in signs]
        return [f"not ({one})" for one in said] if negated else said

    def _stretch(self, clause: Clause, relation: Part, metric: str, start: str, goal: str) -> list[str]:
        """ "растёт последовательно от 1 к 64": each step between two levels."""
        one, two = self.order.index(start), self.order.index(goal)
        if self._negations(clause) or clause.course or self._stat(clause, metric):
            raise NotPlain
        row = f'values("{metric}", "mean", levels[{min(one, two)}:{max(one, two) + 1}])'
        turned = -1 if one > two else 1
        return [f"{'rises' if sign * turned > 0 else 'falls'}({row})" for sign in self._signs(relation, metric)]

    def _together(self, clause: Clause, relation: Part, clauses: list[Clause]) -> list[str]:
        """Two metrics that go the same way, or opposite ways."""
        ids = list(dict.fromkeys(part.ids for part in clause.metrics))
        if (
            len(ids) != 2
            or any(len(one) != 1 for one in ids)
            or len(clauses) != 1
            or any(p.has(*WAYS, *COMPARES, *EXTREMES) for p in clause.relations)
        ):
            raise NotPlain
        one, two = ids[0][0], ids[1][0]
        pair = self._pair(clause)
        if pair is not None and len(pair[0]) == len(pair[1]) == 1:
            (b,), (a,) = pair
            up = [f"{self._value(m, b)} > {self._value(m, a)}" for m in (one, two)]
            down = [f"{self._value(m, b)} < {self._value(m, a)}" for m in (one, two)]
        elif not clause.levels and not clause.steps:
            up = [f'rises(values("{m}"))' for m in (one, two)]
            down = [f'falls(values("{m}"))' for m in (one, two)]
        else:
            raise NotPlain
        if relation.has("oppose"):
            return [f"({up[0]} and {down[1]}) or ({down[0]} and {up[1]})"]
        return [f"({up[0]} and {up[1]}) or ({down[0]} and {down[1]})"]
