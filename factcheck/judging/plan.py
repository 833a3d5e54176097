"""Holds the plan of an experiment, in whatever words it is told, to the facts: how often each level was run, and how many runs that makes.

The facts hold it exactly, so that a departure is certain once the phrase is known to speak of the plan. Only refutations are given
(and repeats told in words that agree); what agrees in digits is left to the judges of numbers.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases, refuted
from factcheck.judging.design import agrees_plainly
from factcheck.judging.notes import ABOUT_RUNS, judge_notes
from factcheck.judging.setting_out import judge_setting_out
from factcheck.judging.tried import judge_tried
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.counts import COUNT, OF_OTHERS, OTHERWISE, count_said

_RUN_EN = r"(?:runs?|repeats?|repetitions?|passes|pass|trials?|measurements?|executions?|replicates?)"
_RUN_RU = r"(?:прогон|повтор|запуск|проход|замер|измерени|повторени)\w*"
_UNIT_EN = r"(?:level|value|setting|variant|configuration|combination|cell|point|size|mode|method|version|option|candidate|system|policy)"
_UNIT_RU = r"(?:значени|уровень|уровн|вариант|конфигураци|сочетани|комбинаци|ячейк|точк|размер|режим|метод|верси)\w*"
_RAN = r"(?:run|ran|measured|tested|repeated|executed|tried)"
_RAN_RU = r"(?:прогнал|прогнан|прогонял|гонял|измерял|измерил|измерен|повторял|повторил|повтор[её]н|проверен|проверял|испытан|испытывал|запускал|запущен|выполнял|выполнен)\w*"


def _pattern(text: str) -> re.Pattern[str]:
    """A pattern in which each `<N>` is a count, in digits or in words; its groups are called n0, n1 and so on."""
    parts = text.split("<N>")
    joined = "".join(f"{part}(?P<n{at}>{COUNT})" for at, part in enumerate(parts[:-1])) + parts[-1]
    return re.compile(joined, re.I)


#: Phrases that tell how often each level was run.
_EACH = _pattern(
    rf"\b<N> (?:\w+ )?{_RUN_EN} (?:each\b|apiece\b|(?:per|a|for each|for every|at each|at every|on each|with each) (?:\w+ )?{_UNIT_EN}\b)|"
    rf"\b(?:each|every) (?:\w+[ -]){{0,4}}?{_RAN} <N>(?: times)?\b(?! (?:as|a|an|hours?|minutes?|seconds?|runs? in all))|"
    rf"(?<!\w)по <N> {_RUN_RU}(?! (?:на|в) (?:кажд\w+ )?(?:блок|ноч))|"
    rf"(?<!\w)кажд\w+ (?:\w+ ){{0,2}}?{_RAN_RU} (?:по )?<N>(?: раза?)?(?!\w)|"
    rf"(?<!\w)<N> {_RUN_RU} на (?:кажд\w+ )?{_UNIT_RU}",
)
#: "In one pass", "six hours each, a single pass"; but "a single pass of the vacuum took 6.8 s".
_PASS = _pattern(
    r"\bin <N> pass(?:es)?\b(?! (?:over|through|of))|(?<=[,;:(] )<N> pass(?:es)?(?=[,;.)])|(?<!\w)в <N> проход\w*"
)
_LISTED_EACH = _pattern(r"[,;:)] <N> (?P<noun>[a-z]+s) each\b")
_NO_REPEATS = _pattern(
    r"(?P<none>\b(?:there (?:are|were) )?no (?:repeats|repetitions)\b|\bwithout (?:repeats|repetition)\b|(?<!\w)повторов не (?:было|делал\w+)|(?<!\w)без повтор(?:ов|ений)|(?<!\w)прогон\w* не повторял\w*)|"
    r"\bthere (?:are|were) <N> (?:repeats|repetitions)\b",
)
#: Phrases that tell all runs.
_TOTAL = _pattern(
    rf"\b<N> runs (?:were|have been) (?:made|done|performed|executed|carried out|completed|taken|recorded)\b|"
    rf"\b<N> runs of \d+ ?(?:minutes|min|hours|h|seconds|s)\b|\b<N> (?:runs )?(?:in all|in total|altogether|all told)\b|"
    rf"\b(?:we|i|she|he|they) (?:made|did|performed|recorded) <N> runs\b|\bof which <N> (?:runs )?(?:enter|entered|go|went|count|are compared|were used)\b|"
    rf"(?<!\w)(?:всего|итого|в сумме|в общей сложности)(?: (?:было|выполнено|сделано|проведено|вышло|получилось|—))? <N>(?: {_RUN_RU})?(?!\w)|"
    rf"(?<!\w)<N> прогон\w* (?:было )?(?:выполнен|сделан|проведен|завершен)\w*|(?<!\w)(?:выполнили|сделали|провели|выполнено|сделано|проведено) <N> прогон\w*",
)
_KIND_OF_RUN = re.compile(
    r"контрольн|sentinel|control|discard|reject|invalid|отброш|забракован|warning|предупрежд", re.I
)

_APART = re.compile(r"\b(?:plus|besides|and|not counting)\b|плюс|кроме|не считая|(?<!\w)и(?!\w)|:", re.I)

_OF_BLOCK = re.compile(r"(?<!\w)блок\w*|\bblocks?\b", re.I)


def judge_plan(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each statement on the plan that the facts refute."""
    if scene.tokens[-1].text == "?":
        return []
    if scene.block.kind == "cell":
        return [*_rows(scene), *judge_setting_out(scene)]
    return [*_repeats(scene), *_totals(scene), *judge_notes(scene), *judge_tried(scene), *judge_setting_out(scene)]


