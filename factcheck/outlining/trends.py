"""Holds what is said to go one way along the levels: "goes down with every increase of the delay", «чем длиннее пауза, тем меньше буферов», "grew every single month"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled
from factcheck.outlining.marks import factor_nouns
from factcheck.outlining.outline import Piece
from factcheck.outlining.values import refused, row, sign
from factcheck.stating.orders.parts import Part

_EACH = re.compile(
    r"\b(?:every|each) (?:single )?(?:step|increase|increment|month|week|day|doubling|level|setting|time|notch|further|additional|new)|\bat each\b|\bwith each\b|\bstep by step\b|\bsteadily\b|\bwithout exception\b|\bmonoton\w+"
    r"|(?<!\w)(?:с кажд\w+|на каждом|кажд(?:ый|ом|ым) (?:шаг\w*|месяц\w*|раз)|неуклонно|монотонно|без (?:единого )?исключени\w+|шаг за шагом|неизменно|от месяца к месяцу|без единой остановки)(?!\w)",
    re.I,
)
_ALONG = re.compile(
    r"\bas .{3,40}\b(?:grows?|rises?|increases?|goes up|gets? (?:larger|longer|bigger|higher))\b|\bwith (?:increasing|growing|rising|larger|longer|more)\b|\bscales? (?:up )?with\b|\bwith the number of\b"
    r"|(?<!\w)(?:с (?:ростом|увеличением|повышением|удлинением)|по мере (?:роста|увеличения)|чем (?:больше|длиннее|выше|щедрее|строже|дольше)(?=.*\bтем ))(?!\w)",
    re.I,
)
_BACK = re.compile(r"\b(?:decreas|lower|reduc|shrink|small|short|few|less|drop)\w*|(?<!\w)(?:уменьшени|снижени|сокращени|чем (?:меньше|короче|ниже))\w*", re.I)  # fmt: skip
_UNTIL = re.compile(r"\b(?:until|up to|from|between|beyond|after|past|except|but|only|half|first|last)\b|(?<!\w)(?:до|от|после|кроме|между|пока|начиная|только|лишь|не)(?!\w)", re.I)  # fmt: skip


def judge_trend(scene: Scene, piece: Piece) -> Iterator[Ruled]:
    """The refusal of a piece whose metric goes the other way along the levels, or at one step where it is said of each."""
    every = _EACH.search(scene.sentence.text) is not None
    along = _ALONG.search(scene.sentence.text)
    if not every and along is None or scene.mentions.levels or scene.matches(_UNTIL) or len(scene.vocabulary.facts.experiment.factors) > 1:  # fmt: skip
        return
    if any(t.number is not None for t in scene.tokens) or along is not None and not any(t.stems & factor_nouns(scene) for t in scene.tokens):  # fmt: skip
        return
    order = scene.vocabulary.numeric_order
    words = [part for part in piece.words("up", "down", "higher", "lower", "good", "bad", "better", "worse") if not _is_of_the_factor(scene, part)]  # fmt: skip
    if len(words) != 1 or len(piece.metrics) != 1 or len(order) < 3 or piece.negations() or piece.numbers:
        return
    if along is not None and _BACK.search(along.group()):
        return
    failed = []
    for metric in piece.metrics[0].ids:
        held = row(scene, metric, order)
        way = sign(scene, words[0], metric)
        steps = [(b - a) * way for a, b in itertools.pairwise(held.values())]
        if not way or not steps or (all(step >= 0 for step in steps) if every else sum(steps) > 0):
            return
        failed.append((metric, held))
    if failed:
        yield refused(piece, "order", failed[0][1], failed[0][0])


def _is_of_the_factor(scene: Scene, part: Part) -> bool:
    """ "With every increase in the delay", «с увеличением таймаута»: which way the parameter goes."""
    first, last = part.first, part.last
    places = {at for at, _ in scene.mentions.factors}
    before = {t.lower for t in scene.tokens[max(0, first - 2) : first]}
    return bool(places & set(range(last + 1, last + 4))) or bool(before & {"every", "each", "with", "с", "чем", "мере", "каждым", "каждом"})  # fmt: skip
