"""Cuts blocks into sentences of tokens that carry their stems, concepts and numbers.

Distances between tokens count punctuation and conjunctions as walls, so that a word binds to what a reader would
bind it to: the nearest thing on its own side of the comma.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from factcheck.reading.document import LINE_END, Block
from factcheck.reading.lexicon import ASIDES, COMPARATIVE_ADJECTIVES, OPPOSITE, concepts, statistics
from factcheck.reading.numbers import Number, find_numbers
from factcheck.reading.words import stems

_TOKEN = re.compile(
    r"(?i:(?:non|trade|sub|cpu|io|из|по)-[^\W\d_]+)|"
    r"[^\W\d_](?:[\w]|(?<=\w)'(?=[a-z]))*(?:\.(?=[^\W\d_]\w*_)\w+|\.(?=\w*_\w)\w+)*|_\w+|\d+|->|[^\w\s]"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:т|д|п|е|см|рис|табл|др|пр|ср|им|напр|e\.g|i\.e|vs|approx|fig|no|cf|etc|al|ca|min|sec|"
    r"max|avg|std|dev|eq|sect|ch|vol|т\.е|т\.д|т\.п|п\.п))\.$",
    re.I,
)
_UNIT_ABBREVIATION = re.compile(r"\b(?:тыс|млн|млрд|мин|сек|с|ч|г|min|sec|ms|мс)\.$", re.I)
_POINTS = re.compile(r"\bп\.\s?п\.$", re.I)
_MULTIPLIER_ABBREVIATION = re.compile(r"\b(?:тыс|млн|млрд)\.$", re.I)
_SENTENCE_END = re.compile(
    LINE_END + r"|[.!?…]+[\"')\]]*(?=\s+[\"'(\[]*[A-ZА-Я0-9\-+~])"
    # names of settings, levels and metrics begin sentences with a small letter: "to 9,268. p95 fell", "a replica. zstd's …"
    r"|(?:(?<=[\d%)\]])|(?<=[^\W\d_]{5})|(?<=[GMkT]B)|(?<=B/s))\.(?=\s+[^\W\d_])|\.(?=\s+[^\W\d_]+[\d_])"
)
_WALLS = {
    ";": 14.0,
    ":": 2.0,
    ",": 3.0,
    "→": 4.0,
    "->": 4.0,
    "(": 1.0,
    ")": 1.5,
    "–": 3.0,
    "—": 3.0,
    "[": 1.0,
    "]": 1.5,
    "/": 1.0,
    "-": 1.0,
    ".": 2.0,
}
_CONJUNCTION_WALLS = {
    "но": 7.0, "а": 6.0, "однако": 7.0, "but": 7.0, "while": 7.0, "whereas": 7.0, "however": 7.0, "yet": 6.0, "хотя": 6.0,
    "although": 6.0, "though": 6.0, "тогда": 5.0, "и": 1.5, "and": 1.5, "что": 3.0, "which": 4.0, "который": 4.0,
    "зато": 7.0, "because": 6.0, "так": 1.5, "where": 3.0, "если": 4.0, "if": 4.0, "при": 0.3, "at": 0.3,
}  # fmt: skip


#: Adverbs whose stem is another word's: "the load ran evenly" is steady, "even at 8" is not.
_EVEN = {"evenly": "stable", "unevenly": "unstable"}


@lru_cache(maxsize=100_000)
def _concepts_of(word: str) -> tuple[frozenset[str], frozenset[str], str | None]:
    found = stems(word)
    table = concepts()
    carried: set[str] = set()
    for stem in found:
        carried |= table.get(stem, frozenset())
    if word in _EVEN:
        carried.add(_EVEN[word])
    names = statistics()
    # a written form goes before what it may be a form of
    statistic = names.get(word) or next((names[stem] for stem in sorted(found) if stem in names), None)
    if word in ("lowers", "lowered", "lowering"):
        carried -= {"down.comparative", "imperative"}  # the verb, and not "lower than"
    if word.startswith("меньш") and word not in ("меньшинство", "меньшинства"):
        carried = (carried - {"degree"}) | {"down.comparative"}
    if word.startswith("наи") and len(word) > 6 and not carried & {"superlative.max", "superlative.min"}:
        carried |= _emphatic(word)
    return found, frozenset(carried), statistic


def _emphatic(word: str) -> set[str]:
    """Superlatives by prefix: наихудший, наилучший, наивысший, наибольший, наименьший."""
    if word.startswith("наиху"):
        return {"superlative.worst"}
    if word.startswith("наилу"):
        return {"superlative.best"}
    if word.startswith(("наимень", "наинизш", "наикорот")):
        return {"superlative.min"}
    if word.startswith(("наиболь", "наивысш")) and word != "наиболее":
        return {"superlative.max"}
    return set()


_LEAST = re.compile(r"мал(?:ый|ая|ое|ые|а|о|ы)?$|низк|коротк|узк|медлен|редк|слаб")


@dataclass(slots=True)
class Token:
    """A word, a number or a mark; `start` and `end` are offsets in the block's text."""

    start: int
    end: int
    text: str
    number: Number | None = None
    index: int = 0
    stems: frozenset[str] = frozenset()
    concepts: frozenset[str] = frozenset()
    statistic: str | None = None
    depth: int = 0
    wall: float = 1.0
    code: bool = False
    rank: str | None = None  # "p95" of "p95", and of "percentile" behind "95th"
    lower: str = field(init=False, repr=False, compare=False)  # kept, as it is asked for a hundred times of each token

    def __post_init__(self) -> None:
        self.lower = self.text.lower()

    @property
    def is_word(self) -> bool:
        return self.number is None and (self.text[0].isalpha() or self.text[0] == "_")

    def has(self, *names: str) -> bool:
        return not self.concepts.isdisjoint(names)


