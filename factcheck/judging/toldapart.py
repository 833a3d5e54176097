"""Judges the words of knowledge in a sentence: noise, equal, undecided, significant, and a difference that exists or does not."""

from __future__ import annotations

import itertools
import re

from factcheck.binding.arguments import is_negated
from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.scope import of_equality
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.judging.assertions import judge_denied_difference, judge_knowledge
from factcheck.judging.exempt import INSTALLED, asked_of, defined, scene_compares
from factcheck.judging.outcomes import effects_of
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.rereading.certainty import open_equality
from factcheck.rereading.fairness import fair

_STATISTICAL = {"значимый", "значимо", "significant", "significantly", "достоверно", "достоверный", "statistically", "статистически", "установлена", "установлен", "установлены", "доказана", "доказан", "доказать",
          "доказано", "доказанный", "proven",
                "установлено", "established", "signific", "statistical", "establish"}  # fmt: skip
_GAUGES = {
    "yardstick",
    "measur",
    "measure",
    "estimat",
    "estimate",
    "source",
    "amount",
    "мера",
    "оценка",
    "источник",
    "величина",
}
#: "At one and the same level": the set-up is the same, nothing that was measured.
_OF_A_RUN = {"level", "уровень", "run", "прогон", "order", "порядок", "block", "блок", "machine", "машина", "server", "сервер", "load", "нагрузка", "workload", "data", "day", "night",
             "time", "setting", "way", "pair", "design", "plan", "script", "hardware"}  # fmt: skip
_NOT_APART = re.compile(
    r"(?:separate\w*|distinguish\w*|tell)\s+(?:\w+\s+){0,4}?from\s+(?:the\s+)?noise|(?:отличить|отделить|отличим\w*)\s+(?:\w+\s+){0,3}?от\s+шума",
    re.I,
)
_DENIED = {"отличаться", "различаться", "differ", "изменить", "измениться", "изменяться", "меняться", "change", "chang", "affect", "сказаться", "повлиять", "разница", "различие",
           "отличие", "differenc", "difference"}  # fmt: skip
_PREDICATES = {
    "differ": "order",
    "noise": "within_noise",
    "equal": "equivalent",
    "settle": "undecided",
    "undecided": "undecided",
    "significant": "significance",
}


def judge_told_apart(scene: Scene, token: Token, bounds: dict[int, Bound]) -> list[Ruled] | None:
    """What a word of knowledge claims; empty where it claims nothing, None where the word is none of them."""
    kind = _kind(scene, token)
    if kind is None or kind == "nothing":
        return None if kind is None else []
    at = token.index
    before = max(0, at - 1)
    if kind == "unproven":
        known = judge_knowledge(scene, token, "significant")
        if known is not None:
            if known.verdict == "contradicted" and not scene.mentions.levels:
                known = Ruling("unverifiable", known.en, known.ru, known.facts)
            return [(before, at, "within_noise", known)]
        kind = "denied" if token.stems & _DENIED else "equal"
    if kind == "denied":
        ruling = fair(
            scene, token, judge_denied_difference(scene, token), lambda: judge_denied_difference(scene, token)
        )
        return [(before, at, "equivalent", open_equality(scene, ruling))]
    if _spoken_of(scene, token, kind):
        return []
    apposed = _apposed(scene, token, kind, bounds) if kind in ("equal", "undecided") else None
    known = apposed or judge_knowledge(scene, token, kind)
    if known is None:
        return None
    known = fair(scene, token, known, lambda: judge_knowledge(scene, token, kind))
    if kind == "equal" or kind == "undecided":
        known = known if apposed is not None else open_equality(scene, known)
    return [(before if is_negated(scene, at) else at, at, _PREDICATES[kind], known)]


