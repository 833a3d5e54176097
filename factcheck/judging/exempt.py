"""Where a claiming word claims nothing: definitions, announcements, questions, events, things with no measured counterpart."""

from __future__ import annotations

import re

from factcheck.binding.arguments import DIRECTIONS, clause_bounds
from factcheck.binding.scene import Scene
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

SCATTER = {"scatter", "spread", "разброс", "dispersion"}


BACK = {"these", "those", "this", "that", "such", "эти", "этих", "этот", "эта", "это"}


CHANGED = re.compile(r"(?:chang|mov|vari|shift|differ|изменил|менял|меняет|различа|отлича|сдвину)", re.I)


_EFFECTS = {"effect", "gain", "loss", "gap", "difference", "differenc", "step", "jump", "improvement", "spread", "change", "advantage", "penalty",
            "эффект", "разница", "выигрыш", "прирост", "потеря", "разброс", "скачок", "шаг", "ступень", "cost"}  # fmt: skip


_BOUND = re.compile(
    r"\b(?:below|above|under|over|past|beyond|(?:lower|higher|less|more) than)\s+\S*\d|(?<!\w)(?:ниже|выше|больше|меньше|более|менее|за)\s+(?:чем\s+)?(?:на\s+)?\S*\d",
    re.I,
)
_CORRELATIVE = re.compile(
    r"\bthe (?:\w+er|more|less|fewer)\b[^.;:]*?,?\s+the (?:\w+er|more|less|fewer)\b|(?<!\w)чем\s[^.;:]*?,?\s+тем(?!\w)",
    re.I,
)


def of_a_bound(scene: Scene, token: Token) -> bool:
    """ "Ниже 88,6 % она не опускалась", "never rose above 40": how far it went at most, not which way."""
    near = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    denied = {"не", "never", "not", "ни"} & set(near) or any(word.endswith("n't") for word in near)
    return bool(denied) and scene.matches(_BOUND)


def correlative(scene: Scene, token: Token) -> bool:
    """ "The longer the queue, the lower the query rate": how two things go together, not a comparison of levels."""
    offset = scene.tokens[0].start
    place = token.start - offset
    return scene.matches(_CORRELATIVE) and any(
        m.start() <= place < m.end() for m in _CORRELATIVE.finditer(scene.sentence.text)
    )


def of_an_effect(scene: Scene, token: Token) -> bool:
    """ "the effect is larger still", "разброс больше": how large a difference is, not a metric."""
    if not token.has("up.comparative", "down.comparative") or token.has("better", "worse"):
        return False
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if following is not None and following.stems & {
        "effect",
        "difference",
        "differenc",
        "эффект",
        "разница",
        "различие",
    }:
        return True  # "for smaller effects three repeats do not suffice"
    after = [t for t in scene.tokens[token.index + 1 : token.index + 5] if t.lower not in ("the", "a")]
    if len(after) > 1 and after[0].lower in ("than", "чем") and after[1].stems & _EFFECTS:
        return True  # "far larger than the gap between the means"
    for back in scene.tokens[max(0, token.index - 5) : token.index][::-1]:
        if (
            back.text in ",;:."
            or back.number is not None
            or any(m.first <= back.index <= m.last and m.exact for m in scene.mentions.metrics)
        ):
            return False
        if back.stems & _EFFECTS:
            return True
    return False


_QUOTES = '"«»“”'


def defined(scene: Scene, token: Token) -> bool:
    """ ""undecided" is a different animal from "equivalent"": the words themselves are spoken of."""
    quoted = [
        t for t in scene.tokens if t.has("equal", "undecided") and t.index and scene.tokens[t.index - 1].text in _QUOTES
    ]
    return token in quoted and len(quoted) > 1 and not scene.mentions.levels


_UNMEASURED = re.compile(
    r"^[,\s]*(?:that|it|them|this)?[,\s]*(?:was|were|we|мы|не|никто)?\s*(?:not|did not|не)?\s*(?:measured|tested|tried|know|измеря\w+|проверя\w+|испыт\w+|мери\w+)",
    re.I,
)


def of_a_gain(scene: Scene, token: Token) -> bool:
    """ "the gain over on is smaller than with off", "raising `jit_above_cost`": the size of a gain; what is done to a setting."""
    following = scene.tokens[token.index + 1 : token.index + 6]
    if any(t.lower in ("sounds", "sound", "звучит") for t in scene.tokens[max(0, token.index - 3) : token.index]):
        return True  # "sounds even better"
    if token.lower in ("gain", "выигрыш", "прирост", "loss", "потеря", "advantage"):
        sized = next((t for t in following if t.has("up.comparative", "down.comparative")), None)
        return sized is not None and any(
            t.lower in ("than", "чем") for t in scene.tokens[sized.index + 1 : sized.index + 3]
        )
    return (
        token.has("up.transitive", "down.transitive")
        and bool(following)
        and following[0].code
        and not scene.mentions.factors
    )


