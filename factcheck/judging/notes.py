"""Holds two notes that reports make of their plan to the facts: the smallest effect that was to matter, and the runs that carry a warning.

Only refutations are given.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.judging.design import agrees_plainly
from factcheck.judging.verdicts import Ruled, Ruling

ABOUT_RUNS = re.compile(r"\bruns?\b|прогон", re.I)


def judge_notes(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such note that the facts refute."""
    return [*_smallest(scene), *_flagged(scene)]


# -- the smallest effect ----------------------------------------------------------------------------------------------

_INTEREST = re.compile(
    r"\b(?:ignor\w+|declar\w+|decid\w+|agreed|announced|beforehand|in advance|interest\w*|matters?|care|immaterial|shrug|nobody should|indifferent|irrelevant)\b|"
    r"(?<!\w)(?:заранее|условил\w+|договорил\w+|решил\w+|объявлен\w*|объявил\w*|безразличн\w*|не интерес\w+|не спорить|не волну\w+|не обсужда\w+|не важн\w*|неважн\w*|не имеет значения|пренебре\w+)(?!\w)",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:changes?|differences?|effects?|gains?|anything|smaller|gap|threshold|clear)\b|разниц|эффект|изменени|отличи|порог|прирост|что меньше|прибав",
    re.I,
)
_BOUND = re.compile(
    r"(?:\b(?:below|under|smaller than|less than|within|past the|of less than|the|fixed at|set at|limit of|threshold of|was)|(?<!\w)(?:меньше|ниже|менее|тоньше|объявленн\w+|условленн\w+|порог\w*(?: в)?|до)|—|–|:)\s*$",
    re.I,
)
_SAID_AFTER = re.compile(r"\s*(?:that|which) (?:we|they|i|she|he)(?:'d| had| have)? (?:declared|announced|agreed|fixed|set|decided)", re.I)  # fmt: skip
_OTHER_BOUND = re.compile(r"warning|tolerance|steal|confidence|interval|предупрежд|доверит|интервал|загруз", re.I)


def _smallest(scene: Scene) -> list[Ruled]:
    """ "We decided to ignore changes below 4%": a percentage that stands where the smallest effect does."""
    held = scene.vocabulary.facts.experiment.minimum_effect_pct
    text = scene.sentence.text
    if held is None or not _INTEREST.search(text) or not _CHANGE.search(text) or _OTHER_BOUND.search(text):
        return []
    offset = scene.tokens[0].start
    found = []
    for token in scene.tokens:
        number = token.number
        if number is None or number.dimension != "percent" or number.signed or number.high is not None or number.fraction:  # fmt: skip
            continue
        before, after = text[: number.start - offset], text[number.end - offset :]
        heard = re.split(r"[.;()]", before)[-1] + re.split(r"[.;)]", after)[0]
        tight = _SAID_AFTER.match(after) or _BOUND.search(_HEDGE.sub("", before)) and _INTEREST.search(heard)
        if not tight or agrees_plainly(number, held) or any(m.last == token.index - 1 for m in scene.mentions.levels):
            continue
        told = f"the minimum effect is {held:g}%"
        ruling = Ruling("contradicted", told, f"минимальный эффект {held:g}%", ("experiment.minimum_effect_pct",), f"{held:g}")  # fmt: skip
        found.append((token.index, token.index, "threshold", ruling))
    return found


_HEDGE = re.compile(r"(?:about|just|around|около|примерно)\s*$", re.I)


# -- runs that were flagged -------------------------------------------------------------------------------------------

_RUN_NUMBER = re.compile(
    r"\bruns?,? (?:number |no\.? )?(?P<n>\d{1,3})\b(?! (?:runs|times|minutes|clients|percent))(?![\d.,]*\d|%)|"
    r"(?<!\w)(?:прогон\w*|запуск\w*)(?: номер| №)? (?P<n_ru>\d{1,3})(?![\d.,]*\d| ?%)",
    re.I,
)
_FLAG = re.compile(
    r"\b(?:flagged|warning|kept|included|blemish|caveat|stays in|counts|known issue|marked)\b|предупрежд|оставл|остал|засчита|помеч|учт[её]н|не исключ|пятно|с опоздани",
    re.I,
)


def _flagged(scene: Scene) -> list[Ruled]:
    """ "One of its runs, number 34, is flagged": the run that the data checks name; "run 22, which was at 2": its level."""
    facts = scene.vocabulary.facts
    checked = {str(check.run) for check in facts.checks if check.run is not None}
    odd = checked | {str(run.run) for run in facts.runs if run.valid is False}
    known = {str(run.run): scene.vocabulary.canonical(run.level) for run in facts.runs if run.run is not None and run.level}  # fmt: skip
    told = list(phrases(scene, _RUN_NUMBER))
    if len(told) != 1 or not known or not ABOUT_RUNS.search(scene.sentence.text):
        return []
    phrase = told[0]
    number = phrase.match.group("n") or phrase.match.group("n_ru")
    following = scene.world.scenes_of(scene.block)
    at = next((i for i, one in enumerate(following) if one is scene), len(following))
    after = following[at + 1].sentence.text if at + 1 < len(following) else ""
    if checked and number in known and number not in odd and (_FLAG.search(scene.sentence.text) or _FLAG.search(after)):
        text = ", ".join(sorted(odd))
        return [refuted(phrase, "run", f"the checks name run {text}", tuple(f"checks.{n}" for n in sorted(odd)), text)]
    level = known.get(number)
    said = _level_told(scene, phrase)
    if level is not None and said and level not in said:
        return [refuted(phrase, "run", f"run {number} was at {level}", (f"runs.{number}",), level)]
    return []


def _level_told(scene: Scene, phrase: Phrase) -> frozenset[str]:
    """The level in brackets or in apposition right behind a run's number."""
    tokens, place = scene.tokens, phrase.last + 1
    opened = place < len(tokens) and tokens[place].text in ("(", ",")
    if not opened:
        return frozenset()
    brackets = tokens[place].text == "("
    for token in tokens[place + 1 : place + (2 if brackets else 5)]:
        mention = next((m for m in scene.mentions.levels if m.first <= token.index <= m.last), None)
        if mention is not None and (brackets or tokens[place + 1].lower in ("это", "at", "with", "an", "a", "при", "which")):  # fmt: skip
            return mention.ids
        if brackets and token.text in scene.vocabulary.level_ids:
            return frozenset({token.text})
        if token.number is None and token.lower not in ("это", "значение", "at", "a", "an", "with", "при", "level", "value", "уровень", "which", "was", *(f.name.lower() for f in scene.vocabulary.facts.experiment.factors)):  # fmt: skip
            break
    return frozenset()