def _kind(scene: Scene, token: Token) -> str | None:
    """What a word says of knowledge; "nothing" where another judge reads it or it is no result."""
    text = scene.sentence.lower_text
    if token.has("noise") and scene.matches(_NOT_APART):
        return "nothing"  # "which we could not separate from noise": judged as a verdict
    if token.has("equal") and token.lower.startswith("ti") and re.search(r"\br\s?=|correl", text):
        return None
    if token.has("noise") and not (token.stems & {"разброс", "случайность"} and "предел" not in text):
        before = scene.tokens[token.index - 1].lower if token.index else ""
        if any(t.stems & _GAUGES for t in scene.tokens[max(0, token.index - 3) : token.index]):
            return None  # "the yardstick of noise" is no result
        return "significant" if before in ("beyond", "above", "сверх", "over", "выше") else "noise"
    if token.has("decide") and is_negated(scene, token.index):
        return "settle"
    if token.has("undecided") and not token.lower.startswith("откры"):
        return "undecided"
    if token.has("significant") and token.stems & _STATISTICAL:
        if token.lower.startswith("statistic") or not _statistically(scene, token):
            return None
        return "nothing" if of_equality(scene, token.index) else "significant"
    if token.has("equal") and not token.has("same_everywhere") and not _identity(scene, token):
        # "a group of equals", "equal within noise": not told apart, which is less than equivalent
        return "noise" if _tied(scene, token) else "equal"
    if token.has("differ") and is_negated(scene, token.index):
        if _by_hand(scene, token):
            return "nothing"
        if _unproven(scene, token):
            return "unproven"
        return "denied" if token.stems & _DENIED else "equal"
    verb = bool(token.stems & {"различаться", "отличаться", "differ"})
    noun = bool(token.stems & {"разница", "различие", "difference", "differenc"})
    named = bool(scene.mentions.levels or scene.mentions.metrics)
    behind = scene.tokens[token.index + 1 : token.index + 5]
    if verb and behind and behind[0].lower in ("by", "на") and any(t.number is not None for t in behind):
        return None  # "the means differ by three seconds": an amount, which is judged itself
    if scene.vocabulary.repeated and (verb and named or noun and _exists(scene, token)):
        return "differ"
    return None


def _spoken_of(scene: Scene, token: Token, kind: str) -> bool:
    """Whether the word is asked or defined, or is of something else than what the levels measured."""
    if (
        kind == "differ"
    ):  # "whether the difference is real"; "the two baseline runs of a block differed": runs of one level
        former = scene.tokens[max(0, token.index - 6) : token.index]
        return asked_of(scene, token) or any(t.stems & {"run", "прогон"} for t in former)
    if kind == "noise":  # "run-to-run noise was smallest with B": the scatter itself
        return any(superlative_kind(scene, t) for t in scene.tokens[token.index + 1 : token.index + 4])
    return kind in ("undecided", "equal") and defined(scene, token)


def _apposed(scene: Scene, token: Token, kind: str, bounds: dict[int, Bound]) -> Ruling | None:
    """ "the main effect is -1.4% and "equivalent"": the verdict of the change right before it; None where none stands there."""
    before = [p for p in bounds if 0 < token.index - p <= 5 and bounds[p].predicate == "delta"]
    if not before or bounds[max(before)].verdict != "supported":
        return None
    gap = scene.tokens[max(before) + 1 : token.index]
    if any(
        t.text in ";.:" or t.is_word and t.lower not in ("and", "и", "hence", "so", "is", "the", "two", "are")
        for t in gap
    ):
        return None
    effects = effects_of(scene, bounds[max(before)].facts)
    text = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4]) or "no verdict is held"
    right = {"equal": {"equivalent"}, "undecided": {"undecided"}}.get(kind, set[str]())
    if not effects or not right:
        return Ruling("unverifiable", text, text)
    good = any(e.verdict in right for e in effects)
    return Ruling("supported" if good else "contradicted", text, text, bounds[max(before)].facts)


def _by_hand(scene: Scene, token: Token) -> bool:
    """ "я его не менял", "we did not change it": what was done, not what was measured."""
    if not token.lower.startswith(
        ("менял", "изменял", "изменил", "change", "меняли", "поменял")
    ) or token.lower.endswith(("лся", "лась", "лось", "лись", "сь", "ся")):
        return False
    beside = scene.tokens[max(0, token.index - 6) : token.index]
    person = any(t.lower in ("я", "мы", "i", "we", "никто", "nobody", "его", "их", "ее", "её") for t in beside)
    return person or token.lower in ("менял", "меняли", "изменяли") or bool(scene.mentions.settings)