INSTALLED = re.compile(r"по умолчанию|в системе|из пакета|пакет\w*")


_EXPECT = re.compile(
    r"(?:\bdo not|\bdon't|\bnot to|(?<!\w)не|(?<!\w)не стоит|(?<!\w)нечего)\s+(?:expect|hope for|count on|wait for|жд\w+|ожида\w+|рассчитыва\w+|надея\w+)\W+(?:\w+\W+){0,3}$",
    re.I,
)


def not_to_expect(scene: Scene, token: Token) -> bool:
    """ "Do not expect a rise of throughput": advice, which denies rather than claims it."""
    return bool(_EXPECT.search(scene.sentence.text[: token.start - scene.tokens[0].start]))


_EXPECTED = re.compile(
    r"\b(?:is|are|was|were|be|been|would|usually|often|normally|generally|commonly|one|we|people|you|I)(?: \w+){0,2} (?:expect(?:ed|s)?|assume[ds]?|suppose[ds]?)\b"
    r"|\bcontrary to (?:\w+ ){0,2}(?:expectations?|belief|assumption)|\bin theory\b"
    r"|(?<!\w)(?:ожида(?:ется|лось|ют|ли|л|ем)|предполага(?:ется|лось|ют|ли|ем)|считается|принято считать|думают|казалось бы|в теории|теоретически|по идее)(?!\w)",
    re.I,
)
_BUT = re.compile(r"[;:]|[,.—–-]\s+(?:but|yet|however|and|here|while|но|однако|а|и|здесь)\s|\s(?:but|whereas)\s", re.I)


def is_expected(scene: Scene, place: int) -> bool:
    """ "Synchronous mode is usually expected to be slower", "обычно ожидается, что он медленнее": what one expects, and no result; up to where the sentence turns."""
    text, offset = scene.sentence.text, scene.tokens[place].start - scene.tokens[0].start
    said = _EXPECTED.search(text)
    if said is None or said.end() > offset or _than_expected(text, said.start()):
        return False
    return _BUT.search(text, said.end(), offset) is None


def _than_expected(text: str, start: int) -> bool:
    return re.search(r"(?:\b(?:than|as)|(?<!\w)(?:чем|как))\s+(?:\w+\s+)?$", text[:start], re.I) is not None


_PLACED = {"первым", "первой", "первое", "вторым", "второй", "второе", "последним", "последней", "последнее", "месте"}


def takes_amount(scene: Scene, token: Token) -> bool:
    """ "it needs 9 µs more", "по умолчанию стоит 128 кБ": what something takes or has, not what to set."""
    if not token.stems & {"need", "стоить", "требоваться", "require", "requir"}:
        return False
    if token.lower == "стоит" and any(t.lower in _PLACED for t in scene.tokens[max(0, token.index - 7) : token.index]):
        return True  # "первым среди событий стоит …": a place in an order
    return any(t.number is not None and t.number.is_value for t in scene.tokens[token.index + 1 : token.index + 3])


def of_repeats(scene: Scene, token: Token) -> bool:
    """ "Closing it would need more repeats", "повторов нужно больше": what a design lacks, not what to set."""
    if not token.stems & {"нужный", "нужно", "need", "требуется", "необходимо", "понадобиться"}:
        return False
    start, stop = clause_bounds(scene, token.index)
    return any(t.stems & {"повтор", "repeat", "block", "блок", "прогон", "run"} for t in scene.tokens[start : stop + 1])


_ANNOUNCE = {
    "исследовать", "исследоваться", "изучать", "изучаться", "рассматриваться", "цель", "задача", "проверить", "проверяться", "спросить", "вопрос", "study", "examin", "investigat",
    "explore", "explor", "question", "goal", "objectiv", "aim", "ask", "whether", "purpos",
}  # fmt: skip


# A sentence that says when something will be said: a rule of the report, not a result.
_RULE = re.compile(
    r"\bonly (?:where|when|if)\b|только (?:там, где|тогда, когда|если|в том случае)|is spoken of|\bмы называем\b|называется\b.*\bтолько\b|is called\b.*\bonly\b",
    re.I,
)


# "A drop is a stretch in which speed goes down …": what a word means here.
_DEFINITION = re.compile(
    r"(?:an?|the|by an?)\s+(?:\w+\s)?\w+\s+(?:is|means|we mean)\s+(?:an?|any|the)\s+(?:stretch|period|interval|span|moment|part|ratio|share|difference)\b|"
    r"(?:\w+\s)?\w+\s?(?:—|–|-|: )\s?это\s+(?:участок|отрезок|промежуток|период|интервал|доля|отношение|разность)\b|\w+ (?:считается|называется|считаем|называем)\b",
    re.I,
)


_WITHDRAW = {
    "withdraw",
    "withdrawn",
    "retract",
    "refute",
    "refuted",
    "отозвать",
    "отзывать",
    "снять",
    "опровергнуть",
    "опровергать",
    "опровержение",
    "falsified",
    "falsify",
}


