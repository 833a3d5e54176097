"""Holds what a report says it tried to the levels of the facts: how many there were, which is the default, and what was not tested.

Only refutations are given.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases, refuted
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.counts import COUNT, count_said


def judge_tried(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each such statement that the facts refute."""
    return [*_counted(scene), *_defaults(scene), *_control(scene), *_untested(scene), *_confirmed(scene)]


# -- how many levels --------------------------------------------------------------------------------------------------

_TRIED_SO_MANY = re.compile(
    rf"\b(?:over|across|compared?|tried|tested|put|measured|these|all)\s+(?P<en>{COUNT})\s+(?P<noun>(?:[a-z]+[ -])?[a-z]+s)\b|"
    rf"(?<!\w)(?:сравнил\w*|сравниваем|проверил\w*|испытал\w*|перебрал\w*|опробовал\w*|всех|все)\s+(?P<ru>{COUNT})\s+(?P<noun_ru>[а-яё]+(?: [а-яё]+)?)",
    re.I,
)
_LEVEL_NOUNS = {
    "level", "value", "setting", "combination", "cell", "variant", "уровень", "значение", "вариант", "сочетание", "комбинация", "ячейка", "scheduler", "планировщик", "algorithm", "алгоритм",
    "policy", "политика", "governor", "build", "сборка", "filesystem", "codec", "candidate", "кандидат", "size", "размер", "method", "метод", "instance",
}  # fmt: skip
_MOST = 24  # levels or cells; more is a count of something else
_WHOLE = ("over", "across", "compare", "compared", "tried", "tested", "put", "measured", "сравнили", "сравнил", "проверили", "испытали", "перебрали", "опробовали")  # fmt: skip


def _counted(scene: Scene) -> list[Ruled]:
    """ "Over nine combinations", "we compared four schedulers": more than there were, or fewer where all are meant."""
    vocabulary = scene.vocabulary
    counts = {len(factor.levels) for factor in vocabulary.facts.experiment.factors} | {len(vocabulary.level_ids)}
    finder = scene.world.finder
    found = []
    for phrase in phrases(scene, _TRIED_SO_MANY):
        said = count_said(phrase.match.group("en") or phrase.match.group("ru"))
        nouns = {stem for token in scene.tokens[phrase.first : phrase.last + 1] for stem in token.stems}
        named = nouns & _LEVEL_NOUNS or any(nouns & (a | b) for a, b in zip(finder.factor_parts, finder.factor_single, strict=True))  # fmt: skip
        whole = scene.tokens[phrase.first].lower in _WHOLE
        if not whole and not nouns & _LEVEL_NOUNS and all(level.number is not None for level in vocabulary.levels):
            continue  # "all sixteen workers are busy": what a level counts, and not the levels
        if (
            said is None
            or said > _MOST
            or not named
            or said in counts
            or said < max(counts)
            and not (whole and said > 1)
        ):
            continue
        if re.search(r"\b(?:other|further|more|next)\b|друг\w+|остальн\w+|ещё|еще", phrase.match.group(), re.I):
            continue
        text = " / ".join(str(count) for count in sorted(counts))
        found.append(refuted(phrase, "levels", f"levels: {text}", ("experiment.factors",), text))
    return found


# -- the default ------------------------------------------------------------------------------------------------------

_DEFAULT = re.compile(
    r"\bout of the box\b|\bby default\b|\bthe default\b|(?<!\w)по умолчанию(?!\w)|(?<!\w)из коробки(?!\w)|\bas shipped\b",
    re.I,
)
_AGAINST = re.compile(
    r"\b(?:against|than|versus|compared (?:to|with)|relative to|over|beside|next to) the$|"
    r"(?<!\w)(?:против|чем|относительно|сравнению с|рядом с|сравнении с)(?: \w+)? по$",
    re.I,
)
_JOINS = {
    "is", "was", "are", "what", "you", "get", "we", "had", "have", "which", "also", "the", "that", ",", "—", "–", ":", "(", "же", "в", "системе", "стоит", "установлен", "установлено", "установлена",
    "действует", "это", "значение", "value", "с", "и", "with", "of", "ships", "comes", "идёт", "он", "оно", "она", "сейчас", "а", "multiplier", "server", "сервере",
}  # fmt: skip


def _defaults(scene: Scene) -> list[Ruled]:
    """ "64MB with multiplier 2 is what you get out of the box": levels joined to the default by nothing but small words."""
    held = scene.vocabulary.special("default")
    if not held:
        return []
    found = []
    for phrase in phrases(scene, _DEFAULT):
        if any(phrase.last < m.first <= phrase.last + 2 for m in scene.mentions.levels):
            continue  # "128 kB and 2 MB, with the default of 512 kB as the reference": its value stands behind it
        if _AGAINST.search(scene.text_of(max(0, phrase.first - 3), phrase.first)):
            continue  # "against the default, 1.1 is 19.5% faster": what is compared with it
        beside = _joined(scene, phrase.first, -1) or _joined(scene, phrase.last, 1)
        wrong = [place for place, ids in beside if not ids & held]
        if wrong:
            text = ", ".join(sorted(held))
            first, last = min(phrase.first, *wrong), max(phrase.last, *wrong)
            ruling = Ruling("contradicted", f"the default is {text}", f"по умолчанию {text}", ("experiment.factors",), text)  # fmt: skip
            found.append((first, last, "default", ruling))
        elif beside:
            first, last = min(phrase.first, *(p for p, _ in beside)), max(phrase.last, *(p for p, _ in beside))
            ruling = Ruling("supported", "the default of the facts", "значение по умолчанию из фактов", ("experiment.factors",))  # fmt: skip
            found.append((first, last, "default", ruling))
    return found