@dataclass
class Sentence:
    """A sentence of a block."""

    block: Block
    tokens: list[Token]
    index: int = 0
    walls: list[float] = field(default_factory=list)

    @property
    def text(self) -> str:
        return self.block.text[self.tokens[0].start : self.tokens[-1].end]

    @cached_property
    def lower_text(self) -> str:
        return self.text.lower()

    def distance(self, one: int, two: int) -> float:
        """How far apart two tokens are, punctuation counted as walls."""
        low, high = (one, two) if one <= two else (two, one)
        return max(0.0, self.walls[high] - self.walls[low + 1]) if high > low else 0.0

    @staticmethod
    def _comparative(token: Token, opposite: bool) -> None:
        """ "более высокие", "less stable": the adjective becomes a comparative."""
        concept = _comparative_of(token.stems)
        if concept is not None:
            token.concepts = (token.concepts - {"degree"}) | {OPPOSITE[concept] if opposite else concept}

    def finish(self) -> None:
        total, walls = 0.0, [0.0]
        depth = 0
        for place, token in enumerate(self.tokens):
            token.index = place
            if token.text in "([":
                depth += 1
            token.depth = depth
            if token.text in ")]":
                depth = max(0, depth - 1)
            if place and token.is_word and self.tokens[place - 1].lower in ("более", "менее", "more", "less"):
                self._comparative(token, self.tokens[place - 1].lower in ("менее", "less"))
            if place and self.tokens[place - 1].lower == "рекордно" and _LEAST.match(token.lower):
                former = self.tokens[place - 1]  # "рекордно мала"
                former.concepts = (former.concepts - {"superlative.max"}) | {"superlative.min"}
            total += token.wall
            walls.append(total)
        self.walls = walls


def _comparative_of(stems_: frozenset[str]) -> str | None:
    return next((COMPARATIVE_ADJECTIVES[stem] for stem in sorted(stems_) if stem in COMPARATIVE_ADJECTIVES), None)


def tokens_of(text: str, code: list[tuple[int, int]] | None = None) -> list[Token]:
    """The tokens of a text; each number with its unit and multiplier is one token."""
    numbers = find_numbers(text)
    tokens: list[Token] = []
    place = 0
    for number in [*numbers, None]:
        stop = number.start if number else len(text)
        _words(text, place, stop, tokens)
        if number:
            end = number.end
            tokens.append(Token(number.start, end, text[number.start : end], number))
            if number.kind == "name":
                # the name may carry a concept of its own (p95, r2)
                token = tokens[-1]
                token.stems, token.concepts, token.statistic = _concepts_of(token.text.lower())
                token.rank = token.lower if token.lower in _RANKS else None
            place = end
    for former, token in itertools.pairwise(tokens):
        if former.number is not None and token.stems & _PERCENTILES:
            token.rank = _rank(former)
    if code:
        for token in tokens:
            token.code = any(a <= token.start < b for a, b in code)
    return tokens


_PERCENTILES = {"процентиль", "перцентиль", "percentile", "percentil"}
_RANKS = {"p90", "p95", "p99", "p999"}


