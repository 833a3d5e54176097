"""What an article says of the results and nothing has read: each such clause is marked, so that silence never looks like assent.

A clause between marks is one when no claim touches it and it compares, ranks or says a way ("the two are furthest apart", "then it stays flat"), or names a
metric, a level, a drop and counts or denies, or stands in a sentence that has no claim at all and says with a verb what a metric or a level does.
"""

from __future__ import annotations

from factcheck.binding.scene import Scene
from factcheck.forms.result import UNREAD, Claim
from factcheck.judging.verdicts import Collector, Ruled, Ruling, place_of
from factcheck.reading.sentences import Token
from factcheck.stating.clauses import is_verb, pieces_of
from factcheck.stating.words import grade_of, parts

#: Words that compare, rank or say a way: with them a clause claims whatever it names.
_CLAIMING = (
    "up.intransitive", "up.transitive", "up.noun", "up.comparative", "down.intransitive", "down.transitive", "down.noun", "down.comparative",
    "better", "worse", "superlative.max", "superlative.min", "superlative.best", "superlative.worst", "monotone", "nonmonotone", "stable", "unstable",
    "equal", "same_everywhere", "differ", "only", "large", "small", "recover", "limit", "dominate", "optimum",
)  # fmt: skip
#: The same by the parts of plain statements.
_LIKENING = frozenset(
    {"gap", "follows", "wins", "loses", "same", "flat", "peaks", "bottoms", "improves", "worsens", "apart"}
)
#: Words with which a clause claims if it names a metric, a level, a drop or a correlation.
_COUNTING = ("negation", "all", "drop", "share", "correlate", "significant", "undecided", "noise")
_NAMED = ("drop", "correlate")
#: A clause that begins so belongs to another one, or asks.
_TIED = {
    "than", "if", "whether", "when", "while", "what", "how", "why", "to", "чем", "если", "ли", "чтобы", "когда", "пока", "что", "как", "почему", "сколько", "стоит",
}  # fmt: skip
_FEWEST, _FEWEST_PLAIN = 3, 4  # words
#: Words of what must be, will be or would be done: with a condition beside them nothing is said of the results.
_MODAL = {
    "must", "should", "shall", "will", "would", "ought", "придётся", "придется", "следует", "надо", "нужно", "необходимо", "предстоит", "понадобится", "потребуется", "пришлось", "должен", "должна", "должно", "должны",
}  # fmt: skip
_IF = {"if", "unless", "если"}
#: What is done with values, names and runs, in the passive: how the study is made ("differences are taken on logarithms", "отсчёты берутся опросом").
_METHOD = {
    "taken", "computed", "calculated", "compared", "called", "named", "defined", "drawn", "shaded", "plotted", "marked", "listed", "chosen", "fixed", "expressed", "repeated", "normalised", "normalized", "averaged", "aggregated",
    "считается", "считаются", "посчитан", "посчитана", "посчитано", "посчитаны", "отнесен", "отнесён", "отнесена", "отнесены", "отнесено", "берётся", "берутся", "взят", "взята", "взяты", "назван", "названа", "названо", "названы",
    "называется", "называются", "отмечен", "отмечена", "отмечено", "отмечены", "сравнивается", "сравниваются", "сравнивались", "вычисляется", "вычисляются", "вычислен", "вычислена", "вычислены", "рассчитан", "рассчитана",
    "рассчитаны", "выражен", "выражена", "выражены", "усреднён", "усреднены", "повторяется", "выполняется", "выполняются", "определяется", "определяются",
}  # fmt: skip
_PASSIVE = {"is", "are", "was", "were", "be", "been"}
_PLACES = {"below", "above", "ниже", "выше"}
_DASHES = {"—", "–", ":"}
_BEFORE_NAMES = {"at", "for", "with", "under", "the", "при", "для", "на", "у"}
_RULING = Ruling(
    "unverifiable",
    "this says something of the results, but its words were not read: no fact was asked",
    "здесь что-то сказано о результатах, но слова не прочитаны: факты не спрошены",
)