def _n(match: re.Match[str]) -> int | None:
    said = next((text for name, text in match.groupdict().items() if re.fullmatch(r"n\d+", name) and text), None)
    return count_said(said) if said is not None else None


# -- runs and repeats -------------------------------------------------------------------------------------------------


def _repeats_held(scene: Scene) -> set[int]:
    """How often a level was run: the repeats, or what the list of runs holds of a level (the baseline also with its control runs)."""
    facts = scene.vocabulary.facts
    held = {facts.experiment.repeats} if facts.experiment.repeats else set()
    for level in {run.level for run in facts.runs}:
        own = [run for run in facts.runs if run.level == level]
        held |= {len(own), sum(run.role != "sentinel" for run in own), sum(run.valid is not False for run in own)}
    return {count for count in held if count}


def _totals_held(scene: Scene) -> set[int]:
    """How many runs there were in all: with and without control runs, with and without the invalid ones."""
    facts = scene.vocabulary.facts
    count, repeats = len(scene.vocabulary.level_ids), facts.experiment.repeats
    held = {repeats * count, repeats * (count + 1)} if repeats and not facts.runs else set()
    for runs in (facts.runs, [run for run in facts.runs if run.role != "sentinel"]):
        held |= {len(runs), sum(run.valid is not False for run in runs)}
    if facts.runs and repeats:
        held.add(repeats * count)
    return held - {0}


def _repeats(scene: Scene) -> list[Ruled]:
    held = _repeats_held(scene)
    repeats = scene.vocabulary.facts.experiment.repeats
    if not held or not repeats or OTHERWISE.search(scene.sentence.text) or OF_OTHERS.search(scene.sentence.text):
        return []
    found = []
    told = f"experiment.repeats: {repeats}"
    for pattern in (_EACH, _PASS, _NO_REPEATS, _LISTED_EACH):
        for phrase in phrases(scene, pattern):
            match = phrase.match
            if pattern is _LISTED_EACH and (len(scene.mentions.levels) < 2 or _tells_a_value(scene, phrase)):
                continue
            said = 1 if match.groupdict().get("none") else _n(match)
            if _OF_BLOCK.search(scene.sentence.text[: match.end()][max(0, match.start() - 12) :]):
                continue  # "пять блоков по четыре прогона", "в каждом блоке запускалось дважды": the runs of a block
            if said == repeats and not any(phrase.first <= place <= phrase.last for place in scene.bounds):
                ruling = Ruling("supported", told, told, ("experiment.repeats",))
                found.append((phrase.first, phrase.last, "runs", ruling))
                continue
            if said is None or said in held or _KIND_OF_RUN.search(match.group()):
                continue
            found.append(refuted(phrase, "runs", told, ("experiment.repeats",), str(repeats)))
    return found


