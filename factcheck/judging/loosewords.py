"""Judges the words whose claims no number decides: causes, influence, recommendations, trends as laws, degrees, hypotheses."""

from __future__ import annotations

from factcheck.binding.arguments import DIRECTIONS, clause_bounds, is_hedged, is_negated
from factcheck.binding.scene import Scene
from factcheck.judging.assertions import judge_recommendation
from factcheck.judging.exempt import VERY_WORDS, of_repeats, takes_amount
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token

#: Words that assert a cause outright; "влияние", "effect" and "показывает" only name a relation.
_CAUSAL = {"из-за", "вызвать", "вызывать", "привести", "приводить", "обусловить", "обусловленный", "объясняться", "благодаря", "вследствие", "причина", "cause", "caus", "because", "owing",
           "thanks", "stem", "responsible", "порождать", "due", "reason", "explain", "объяснять", "объяснить"}  # fmt: skip
_CAUSE = Ruling("unverifiable", "a cause; nothing measured decides it", "причина; измеренное её не решает")
_TREND = Ruling("unverifiable", "a trend as a law needs repeats", "закономерность требует повторов")


#: "The interval of the effect", "effect size": what was estimated, and no influence.
_OF_AN_EFFECT = frozenset({"интервал", "оценка", "размер", "порог", "interval", "estimate", "size", "threshold"})


def judge_loose(scene: Scene, token: Token) -> Ruled | None:
    """The claim of such a word; None where it makes none."""
    at = token.index
    if token.has("recommend") and (of_repeats(scene, token) or takes_amount(scene, token)):
        return None
    if token.has("recommend") and not token.lower.startswith("следу") or token.lower in ("следует", "следовало"):
        return *around(scene, token, levels=True), "recommendation", judge_recommendation(scene, token)
    if token.has("imperative") and _is_command(scene, token):
        return at, min(len(scene.tokens) - 1, at + 3), "recommendation", judge_recommendation(scene, token)
    if token.has("influence", "cause"):
        return None if _names_nothing(scene, token) else (*around(scene, token), _causal(scene, token), _CAUSE)
    if token.has("trend") and token.stems & {"тенденция", "тренд", "trend", "закономерность"}:
        return *around(scene, token), "monotone", _TREND
    if token.has("degree") and (_attributed(scene, token) or token.stems & {"эффективный", "efficient", "effici"}):
        return at, at, "degree", Ruling("unverifiable", "no threshold is named", "порог не назван")
    named = bool(scene.mentions.metrics or scene.mentions.factors or scene.mentions.levels)
    if token.has("hedge") and named and not scene.has("cause", "influence", *DIRECTIONS, "recommend"):
        return *around(scene, token), "hypothesis", Ruling("unverifiable", "a hypothesis", "гипотеза")
    return None


def _names_nothing(scene: Scene, token: Token) -> bool:
    """ "The result", "обе приведены для сопоставления", "the interval of the effect": no cause of anything named."""
    if token.lower in ("drive", "drives", "result", "results", "responsible", "because"):
        return not scene.mentions.metrics and not scene.mentions.factors
    if token.stems & {"эффект", "effect"}:
        near = scene.tokens[max(0, token.index - 3) : token.index + 2]
        return any(t.stems & _OF_AN_EFFECT or t.lower in _OF_AN_EFFECT for t in near)
    led = token.stems & {"привести", "приводить"}
    return bool(led) and not any(t.lower == "к" for t in scene.tokens[token.index + 1 : token.index + 4])


def _causal(scene: Scene, token: Token) -> str:
    if is_hedged(scene, token.index):
        return "hypothesis"
    return "cause" if token.stems & _CAUSAL and not is_negated(scene, token.index) else "influence"


def _is_command(scene: Scene, token: Token) -> bool:
    at = token.index
    opening = at == 0 or scene.tokens[at - 1].text in (":", "—") or at == 1 and scene.tokens[0].has("hedge")
    return opening and (
        token.lower.endswith(("ть", "ться", "те", "йте"))
        or token.text[:1].isupper()
        and token.text.isascii()
        and not token.lower.endswith("ing")
    )


def _attributed(scene: Scene, token: Token) -> bool:
    """A degree word that describes a metric or a value: "низкая очередь", "умеренные (9–14 мс)"."""
    tokens = scene.tokens
    near = range(token.index - 1, token.index + 3)
    beside = any(m.first in near or m.last in near for m in scene.mentions.metrics if not m.modifier and m.metrics)
    follows = (
        any(
            0 <= i < len(tokens) and (number := tokens[i].number) is not None and number.is_value
            for i in (token.index + 2,)
        )
        and token.index + 1 < len(tokens)
        and tokens[token.index + 1].text == "("
    )
    previous = token.index and (tokens[token.index - 1].lower in VERY_WORDS)
    return (beside or follows) and not previous and token.lower not in ("high", "good") or follows


def around(scene: Scene, token: Token, levels: bool = False) -> tuple[int, int]:
    """The stretch of the clause that a general statement covers."""
    start, stop = clause_bounds(scene, token.index)
    first, last = max(start, token.index - 6), min(stop, token.index + 8)
    for at in range(token.index - 1, first - 1, -1):
        if scene.tokens[at].text in (":", ";"):
            first = at + 1
            break
    for at in range(token.index + 1, last + 1):
        if scene.tokens[at].text in (":", ";", ","):
            last = at - 1
            break
    if levels:
        for mention in scene.mentions.levels:
            if mention.role != "than" and first <= mention.last <= last + 6:
                last = max(last, mention.last)
    return first, max(last, token.index)
