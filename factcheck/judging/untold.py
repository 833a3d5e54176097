"""Finds ways and comparisons whose levels no word names, and which are told of something else than the levels in their order.

"TPS is lower with synchronous replication than with asynchronous", "with a longer checkpoint period recovery takes longer", "because of the waiting speed
falls", "the risk of losing data grew, too": which levels are meant, or what grew, is not among the facts, and the row of all levels refutes nothing.
"""

from __future__ import annotations

from factcheck.binding.agreement import agrees, in_unit, shown, significant_digits
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import foreign_subject, named_tokens, segment
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_WITH = {"при", "без", "with", "without", "under", "at"}
_THAN = {"чем", "than"}
_WHERE = {*_WITH, "у", "на", "в", "с", "для", "in", "on", "for"}  # behind "than"
_CAUSES = (("за", "счет"), ("за", "счёт"), ("из", "-", "за"), ("из-за",), ("вследствие",), ("благодаря",), ("because", "of"), ("due", "to"), ("owing", "to"), ("thanks", "to"))  # fmt: skip
_AS = {"as", "when", "if", "когда", "если"}
_BESIDE_A_VERB = {"also", "too", "just", "then", "even", "still", "again", "did", "does", "do", "has", "have", "had", "will", "can", "to", "itself", "alone", "likewise", "therefore", "thus", "so", "and", "but"}  # fmt: skip
_UP_OR_DOWN = ("up.noun", "down.noun", "up.transitive", "down.transitive", "up.intransitive", "down.intransitive")
_COMPARED = ("up.comparative", "down.comparative")
_FUNCTION = {
    "the", "a", "an", "this", "that", "it", "them", "these", "those", "same", "time", "all", "every", "each", "any", "both", "other", "others", "first", "last", "least", "most", "once", "whole", "rest", "which", "is", "are",
    "was", "were", "be", "being", "gets", "get", "not", "no", "step", "levels", "level", "settings", "setting", "value", "values", "baseline", "default", "defaults", "end", "start", "further", "one", "average", "of", "in",
    "этом", "этого", "том", "того", "всех", "каждом", "каждой", "любом", "любой", "обоих", "других", "другой", "остальных", "прочих", "ней", "нём", "нем", "них", "него", "неё", "нее", "исключения", "равных", "условиях",
    "значениях", "значении", "уровнях", "уровне", "умолчании", "среднем", "целом", "первом", "последнем", "базе", "базы", "прежнем", "одном", "одной", "каждым", "всей", "всем",
}  # fmt: skip


def of_untold_levels(scene: Scene, token: Token) -> bool:
    """Whether a way or a comparison whose clause names no level is told of a condition, a cause or a subject that the facts do not hold."""
    start, stop = clause_bounds(scene, token.index)
    row = scene.tokens[start : stop + 1]
    last = segment(scene, token.index)[1]
    said = [t for t in row if t.index <= last or scene.tokens[t.index - 1].lower in _THAN]
    if any(_is_unread_condition(scene, t) for t in said) or _has_cause(row) or _has_unknown_subject(scene, token):
        return True
    return not scene.has("monotone", "trend") and any(_is_unknown_parameter(scene, t) for t in row)


def _is_unread_condition(scene: Scene, token: Token) -> bool:
    """Whether a preposition gives a condition in words that are no level: "при синхронной репликации", "than with the write barrier"; of what the one level in force is compared with every level is tried."""
    compared = bool(token.index) and scene.tokens[token.index - 1].lower in _THAN
    if token.lower not in (_WHERE if compared else _WITH) or compared and scene.inherited_levels:
        return False
    phrase = _phrase_behind(scene, token)
    return any(_is_unknown(scene, t) for t in phrase) and not any(t.has(*_UP_OR_DOWN, *_COMPARED) for t in phrase)


def _has_unknown_subject(scene: Scene, token: Token) -> bool:
    """Whether what goes up or down is none of the metrics, or what moves them none of the levels: "the risk of data loss grew", "ожидание записи увеличивает время ответа"."""
    if not token.text.isascii():
        return foreign_subject(scene, *segment(scene, token.index), token.index)
    if not token.has("up.intransitive", "down.intransitive", "up.transitive", "down.transitive"):
        return False
    start, stop = segment(scene, token.index)
    if not any(start <= at < token.index for at in named_tokens(scene)):
        return foreign_subject(scene, start, stop, token.index)
    before = [t for t in scene.tokens[start : token.index] if t.is_word and t.lower not in _FUNCTION and not t.lower.endswith("ly")]  # fmt: skip
    before = [t for t in before if t.lower not in _BESIDE_A_VERB]
    return bool(before) and _is_unknown(scene, before[-1])


def _phrase_behind(scene: Scene, token: Token) -> list[Token]:
    """The few words behind a preposition: up to a mark, a metric, a verb or another preposition."""
    metrics = {m.first for m in scene.mentions.metrics}
    found: list[Token] = []
    for one in scene.tokens[token.index + 1 : token.index + 5]:
        if not one.is_word or one.index in metrics or one.lower in _WHERE | _THAN or part_of_speech(one.lower) == "VERB":  # fmt: skip
            break
        found.append(one)
    return found


def _is_unknown(scene: Scene, token: Token) -> bool:
    """Whether a word names neither a metric nor a level nor the factor, and is no word of way or order."""
    if not token.is_word or token.number is not None or token.lower in _FUNCTION or token.concepts or token.statistic:
        return False
    if token.index in named_tokens(scene) | {at for at, _ in scene.mentions.factors}:
        return False
    finder = scene.world.finder
    parts = {stem for row in (*finder.factor_parts, *finder.factor_single, *finder.factor_short) for stem in row}
    return not token.stems & parts and (token.text.isascii() or part_of_speech(token.lower) in ("NOUN", "ADJ"))