def _unproven(scene: Scene, token: Token) -> bool:
    """ "no settled difference", "no significant change": not shown, which is less than equal."""
    beside = scene.tokens[max(0, token.index - 3) : token.index]
    following = scene.tokens[token.index + 1 : token.index + 2]
    if any(
        t.lower in ("conclusively", "significantly", "reliably", "provably", "значимо", "достоверно", "доказательно")
        for t in following
    ):
        return True  # "these two do not differ conclusively"
    return any(
        t.stems & _STATISTICAL
        or t.lower
        in (
            "settled",
            "measurable",
            "detectable",
            "clear",
            "proven",
            "reliable",
            "доказанной",
            "установленной",
            "заметной",
        )
        for t in beside
    )


def _tied(scene: Scene, token: Token) -> bool:
    group = any(t.stems & {"группа", "group"} for t in scene.tokens[max(0, token.index - 3) : token.index])
    return group or any(t.has("noise") for t in scene.tokens[token.index : token.index + 6])


def _exists(scene: Scene, token: Token) -> bool:
    """ "разница есть", "there is a difference": existence is asserted."""
    beside = scene.tokens[max(0, token.index - 3) : token.index + 3]
    return any(
        t.lower in ("есть", "существует", "имеется", "real", "реальна", "реальная", "exists", "настоящая")
        for t in beside
    ) or any(one.lower == "there" and two.stems & {"is", "be"} for one, two in itertools.pairwise(beside))


def _statistically(scene: Scene, token: Token) -> bool:
    """Whether "значимый", "significant" is meant as a test's answer, not as "large"."""
    text = scene.sentence.lower_text
    if "статистич" in text or "statistic" in text or is_negated(scene, token.index):
        return True
    if token.lower.startswith(("значим", "достоверн")):
        return token.lower in ("значимо", "значима", "значим", "значимы", "достоверно", "достоверна", "достоверны")
    if token.lower in ("significantly",):
        return bool(re.search(r"\bp\s?[<=]|\bci\b|confidence", text))
    if token.lower == "significant":
        following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
        return (
            bool(re.search(r"\bp\s?[<=]|\bci\b|confidence|significance", text))
            or following is not None
            and following.stems & {"difference", "differenc", "effect"} != set()
        )
    if not scene_compares(scene) or token.lower.startswith("установл") and INSTALLED.search(text):
        return False
    return token.lower in (
        "доказано",
        "доказана",
        "доказан",
        "proven",
        "established",
        "установлено",
        "установлена",
        "установлен",
    )


def _identity(scene: Scene, token: Token) -> bool:
    """ "same" and "equal" of a set-up, not of a measured result."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    if following and token.lower in ("same", "тот", "одинаковый") and following[0].stems & _OF_A_RUN:
        return True
    if (
        token.lower == "same"
        and following
        and following[0].is_word
        and not following[0].concepts
        and following[0].lower not in ("as", "for", "at", "in", "with", "under", "is", "and", "on")
    ):
        named = any(m.exact and m.first <= following[0].index <= m.last for m in scene.mentions.metrics)
        if not named:
            return True  # "on the very same drive"
    if token.stems & {"равный", "равно", "equal"} and any(t.number is not None for t in following):
        return True
    return (
        not scene.mentions.metrics
        and not _leans(scene, token)
        or token.lower in ("same", "flat", "match", "matches", "tie", "схожий", "похожий", "similar")
        and not scene.mentions.levels
    )


def _leans(scene: Scene, token: Token) -> bool:
    """ "128 and 1 are equivalent": levels are named, the metric was named before."""
    named = token.lower.startswith(("эквивалентн", "equivalent")) and bool(scene.mentions.levels)
    return named and not scene.mentions.metrics
