"""Cuts a sentence into parts that all have a place in a plain statement: metrics, levels with their roles, the factor, and words with their senses.

A sentence with a word that is none of these, or with a number that is no level, is no plain statement.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.mentions import LevelMention
from factcheck.binding.quantifiers import find
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.reading.words import stems
from factcheck.stating.orders.words import function_words, sayings, senses_of

_AT = {
    "at",
    "with",
    "under",
    "for",
    "in",
    "on",
    "of",
    "by",
    "using",
    "given",
    "when",
    "при",
    "у",
    "на",
    "для",
    "под",
    "в",
    "за",
    "=",
    "if",
    "если",
}
_FROM = {
    "from",
    "replacing",
    "abandoning",
    "leaving",
    "с",
    "со",
    "от",
    "из",
    "вместо",
    "смена",
    "замена",
    "instead",
    "заменить",
    "сменить",
}
_TO = {"to", "into", "onto", "toward", "towards", "→", "->", "до", "к", "ко"}
_THAN = {
    "than",
    "over",
    "against",
    "versus",
    "vs",
    "above",
    "below",
    "чем",
    "нежели",
    "относительно",
    "против",
    "над",
    "перед",
    "сравнение",
    "фон",
    "relative",
    "compared",
    "behind",
    "beat",
    "рядом",
}
_BEFORE, _AFTER = {"until", "till"}, {"after", "beyond", "past", "после", "перевалить", "перешагнуть", "за"}
_COMPARES = {"higher", "lower", "better", "worse"}
_VERBS = {
    "exceeds",
    "surpasses",
    "wins",
    "loses",
    "under",
    "ge",
    "le",
    "reaches",
    "reaches.low",
    "rivals",
    "same",
    "close",
}
_GENITIVE = {
    "значения",
    "столбика",
    "уровня",
    "показателя",
    "величины",
    "результата",
    "среднего",
    "того",
    "отметки",
    "средней",
    "столбца",
}
_THROUGH = {  # words between a preposition and its level
    "a", "the", "an", "value", "level", "setting", "option", "that", "those", "its", "average", "mean", "figure", "result", "one", "what", "we", "saw", "see", "had", "got", "measured", "observed", "found",
    "both", "very", "of", "run", "variant", "значение", "уровень", "вариант", "настройка", "отметка", "режим", "оба", "и", "столбик", "показатель", "средний", "среднее", "том", "самый", "же", "averages", "values", "levels",
    "figures", "results", "seen", "recorded", "именно", "exactly", "just", "even", "лишь", "только", "как", "on", "under", "тот", "то", "конфигурация", "прогон", "использование", "use", "самом",
}  # fmt: skip
_TRANSITION = {"replac", "swap", "substitut", "exchang", "переход", "переходить", "перейти", "смена", "замена", "сменить", "заменить", "менять", "поменять", "переключение", "переключить", "переключиться", "заменять", "перевод", "перевести",
               "trad", "switch", "переключать", "сменять"}  # fmt: skip


@dataclass(slots=True)
class Part:
    """A stretch with its place in the statement."""

    kind: str  # metric, level, factor, word, mark
    first: int
    last: int
    text: str
    ids: tuple[str, ...] = ()
    senses: frozenset[str] = frozenset()
    role: str = ""

    def has(self, *names: str) -> bool:
        return not self.senses.isdisjoint(names)


def parts_of(scene: Scene) -> list[Part] | None:
    """The parts of a sentence in their order; None where something is no part of a plain statement."""
    tokens = scene.tokens
    if any(q.noun == "metric" for q in find(tokens, 0, len(tokens) - 1)):
        return None  # "all metrics, p99 and write latency included"
    placed: dict[int, list[Part]] = {}
    for part in [*_levels(scene), *_metrics(scene), *_factors(scene), *_percentiles(scene)]:
        placed.setdefault(part.first, []).append(part)
    found: list[Part] = []
    taken = {at for row in placed.values() for part in row for at in range(part.first, part.last + 1)}
    at = 0
    while at < len(tokens):
        told = placed.get(at) or _word_at(tokens, at, taken)
        if told is None:
            return None
        found += told
        at = max(part.last for part in told) + 1
    found = _ordinals(scene, found)
    set_roles(tokens, found)
    return found


def _word_at(tokens: list[Token], at: int, taken: set[int]) -> list[Part] | None:
    part = saying_at(tokens, at, taken) or word_of(tokens[at])
    following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
    if part is not None and part.text in ("leads", "lead", "led", "leading") and following == "to":
        part.senses = frozenset()
    return None if part is None else [part]


def _percentiles(scene: Scene) -> list[Part]:
    """ "p99 of latency": a statistic of the metric beside it."""
    return [
        Part("word", at, at, scene.tokens[at].lower, senses=frozenset({f"stat.{scene.tokens[at].lower}"}))
        for at in sorted(_percentile_places(scene))
    ]


def _percentile_places(scene: Scene) -> set[int]:
    named = {m.first: m for m in scene.mentions.metrics if not m.modifier}
    found = set()
    for token in scene.tokens:
        if token.lower[0] != "p" or not re.fullmatch(r"p\d+(?:\.\d+)?", token.lower):
            continue
        own = named.get(token.index)
        others = [m for m in named.values() if m.first != token.index]
        if (
            own is None
            and not any(m.first < token.index <= m.last for m in others)
            or own is not None
            and own.last == own.first
            and any(m.metrics & own.metrics for m in others)
        ):
            found.add(token.index)
    return found


def _metrics(scene: Scene) -> list[Part]:
    factors, percentiles = _factor_places(scene), _percentile_places(scene)
    found: list[Part] = []
    for mention in sorted(scene.mentions.metrics, key=lambda one: (one.first, -one.last)):
        if (
            mention.modifier
            or not mention.metrics
            or mention.first in factors
            or mention.first in percentiles
            or found
            and mention.first <= found[-1].last
        ):
            continue
        if mention.exact or len(mention.metrics) == 1 and scene.tokens[mention.first].lower not in function_words():
            found.append(Part("metric", mention.first, mention.last, mention.text, tuple(sorted(mention.metrics))))
    return found


def _factor_places(scene: Scene) -> set[int]:
    return {at for part in _factors(scene) for at in range(part.first, part.last + 1)}


def _factors(scene: Scene) -> list[Part]:
    """The factor by its name, which may be several tokens ("vm.swappiness")."""
    factors = scene.vocabulary.facts.experiment.factors
    name = factors[0].name.lower() if factors else ""
    found: list[Part] = []
    for token in scene.tokens:
        text = ""
        for ahead in scene.tokens[token.index : token.index + 5]:
            text += ahead.lower
            if text == name:
                found.append(Part("factor", token.index, ahead.index, text))
                break
            if not name.startswith(text):
                break
    if not found:
        found = [
            Part("factor", t.index, t.index, t.lower)
            for t in scene.tokens
            if t.stems & {"параметр", "parameter", "knob"}
        ]
    return found


def _levels(scene: Scene) -> list[Part]:
    """Levels told by their own text, and the baseline; a group of levels is told by its words."""
    known = {level.lower(): level for level in scene.vocabulary.level_ids}
    base = scene.vocabulary.special("baseline")
    named = {
        at for m in scene.mentions.metrics if not m.modifier for at in range(m.first, m.last + 1)
    } | scene.mentions.name_tokens
    mentioned = {at: m for m in scene.mentions.levels if len(m.ids) == 1 for at in range(m.first, m.last + 1)}
    found: list[Part] = []
    for token in scene.tokens:
        at, level = token.index, known.get(token.lower)
        if found and at <= found[-1].last or at in named and " " not in token.text:
            continue
        split = _level_and_word(token, known, mentioned)
        if split:
            found += split
            continue
        ends = _range_of_levels(token, known)
        if ends:
            found += ends
            continue
        if level is not None and (
            token.number is not None
            or at in mentioned
            or not token.text.isascii()
            or _russian(scene)
            or _stands_for_level(scene, token)
        ):
            found.append(Part("level", at, at, token.text, (level,)))
        elif token.lower.startswith(("baseline", "базов")) and len(base) == 1:
            found.append(Part("level", at, at, token.text, (next(iter(base)),)))
        elif token.number is not None and at in mentioned and mentioned[at].last <= at + 1:
            found.append(Part("level", mentioned[at].first, mentioned[at].last, token.text, tuple(mentioned[at].ids)))
    return [part for part in found if part.first >= 0]


_COMMON = {"on", "off", "none", "no", "default", "all", "any", "auto"}
_LEADS = {"both", "than", "at", "to", "and", "vs", "versus", "against", "over", "from", "between", "neither", "nor", "or", ">", "<", "→", "=", "except", "but", "besides", "beats", "with"}  # fmt: skip


def _stands_for_level(scene: Scene, token: Token) -> bool:
    """Whether an English word is the name of a level here: "off" is one behind "both" or "than"."""
    before = scene.tokens[token.index - 1].lower if token.index else ""
    return token.lower not in _COMMON or before in _LEADS


def _level_and_word(token: Token, known: dict[str, str], mentioned: dict[int, LevelMention]) -> list[Part]:
    """ "64 marks the trough", "от 1 до 256 IOPS снижается": a level, and a word that was taken for its unit."""
    head, _, tail = token.text.partition(" ")
    if token.number is None or not tail or token.index in mentioned or (level := known.get(head.lower())) is None:
        return []
    word = word_of(Token(token.start, token.end, tail, index=token.index, stems=stems(tail)))
    return [Part("level", token.index, token.index, head, (level,)), *([word] if word is not None else [])]


def _range_of_levels(token: Token, known: dict[str, str]) -> list[Part]:
    """ "2 and 8", "16–64", read as one number: two levels, or none."""
    if token.number is None or token.number.high is None:
        return []
    ends = [known.get(word) for word in re.split(r"\s*(?:and|и|to|до|–|-|—|\.\.\.)\s*", token.lower)]
    if len(ends) != 2 or ends[0] is None or ends[1] is None:
        return []
    one, two = (Part("level", token.index, token.index, end, (end,)) for end in ends if end is not None)
    return [one, Part("mark", token.index, token.index, ","), two]


def _russian(scene: Scene) -> bool:
    return scene.world.language == "ru"


def _fits(token: Token, word: str) -> bool:
    return token.lower == word or word in token.stems


def _senses_of_saying(sense: str) -> frozenset[str]:
    return (
        frozenset()
        if sense == "filler"
        else frozenset({"there", "same"})
        if sense == "there.same"
        else frozenset({sense})
    )


def saying_at(tokens: list[Token], at: int, taken: set[int]) -> Part | None:
    """The longest saying that begins at a token and holds none of those taken."""
    begun = [one for word in sorted({tokens[at].lower, *tokens[at].stems}) for one in sayings().get(word, ())]
    for sense, words in sorted(begun, key=lambda one: -len(one[1])):
        stretch = tokens[at : at + len(words)]
        if len(stretch) < len(words) or taken & set(range(at, at + len(words))):
            continue
        if all(_fits(token, word) for token, word in zip(stretch, words, strict=True)):
            text = " ".join(t.lower for t in stretch)
            return Part("word", at, at + len(words) - 1, text, senses=_senses_of_saying(sense))
    return None


_MARKS = {"↑": "up", "↓": "down", ">": "higher", "<": "lower"}
_PLAIN_MARKS = set(",;:.()–—-=→\"'!…") | {"->"}


def word_of(token: Token) -> Part | None:
    """A word or mark with its senses; None where it has no place in a plain statement."""
    at = token.index
    if token.number is not None and token.number.kind == "name":
        return (
            Part("word", at, at, token.lower, senses=frozenset({"stat." + token.statistic}))
            if token.statistic
            else None
        )
    if token.number is not None:
        return None
    if not token.is_word:
        if token.text in _MARKS:
            return Part("word", at, at, token.text, senses=frozenset({_MARKS[token.text]}))
        return Part("mark", at, at, token.text) if token.text in _PLAIN_MARKS else None
    if token.lower.startswith("наи") and token.concepts:  # "наименьший" is no form of "малый"
        kinds = {
            "superlative.max": "max",
            "superlative.min": "min",
            "superlative.best": "best",
            "superlative.worst": "worst",
        }
        return Part("word", at, at, token.lower, senses=frozenset(kinds[c] for c in token.concepts if c in kinds))
    found = senses_of(token.lower, token.stems)
    if found or token.stems & function_words() or token.lower in function_words():
        return Part("word", at, at, token.lower, senses=found)
    return None


# -- the first and the last level -------------------------------------------------------------------------------------


def _ordinals(scene: Scene, parts: list[Part]) -> list[Part]:
    """ "the last level", "первый уровень", "the start of the range", "the smallest value of F": levels by their place; steps likewise."""
    order = scene.vocabulary.numeric_order
    if len(order) < 2:
        return parts
    done: list[Part] = []
    at = 0
    while at < len(parts):
        ordinal = _ordinal(parts, at, order) or _end(parts, at, order)
        if ordinal is not None:
            done.append(ordinal)
            while at < len(parts) and parts[at].first <= ordinal.last:
                at += 1
            continue
        done.append(parts[at])
        at += 1
    return _bare_ordinals(done, order)


def _ordinal(parts: list[Part], at: int, order: list[str]) -> Part | None:
    one = parts[at]
    if one.kind != "word" or not one.has("first", "last"):
        return None
    for ahead in range(at + 1, min(at + 3, len(parts))):
        noun = parts[ahead]
        if noun.kind == "word" and noun.has("step", "level"):
            return _placed(one, noun.last, "step" if noun.has("step") else "level", order)
        if noun.kind != "word" or noun.senses - {"level"}:
            return None
    return None


def _placed(one: Part, last: int, kind: str, order: list[str]) -> Part:
    first = one.has("first")
    if kind == "step":
        return Part(kind, one.first, last, one.text, (order[0], order[1]) if first else (order[-2], order[-1]))
    return Part(kind, one.first, last, one.text, (order[0] if first else order[-1],))


def _end(parts: list[Part], at: int, order: list[str]) -> Part | None:
    """ "the start of the range", "the upper edge of F's range", "the largest value of F", "the smallest F"."""
    one = parts[at]
    if one.kind != "word":
        return None
    by_size = one.has("max", "min")
    upper = one.has("end", "upper", "max")
    if not upper and not one.has("start", "nether", "min"):
        return None
    seen: set[str] = set()
    last = at
    for ahead in range(at + 1, min(at + 7, len(parts))):
        part = parts[ahead]
        name = (
            "factor"
            if part.kind == "factor"
            else next((n for n in ("range", "level", "edge", "end", "start") if part.has(n)), "")
        )
        if name:
            seen.add(name)
            last = ahead
        elif part.kind != "word" or part.text not in ("of", "the", "its", "our", "на", "в", "испробованного", "this"):
            break
    placed = "factor" in seen if by_size else "range" in seen or "factor" in seen and seen & {"edge", "end", "level"}
    if one.has("start", "end") and not seen:  # "at the very start", "в начале"
        before, following = parts[at - 1].text if at else "", parts[at + 1] if at + 1 < len(parts) else None
        placed = before in ("very", "в", "самом") and (following is None or following.kind == "mark")
    if not placed:
        return None
    return Part("level", one.first, parts[last].last, one.text, (order[-1] if upper else order[0],))


_BEHIND = {
    "к",
    "ко",
    "до",
    "чем",
    "to",
    "than",
    "на",
    "от",
    "from",
    "с",
    "the",
    "уступает",
    "как",
    "as",
    "относительно",
    "против",
    "over",
}


def _bare_ordinals(parts: list[Part], order: list[str]) -> list[Part]:
    """ "than at the first", "as the last one": of what the other one is."""
    kinds = {
        part.kind
        for part in parts
        if part.kind in ("level", "step") and part.text and part.senses == frozenset() and len(part.ids) in (1, 2)
    }
    kind = "step" if any(p.kind == "step" or p.has("steps") for p in parts) else "level" if "level" in kinds else ""
    if not kind:
        return parts
    done = []
    for at, part in enumerate(parts):
        before, following = parts[at - 1] if at else None, parts[at + 1] if at + 1 < len(parts) else None
        closes = (
            following is None or following.kind == "mark" or following.text in ("one", "does", "did", "do", "is", "was")
        )
        leads = before is not None and before.kind == "word" and (before.text in _BEHIND or before.has("size"))
        if part.kind == "word" and part.has("first", "last") and before is not None and (leads or closes):
            done.append(_placed(part, part.last, kind, order))
            continue
        done.append(part)
    return done


# -- roles ------------------------------------------------------------------------------------------------------------


def set_roles(tokens: list[Token], parts: list[Part]) -> None:
    """What each level is in its clause: at, from, to, than, before, after, except, or bare."""
    former: Part | None = None
    for at, part in enumerate(parts):
        if part.kind in ("level", "step") or part.has("other", "everywhere.else"):
            part.role = _role(tokens, parts, at, former)
            if part.kind == "level":
                former = part
    _between(tokens, parts)
    _arrows(parts)


def _stems(tokens: list[Token], part: Part) -> frozenset[str]:
    """The lemmas and forms of a part; a short word is only what is written ("к" is no "как")."""
    row = tokens[part.first : part.last + 1]
    return frozenset().union(*({t.lower} if len(t.text) <= 3 else t.stems | {t.lower} for t in row))


def _role(tokens: list[Token], parts: list[Part], at: int, former: Part | None) -> str:
    if former is not None and _joined(parts, at) and former is _last_level(parts, at):
        return former.role
    place, through, genitive = at - 1, False, False
    while place >= 0 and parts[place].kind in ("word", "factor", "mark"):
        part = parts[place]
        if part.kind == "mark" and part.text not in ("=", '"', "→"):
            break
        stems = _stems(tokens, part)
        if (
            part.kind == "factor"
            or part.has("size")
            or stems & _THROUGH
            and not (part.senses & (_VERBS | {"except", "other"}))
        ):
            through, genitive = True, genitive or part.text in _GENITIVE
            place -= 1
            continue
        return _role_by(tokens, parts, place, stems, through, genitive, at, former)
    return "bare"


def _role_by(
    tokens: list[Token],
    parts: list[Part],
    place: int,
    stems: frozenset[str],
    through: bool,
    genitive: bool,
    at: int,
    former: Part | None,
) -> str:
    part = parts[place]
    before = parts[place - 1] if place else None
    if part.has("except"):
        return "except"
    if (
        stems & {"с", "со", "with"}
        and before is not None
        and (before.text.startswith(("сравнен", "compar")) or before.has("rivals", "close"))
    ):
        return "than"
    if stems & {"у"} and before is not None and before.has("wins", "loses"):
        return "than"
    if part.has("rivals") or part.has("other") and part.text == "other than":
        return "except" if part.has("other") else "than"
    if stems & _BEFORE:
        return "before"
    if stems & _AFTER:
        return "after"
    if stems & {"than", "чем", "нежели"} or stems & _THAN and not part.has("level"):
        return "than"
    if part.has(*_VERBS) and part.kind == "word" and part.text not in ("=",):
        return "than"
    if stems & {"to"}:
        return _to_role(parts, place, former)
    if stems & {"на"} and (_transition_before(tokens, parts, place) or former is not None and former.role == "from"):
        return "to"
    if stems & {"with"} and former is not None and former.role == "from" and _transition_before(tokens, parts, place):
        return "to"
    if (
        stems & {"by"}
        and former is not None
        and former.role == "bare"
        and before is not None
        and before.text.startswith(("replac", "succeed", "follow"))
    ):
        former.role = "from"
        return "to"
    if stems & _FROM:
        return (
            "than"
            if before is not None and before.text.startswith(("differ", "отлич", "distin")) and stems & {"from", "от"}
            else "from"
        )
    if stems & _TO:
        return "to" if not stems & {"до"} or former is not None and former.role == "from" else "before"
    if stems & _AT:
        return _at_role(tokens, parts, place - 1)
    if part.has(*_COMPARES):
        return "than" if not through or genitive else "bare"
    return "bare"


def _to_role(parts: list[Part], place: int, former: Part | None) -> str:
    before = parts[place - 1] if place else None
    if (
        before is not None
        and before.kind == "word"
        and (
            before.has("loses", "better", "worse", "close", "same", "level")
            and not before.has("level")
            or before.text
            in ("relative", "compared", "superior", "inferior", "preferable", "next", "similar", "equal", "comparison")
        )
    ):
        return "than"
    if (
        before is not None
        and before.kind == "word"
        and before.text in ("belong", "belongs", "belonged", "falls", "fall", "fell", "goes", "go")
    ):
        return "at"
    return "to"


def _at_role(tokens: list[Token], parts: list[Part], place: int) -> str:
    """ "than at b", "exceeds that at b", "close to its average at b", "выше столбика для b": a base behind its preposition."""
    through = genitive = False
    while place >= 0 and parts[place].kind == "word":
        part = parts[place]
        stems = _stems(tokens, part)
        if stems & {
            "than",
            "чем",
            "нежели",
            "over",
            "against",
            "versus",
            "относительно",
            "против",
            "above",
            "below",
        } or part.has("reaches", "reaches.low", "ge", "le"):
            return "than"
        if stems & {"as"} and not through and place and parts[place - 1].has("higher", "lower", "same", "max", "min"):
            return "than"
        if through and (
            stems & {"to", "from"}
            and place
            and parts[place - 1].has("close", "differs", "same")
            or part.has(*_VERBS)
            or genitive
            and part.has(*_COMPARES)
        ):
            return "than"
        if not stems & _THROUGH:
            return "at"
        through, genitive = True, genitive or part.text in _GENITIVE
        place -= 1
    return "at"


def _transition_before(tokens: list[Token], parts: list[Part], place: int) -> bool:
    return any(
        tokens[n].stems & _TRANSITION or tokens[n].lower in _TRANSITION
        for part in parts[max(0, place - 6) : place]
        for n in range(part.first, part.last + 1)
    )


def _last_level(parts: list[Part], at: int) -> Part | None:
    return next((part for part in reversed(parts[:at]) if part.kind == "level"), None)


def _joined(parts: list[Part], at: int) -> bool:
    """Whether only "and", "," or "or" stands between a level and the one before."""
    place = at - 1
    seen = False
    while place >= 0 and (parts[place].text in ("and", "и", "or", "или", ",", "nor", "ни")):
        seen, place = seen or parts[place].text != "," or _listed(parts, at), place - 1
    return seen and place >= 0 and parts[place].kind == "level" and parts[at].kind == "level"


def _listed(parts: list[Part], at: int) -> bool:
    """Whether a list of levels goes on behind: "a, b and c"."""
    return at + 2 < len(parts) and parts[at + 1].text in (",", "and", "и") and parts[at + 2].kind == "level"


def _between(tokens: list[Token], parts: list[Part]) -> None:
    for at, part in enumerate(parts):
        if part.text in ("between", "между") or part.has("inside"):
            row = [one for one in parts[at + 1 : at + 9] if one.kind == "level"]
            if len(row) >= 2:
                row[0].role, row[1].role = "from", "to"


def _arrows(parts: list[Part]) -> None:
    for at in range(1, len(parts) - 1):
        if parts[at].text in ("→", "->") and parts[at - 1].kind == parts[at + 1].kind == "level":
            parts[at - 1].role, parts[at + 1].role = "from", "to"