def mark_unread(scene: Scene, collector: Collector, read: list[Ruled]) -> None:
    """Adds a claim for each clause of a judged sentence that says something of the results and that no claim touches: as its whole statement was read, or unread."""
    for first, last, predicate, ruling in read:
        claims = collector.claims_near(scene)
        firm = claims if predicate == "stated" else [claim for claim in claims if claim.verdict != "unverifiable"]
        parts = [(first, last)] if not _touched(scene, first, last, firm) else _left_of(scene, first, last, claims)
        for one, two in parts:
            if one > first and scene.tokens[one].lower in _TIED:
                continue  # "…, than at 8": no statement of its own
            collector.add(scene, one, two, predicate, ruling, hedged=scene.has("hedge"))
    if (
        scene.block.kind not in ("paragraph", "item", "lead")
        or scene.tokens[-1].text == "?"
        or _is_caption(scene, collector)
    ):
        return
    opening = _opens_the_article(scene)
    of_results = scene.former is not None or not opening or _named_in(scene, 0, len(scene.tokens) - 1)
    claims = collector.claims_near(scene)
    silent = not claims and not opening
    for first, last in pieces_of(scene):
        says = of_results and _claims(scene, first, last) or silent and _tells(scene, first, last)
        if says and not _touched(scene, first, last, claims) and not _says_no_result(scene, first, last):
            collector.add(scene, first, last, UNREAD, _RULING, hedged=scene.has("hedge"))


