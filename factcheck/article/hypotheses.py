"""Keeps a hypothesis from growing into a fact: what stands under "perhaps" or "may indicate" further up may not be told flatly further down.

A hypothesis is known again by a run of its words with their verb ("checkpoints lengthen the tail"), or by the name that it was given in quotation
marks ("a resonance effect") where the text says that there is such a thing. A sentence that tells measured values is no such assertion.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from factcheck.binding.scene import Scene
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

_SUPPOSED = re.compile(
    r"\b(?:hypothes\w+|possibl[ey]|perhaps|probabl[ey]|presumabl[ey]|likely|suspect\w*|conjectur\w+|speculat\w+|needs? (?:to be )?(?:tested|checked|verified|testing)|"
    r"(?:may|might|could) (?:well )?(?:be (?:a sign|because|due|caused|explained|the (?:reason|cause))|indicate|point to|suggest|mean|explain|come from|stem from|reflect))\b|"
    r"(?<!\w)(?:гипотез\w*|возможно|вероятно|предполож\w+|предполага\w+|по-видимому|видимо|похоже|не исключено|(?:требу\w+|нужна|нуждается в) провер\w+|"
    r"(?:может|могут|мог\w*) (?:быть (?:связан\w*|вызван\w*|следстви\w+|причин\w+|призна\w+)|указыва\w+|свидетельств\w+|объясня\w+|говорить|означать|быть))(?!\w)",
    re.I,
)
_WEAK = re.compile(r"\b(?:may|might|could)\b|(?<!\w)(?:может|могут|мог)(?!\w)", re.I)
_OPEN = re.compile(
    r"\b(?:if|whether|would|should (?:be )?(?:test|check)\w*|seems?|appears?|can|unless|test|tests|check|verify)\b|"
    r"(?<!\w)(?:если|ли|бы|можно|проверить|проверка|проверк\w+|чтобы|кажется|будто|якобы|не|нет|способн\w+)(?!\w)|\b(?:not|no|never)\b|n't\b",
    re.I,
)
_QUOTED = re.compile(r"[«\"“„]([^«»\"“”„]{6,60})[»\"”“]")
_EXISTS = re.compile(
    r"(?:(?<!\w)(?:демонстриру\w+|созда\w+|формиру\w+|существу\w+|возника\w+|проявля\w+|наблюда\w+|попада\w+ в|имеет место|образу\w+|вызван\w*|из-за|это|есть)|"
    r"\b(?:shows?|demonstrates?|creates?|exhibits?|forms?|exists?|there is|there are|is|are|causes?|because of|due to|owing to|falls? into|in))\s+(?:\w+\s+){0,2}?[«\"“„]?(?:\w+\s+)?$|[(]\s*[«\"“„]?(?:\w+\s+)?$",
    re.I,
)
_VERBS = {"lengthen", "slow", "block", "delay", "evict", "compete", "saturate", "trigger", "flush", "force", "hold", "steal", "starve", "hurt", "prevent", "reliev", "relieve", "collide", "synchronis", "synchroniz",
          "coincide", "stall", "throttl",
          "throttle", "cause", "crowd", "push", "squeeze", "inflate", "shorten", "drag", "interfer", "interfere", "overload", "exhaust", "pollute", "displac", "displace", "postpon", "postpone", "occupy", "consum",
          "consume", "wait", "spread", "spoil", "degrad", "degrade"}  # fmt: skip
_EMPTY = {"the", "that", "this", "these", "those", "which", "with", "from", "into", "what", "when", "then", "than", "and", "but", "for", "its", "their", "there", "here", "also", "because", "since", "while", "are", "was",
          "were", "been", "being",
          "что", "это", "этот", "этой", "этом", "эта", "эти", "при", "для", "как", "или", "его", "она", "они", "её", "ее", "их", "то", "так", "же", "из", "под", "над", "между", "более", "менее", "именно", "также",
          "поскольку", "потому", "поэтому", "где", "когда", "весь", "все"}  # fmt: skip
_GENERAL = (
    "эффект",
    "режим",
    "зон",
    "проблем",
    "явлени",
    "effect",
    "mode",
    "zone",
    "problem",
    "phenomen",
    "больш",
    "сильн",
    "large",
    "strong",
)
_MOST = 300


@dataclass
class Supposition:
    """A hypothesis: where it stands, its content words in order, and the names that it quotes."""

    line: int
    words: list[str]
    names: list[str]


@dataclass
class Hypotheses:
    """The hypotheses of an article so far."""

    held: list[Supposition] = field(default_factory=list)

    def read(self, scene: Scene) -> list[Ruled]:
        """What a sentence tells as a fact although it was a hypothesis before; a hypothesis of its own is kept."""
        if scene.block.kind not in ("paragraph", "item", "lead") or not scene.tokens or scene.tokens[-1].text == "?":
            return []
        text = scene.sentence.text
        if _supposes(scene):
            if len(self.held) < _MOST:
                words = [word for word, _ in _content(scene)]
                self.held.append(Supposition(scene.block.lines[scene.tokens[0].start], words, _names(scene)))
            return []
        if not self.held or scene.has("hedge") or _WEAK.search(text):
            return []
        return self._repeated(scene) or self._named(scene)

    def _repeated(self, scene: Scene) -> list[Ruled]:
        """A run of three or more words of a hypothesis, its verb among them."""
        if scene.matches(_OPEN):
            return []
        row = _content(scene)
        words = [word for word, _ in row]
        for one in self.held:
            for at, length in _runs(words, one.words):
                tokens = [token for _, token in row[at : at + length]]
                if any(t.text == ":" for t in scene.tokens[tokens[-1].index + 1 : tokens[-1].index + 2]):
                    continue  # "the new data say: ...": what announces, and not what is said
                if any(_acts(token) for token in tokens) and not _measured(scene, tokens[0].index, tokens[-1].index):
                    return [(tokens[0].index, tokens[-1].index, "hypothesis", _told(one.line))]
        return []

    def _named(self, scene: Scene) -> list[Ruled]:
        """The name of a hypothesis where the text says that there is such a thing."""
        text, offset = scene.sentence.text, scene.tokens[0].start
        for token in scene.tokens:
            lower = token.lower.replace("ё", "е")
            one = next((s for s in self.held for name in s.names if lower.startswith(name)), None)
            if one is None:
                continue
            before = text[: token.start - offset]
            label = token.index <= 1 and any(t.text == ":" for t in scene.tokens[token.index + 1 : token.index + 5])
            if (label or _EXISTS.search(before)) and not _OPEN.search(before[-40:]):
                return [(_clause_start(scene, token.index), _clause_end(scene, token.index), "hypothesis", _told(one.line))]  # fmt: skip
        return []


def _told(line: int) -> Ruling:
    en, ru = f"line {line} tells this as a hypothesis, and nothing measured decides it", f"в строке {line} это гипотеза, и измеренное её не решает"  # fmt: skip
    return Ruling("contradicted", en, ru)


def _supposes(scene: Scene) -> bool:
    text = scene.sentence.text
    if _SUPPOSED.search(text):
        return True
    mentioned = scene.mentions.levels or any(m.metrics and m.exact for m in scene.mentions.metrics)
    return bool(_WEAK.search(text) and mentioned)


def _content(scene: Scene) -> list[tuple[str, Token]]:
    """The words that say something, by their stems and in their order."""
    row = []
    for token in scene.tokens:
        if not token.is_word or len(token.text) < 3 or token.lower in _EMPTY or token.has("hedge", "negation"):
            continue
        found = sorted(token.stems or {token.lower}, key=lambda stem: (len(stem), stem))
        row.append((found[0], token))
    return row


def _runs(one: list[str], two: list[str]) -> list[tuple[int, int]]:
    """(place in one, length) of each longest run of three or more words that both have in the same order."""
    found = []
    for at in range(len(one)):
        for other in range(len(two)):
            if one[at] != two[other] or at and other and one[at - 1] == two[other - 1]:
                continue
            length = 0
            while at + length < len(one) and other + length < len(two) and one[at + length] == two[other + length]:
                length += 1
            if length >= 3:
                found.append((at, length))
    return found


def _acts(token: Token) -> bool:
    """Whether a word is a verb of doing, not one of rising or falling, which figures tell."""
    if token.has("up.intransitive", "down.intransitive"):
        return bool(token.stems & _VERBS)
    if token.text.isascii():
        return bool(token.stems & _VERBS) or token.has("up.transitive", "down.transitive", "cause", "limit")
    return part_of_speech(token.lower) in ("VERB", "INFN", "PRTS")


def _measured(scene: Scene, first: int, last: int) -> bool:
    """Whether the same clause tells a value or a change that the facts confirm."""
    held = [at for at, b in scene.bounds.items() if b.verdict == "supported" and b.predicate in ("value", "delta", "ratio")]  # fmt: skip
    return any(
        first - 3 <= at <= last + 8 and not any(t.text in ",;" for t in scene.tokens[min(last, at) : max(first, at)])
        for at in held
    )


def _names(scene: Scene) -> list[str]:
    """What a hypothesis calls its thing in quotation marks, by the beginning of its first long word; names of metrics are none."""
    found = []
    hedge = _SUPPOSED.search(scene.sentence.text) or _WEAK.search(scene.sentence.text)
    for match in _QUOTED.finditer(scene.sentence.text):
        words = re.findall(r"[^\W\d_]{5,}", match.group(1).lower().replace("ё", "е"))
        word = next((w for w in words if not w.startswith(_GENERAL)), None)
        metric = any(m.exact and m.metrics and m.text.lower() in match.group(1).lower() for m in scene.mentions.metrics)
        if word is not None and not metric and hedge is not None and hedge.start() < match.start():
            found.append(word[: max(5, len(word) - 4)])
    return found


def _clause_start(scene: Scene, place: int) -> int:
    while place > 0 and scene.tokens[place - 1].text not in ";:([" and scene.tokens[place - 1].text not in "—–":
        place -= 1
    return place


def _clause_end(scene: Scene, place: int) -> int:
    while place + 1 < len(scene.tokens) and scene.tokens[place + 1].text not in ";)]":
        place += 1
    return place
