"""Judges what a report says of its own runs where the facts list them: planned, valid and discarded ones, complete blocks,
and the runs that share a remark of a data check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from factcheck.binding.bound import Bound
from factcheck.binding.scene import Scene
from factcheck.binding.vocabulary import plain_sentence
from factcheck.forms.facts import Check
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token

_PLANNED = {"planned", "plan", "запланировать", "запланированный", "плановый"}
_VALID = {"valid", "пригодный", "годный"}
_DISCARDED = {
    "discarded",
    "discard",
    "rejected",
    "reject",
    "invalid",
    "отбросить",
    "отброшенный",
    "негодный",
    "забракованный",
}
_COMPLETE = {"complete", "complet", "полный"}
_BLOCKS = {"block", "блок"}
_RUNS = {"прогон", "запуск", "run"}
_SAME_REMARK = re.compile(r"same remark|same warning|то же замечание|то же предупреждение|также (?:у|для) прогон", re.I)


def judge_accounts(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """(predicate, ruling) of a number about the runs themselves; None when it is none or the facts list no runs."""
    return _remark(scene, bound) or _counted(scene, bound)


def _remark(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "The same remark applies to runs 4, 5 and 10": those that the same check speaks of."""
    if bound.number.unit is not None or not scene.vocabulary.facts.checks or not scene.matches(_SAME_REMARK):
        return None
    said = plain_sentence(scene.block.text)
    told = next((check for check in scene.vocabulary.facts.checks if any(text in said for text in _texts(check))), None)
    if told is None:
        return None
    same = [check for check in scene.vocabulary.facts.checks if check.expectation == told.expectation]
    runs = {str(check.run) for check in same if check.run is not None}
    good = any(f"{reading.value:g}" in runs for reading in bound.number.readings)
    former = [t.number.text for t in scene.tokens[: bound.place] if t.number is not None]
    if good and bound.number.text in former:
        return "runs", Ruling(
            "contradicted", "the list names this run twice", "этот прогон назван в списке дважды", ("checks",)
        )
    text = ", ".join(sorted(runs, key=lambda run: (len(run), run)))
    return "runs", Ruling(
        "supported" if good else "contradicted",
        f"the check speaks of runs {text}",
        f"проверка говорит о прогонах {text}",
        ("checks",),
        None if good else text,
    )


def _texts(check: Check) -> Iterator[str]:
    for text in (check.en, check.ru):
        if text and len(text) > 20:
            yield plain_sentence(text)


def _counted(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number, runs = bound.number, scene.vocabulary.facts.runs
    if not runs or number.unit is not None or number.kind != "value" or number.high is not None or number.hedge:
        return None
    words = _beside(scene, bound)
    said = {stem for token in words for stem in token.stems}
    whole = {stem for token in scene.tokens for stem in token.stems}
    valid = sum(1 for run in runs if run.valid is not False)
    blocks = {run.block for run in runs if run.block is not None}
    if said & _COMPLETE and said & _BLOCKS and blocks:
        known, what = {len(blocks), *_complete_blocks(scene)}, "complete blocks"
    elif said & _DISCARDED and whole & _RUNS:
        known, what = {len(runs) - valid}, "discarded runs"
    elif said & _VALID and whole & _RUNS:
        known, what = {valid}, "valid runs"
    elif said & _PLANNED and said & _RUNS:
        known, what = _planned(scene), "planned runs"
    else:
        return None
    good = any(reading.value in known for reading in number.readings)
    text = "/".join(str(value) for value in sorted(known))
    return "runs", Ruling(
        "supported" if good else "contradicted",
        f"{what}: {text}",
        f"по списку прогонов: {text}",
        ("runs",),
        None if good else text,
    )


def _planned(scene: Scene) -> set[int]:
    """How many runs the plan may have had: one a level and block, with or without sentinels, whatever was repeated."""
    runs = scene.vocabulary.facts.runs
    cells = {(run.block, run.level, run.role) for run in runs}
    known = {len(cells), sum(1 for run in runs if run.valid is not False)}
    repeats, levels = scene.vocabulary.facts.experiment.repeats, len(scene.vocabulary.level_ids)
    return known | ({repeats * levels, repeats * (levels + 1)} if repeats else set())


def _complete_blocks(scene: Scene) -> set[int]:
    """The number of blocks in which every level has a valid run."""
    held: dict[int, set[str | None]] = {}
    for run in scene.vocabulary.facts.runs:
        if run.block is not None:
            held.setdefault(run.block, set())
            if run.valid is not False and run.role != "sentinel":
                held[run.block].add(run.level)
    most = max((len(levels) for levels in held.values()), default=0)
    # An execution that goes on has not begun all of its levels: a block is complete with those that the facts name as well.
    every = set(scene.vocabulary.level_ids)
    return {
        sum(1 for levels in held.values() if len(levels) == most),
        sum(1 for levels in held.values() if levels >= every),
    }


def _beside(scene: Scene, bound: Bound) -> list[Token]:
    """The words on the number's own side of the marks: "Valid runs: 34;", "отброшенных — 4,", "21 runs were planned"."""
    tokens, place = scene.tokens, bound.place
    start = place
    # "complete blocks: each of the 4 blocks holds …": a number with a noun of its own is not of what stands before the colon
    marks = ",;.:" if any(t.stems & (_RUNS | _BLOCKS) for t in tokens[place + 1 : place + 3]) else ",;."
    while start and place - start < 6 and tokens[start - 1].text not in marks and tokens[start - 1].number is None:
        start -= 1
    stop = place + 1
    while stop < len(tokens) and stop - place < 5 and tokens[stop].text not in ",;.:" and tokens[stop].number is None:
        stop += 1
    return tokens[start:stop]
