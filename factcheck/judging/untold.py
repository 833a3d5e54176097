"""Finds ways and comparisons whose levels no word names, and which are told of something else than the levels in their order.

"TPS is lower with synchronous replication than with asynchronous", "with a longer checkpoint period recovery takes longer", "because of the waiting speed
falls", "the risk of losing data grew, too": which levels are meant, or what grew, is not among the facts, and the row of all levels refutes nothing.
"""

from __future__ import annotations

import itertools

from factcheck.binding.agreement import agrees, in_unit, shown, significant_digits
from factcheck.binding.arguments import clause_bounds
from factcheck.binding.pairs import parameter_words
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import foreign_subject, is_of_noun_before, named_tokens, segment
from factcheck.forms.facts import Fact
from factcheck.judging.verdicts import Ruling
from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_WITH = {"при", "без", "with", "without", "under", "at"}
_ALONG = {"with", "с", "со"}
_PRONOUNS = {"it", "its", "their", "they", "this", "that", "these", "those", "which", "both", "all", "each", "none", "he", "one", "neither", "everything", "nothing", "what"}  # fmt: skip
_THAN = {"чем", "than"}
_WHERE = {*_WITH, "у", "на", "в", "с", "для", "in", "on", "for"}  # behind "than"
_CAUSES = (("за", "счет"), ("за", "счёт"), ("из", "-", "за"), ("из-за",), ("вследствие",), ("благодаря",), ("because", "of"), ("due", "to"), ("owing", "to"), ("thanks", "to"))  # fmt: skip
_AS = {"as", "when", "if", "когда", "если"}
_BESIDE_A_VERB = {
    "keeps", "keep", "kept", "continues", "continued", "starts", "started", "begins", "began", "goes", "went", "on", "only", "there", "here", "now", "also", "too", "just", "then",
    "even", "still", "again", "did", "does", "do", "has", "have", "had", "will", "can", "to", "itself", "alone", "likewise", "therefore", "thus", "so", "and", "but",
}  # fmt: skip
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
    if any(_is_unread_condition(scene, t, token) for t in said) or _has_cause(row) or _has_unknown_subject(scene, token):  # fmt: skip
        return True
    return not scene.has("monotone", "trend") and any(_is_unknown_parameter(scene, t, token) for t in row)


def _is_unread_condition(scene: Scene, token: Token, word: Token) -> bool:
    """Whether a preposition gives a condition in words that are no level: "при синхронной репликации", "than with the write barrier"; of what the one level in force is compared with every level is tried."""
    compared = bool(token.index) and scene.tokens[token.index - 1].lower in _THAN
    along = token.lower in _ALONG and token.index > word.index and not compared
    if along and not has_mere_names(scene):
        return False  # "keeps rising with load": along the levels, by another name of the factor
    if token.lower not in (_WHERE if compared else _WITH | _ALONG if along else _WITH) or compared and scene.inherited_levels:  # fmt: skip
        return False
    phrase = _phrase_behind(scene, token)
    return any(_is_unknown(scene, t) for t in phrase) and not any(t.has(*_UP_OR_DOWN, *_COMPARED) for t in phrase)


def _has_unknown_subject(scene: Scene, token: Token) -> bool:
    """Whether what goes up or down is none of the metrics, or what moves them none of the levels: "the risk of data loss grew", "ожидание записи увеличивает время ответа"."""
    start, stop = segment(scene, token.index)
    if is_of_noun_before(scene, start):
        return True
    if any(t.lower.startswith(("кажд", "every", "each")) for t in scene.tokens[start : stop + 1]):
        return False  # "каждый новый уровень улучшает результат": of all levels
    if not token.text.isascii():
        return foreign_subject(scene, start, stop, token.index)
    if not token.has("up.intransitive", "down.intransitive", "up.transitive", "down.transitive"):
        return False
    before = [t for t in scene.tokens[start : token.index] if t.is_word and not t.lower.endswith("ly")]
    if any(t.lower in _PRONOUNS for t in before):
        return False
    if any(start <= at < token.index for at in named_tokens(scene)):
        before = [t for t in before if t.lower not in _FUNCTION | _BESIDE_A_VERB][-1:]
    return any(_is_unknown(scene, t) and t.lower not in _BESIDE_A_VERB for t in before)


