"""Runs, repeats, levels and blocks counted in an article, against those that the facts hold."""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import hedged_agrees
from factcheck.binding.bound import Bound
from factcheck.binding.mention_words import count_word
from factcheck.binding.mentions import LevelMention
from factcheck.binding.scene import Scene
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.binding.surroundings import next_words, sentence_words
from factcheck.judging.verdicts import Ruling
from factcheck.reading.counts import OF_OTHERS, TO_COME
from factcheck.reading.numbers import Reading
from factcheck.reading.sentences import Token

RUNS = {"прогон", "запуск", "run", "измерение", "measurement", "тест", "trial", "замер"}


REPEATS = {
    "повтор",
    "повторение",
    "repeat",
    "repetition",
    "block",
    "блок",
    "repeats",
    "replic",
    "replicat",
    "раунд",
    "round",
}


_LEVELS = {"уровень", "level", "значение", "value", "setting", "эксперимент", "experiment", "сценарий", "scenario", "вариант", "configuration",
           "конфигурация", "режим", "interval", "интервал", "настройка", "variant"}  # fmt: skip


def judge_runs(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    number = bound.number
    if number.kind == "times":
        return _times_run(scene, bound)
    if number.unit is not None or number.kind != "value":
        return None
    following = next_words(scene, bound.place)
    before = scene.tokens[max(0, bound.place - 3) : bound.place]
    nouns = {stem for token in following for stem in token.stems}
    if any(t.text in ":;,.()" for t in before[-1:]):
        before = []  # "Steadiest run: 0 workers", "90 minutes per run; 16 clients"
    if following and following[0].lower in _A_RUN:
        return None  # "486 a run": of a run, not of runs
    values = {reading.value for reading in number.readings}
    if (
        nouns & RUNS - {"тест"}
        and number.hedge is None
        and _told_as_total(scene, number.start, number.end)
        and (total := total_ruling(scene, values))
    ):
        return "runs", total
    if not nouns & (RUNS | REPEATS) and _counted_already(before):
        return None  # "in four of the five blocks 80 finished first"
    if nouns & (RUNS | REPEATS) or any(t.stems & (RUNS | REPEATS) for t in before[-2:]) and not bound.metric_at:
        if (
            bound.place
            and scene.tokens[bound.place - 1].lower == "по"
            or any(t.statistic in ("mean", "median") for t in scene.tokens)
        ):
            nouns = nouns | {"каждый"}
        return "runs", runs_ruling(
            scene,
            values,
            nouns | {s for t in before for s in t.stems} | sentence_words(scene),
            bound.number.hedge,
        )
    if nouns & _LEVELS and following and not following[0].has("up.comparative"):
        return "levels", levels_ruling(scene, number.low_value())
    if any(t.stems & {"зерно", "seed"} for t in before):
        return "design", Ruling("unverifiable", "a seed", "зерно генератора")
    return None


def _counted_already(before: list[Token]) -> bool:
    """ "The five blocks", "в каждом прогоне", right in front of a number: it has its own count, and is not counted by what follows."""
    row = [t for t in before if t.is_word or t.number is not None]
    return (
        len(row) > 1
        and row[-1] is before[-1]
        and bool(row[-1].stems & (RUNS | REPEATS))
        and (count_word(row[-2]) is not None or row[-2].number is not None or row[-2].lower in _ALL_OF)
    )


_ALL_OF = {"all", "every", "each", "most", "both", "всех", "каждом", "большинстве", "обоих"}


def _times_run(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "прогнан 7 раз", "run five times": how often, not how many times more."""
    tokens, place = scene.tokens, bound.place
    before = tokens[place - 1] if place else None
    following = next_words(scene, place, 2)
    if scene.tokens[place].text.lower() in ("twice", "thrice") and not any(
        t.lower == "as" or t.lower == "the" for t in following
    ):
        if any(
            t.stems & {"run", "repeat", "measur", "measure", "execut", "execute", "carri", "carry"}
            for t in tokens[max(0, place - 4) : place]
        ):
            return "runs", Ruling("unverifiable", "how often the facts do not say", "как часто, факты не говорят")
        return None
    if not scene.tokens[place].text.lower().endswith(("раз", "раза", "times")) or any(
        t.has("up.comparative", "down.comparative", "better", "worse") or t.lower in ("as", "the") for t in following
    ):
        return None
    if before is not None and before.lower in ("в", "во", "is", "was"):
        return None  # "for p99 it is 73 times": how many times as much
    compared = following and (following[0].lower == "that" or following[0].index in scene.mentions.level_tokens)
    compared = compared or any(m.first == place + 1 for m in scene.mentions.levels)
    if compared or any(r.value != int(r.value) for r in bound.number.readings):
        return None  # "2.1 times that of ext4", "1.7 times ext4"
    if (
        any(t.lower in ("run", "прогон") for t in following)
        or any(place - 8 <= m.first and m.last <= place + 3 and m.last != place - 1 and m.metrics and not m.rooted for m in scene.mentions.metrics)
    ):  # fmt: skip
        bound.number.kind = (
            "value"  # "ran autovacuum 24 times", "486 times a run": how often something happened in a run
        )
        _count(scene, bound)
        return None
    if (
        following
        and following[0].lower in ("each", "apiece", "каждый", "каждую", "каждое")
        or re.search(
            r"(?:\beach|(?<!\w)кажд\w+)(?: (?:of (?:them|these)|one|из них))? $",
            scene.block.text[: bound.number.start],
            re.I,
        )
    ):
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"each", "run"})
    if scene.tokens[place - 1].lower == "по" if place else False:
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"каждый", "прогон"})
    ran = {"гонять", "прогнать", "прогнан", "прогонять", "запускать", "запустить", "повторить", "повторять", "измерить", "измерять", "выполнить", "выполнять", "run", "repeat", "execut", "measur",
           "measured", "executed", "repeated", "провести", "проводить", "тестировать", "test", "tested"}  # fmt: skip
    first = 0 if before is not None and before.text == "," and _closes(tokens, place) else max(0, place - 7)
    if any(t.stems & ran for t in tokens[first : place + 3]):
        return "runs", runs_ruling(scene, {r.value for r in bound.number.readings}, {"каждый", "прогон"})
    return None


def _closes(tokens: list[Token], place: int) -> bool:
    """ "The runs followed the order of the file, 5 times over;": set off at the end of a clause, it counts what the clause tells."""
    rest = itertools.takewhile(lambda t: t.text not in ".,;:", tokens[place + 1 :])
    return [t.lower for t in rest] in ([], ["over"], ["подряд"], ["in", "a", "row"])


def _count(scene: Scene, bound: Bound) -> None:
    """ "autovacuum ran 44 times": no value in minutes; of the metrics that are called by the same word the one that is counted."""
    vocabulary, at = scene.vocabulary, bound.metric_at
    units = [vocabulary.unit_of(metric) for metric in bound.metrics]
    if at is None or not units or any(unit is None or unit.dimension == "frequency" for unit in units):
        return
    said = {stem for token in scene.tokens[at.first : at.last + 1] for stem in token.stems}
    alike = [name.metrics for name in vocabulary.names if any(said & word for word in name.words)]
    bound.metrics = frozenset(m for m in frozenset().union(*alike) if vocabulary.unit_of(m) is None)
    bound.unknown = not bound.metrics


_TOTAL_BEFORE = re.compile(
    r"(?:\b(?:makes?|gives?|yields?|made|totals?)|in total|altogether|a total of|totall?ing|hence|so|which (?:gives|makes)|that (?:gives|makes)|i\.e\.|"
    r"всего|итого|в сумме|в общей сложности|то есть|что да[её]т|получается|вошл\w+(?: результаты)?|отчёт о|описание)[ ,:—–-]*$",
    re.I,
)


_TOTAL_AFTER = re.compile(
    r"^(?:\s+\w+)?\s+\w+[ ,]*(?:in total|in all|altogether|all told|enter the comparison|went into|в сумме|в общей сложности|всего)(?!\s*\d)",
    re.I,
)


_TO_EACH = re.compile(
    r"^\s+\w+\s+(?:per|each|a (?:level|value|setting)|на (?:кажд|уровень|значение|вариант)|у каждо)", re.I
)


def _told_as_total(scene: Scene, start: int, end: int) -> bool:
    """ "hence 42 runs", "всего 20 прогонов": a number of runs that is told of the whole experiment."""
    before, after = scene.block.text[max(0, start - 40) : start], scene.block.text[end : end + 60]
    return not _TO_EACH.search(after) and bool(_TOTAL_BEFORE.search(before) or _TOTAL_AFTER.search(after))


_A_RUN = ("a", "per", "за", "в", "during", "of", "at", "from")


def total_ruling(scene: Scene, values: set[float]) -> Ruling | None:
    """All runs, or those that compare levels, or the valid ones of either; None where the facts cannot tell."""
    facts = scene.vocabulary.facts
    repeats, levels = facts.experiment.repeats, len(scene.vocabulary.level_ids)
    totals = {float(repeats * levels), float(repeats * (levels + 1))} if repeats else set()
    if facts.runs and (meant := _which_runs(scene)) is not None:
        kept = [run for run in facts.runs if meant == "all" or (run.role == "sentinel") == (meant == "sentinel")]
        totals = {float(len(kept)), float(sum(run.valid is not False for run in kept))}
    elif facts.runs:
        for runs in (facts.runs, [run for run in facts.runs if run.role != "sentinel"]):
            counted = {float(len(runs)), float(sum(run.valid is not False for run in runs))}
            # a list of just the planned runs is the count; another leaves the plan as a reading
            totals = counted if runs is facts.runs and len(runs) == (repeats or 0) * levels else totals | counted
    if not totals:
        return None
    said = " / ".join(f"{total:g}" for total in sorted(totals))
    if values & totals:
        return Ruling("supported", f"runs: {said}", f"прогонов: {said}", ("runs",))
    return Ruling("contradicted", f"runs: {said}", f"прогонов: {said}", ("runs",), said)


_WITH_SENTINEL = re.compile(
    r"sentinel|control|second (?:time|run|baseline|`)|run twice|a repeat of|once more|контрольн|часов\w+|второ\w+ (?:раз|прогон)|дважды|повтор\w+ баз",
    re.I,
)


_MAIN_ONLY = re.compile(
    r"\bruns? plus\b|enter the comparison|into the comparison|compared|основн|сравнени|анализ|прогон\w* (?:плюс|и ещё|и еще)|не считая|besides|without the",
    re.I,
)


def _which_runs(scene: Scene) -> str | None:
    """`all` where the sentence (or the one before) counts the control runs in, `level` where it sets them apart; None where it does not say."""
    if not any(run.role == "sentinel" for run in scene.vocabulary.facts.runs):
        return None
    text = scene.sentence.text
    if _MAIN_ONLY.search(text):
        return "level"
    former = scene.former.sentence.text if scene.former is not None else ""
    return "all" if _WITH_SENTINEL.search(text) or _WITH_SENTINEL.search(former) else None


_FUTURE = re.compile(
    r"\b(?:should|would|next time|tomorrow)\b|(?<!\w)(?:следует|надо|нужно|стоило|впредь|в следующ\w+)(?!\w)", re.I
)


#: "Each value got five runs", "на каждое значение — пять прогонов": so many of a level, and not in all.
_A_LEVEL = re.compile(
    r"\b(?:each|every|per) (?:level|value|setting|variant|configuration|mode)\b[^.;,:()]{0,30}\bruns?\b|\bruns? (?:per|for each|for every|at each) (?:level|value|setting|variant)\b|"
    r"(?<!\w)кажд\w+ (?:значени\w+|уров\w+|вариант\w*|настройк\w+|режим\w*|соответств\w+)[^.;,:()]{0,30}прогон",
    re.I,
)
_IN_ALL = re.compile(r"\b(?:in all|total|altogether|overall)\b|(?<!\w)(?:всего|итого|суммарно)(?!\w)", re.I)


def runs_ruling(scene: Scene, values: set[float], words: set[str], hedge: str | None = None) -> Ruling:
    """How many runs, repeats or blocks there were."""
    facts = scene.vocabulary.facts
    repeats = facts.experiment.repeats
    known: dict[float, str] = {}
    if repeats is not None:
        known[float(repeats)] = "experiment.repeats"
        count = len(scene.vocabulary.level_ids)
        if words & {"block", "блок"}:
            known.setdefault(float(count), "a block's runs")
            known.setdefault(float(count + 1), "a block's runs with its sentinel")
        known.setdefault(float(repeats * count), "all runs")
        known.setdefault(float(repeats * (count + 1)), "runs with sentinels")
    if facts.runs:
        known.setdefault(float(len(facts.runs)), "runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.valid is not False)), "valid runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.valid is False)), "invalid runs")
        known.setdefault(float(sum(1 for run in facts.runs if run.role == "sentinel")), "sentinels")
        blocks = {run.block for run in facts.runs if run.block is not None}
        known.setdefault(float(len(blocks)), "blocks")
        for level in {run.level for run in facts.runs}:
            known.setdefault(float(sum(1 for run in facts.runs if run.level == level)), f"runs of {level}")
        numbers = {float(run.run) for run in facts.runs if run.run is not None and str(run.run).isdigit()}
    else:
        numbers = set()
    for fact in facts.facts:
        if fact.runs is not None:
            known.setdefault(float(fact.runs), "facts.runs")
    text = scene.sentence.text
    of_a_level = _A_LEVEL.search(text) is not None and _IN_ALL.search(text) is None
    each = words & {"каждый", "each", "every", "per", "уровень", "level"} or words & REPEATS
    for value in values:
        if of_a_level and repeats is not None and value != repeats and known.get(value) in ("all runs", "runs with sentinels"):  # fmt: skip
            en, ru = f"runs a level by the design: {repeats}", f"прогонов на уровень по плану: {repeats}"
            return Ruling("contradicted", en, ru, ("experiment.repeats",), str(repeats))
        if value in known and not (
            each
            and repeats is not None
            and value != repeats
            and ("runs of" in known[value] or known[value] == "runs with sentinels" and not facts.runs)
        ):
            return Ruling("supported", f"{known[value]}: {value:g}", f"{known[value]}: {value:g}", (known[value],))
        if (
            hedge in ("over", "under")
            and repeats is not None
            and hedged_agrees(float(repeats), Reading(value, 1.0), hedge)
        ):
            return Ruling("supported", f"repeats: {repeats}", f"повторов: {repeats}", ("experiment.repeats",))
    total = words & {"всего", "запланировать", "planned", "plan", "valid", "пригодный", "total", "годный", "плановый"}
    if facts.runs and total and all(value > (repeats or 0) for value in values):
        planned = sum(1 for run in facts.runs if run.valid is not False)
        return Ruling(
            "contradicted",
            f"{planned} valid runs of {len(facts.runs)}",
            f"пригодных прогонов {planned} из {len(facts.runs)}",
            ("runs",),
            str(planned),
        )
    if (
        repeats is not None
        and (each or words & (RUNS | REPEATS))
        and not words & {"номер", "number", "no", "позиция", "position", "ранее", "earlier"}
    ):
        if any(value in numbers and value > repeats for value in values) and not each:
            return Ruling("unverifiable", "the number of a run", "номер прогона")
        if scene.matches(_FUTURE):
            return Ruling("unverifiable", "a plan, not what was done", "план, а не сделанное")
        if each or not facts.runs and len(values) == 1 and words & {"прогон", "run"}:
            return Ruling(
                "contradicted",
                f"runs a level by the design: {repeats}",
                f"прогонов на уровень по плану: {repeats}",
                ("experiment.repeats",),
                str(repeats),
            )
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


def levels_ruling(scene: Scene, value: float) -> Ruling:
    """How many levels or experiments there were."""
    counts = {float(len(factor.levels)) for factor in scene.vocabulary.facts.experiment.factors} | {
        float(len(scene.vocabulary.level_ids))
    }
    if value in counts:
        return Ruling("supported", f"{value:g} levels", f"уровней: {value:g}", ("experiment.factors",))
    if value < max(counts, default=0):
        return Ruling("unverifiable", "some of the levels", "часть уровней")
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


def judge_counted(scene: Scene, bound: Bound) -> tuple[str, Ruling] | None:
    """ "Пригодных прогонов — 20, отброшенных — 4": a whole number in a sentence about runs that names no metric."""
    number = bound.number
    loose = bound.metric_source in ("none", "inherited") or bound.metric_at is not None and bound.metric_at.modifier
    if (
        not loose
        or number.high is not None
        or number.unit is not None
        or number.kind != "value"
        or any(m.exact and m.metrics for m in scene.mentions.metrics)
    ):
        return None
    if not any(t.stems & (RUNS | REPEATS) for t in scene.tokens) or number.low_value() != int(number.low_value()):
        return None
    return "runs", runs_ruling(scene, {reading.value for reading in number.readings}, set(), number.hedge)


def _listed_counts(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "four pool sizes (20, 50, 100 and 200)": a count before its own list of levels."""
    found = []
    for token in scene.tokens:
        value = count_word(token)
        opened = next((t.index for t in scene.tokens[token.index + 1 : token.index + 6] if t.text in ("(", ":")), None)
        if (
            value is None
            or value < 2
            or opened is None
            or any(t.text in ",;—–" or count_word(t) for t in scene.tokens[token.index + 1 : opened])
        ):
            continue
        row: list[LevelMention] = []
        closed = len(scene.tokens)
        for at, one in enumerate(scene.tokens[opened + 1 :], opened + 1):
            level = next((m for m in scene.mentions.levels if m.first <= at <= m.last), None)
            if level is not None:
                if not row or row[-1] is not level:
                    row.append(level)
            elif one.text in (")", ".", ";"):
                closed = at
                break
            elif one.lower not in (",", "и", "and", "/", "or", "или"):
                row = []
                break
        if len(row) >= 2:
            right = len(row) == value
            told = f"{len(row)} are listed", f"перечислено {len(row)}"
            found.append(
                (
                    token.index,
                    min(closed, len(scene.tokens) - 1),
                    "levels",
                    Ruling("supported" if right else "contradicted", *told, (), None if right else str(len(row))),
                )
            )
    return found


def _control_ruling(scene: Scene, value: int) -> Ruling:
    """ "One more control run in each block": what the list of runs holds of them, in all or a block."""
    control = [run for run in scene.vocabulary.facts.runs if run.role == "sentinel"]
    blocks = {run.block for run in control}
    if control and value in (len(control), len(control) / max(1, len(blocks))):
        return Ruling("supported", f"{len(control)} control runs", f"контрольных прогонов: {len(control)}", ("runs",))
    return Ruling("unverifiable", "the facts do not count this", "в фактах такого счёта нет")


_AVERAGED = re.compile(r"\b(?:means?|medians?|averages?|averaged) (?:over|of|across)(?: all)?(?: the)?$", re.I)
_PLANNED = re.compile(r"(?:не меньше|не менее|хотя бы|at least|no fewer than)\s+$", re.I)


def _averaged_over(scene: Scene, token: Token) -> bool:
    """ "Medians over the seven runs": all runs of a level, unless it is said of which."""
    before = scene.block.text[: token.start].rstrip()[-24:]
    following = next_words(scene, token.index, 2)
    behind = scene.tokens[following[0].index + 1 : following[0].index + 2] if following else []
    of_some = any(t.is_word or t.index in scene.mentions.level_tokens for t in behind)
    return _AVERAGED.search(before) is not None and not of_some


_LASTS = {"take", "tak", "took", "last", "need", "длиться", "занимать", "занять", "идти", "продолжаться", "требовать"}


def _of_some_run(scene: Scene, token: Token, following: list[Token]) -> bool:
    """ "One run took an hour", "the best single run at eight": a run, and not how many there were."""
    if token.index and superlative_kind(scene, scene.tokens[token.index - 1]) is not None:
        return True
    behind = scene.tokens[following[0].index + 1 : following[0].index + 2] if following else []
    return any(t.stems & _LASTS or t.lower in ("took", "lasted") for t in behind)


def _is_a_part(scene: Scene, following: list[Token]) -> bool:
    """ "В четырёх блоках из пяти": so many of them, and not how many there were."""
    noun = next((t.index for t in following if t.stems & (RUNS | REPEATS)), None)
    behind = scene.tokens[noun + 1 : noun + 4] if noun is not None else []
    return (
        len(behind) > 1
        and behind[0].lower in ("из", "of", "out")
        and any(count_word(t) is not None or t.number is not None for t in behind[1:])
    )


def judge_spoken_counts(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """ "три прогона на уровень", "a single run": counts in words."""
    found = _listed_counts(scene)
    for token in scene.tokens:
        value = count_word(token)
        if value is None and token.lower in ("единственный", "однократный", "единственного"):
            value = 1
        if value is None:
            continue
        following = next_words(scene, token.index, 2)
        if _PLANNED.search(scene.block.text[max(0, token.start - 24) : token.start]):
            continue  # "не меньше пяти блоков": a plan
        if TO_COME.search(scene.sentence.text) or OF_OTHERS.search(scene.sentence.text):
            continue  # "план на завтра: по пять повторов"
        if (
            following
            and following[0].lower in ("times", "раз", "раза")
            and any(
                t.stems
                & {
                    "run",
                    "repeat",
                    "measur",
                    "measured",
                    "execut",
                    "прогнать",
                    "повторить",
                    "прогонять",
                    "запускать",
                    "измерить",
                    "провести",
                    "повторять",
                    "запустить",
                    "repeated",
                }
                for t in scene.tokens[max(0, token.index - 7) : token.index]
            )
        ):
            if not any(t.has("up.comparative", "down.comparative") for t in following):
                found.append(
                    (token.index, following[0].index, "runs", runs_ruling(scene, {float(value)}, {"каждый", "прогон"}))
                )
            continue
        nouns = {stem for t in following for stem in t.stems}
        if (
            value > 1
            and nouns & RUNS - {"тест", "test"}
            and _told_as_total(scene, token.start, token.end)
            and (total := total_ruling(scene, {float(value)}))
        ):
            last = next(t.index for t in following if t.stems & RUNS)
            found.append((token.index, last, "runs", total))
            continue
        definite = token.lower.endswith(("умя", "емя")) or token.index and scene.tokens[token.index - 1].lower in (
            "the", "these", "those", "any", "all", "between", "обоими", "любыми", "любых", "этих", "эти", "этими", "между", "остальные", "остальных", "оставшиеся", "оставшихся", "other", "remaining", "всех", "всеми",
        )  # fmt: skip
        if nouns & (RUNS | REPEATS) - {"тест", "test"} and definite and value > 1 and not _averaged_over(scene, token):
            continue  # "the two runs of 14", "между двумя прогонами": some runs, not their number
        if _is_a_part(scene, following):
            continue
        if value == 1 and _of_some_run(scene, token, following):
            continue
        if nouns & (RUNS | REPEATS) and nouns & {"контрольный", "control", "sentinel", "дополнительный", "extra"}:
            found.append((token.index, following[0].index, "runs", _control_ruling(scene, value)))
            continue
        if nouns & (RUNS | REPEATS) - {"тест", "test"}:
            words_before = {s for t in scene.tokens[max(0, token.index - 3) : token.index] for s in t.stems}
            last = next(t.index for t in following if t.stems & (RUNS | REPEATS))
            words = (
                nouns
                | {s for t in scene.tokens[last + 1 : last + 4] for s in t.stems}
                | words_before & {"block", "блок"}
            )
            if (
                token.index
                and scene.tokens[token.index - 1].lower == "по"
                or any(t.statistic in ("mean", "median") for t in scene.tokens)
            ):
                words = words | {"каждый"}
            found.append((token.index, last, "runs", runs_ruling(scene, {float(value)}, words)))
        elif (
            nouns & {"уровень", "level", "эксперимент", "experiment", "сценарий", "scenario"}
            and value > 1
            and token.lower not in ("оба", "обе", "both")
        ):
            last = next(t.index for t in following if t.stems & _LEVELS)
            found.append((token.index, last, "levels", levels_ruling(scene, float(value))))
    return found