def _claims(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause compares, ranks or says a way, or counts or denies something of what it names."""
    row = scene.tokens[first : last + 1]
    if sum(t.is_word for t in row) < _FEWEST or row[0].lower in _TIED:
        return False
    if any(t.has(*_CLAIMING) or _is_graded(t) for t in row):
        return True
    return _named_in(scene, first, last) and any(t.has(*_COUNTING) or t.number is not None for t in row)


def _tells(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause says with a verb what a metric or a level does."""
    row = scene.tokens[first : last + 1]
    if sum(t.is_word for t in row) < _FEWEST_PLAIN or row[0].lower in _TIED:
        return False
    return _named_in(scene, first, last) and any(is_verb(t) for t in row)


def _says_no_result(scene: Scene, first: int, last: int) -> bool:
    """Whether a clause says how the study was made, what must follow from a condition, or where something stands in the text."""
    readings = (_is_conditional, _is_method, _is_place, _only_names)
    return any(reading(scene, first, last) for reading in readings)


def _is_conditional(scene: Scene, first: int, last: int) -> bool:
    """ "The statement must be withdrawn if the first event and the second change places": a condition, or what must be done under it."""
    marks = [t.index for t in scene.tokens if t.text in (";", ":", ".", "!")]
    start = max((at for at in marks if at < first), default=-1) + 1
    stop = min((at for at in marks if at > last), default=len(scene.tokens))
    around = [t.lower for t in scene.tokens[start:stop]]
    conditions = [at for at, word in enumerate(around) if word in _IF and around[at - 1 : at] not in (["as"], ["even"], ["даже"])]  # fmt: skip
    return bool(conditions) and any(word in _MODAL for word in around)


def _is_method(scene: Scene, first: int, last: int) -> bool:
    """ "Correlations are taken on raw samples": what is done with values and names, of no level and without a number or a way."""
    row = scene.tokens[first : last + 1]
    done = [t.index for t in row if t.lower in _METHOD]
    if not done or any(first <= m.first <= last for m in scene.mentions.levels):
        return False
    english = any(t.lower in _PASSIVE for t in row)
    if any(t.text.isascii() and t.index in done for t in row) and not english:
        return False
    ways = (
        "superlative.max", "superlative.min", "superlative.best", "superlative.worst", "better", "worse", "equal", "up.intransitive", "up.transitive", "down.intransitive", "down.transitive", "recover", "significant", "undecided",
    )  # fmt: skip
    if any(t.has("drop") for t in row):
        return False
    counted = (t.number is not None and t.number.is_value and t.index not in scene.mentions.name_tokens for t in row)
    return not any(t.has(*ways) and t.index not in done for t in row) and not any(counted)


def _only_names(scene: Scene, first: int, last: int) -> bool:
    """ "При 50 пропускная способность:", "Throughput at 50:": a level and a metric, of which the row behind tells the values."""
    metrics = [(m.first, m.last) for m in scene.mentions.metrics]
    levels = [(m.first, m.last) for m in scene.mentions.levels]
    named = {at for one, two in (*metrics, *levels) for at in range(one, two + 1)} | {
        at for at, _ in scene.mentions.factors
    }
    both = all(any(first <= one <= last for one, _ in held) for held in (metrics, levels))
    row = [t for t in scene.tokens[first : last + 1] if t.is_word and t.index not in named]
    behind = scene.tokens[last + 1 : last + 2]
    return both and bool(behind) and behind[0].text in _DASHES and all(t.lower in _BEFORE_NAMES for t in row)


def _is_place(scene: Scene, first: int, last: int) -> bool:
    """ "Everything else below — a hypothesis": further down in the text, since nothing that has a size is named."""
    row = scene.tokens[first : last + 1]
    claiming = [t for t in row if t.has(*_CLAIMING) or _is_graded(t)]
    if (
        not claiming
        or any(t.lower not in _PLACES and not t.has("only") for t in claiming)
        or not any(t.lower in _PLACES for t in claiming)
    ):
        return False
    named = _named_in(scene, first, last) or any(t.number is not None or t.statistic or t.has("negation") for t in row)
    place = next(t.index for t in claiming if t.lower in _PLACES)
    ends = place == last or scene.tokens[place + 1].lower in ("is", "are") or row[0].index == place
    return not named and ends and not any(t.lower in ("as", "than", "чем", "none", "нет", "ни") for t in row)


def _is_caption(scene: Scene, collector: Collector) -> bool:
    """Whether a sentence is the text of a picture, or a line that is set apart as a caption."""
    line = collector.lines[scene.block.lines[scene.tokens[0].start] - 1].strip()
    if line.startswith("!["):
        return True
    marked = len(line) > 2 and line[0] in "*_" and line[0] == line[-1] and line[1] != line[0]
    return marked and line[0] not in line[1:-1]


def _is_graded(token: Token) -> bool:
    """Whether a word of plain statements compares, ranks or likens."""
    if not token.is_word:
        return False
    grade = grade_of(token.text)
    if grade is not None and grade.grade in ("cmp", "sup"):
        return True
    return any(part in _LIKENING for key in (token.lower, *token.stems) for part in parts().get((key,), ()))


def _named_in(scene: Scene, first: int, last: int) -> bool:
    """Whether a stretch names a metric, a level, a drop or a correlation."""
    starts = [*(m.first for m in scene.mentions.metrics), *(m.first for m in scene.mentions.levels)]
    return any(first <= start <= last for start in starts) or any(
        t.has(*_NAMED) for t in scene.tokens[first : last + 1]
    )


def _opens_the_article(scene: Scene) -> bool:
    """Whether a sentence stands in the first paragraph, which says what is asked and why."""
    before = scene.world.blocks[: scene.block.order]
    return all(block.kind == "heading" for block in before)


def _left_of(scene: Scene, first: int, last: int, claims: list[Claim]) -> list[tuple[int, int]]:
    """The clauses of a statement that no claim touches; none where a part of it is refused."""
    if any(claim.verdict == "contradicted" and _touched(scene, first, last, [claim]) for claim in claims):
        return []
    return [one for one in pieces_of(scene) if first <= one[0] and one[1] <= last and not _touched(scene, *one, claims)]


def _touched(scene: Scene, first: int, last: int, claims: list[Claim]) -> bool:
    tokens = scene.tokens
    line, start, end = place_of(scene.block, tokens[first].start, tokens[last].end, tokens[last].start)
    return any(claim.line == line and claim.start < end and claim.end > start for claim in claims)