def _phrase_behind(scene: Scene, token: Token) -> list[Token]:
    """The few words behind a preposition: up to a mark, a metric, a verb or another preposition."""
    metrics = {m.first for m in scene.mentions.metrics if m.metrics}
    found: list[Token] = []
    for one in scene.tokens[token.index + 1 : token.index + 5]:
        if not one.is_word or one.index in metrics or one.lower in _WHERE | _THAN or part_of_speech(one.lower) == "VERB":  # fmt: skip
            break
        found.append(one)
    return found


def _is_unknown(scene: Scene, token: Token) -> bool:
    """Whether a word names neither a metric nor a level nor the factor, and is no word of way or order."""
    counted = token.number is not None or token.lower in WORD_NUMBERS
    if not token.is_word or counted or token.lower in _FUNCTION or token.concepts or token.statistic:
        return False
    levels = any(m.first <= token.index <= m.last for m in scene.mentions.levels)
    if levels or any(m.first <= token.index <= m.last and m.metrics for m in scene.mentions.metrics):
        return False
    if _names_factor(scene, token):
        return False
    return token.text.isascii() or part_of_speech(token.lower) in ("NOUN", "ADJ")


def _is_unknown_parameter(scene: Scene, token: Token, word: Token) -> bool:
    """Whether something that is no factor is said to be changed: "при увеличении периода чекпойнтов", "when the checkpoint period is increased", "raising the period"; of levels that have an order only where it is called by an identifier."""
    following = scene.tokens[token.index + 1 : token.index + 7]
    phrase: list[Token] = []
    if token.lower in ("при", "с", "со", "with"):
        at = next((n for n, t in enumerate(following[:2]) if t.has(*_UP_OR_DOWN, *_COMPARED)), None)
        phrase = following[at + 1 : at + 4] if at is not None else []
    elif token.lower in _AS:
        verb = next((t for t in following if t.has(*_UP_OR_DOWN, *_COMPARED)), None)
        phrase = [t for t in following if verb is not None and t.index < verb.index]
    elif token.lower == "чем" and any(t.lower == "тем" and t.index < word.index for t in following):
        phrase = [t for t in following if t.lower != "тем"]
    elif token.index <= word.index and (token.has("up.noun", "down.noun") or token.lower.endswith("ing") and token.has(*_UP_OR_DOWN)):  # fmt: skip
        phrase = [t for t in following if token.index == word.index or t.index < word.index]
    phrase = list(
        itertools.takewhile(lambda t: t.is_word and t.index != word.index and not t.has(*_UP_OR_DOWN), phrase)
    )
    named = any(m.first <= t.index <= m.last for t in phrase for m in scene.mentions.levels)
    unknown = [t for t in phrase if _is_unknown(scene, t)]
    if named or any(_names_factor(scene, t) for t in phrase) or not unknown:
        return False
    return has_mere_names(scene) or any("_" in t.text for t in unknown)


def _names_factor(scene: Scene, token: Token) -> bool:
    finder = scene.world.finder
    parts = {stem for row in (*finder.factor_parts, *finder.factor_single, *finder.factor_short) for stem in row}
    return bool(token.stems & parts) or token.index in {at for at, _ in scene.mentions.factors}


def _has_cause(row: list[Token]) -> bool:
    """Whether a cause is told: "because of the waiting", "за счёт ожидания"."""
    words = [t.lower for t in row]
    return any(tuple(words[at : at + len(cause)]) == cause for cause in _CAUSES for at in range(len(words)))


def has_mere_names(scene: Scene) -> bool:
    """Whether the levels are names that no size orders ("Test 1", "Test 2"; "8 clients", "16 clients", "jit=off", "wal_level=minimal"), so that none is reached "as the parameter grows"."""
    vocabulary = scene.vocabulary
    sized = sum(level[:1].isdigit() for level in vocabulary.level_ids)
    one_factor = len(vocabulary.facts.experiment.factors) == 1
    return one_factor and not vocabulary.is_ordered and (sized < 2 or len(vocabulary.level_ids) - sized >= 2)