def _joined(scene: Scene, place: int, step: int) -> list[tuple[int, frozenset[str]]]:
    """The levels (and their places) reached from a place by small words only, with a verb among them."""
    found: list[tuple[int, frozenset[str]]] = []
    verb = False
    finder = scene.world.finder
    factors = frozenset().union(*finder.factor_parts, *finder.factor_single)
    at = place + step
    while 0 <= at < len(scene.tokens):
        token = scene.tokens[at]
        mention = next((m for m in scene.mentions.levels if m.first <= at <= m.last), None)
        if token.lower in ("baseline", "default"):
            pass
        elif mention is not None and (mention.role == "than" or mention.group):
            return []
        elif mention is not None or token.text in scene.vocabulary.level_ids:
            found.append((at, mention.ids if mention is not None else frozenset({token.text})))
        elif token.lower in (
            "is",
            "was",
            "стоит",
            "установлен",
            "установлено",
            "действует",
            "это",
            "—",
            "get",
            "being",
        ):
            verb = True
        elif token.number is not None and at and scene.tokens[at - 1].stems & factors:
            pass  # "multiplier 2": a level of another factor
        elif token.lower not in _JOINS and not token.stems & factors or found and token.text in ",;(":
            break
        at += step
    return found if verb else []


# -- control runs -----------------------------------------------------------------------------------------------------

_CONTROL = re.compile(
    r"\b(?:(?:second|further|extra|additional|another) (?:\w+ )?(?:run|baseline)|control run|sentinel|a repeat of)\b|контрольн\w+ прогон|(?<!\w)(?:ещ[её] один|второй) прогон",
    re.I,
)


def _control(scene: Scene) -> list[Ruled]:
    """ "A second run of version 15 in each block": control runs are of one level only."""
    facts = scene.vocabulary.facts
    held = {scene.vocabulary.canonical(run.level) for run in facts.runs if run.role == "sentinel" and run.level}
    found = []
    for phrase in phrases(scene, _CONTROL) if len(held) == 1 else ():
        near = [
            m for m in scene.mentions.levels if -2 <= m.first - phrase.last <= 4 and not m.group and m.role != "than"
        ]
        gap = scene.tokens[phrase.last + 1 : near[0].first] if len(near) == 1 else []
        if len(near) != 1 or near[0].ids & held or any(t.text in ",;.:" for t in gap):
            continue
        text = ", ".join(held)
        first, last = min(phrase.first, near[0].first), max(phrase.last, near[0].last)
        ruling = Ruling("contradicted", f"the control runs were at {text}", f"контрольные прогоны были при {text}", ("runs",), text)  # fmt: skip
        found.append((first, last, "run", ruling))
    return found


# -- what was not tested ----------------------------------------------------------------------------------------------

_RESULT = (
    r"(?:показал\w*|дал[аио]?|оказал\w+|вел[аио]? себя|вышл\w+|сработал\w*|gave|showed|turned out|behaved|brought|performed|proved|"
    r"(?:were|was) (?:no |not |even |also |just as |equally )?(?:better|worse|faster|slower|higher|lower|the same|good|bad))"
)
_VALUES = r"(?:levels?|values?|sizes?|settings?|значени\w+|уровн\w+|размер\w*|настройк\w+)"
_NUMBER = r"\d[\d.]*(?: ?(?:[kMGT]B|[кМГТ]Б|ms|мс|s|с|min|мин|us|мкс))?"
_OF_VALUES = re.compile(
    rf"(?P<range>\b{_VALUES} (?:(?P<between>between|между) (?P<low>{_NUMBER}) (?:and|и) (?P<high>{_NUMBER})|(?P<above>above|over|выше|больше)\s(?P<over>{_NUMBER})|(?P<below>below|under|ниже|меньше)\s(?P<under>{_NUMBER})) (?:[а-яё]+ )?{_RESULT})|"
    rf"(?P<named>\b{_VALUES} \(?(?P<row>{_NUMBER}(?:(?:,| and| и| или| or) {_NUMBER})*)\)? {_RESULT})",
    re.I,
)
_TRIED = re.compile(
    r"\b(?:was|were) (?:also )?(?:measured|tested|tried|run)\b|\bwe (?:also )?(?:measured|tested|tried)\b|(?<!\w)(?:мы |и )?(?:измерили|мерили|проверили|проверяли|испытали|испытывали|пробовали)(?!\w)",
    re.I,
)
_DENIED = re.compile(r"\b(?:not|n't|no|never|nothing|nobody|none|neither|nor)\b|n't\b|(?<!\w)(?:не|ни|нет|ничего|никто|никогда)(?!\w)", re.I)  # fmt: skip
_GAP = re.compile(rf"(?:between|между) (?P<low>{_NUMBER}) (?:and|и) (?P<high>{_NUMBER})", re.I)


