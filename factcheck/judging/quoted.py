"""Leaves open what is quoted or heads a table: what a load tool's report tells of the load and of single seconds, its rate without the time of connecting, and numbers in heads."""

from __future__ import annotations

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruling
from factcheck.reading.tooloutput import leaves_connecting_out, tells_a_setting

INTERVAL = Ruling("unverifiable", "some seconds of a run", "несколько секунд прогона")
_CONNECTING = (
    1.1  # the rate without connecting is higher than the other by no more than this, unless every transaction connects
)


def judge_quoted(scene: Scene, bound: Bound, predicate: str, ruling: Ruling) -> tuple[str, Ruling]:
    """The predicate and the ruling of a number, where it stands on a line of a load tool's report or in the head of a table ("RPS (50)", "502/504")."""
    line = scene.block.text
    if ruling.verdict in ("contradicted", "unparsed") and scene.block.kind == "cell" and not scene.block.column_header:
        return "design", Ruling("unverifiable", "a number in a table's head", "число в шапке таблицы")
    if ruling.verdict == "contradicted" and _is_of_no_level(scene, bound):
        return predicate, Ruling("unverifiable", "a row of what was not measured", "строка о том, чего не измеряли")
    if ruling.verdict != "supported" and tells_a_setting(line):
        return "design", Ruling("unverifiable", "how the load tool was run", "как запускали инструмент нагрузки")
    if ruling.verdict != "contradicted" or not leaves_connecting_out(line):
        return predicate, ruling
    rates = [scene.vocabulary.by_name[name].value for name in ruling.facts if name in scene.vocabulary.by_name]
    if any(rate <= reading.value <= rate * _CONNECTING for rate in rates for reading in bound.number.readings):
        text = "the rate without the time of connecting, which the facts do not hold"
        return predicate, Ruling("unverifiable", text, "скорость без времени подключения, которой нет в фактах")
    return predicate, ruling


def _is_of_no_level(scene: Scene, bound: Bound) -> bool:
    """ "| 500 GB | ~3.8 hours |" of sizes 10 to 300 GB: a row whose head is a number that is no level, or that head."""
    head = scene.block.row_header
    if scene.block.kind != "cell" or bound.levels:
        return False
    if head is not None:
        named = scene.world.mentions_of(head)
        tokens = scene.world.tokens_of(head)
        return not named.levels and not named.metrics and bool(tokens) and tokens[0].number is not None
    following = scene.block.order + 1
    blocks = scene.world.blocks
    return following < len(blocks) and blocks[following].row_header is scene.block