def announces(scene: Scene) -> bool:
    """A sentence that says what is studied, or asks, asserts nothing: "исследуется влияние…", "does X improve Y?"."""
    if scene.tokens[-1].text == "?":
        return True
    if any(token.stems & _WITHDRAW for token in scene.tokens) or scene.matches(_RULE):
        return True
    if _DEFINITION.match(scene.sentence.text):
        return True
    studied = any(token.stems & _ANNOUNCE for token in scene.tokens)
    valued = any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in scene.tokens
    )
    return studied and not valued and not any(m.role != "at" for m in scene.mentions.levels)


EVENTS = {
    "падения",
    "падений",
    "падениями",
    "падениях",
    "просадки",
    "просадок",
    "просадкам",
    "drops",
    "dips",
    "stalls",
    "collapses",
}


def scene_compares(scene: Scene) -> bool:
    """Whether the sentence speaks of a difference at all ("установлена" may be said of a package)."""
    return (
        scene.has("differ", *DIRECTIONS, "superlative.best", "superlative.worst", "equal", "influence")
        or scene.former is not None
        and scene.former.has(*DIRECTIONS, "differ")
    )


_COUNTING = {"fewer", "more", "less", "больше", "меньше", "longer"}


def of_a_place(scene: Scene, token: Token) -> bool:
    """ "Ниже — файл", "and there were fewer": a place in the text or a bare count, not a comparison of a metric."""
    tokens, at = scene.tokens, token.index
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if token.lower in ("ниже", "выше", "above", "below", "beyond") and _UNMEASURED.search(
        scene.sentence.text[token.end - scene.tokens[0].start :]
    ):
        return True  # "what happens above was not measured"
    if token.lower in ("ниже", "выше") and following is not None and following.text in ("—", "–"):
        begins = at == 0 or tokens[at - 1].text in ";:."
        if begins and at + 2 < len(tokens) and tokens[at + 2].is_word:
            return True  # "…; ниже — его выполнения": where in the text
    if token.lower in ("ниже", "выше") and not scene.mentions.levels:
        beside = any(abs(m.last - at) <= 4 or abs(m.first - at) <= 4 for m in scene.mentions.metrics)
        return not beside or at == 0
    bound = (
        following is not None
        and following.lower in ("чем", "than")
        and at + 2 < len(tokens)
        and (
            tokens[at + 2].number is not None
            or tokens[at + 2].lower in ("на", "by", "в", "a", "one", "two", "three", "four", "five")
        )
    )
    if token.lower in _COUNTING and bound and (not scene.mentions.levels or tokens[at + 2].lower == "на"):
        return True  # "не меньше чем на пятую часть": a threshold
    if token.lower in _COUNTING:
        beside = any(0 < m.first - at <= 3 or 0 < at - m.last <= 4 for m in scene.mentions.metrics)
        compared = (
            following is not None
            and following.lower in ("чем", "than")
            or any(m.role == "than" for m in scene.mentions.levels)
        )
        return not beside and not compared
    return False


def qualified(scene: Scene, token: Token) -> bool:
    """ "not a difference we'd bet on", "разница, на которую можно опереться": less is denied than that there is any."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    return any(
        t.lower in ("we", "i", "that", "which", "worth", "you", "one", "которая", "которую", "которой", "стоящая")
        for t in following
    )


VERY_WORDS = {"очень", "весьма", "very"}


def below_a_thing(scene: Scene, token: Token) -> bool:
    """ "чуть ниже порога": compared with a thing that is neither a level nor a metric."""
    following = scene.tokens[token.index + 1] if token.index + 1 < len(scene.tokens) else None
    if token.lower not in ("ниже", "выше") or following is None or not following.is_word or following.text.isascii():
        return False
    places = {at for m in scene.mentions.levels for at in range(m.first, m.last + 1)}
    places |= {at for m in scene.mentions.metrics for at in range(m.first, m.last + 1)}
    known = following.index in places or following.concepts
    return not known and part_of_speech(following.lower) == "NOUN"


_ASKING = {"кто", "что", "который", "какой", "which", "what", "who", "whether", "ли"}


_NOT_SAID = re.compile(
    r"(?<!\w)(?:нельзя|невозможно|неясно|непонятно|не \w+)(?!\w)|\b(?:cannot|can't|could not|couldn't|impossible|unclear|not \w+|don't|(?:remains?|is) open|open question)\b|(?<!\w)оста[её]тся открыт\w+",
    re.I,
)


def asked_of(scene: Scene, token: Token) -> bool:
    """ "кто из них лучше, сказать нельзя": a question that the sentence leaves open."""
    before = scene.tokens[max(0, token.index - 4) : token.index]
    return any(t.stems & _ASKING or t.lower in _ASKING for t in before) and bool(scene.matches(_NOT_SAID))