def _is_unknown_parameter(scene: Scene, token: Token) -> bool:
    """Whether something that is no factor is said to be changed: "при увеличении периода чекпойнтов", "when the checkpoint period is increased", "with a longer period"."""
    following = scene.tokens[token.index + 1 : token.index + 6]
    if token.lower in ("при", "с", "со", "with") and following:
        at = next((n for n, t in enumerate(following[:2]) if t.has(*_UP_OR_DOWN, *_COMPARED)), None)
        if at is None:
            return False
        row = [t for t in following[at + 1 :] if t.lower not in _FUNCTION]
        if following[at].has(*_COMPARED) and row and row[0].text.isascii():
            row = [t for t in row if t.is_word][1:2] or row[:1]  # "with a longer checkpoint period": the last of the nouns
        return bool(row) and _is_unknown(scene, row[0])
    if token.lower not in _AS:
        return False
    verb = next((t for t in following if t.has(*_UP_OR_DOWN)), None)
    before = [t for t in following if verb is not None and t.index < verb.index and t.lower not in _FUNCTION]
    return bool(before) and _is_unknown(scene, before[-1])


def _has_cause(row: list[Token]) -> bool:
    """Whether a cause is told: "because of the waiting", "за счёт ожидания"."""
    words = [t.lower for t in row]
    return any(tuple(words[at : at + len(cause)]) == cause for cause in _CAUSES for at in range(len(words)))


def has_mere_names(scene: Scene) -> bool:
    """Whether the levels are names that no size orders ("Test 1", "Test 2"), so that none is reached "as the parameter grows"."""
    vocabulary = scene.vocabulary
    one_factor = len(vocabulary.facts.experiment.factors) == 1
    return one_factor and not vocabulary.is_ordered and sum(level[:1].isdigit() for level in vocabulary.level_ids) < 2


def is_of_two_names(scene: Scene) -> bool:
    """Whether the levels are two names, and none is said: what "drops" may do so from either to the other."""
    said = scene.mentions.levels or scene.mentions.factors or scene.inherited_levels
    return not said and len(scene.vocabulary.level_ids) == 2 and has_mere_names(scene)


_DIGITS = 3


def of_value_beside(scene: Scene, token: Token, metric: str, way: int) -> Ruling | None:
    """The ruling of "tps = 1310.28 - decreased": the value of one level stands right before the word, and goes that way from the level before, the baseline or the one told last."""
    fact = _value_before(scene, token, metric) if token.has("up.intransitive", "down.intransitive") else None
    if fact is None or fact.level is None:
        return None
    held = [one for level in _levels_before(scene, fact.level) if (one := scene.vocabulary.central(metric, level, fact.stat)) is not None]  # fmt: skip
    if not held:
        return None
    rows = [(shown(fact) - shown(one)) * way > 0 for one in held]
    text = ", ".join(f"{one.value:g} ({one.level})" for one in held) + f" → {fact.value:g} ({fact.level})"
    names = (fact.name, *(one.name for one in held))
    if all(rows):
        return Ruling("supported", text, text, names)
    if any(rows):
        return Ruling("unverifiable", "it depends on the level that it is compared with", "зависит от того, с каким уровнем сравнивать")  # fmt: skip
    return Ruling("contradicted", text, text, names, text)


def follows_a_value(scene: Scene, first: int) -> bool:
    """ "TPS 1391.18 - fell a little": whether a clause that begins at a token stands right behind a number with all its digits, whose level it is of."""
    row = scene.tokens[max(0, first - 2) : first]
    if len(row) < 2 or row[1].text not in ("-", "—", "–", ","):
        return False
    number = row[0].number
    plain = number is not None and number.kind == "value" and row[0].index not in scene.mentions.level_tokens
    return plain and number is not None and significant_digits(number.text) >= _DIGITS


def _value_before(scene: Scene, token: Token, metric: str) -> Fact | None:
    """The fact of one level that the number right before a word of way states, and no other level's."""
    row = scene.tokens[max(0, token.index - 4) : token.index]
    told = next((t for t in reversed(row) if t.number is not None), None)
    if told is None or told.number is None or told.index in scene.mentions.level_tokens:
        return None
    number = told.number
    if number.kind != "value" or number.high is not None or significant_digits(number.text) < _DIGITS:
        return None
    if any(t.text in ";" or t.wall >= 6 for t in row[row.index(told) :]):
        return None
    unit = scene.vocabulary.unit_of(metric)
    held = [fact for _, fact in scene.vocabulary.series(metric) if agrees(number, in_unit(fact, number.unit, unit))]
    return held[0] if len(held) == 1 else None


def _levels_before(scene: Scene, level: str) -> list[str]:
    """The levels that one is compared with where none is named: the one before it, the baseline, those of the sentence before."""
    order = scene.vocabulary.numeric_order
    at = order.index(level) if level in order else 0
    row = [*order[max(0, at - 1) : at], *sorted(scene.vocabulary.special("baseline"))]
    if scene.former is not None:
        row += [one for m in scene.former.mentions.levels for one in sorted(m.ids)]
    return [one for one in dict.fromkeys(row) if one != level]


def along_no_order(scene: Scene) -> bool:
    """Whether the parameter is said to change where the levels are names, or nothing is said of which factor of a grid."""
    moved = bool(scene.mentions.factors) and bool(parameter_words(scene))
    return has_mere_names(scene) if moved else len(scene.vocabulary.facts.experiment.factors) > 1