def is_of_two_names(scene: Scene) -> bool:
    """Whether the levels are two names, and the sentence says none: what "drops" may do so from either to the other."""
    said = scene.mentions.levels or scene.mentions.factors
    return not said and len(scene.vocabulary.level_ids) == 2 and has_mere_names(scene)


_CHANGES = {"improvement", "deterioration", "degradation", "speedup", "slowdown", "улучшение", "ухудшение", "ускорение", "замедление", "деградация"}  # fmt: skip


def is_change_between_names(scene: Scene, token: Token) -> bool:
    """ "To quantify this improvement", "the reduction in response time", "снижение времени ответа": a noun of change, from which of the names to which is not said."""
    verb = token.has("up.intransitive", "down.intransitive", "up.transitive", "down.transitive")
    headed = token.index > 0 and scene.tokens[token.index - 1].lower in ("the", "a", "an", "this", "that", "percentage")
    noun = token.has("up.noun", "down.noun") and (headed or not verb) or token.stems & _CHANGES
    said = scene.mentions.levels or scene.mentions.factors
    return bool(noun) and not said and has_mere_names(scene)


_DIGITS = 3
_ALL = ("every", "each", "all", "other", "кажд", "все", "остальн", "друг")


def of_value_beside(scene: Scene, token: Token, metric: str, way: int) -> Ruling | None:
    """The ruling of "tps = 1310.28 - decreased": the value of one level stands right beside the word, and is to go that way from the level before, the baseline or the one told last; open where it does from any."""
    than = {t.lower for t in scene.tokens[token.index + 1 : token.index + 5]}
    if _THAN & than and not _BEFORE & than:
        return None
    fact = _fact_beside(scene, token, metric)
    if fact is None or fact.level is None:
        return None
    held = [one for level in _levels_before(scene, fact.level) if (one := scene.vocabulary.central(metric, level, fact.stat)) is not None]  # fmt: skip
    if not held:
        return None
    if any((shown(fact) - shown(one)) * way > 0 for one in held):
        return Ruling("unverifiable", "from which level is not said", "от какого уровня, не сказано")
    text = ", ".join(f"{one.value:g} ({one.level})" for one in held) + f" → {fact.value:g} ({fact.level})"
    return Ruling("contradicted", text, text, (fact.name, *(one.name for one in held)), text)


_BEFORE = {"before", "earlier", "previously", "previous", "prior", "раньше", "прежде", "было", "ранее", "предыдущий", "предыдущего", "предыдущем", "прошлый"}  # fmt: skip


def follows_a_value(scene: Scene, place: int) -> Token | None:
    """ "TPS 1391.18 - fell a little", "1391.18 tps, which is worse": the number with all its digits that stands right before a word, with a mark and hardly a word between."""
    at = place - 1
    while at > 0 and place - at <= 3 and scene.tokens[at].is_word and not scene.tokens[at].lower.startswith(_ALL):
        at -= 1
    if at < 1 or scene.tokens[at].text not in ("-", "—", "–", ",", "("):
        return None
    told = scene.tokens[at - 1]
    return told if _is_whole(scene, told) else None


def _is_whole(scene: Scene, token: Token) -> bool:
    number = token.number
    if number is None or number.kind != "value" or number.high is not None or token.index in scene.mentions.level_tokens:  # fmt: skip
        return False
    return significant_digits(number.text) >= _DIGITS


def _fact_beside(scene: Scene, token: Token, metric: str) -> Fact | None:
    """The fact of one level, and no other's, that the number right before a word of way states, or the one that it leads to ("fell to 1391.18")."""
    after = scene.tokens[token.index + 1 : token.index + 4]
    ahead = next((t for t in after if _is_whole(scene, t) and scene.tokens[t.index - 1].lower in ("to", "до")), None)
    told = ahead or follows_a_value(scene, token.index)
    if told is None or told.number is None:
        return None
    number, unit = told.number, scene.vocabulary.unit_of(metric)
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