def _untested(scene: Scene) -> list[Ruled]:
    """ "Values 1024 and 4096 gave the same": results told of values that were not among the levels."""
    order = _numeric(scene)
    if len(order) < 2 or scene.has("hedge"):
        return []
    listed = ", ".join(scene.vocabulary.level_ids)
    found = []
    for phrase in phrases(scene, _OF_VALUES):
        if _none_tested(phrase.match, order):
            found.append(refuted(phrase, "levels", f"tested: {listed}", ("experiment.factors",), listed))
    for phrase in phrases(scene, _TRIED):
        text = scene.sentence.text
        gap = _GAP.search(text)
        if found or gap is None or _DENIED.search(text):
            continue
        low, high = _value(gap.group("low")), _value(gap.group("high"))
        others = {t.number.low_value() for t in scene.tokens if t.number is not None and t.number.is_value}
        if any(low < other < high and other not in order for other in others) and low in order and high in order:
            found.append(refuted(phrase, "levels", f"tested: {listed}", ("experiment.factors",), listed))
    return found


_CONFIRMED = re.compile(
    r"\b(?:confirmed|verified|validated|proven|tested|tried|checked) (?:by|in|during) (?:the |our |these |this )?(?:\w+ )?(?:tests?|runs?|experiments?|measurements?|series|load|practice)\b|"
    r"\b(?:was|were|has been|is) (?:also )?(?:confirmed|verified|validated|tested|measured|tried out)\b|\b(?:tests?|runs?|experiments?|measurements?) (?:have )?(?:confirm|prove|support)(?:ed|s)? (?:it|this|the value)|"
    r"(?<!\w)(?:подтвержд[её]н\w*|проверен\w*|испытан\w*|опробован\w*|доказан\w*|выверен\w*)(?: (?:на|в|нашими|этими|самими))? (?:\w+ )?(?:тест\w*|прогон\w*|эксперимент\w*|измерени\w*|испытани\w*|замер\w*|опыт\w*)|"
    r"(?<!\w)(?:тест\w*|прогон\w*|эксперимент\w*|измерени\w*|испытани\w*|замер\w*) (?:это |его )?(?:подтвер\w+|доказ\w+)|"
    r"(?<!\w)(?:подтвердил\w*|подтвержда\w+|доказал\w*|показал\w*) (?:наши |эти |все )?(?:тест\w*|прогон\w*|эксперимент\w*|измерени\w*|испытани\w*|замер\w*)|"
    r"\bas (?:the |our |these )?(?:tests?|runs?|experiments?|measurements?) (?:have )?(?:show|confirm|prov|demonstrat)\w*",
    re.I,
)


def _confirmed(scene: Scene) -> list[Ruled]:
    """ "Set it to 3; the value was confirmed by the tests": of a value of the factor that no run had."""
    order = _numeric(scene)
    if len(order) < 2 or scene.matches(_DENIED):
        return []
    listed = ", ".join(scene.vocabulary.level_ids)
    found = []
    for phrase in phrases(scene, _CONFIRMED):
        factor = next((at for at, _ in scene.mentions.factors), None)
        if factor is None:
            continue
        told = [t for t in scene.tokens[factor + 1 : factor + 6] if t.number is not None and t.number.is_value]
        named = any(m.first > factor for m in scene.mentions.levels)
        number = told[0].number if told else None
        if number is not None and not named and number.high is None and number.low_value() not in order:
            found.append(refuted(phrase, "levels", f"tested: {listed}", ("experiment.factors",), listed))
    return found


def _numeric(scene: Scene) -> list[float]:
    """The levels of a single factor as numbers; empty when they are names."""
    if len(scene.vocabulary.facts.experiment.factors) != 1:
        return []
    values = [re.match(r"-?\d+(?:\.\d+)?", level) for level in scene.vocabulary.numeric_order]
    return sorted(float(value.group()) for value in values if value) if all(values) else []


def _value(text: str) -> float:
    found = re.match(r"\d+(?:\.\d+)?", text)
    return float(found.group()) if found else float("nan")


def _none_tested(match: re.Match[str], order: list[float]) -> bool:
    """Whether none of the values that a phrase names or encloses was a level."""
    if match.group("row"):
        row = [_value(text) for text in re.findall(_NUMBER, match.group("row"))]
        return bool(row) and not any(value in order for value in row)
    if match.group("between"):
        low, high = _value(match.group("low")), _value(match.group("high"))
        return low in order and high in order and not any(low < value < high for value in order)
    if match.group("above"):
        return _value(match.group("over")) == order[-1]
    return _value(match.group("under")) == order[0]