def _rank(token: Token) -> str | None:
    """The rank that "95th", "95-й" or a bare "95" stands for before "percentile"."""
    found = "p" + "".join(char for char in token.text if char.isdigit())
    return found if found in _RANKS else None


def _words(text: str, start: int, stop: int, tokens: list[Token]) -> None:
    place = start
    while place < stop:
        found = _TOKEN.match(text, place, stop)
        if not found:
            place += 1
            continue
        token = Token(found.start(), found.end(), found.group())
        if token.text[0].isalpha() or token.text[0] == "_":
            lower = token.lower
            token.stems, token.concepts, token.statistic = _concepts_of(lower)
            if lower == "min" and _is_per(tokens):
                token.concepts, token.statistic = frozenset(), None  # "1/min": a minute, and no minimum
            token.wall = _CONJUNCTION_WALLS.get(lower, 1.0)
        else:
            token.wall = _WALLS.get(token.text, 0.5)
        tokens.append(token)
        place = found.end()


def _is_per(tokens: list[Token]) -> bool:
    """Whether a slash stands last, behind anything but another statistic ("max/min")."""
    return len(tokens) > 1 and tokens[-1].text == "/" and tokens[-2].statistic is None


_LIMIT_SENTENCE = 400  # tokens; a longer "sentence" is cut, so that hostile input stays linear


def sentences_of(block: Block) -> Iterator[Sentence]:
    """The sentences of a block."""
    text = block.text
    tokens = tokens_of(text, block.code)
    ends = [m.end() for m in _SENTENCE_END.finditer(text) if not _abbreviated(text, m)]
    ends = [
        end for end in ends if not any(t.number and t.number.start < end < t.number.end for t in _near(tokens, end))
    ]
    current: list[Token] = []
    boundary = 0
    count = 0
    for token in tokens:
        while boundary < len(ends) and token.start >= ends[boundary]:
            boundary += 1
            if current:
                yield _made(block, current, count)
                count += 1
                current = []
        current.append(token)
        if len(current) >= _LIMIT_SENTENCE:
            yield _made(block, current, count)
            count += 1
            current = []
    if current:
        yield _made(block, current, count)


def _abbreviated(text: str, mark: re.Match[str]) -> bool:
    """Whether a full stop ends an abbreviation; after a unit ("15 млн.") a capital letter still begins a sentence."""
    before = text[max(0, mark.start() - 8) : mark.start() + 1]
    if _POINTS.search(before):
        return not text[mark.end() :].lstrip()[:1].isupper()  # "на 6,2 п. п. Корреляция …"
    if _ABBREVIATION.search(before):
        return True
    following = text[mark.end() :].lstrip()[:1]
    if _UNIT_ABBREVIATION.search(before) is None or following.isupper():
        return False
    # "8,1 мс. 99-й перцентиль" ends a sentence, "15 млн. 200 тыс." does not
    return not following.isdigit() or _MULTIPLIER_ABBREVIATION.search(before) is not None


def _near(tokens: list[Token], place: int) -> list[Token]:
    import bisect

    at = bisect.bisect_left(tokens, place, key=lambda token: token.start)
    return tokens[max(0, at - 1) : at + 1]


def _without_asides(tokens: list[Token]) -> list[Token]:
    """The tokens without words that only link ("WALInsert, on the other hand, goes down"), where they part a subject from what is said of it."""
    kept: list[Token] = []
    at = 0
    while at < len(tokens):
        length = _aside_at(tokens, at + 1) if tokens[at].text == "," and _is_bare_subject(kept) else 0
        if length:
            at += length + 2
        else:
            kept.append(tokens[at])
            at += 1
    return kept


def _aside_at(tokens: list[Token], at: int) -> int:
    """How many words of an aside stand at a place, a comma behind them; 0 where none does."""
    for aside in ASIDES:
        end = at + len(aside)
        if end < len(tokens) and tokens[end].text == "," and tuple(t.lower for t in tokens[at:end]) == aside:
            return len(aside)
    return 0


def _is_bare_subject(tokens: list[Token]) -> bool:
    """Whether the words since the last mark are a mere subject: a few words, no number, nothing claimed."""
    row: list[Token] = []
    for token in reversed(tokens):
        if not token.is_word:
            break
        row.append(token)
    return 0 < len(row) <= 4 and len(row) == len(tokens) and not any(t.concepts for t in row)


def _made(block: Block, tokens: list[Token], index: int) -> Sentence:
    sentence = Sentence(block, _without_asides(tokens), index)
    sentence.finish()
    return sentence