def _tells_a_value(scene: Scene, phrase: Phrase) -> bool:
    """ "On 2 and on 4, 743 tps each": a number with a unit, or of what is measured, is no count of runs."""
    row = scene.tokens[phrase.first : phrase.last + 1]
    measured = any(phrase.first <= m.first <= phrase.last for m in scene.mentions.metrics)
    return measured or any(t.number is not None and t.number.unit is not None for t in row)


def _totals(scene: Scene) -> list[Ruled]:
    held = _totals_held(scene)
    every = {len(scene.vocabulary.facts.runs), sum(run.valid is not False for run in scene.vocabulary.facts.runs)} - {0}
    repeats = scene.vocabulary.facts.experiment.repeats or 0
    if not held or repeats * len(scene.vocabulary.level_ids) < 2 or not ABOUT_RUNS.search(scene.block.text):
        return []
    if OTHERWISE.search(scene.sentence.text):
        return []
    found = []
    for phrase in phrases(scene, _TOTAL):
        said = _n(phrase.match)
        near = scene.sentence.text[phrase.match.start() : phrase.match.end() + 24]
        spoken = ABOUT_RUNS.search(scene.sentence.text)
        if any(
            t.number is not None and t.number.dimension == "time" for t in scene.tokens[phrase.first : phrase.last + 1]
        ):
            continue  # "eight hours in all"
        if (
            every
            and re.search(r"made|done|performed|executed|выполнен|сделан|проведен", phrase.match.group(), re.I)
            and not _APART.search(near)
        ):
            held = every
        if (
            said is None
            or said in held | _repeats_held(scene) | _sums_of_counts(scene)
            or not spoken
            or _KIND_OF_RUN.search(near)
        ):
            continue
        text = " / ".join(str(count) for count in sorted(held))
        found.append(refuted(phrase, "runs", f"runs: {text}", ("runs",), text))
    return found


def _sums_of_counts(scene: Scene) -> set[int]:
    """ "14, 19, 21 and 20 completed runs of autovacuum, 74 altogether": what a counted metric makes over all levels."""
    row: dict[str, float] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.stat == "count" and fact.run is None and fact.level is not None:
            row[fact.metric] = row.get(fact.metric, 0.0) + fact.value
    return {round(total) for total in row.values()}


# -- rows of a table that tell the plan -------------------------------------------------------------------------------

_ROW = re.compile(
    r"(?P<each>(?:number of )?repeats?(?: (?:a|per) \w+)?|repetitions|runs (?:a|per) \w+|повтор\w*(?: на \w+)?|(?:число |количество )?повтор(?:ов|ений)(?: на \w+)?|прогонов на \w+)|"
    r"(?P<total>(?:total |all |number of )?runs(?: in (?:all|total))?|(?:всего |число |количество )?прогон(?:ов|ы))|"
    r"(?P<effect>(?:smallest|minimum|minimal) effect(?: \w+){0,3}|(?:порог|минимальный эффект|наименьший эффект)(?: \w+){0,3})",
    re.I,
)


def _rows(scene: Scene) -> list[Ruled]:
    """ "| Repeats | 6 a level |" and the like, in tables that list names and values."""
    head = scene.block.row_header
    match = _ROW.fullmatch(head.text.strip(" :*")) if head is not None else None
    numbers = [t for t in scene.tokens if t.number is not None]
    if match is None or not numbers or scene.block.column_header is not None and scene.block.column_header.text.strip()[:1].isdigit():  # fmt: skip
        return []
    token = numbers[0]
    said = token.number
    assert said is not None
    facts = scene.vocabulary.facts.experiment
    if match.group("effect"):
        wrong = facts.minimum_effect_pct is not None and said.dimension == "percent" and not agrees_plainly(said, facts.minimum_effect_pct)  # fmt: skip
        expected = f"{facts.minimum_effect_pct:g}%" if facts.minimum_effect_pct is not None else ""
    else:
        held = _repeats_held(scene) if match.group("each") else _totals_held(scene) | _repeats_held(scene)
        wrong = bool(held) and said.unit is None and said.kind == "value" and said.low_value() not in held
        expected = str(facts.repeats) if match.group("each") else " / ".join(str(n) for n in sorted(held))
    if not wrong:
        return []
    ruling = Ruling("contradicted", f"by the facts {expected}", f"по фактам {expected}", ("experiment",), expected)
    return [(token.index, token.index, "design", ruling)]
