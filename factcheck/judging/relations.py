"""Judges relations and states: strength of a correlation, stability, what limits, what dominates, balance, likeness.

Each has a word that sounds exact and a quantity that decides: a scale of strength, a dispersion, a share of a whole.
"""

from __future__ import annotations

import itertools
import re

from factcheck.binding.agreement import shown
from factcheck.binding.arguments import Argument, argument_of, clause_bounds, is_hedged, is_negated, said_levels
from factcheck.binding.contenders import rows_through
from factcheck.binding.scene import Scene
from factcheck.binding.scope import not_everywhere
from factcheck.binding.superlative_kinds import superlative_kind
from factcheck.binding.vocabulary import whole_names
from factcheck.forms.facts import Fact
from factcheck.judging.values import CORRELATIONS, members_of
from factcheck.judging.verdicts import Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

# Scales of correlation strength; a word is right when every scale agrees, open when they differ.
SCALES: dict[str, list[tuple[float, str]]] = {
    "chaddock": [(0.1, "none"), (0.3, "weak"), (0.5, "moderate"), (0.7, "noticeable"), (0.9, "strong"), (1.01, "very strong")],
    "evans": [(0.2, "very weak"), (0.4, "weak"), (0.6, "moderate"), (0.8, "strong"), (1.01, "very strong")],
    "hinkle": [(0.3, "very weak"), (0.5, "weak"), (0.7, "moderate"), (0.9, "strong"), (1.01, "very strong")],
}  # fmt: skip
_SCALE_NAMES = {
    "чеддок": "chaddock",
    "chaddock": "chaddock",
    "evans": "evans",
    "эванс": "evans",
    "hinkle": "hinkle",
    "хинкл": "hinkle",
}
_STRENGTH = {
    "слабый": "weak", "weak": "weak", "low": "weak", "низкий": "weak", "умеренный": "moderate", "moderate": "moderate", "средний": "moderate", "medium": "moderate",
    "заметный": "noticeable", "noticeabl": "noticeable", "высокий": "strong", "сильный": "strong", "strong": "strong", "high": "strong", "тесный": "strong",
    "выраженный": "strong", "сильнейший": "very strong", "negligibl": "negligible", "ничтожный": "negligible",
}  # fmt: skip
_AS_NOTHING = {"ничтожно", "исчезающе", "negligibly", "vanishingly"}
_VERY = {"очень", "весьма", "very", "extremely", "чрезвычайно", "крайне"}


_MOST = {"самый", "наиболее", "наименее", "most", "least"}


def strength_at(scene: Scene, token: Token) -> tuple[str, int] | None:
    """(strength, first token) of a strength word, "very" included."""
    name = next((_STRENGTH[stem] for stem in sorted(token.stems) if stem in _STRENGTH), None)
    if name is None:
        return None
    first = token.index
    if first and (scene.tokens[first - 1].lower in _MOST or scene.tokens[first - 1].stems & _MOST):
        return None  # "the highest of the four" compares, and names no strength
    if first and scene.tokens[first - 1].lower in _VERY:
        first -= 1
        name = {"weak": "very weak", "strong": "very strong"}.get(name, name)
    elif first and scene.tokens[first - 1].lower in _AS_NOTHING and name == "weak":
        return "negligible", first - 1
    return name, first


def strengths_of(value: float) -> dict[str, str]:
    """What each scale calls a coefficient."""
    return {scale: next(name for limit, name in rows if abs(value) < limit) for scale, rows in SCALES.items()}


def _same_strength(word: str, named: str, value: float) -> bool:
    if word == "negligible":  # "ничтожно слабая (0,46)": where it may be called weak, it is not nothing yet
        return named in ("none", "very weak", "weak") and abs(value) < 0.4
    if word == named:
        return True
    if word == "noticeable" and named == "moderate" or word == "moderate" and named == "noticeable":
        return True
    if word == "strong" and named == "very strong":
        return True
    return (
        word in ("weak", "very weak")
        and named in ("none", "very weak", "weak")
        and word != "weak"
        or word == "weak"
        and named in ("none", "very weak")
    )


#: "С IOPS связь слабее (0,69)": compared with another link, no name of a strength.
_COMPARED = {
    "слабее",
    "послабее",
    "сильнее",
    "посильнее",
    "теснее",
    "потеснее",
    "weaker",
    "stronger",
    "tighter",
    "looser",
    "lower",
    "higher",
    "ниже",
    "выше",
}


_SIGNS = {"отрицательный": -1, "negative": -1, "negativ": -1, "обратный": -1, "inverse": -1, "положительный": 1, "positive": 1, "positiv": 1, "прямой": 1}  # fmt: skip


def is_sign(token: Token) -> bool:
    """Whether a word tells the sign of a coefficient."""
    return not token.stems.isdisjoint(_SIGNS)


def judge_strength(scene: Scene, token: Token, value: float, fact: str | None) -> tuple[int, Ruling] | None:
    """The ruling on "слабая (0,4128)"; a sign word is judged by the sign."""
    for stem in sorted(token.stems):
        if stem in _SIGNS:
            good = (value > 0) == (_SIGNS[stem] > 0)
            return token.index, Ruling(
                "supported" if good else "contradicted",
                f"the coefficient is {value:g}",
                f"коэффициент равен {value:g}",
                (fact,) if fact else (),
                None if good else f"{value:g}",
            )
    found = strength_at(scene, token)
    if found is None or token.lower in _COMPARED:
        return None
    word, first = found
    called = strengths_of(value)
    named = next(
        (
            scale
            for part, scale in _SCALE_NAMES.items()
            if part in scene.block.text.lower() or any(part in b.text.lower() for b in scene.surroundings)
        ),
        None,
    )
    scales = [named] if named else list(called)
    agree = [scale for scale in scales if _same_strength(word, called[scale], value)]
    text = ", ".join(f"{scale}: {called[scale]}" for scale in scales)
    names = (fact,) if fact else ()
    if len(agree) == len(scales):
        return first, Ruling(
            "supported", f"{value:g} is so called ({text})", f"{value:g} так и называется ({text})", names
        )
    if agree:
        return first, Ruling(
            "unverifiable",
            f"the scales differ ({text}) and none is named",
            f"шкалы расходятся ({text}), и ни одна не названа",
            names,
        )
    return first, Ruling(
        "contradicted",
        f"{value:g} is not so called on any scale ({text})",
        f"{value:g} так не называется ни на одной шкале ({text})",
        names,
        called[scales[0]],
    )


# -- stability --------------------------------------------------------------------------------------------------------


def dispersion(scene: Scene, metric: str, level: str) -> tuple[float, tuple[str, ...]] | None:
    """The relative spread of a metric within a level: standard deviation, amplitude, or maximum minus minimum."""
    vocabulary = scene.vocabulary
    centre = vocabulary.central(metric, level, "mean") or vocabulary.central(metric, level, "median")
    top = vocabulary.central(metric, level, "max")
    scale = abs(centre.value) if centre and centre.value else abs(top.value) if top and top.value else 1.0
    for stat in ("stddev", "cv", "mad", "amplitude"):
        fact = vocabulary.central(metric, level, stat)
        if fact is not None:
            is_relative = stat == "cv" or fact.unit == "%" and centre is not None and centre.unit != "%"
            return (fact.value if is_relative else fact.value / scale), (fact.name,)
    low, high = vocabulary.central(metric, level, "min"), vocabulary.central(metric, level, "max")
    if low is not None and high is not None:
        return (high.value - low.value) / scale, (low.name, high.name)
    return None


def _steady_otherwise(scene: Scene, metric: str, levels: frozenset[str], steady: bool) -> bool:
    """Whether some other measure of evenness that all levels have puts these at the end that is told of them."""
    for stat, evenness in (("p5_to_p50", 1), ("mad", -1), ("cv", -1), ("stddev", -1)):
        held = {level: scene.vocabulary.central(metric, level, stat) for level in scene.vocabulary.level_ids}
        values = {level: fact.value * evenness for level, fact in held.items() if fact is not None}
        mine = [values[level] for level in levels if level in values]
        if not mine or len(values) < len(held) or len(set(values.values())) < 2:
            continue
        if max(mine) >= max(values.values()) if steady else min(mine) <= min(values.values()):
            return True
    return False


def _steady_in_a_row(scene: Scene, token: Token, spreads: dict[str, float], levels: frozenset[str], steady: bool) -> bool:  # fmt: skip
    """Whether one of these levels is at the end that is told of them in a row of the grid."""
    for ids in rows_through(scene, levels, token.index):
        values = [spreads[level] for level in ids if level in spreads]
        mine = [spreads[level] for level in ids & levels if level in spreads]
        if mine and len(values) == len(ids) and mine[0] == (min if steady else max)(values):
            return True
    return False


def judge_stability(scene: Scene, token: Token) -> tuple[int, int, Ruling] | None:
    """The ruling on "стабильно", "unstable", "самый предсказуемый"."""
    argument = argument_of(scene, token)
    metrics = sorted(argument.metrics) if argument else []
    told = scene.sentence.lower_text.replace("^", "").replace("²", "2")
    if (
        "r2" in told
        and metrics
        and not re.search(r"(?<!\w)(?:хотя|несмотря)(?!\w)|\b(?:al)?though\b|\bdespite\b", told)
    ):
        return (
            token.index,
            token.index,
            Ruling(
                "contradicted",
                "R^2 tells how well a line fits, not stability",
                "R² говорит о том, как ложится прямая, а не о стабильности",
                (),
                "dispersion",
            ),
        )
    former = scene.tokens[token.index - 1].lower if token.index else ""
    if token.has("unstable") and _least(scene, token) or former in ("least", "наименее"):
        return None  # "fluctuates least", "the least steady": judged with the extremes of stability
    levels = said_levels(scene, token)
    steady = token.has("stable") and not token.has("unstable")
    if is_negated(scene, token.index) != (former in ("менее", "less")):
        steady = not steady
    ranked: dict[str, dict[str, tuple[float, tuple[str, ...]]]] = {}
    for metric in metrics:
        row = {
            level: held
            for level in scene.vocabulary.level_ids
            if (held := dispersion(scene, metric, level)) is not None
        }
        if len(row) >= 2:
            ranked[metric] = row
    if not ranked or not levels:
        return (
            token.index,
            token.index,
            Ruling("unverifiable", "the facts hold no dispersion for this", "в фактах нет разброса для этого"),
        )
    superlative = any(superlative_kind(scene, t) in ("stable", "unstable") for t in scene.tokens) or token.lower in (
        "стабильнее",
        "устойчивее",
        "предсказуемее",
        "ровнее",
    )
    before = scene.tokens[token.index - 1] if token.index else None
    comparative = (
        token.lower.endswith("ее") or before is not None and before.lower in ("более", "more", "менее", "less")
    )
    change = token.lower.startswith(("стабилизир", "стабилизац", "stabili")) or token.lower in ("settles",)
    for metric, row in ranked.items():
        here = [held for level, held in row.items() if level in levels]
        if not here:
            continue
        text = ", ".join(f"{level}: {value[0]:.3g}" for level, value in row.items())
        names = here[0][1]
        widest, narrowest = max(value[0] for value in row.values()), min(value[0] for value in row.values())
        most = max(value[0] for value in here)
        least = min(value[0] for value in here)
        if widest <= 0 or (widest - narrowest) / widest < 0.1:
            continue
        wrong = most >= widest if steady else least <= narrowest
        needs_extreme = superlative or comparative
        right = least <= narrowest if steady else most >= widest
        if wrong or (needs_extreme and superlative and not right):
            if superlative and _steady_in_a_row(scene, token, {one: held[0] for one, held in row.items()}, levels, steady):  # fmt: skip
                en, ru = "so in one row of the grid", "так в одном ряду сетки"
                return token.index, token.index, Ruling("unverifiable", en, ru, names)
            if _steady_otherwise(scene, metric, levels, steady):
                en, ru = "by another measure of evenness it is so", "по другой мере ровности это так"
                return token.index, token.index, Ruling("unverifiable", en, ru, names)
            return (
                token.index,
                token.index,
                Ruling(
                    "contradicted",
                    f"relative spread of {metric}: {text}",
                    f"относительный разброс {metric}: {text}",
                    names,
                    text,
                ),
            )
        if right and needs_extreme:
            return (
                token.index,
                token.index,
                Ruling(
                    "supported",
                    f"relative spread of {metric}: {text}",
                    f"относительный разброс {metric}: {text}",
                    names,
                ),
            )
        if change and not right:
            return (
                token.index,
                token.index,
                Ruling(
                    "unverifiable",
                    f"relative spread of {metric}: {text}",
                    f"относительный разброс {metric}: {text}",
                    names,
                ),
            )
        return (
            token.index,
            token.index,
            Ruling(
                "unverifiable" if not right else "supported",
                f"no threshold is named; relative spread of {metric}: {text}",
                f"порог не назван; относительный разброс {metric}: {text}",
                names,
            ),
        )
    return (
        token.index,
        token.index,
        Ruling("unverifiable", "the facts hold no dispersion for this", "в фактах нет разброса для этого"),
    )


def _least(scene: Scene, token: Token) -> bool:
    """ "Fluctuates least", "меньше всего колеблется"."""
    after = [t.lower for t in scene.tokens[token.index + 1 : token.index + 3]]
    before = [t.lower for t in scene.tokens[max(0, token.index - 2) : token.index]]
    return "least" in after[:2] or before in (["меньше", "всего"], ["менее", "всего"]) or before[-1:] == ["least"]


# -- what limits ------------------------------------------------------------------------------------------------------


def _by_time(scene: Scene) -> bool:
    """Whether a limit is told by where the time goes, which the rate that is reached elsewhere does not refute."""
    text = scene.sentence.lower_text
    return "time" in text and "share" in text or "врем" in text and ("дол" in text or "част" in text)


_NAMED_LIMIT = re.compile(
    r"(?:bottleneck|limiting (?:factor|resource))(?:\s+(?:in|of|for|at|on)\s+[\w\s/.-]{1,30}?)?\s+(?:is|was|were|are)\s+(?:therefore |thus |clearly |obviously |plainly )?"
    r"(?!not|never|no\b|un|hard|open|left|a matter|established|determined|known|identified|read|named)\w+|"
    r"(?:is|was|were|are)\s+(?:therefore |thus |clearly |obviously )?the\s+(?:only |main |real )?(?:bottleneck|limiting)|"
    r"узк\w+ мест\w+(?:\s+(?:на|при|у|во?|здесь|тут)\s[^—:.;]{1,30}?)?\s*(?:\*\*)?(?:очевидно|определено|найдено|ясно)?\s*[—:-]\s*(?!не\b|неизвест|открыт)\S+|"
    r"ограничива\w+ (?:ресурс|фактор)\w*[^—:.;]{0,90}\s[—:-]\s*(?!не\b)\S+|узк\w+ мест\w+ (?:определено|найдено)",
    re.I,
)
_OPEN_LIMIT = re.compile(
    r"не (?:определ|установ|называ|измер|искал|провер)|not (?:determined|established|read|named|known|measured)|no (?:bottleneck|limiting)|might|may |perhaps|возможно|вероятно|hypothes|гипотез|\bif\b|если",
    re.I,
)


#: Signs behind the name of a bottleneck, which are no lack of evidence.
_SHOWN_BY = re.compile(
    r"(?:\w: |\b(?:because|since|as shown by)\b|(?<!\w)(?:так как|поскольку|потому что)(?!\w))\W*\w+\W+\w+", re.I
)


def _tells_signs(scene: Scene) -> bool:
    """ "The bottleneck is the disk: pressure is high": a bottleneck is named, and what shows it behind it."""
    named = _NAMED_LIMIT.search(scene.sentence.text)
    return named is not None and _SHOWN_BY.search(scene.sentence.text[named.end() - 2 :]) is not None


def _names_limit(scene: Scene) -> bool:
    """Whether a bottleneck is named outright, with nothing told that would show it."""
    text = scene.sentence.text
    if not _NAMED_LIMIT.search(text) or _OPEN_LIMIT.search(text) or _by_time(scene) or _tells_signs(scene):
        return False
    facts = scene.vocabulary.facts
    held = any(
        "limit" in f.metric.lower() or "saturat" in f.metric.lower() or f.stat == "limiting" for f in facts.facts
    )
    told = any(b.verdict == "supported" and b.predicate in ("value", "share") for b in scene.bounds.values())
    return not held and not told


_NO_LIMIT = Ruling(
    "contradicted",
    "no limiting factor is among the facts",
    "в фактах ограничивающего фактора нет",
    (),
    "not determined",
)


_AT_A_LEVEL = {"at", "even", "with", "already", "при", "даже", "уже"}
_LIMITED_BY = {"в", "во", "by", "into", "against"}


def _limited_by_another(scene: Scene, token: Token, stop: int) -> bool:
    """ "TPS упирается в сетевой диск", "ограничен диском", "TPS is limited by the network disk": what limits stands behind the word, and is neither a metric nor a value."""
    row = scene.tokens[token.index + 1 : stop + 1]
    at = next((n for n, t in enumerate(row[:4]) if t.lower in _LIMITED_BY), None)
    if at is None and row and not token.text.isascii() and part_of_speech(row[0].lower) in ("NOUN", "ADJ"):
        at = -1
    if at is None or at + 1 == len(row):
        return False
    behind = list(itertools.takewhile(lambda t: t.is_word and t.lower not in _AT_A_LEVEL, row[at + 1 :]))
    known = scene.mentions.level_tokens | {m.first for m in scene.mentions.metrics}
    return bool(behind) and not any(t.number is not None or t.index in known for t in behind)


def judge_limit(scene: Scene, token: Token) -> tuple[int, int, Ruling]:
    """A rate that is higher at another level was not at its ceiling here."""
    start, stop = clause_bounds(scene, token.index)
    stop = next((t.index for t in scene.tokens[token.index : stop + 1] if t.text == ","), stop)
    after = [
        m for m in scene.mentions.metrics if m.metrics and m.first > token.index and m.first <= stop and not m.modifier
    ]
    before = [
        m for m in scene.mentions.metrics if m.metrics and m.last < token.index and m.first >= start and not m.modifier
    ]
    named = after or ([] if _limited_by_another(scene, token, stop) else before)
    first = last = token.index
    if not named and _names_limit(scene):
        return first, last, _NO_LIMIT
    if not named:
        return first, last, Ruling("unverifiable", "what limits is not measured", "то, чем ограничено, не измерено")
    mention = named[0]
    last, first = max(last, mention.last), min(first, mention.first)
    unsaid = is_negated(scene, token.index) or is_hedged(scene, token.index)
    if unsaid or _by_time(scene) or _tells_signs(scene):
        return first, last, Ruling("unverifiable", "nothing measured decides this", "измеренное этого не решает")
    levels = said_levels(scene, token)
    for metric in sorted(mention.metrics) if mention.exact else ():  # "WAL writing" is not the metric "WAL write rate"
        unit = scene.vocabulary.unit_of(metric)
        if unit is None or unit.dimension not in ("bandwidth", "frequency"):
            continue
        row = scene.vocabulary.series(metric)
        if len(row) < 2:
            continue
        top_level, top = max(row, key=lambda one: one[1].value)
        here = (
            [fact for level, fact in row if level in levels]
            if levels
            else [min((fact for _, fact in row), key=lambda f: f.value)]
        )
        if here and all(shown(fact) * 1.02 < shown(top) for fact in here):
            fact = here[0]
            return first, last, Ruling(
                "contradicted", f"{metric} reached {top.value:g} at {top_level}, so {fact.value:g} was not its limit",
                f"при {top_level} {metric} доходит до {top.value:g}, значит {fact.value:g} не предел", (fact.name, top.name), f"{top.value:g}",
            )  # fmt: skip
    if _names_limit(scene):
        return first, last, _NO_LIMIT
    return (
        first,
        last,
        Ruling(
            "unverifiable", "no known limit or saturation is among the facts", "в фактах нет ни предела, ни насыщения"
        ),
    )


# -- what dominates ---------------------------------------------------------------------------------------------------


_INSIDE = {"внутри", "среди", "inside", "within", "among"}


def judge_dominance(scene: Scene, token: Token) -> tuple[int, int, Ruling] | None:
    """The largest share of its whole, where the facts hold shares."""
    if sum(t.number is not None and t.number.kind == "clock" for t in scene.tokens) >= 2:
        ruling = Ruling(
            "unverifiable", "within a window; shares are of whole runs", "внутри окна, а доли — целых прогонов"
        )
        return token.index, token.index, ruling
    behind = scene.tokens[token.index + 1].lower if token.index + 1 < len(scene.tokens) else ""
    if not_everywhere(scene, token.index) or token.lower == "most" and behind.endswith("ly"):
        return None  # "most strongly tied to IO": how strongly
    argument = argument_of(scene, token, inherit=False)
    if argument is None or not argument.metrics:
        return token.index, token.index, Ruling("unverifiable", "the facts hold no shares here", "в фактах нет долей")
    if any(t.lower in _INSIDE for t in scene.tokens[max(0, argument.first - 3) : argument.first]):
        return None  # "внутри IPC преобладает …": what is said of is behind the word
    levels = said_levels(scene, token)
    argument = _who_is_called_so(scene, token, argument)
    outcome: Ruling | None = None
    for metric in sorted(argument.metrics):
        own = [f for f in scene.vocabulary.values(metric, "share", any_level=True) if not levels or f.level in levels]
        for fact in own:
            rivals = [
                f
                for f in scene.vocabulary.facts.facts
                if f.stat == "share"
                and f.level == fact.level
                and f.denominator == fact.denominator
                and f.metric != metric
                and f.run == fact.run
                and _same_kind(f.metric, metric)
                and not scene.vocabulary.contains(f.metric, metric)
            ]
            top = max(rivals, key=lambda f: f.value, default=None)
            if top is not None and top.value >= fact.value:
                return (
                    argument.first,
                    token.index,
                    Ruling(
                        "contradicted",
                        f"{top.name} is {top.value:g}, {fact.name} is {fact.value:g}",
                        f"{top.name} — {top.value:g}, {fact.name} — {fact.value:g}",
                        (fact.name, top.name),
                        top.metric,
                    ),
                )
            outcome = Ruling(
                "supported",
                f"{fact.name} is {fact.value:g}, the largest share",
                f"{fact.name} — {fact.value:g}, наибольшая доля",
                (fact.name,),
            )
    return (
        argument.first,
        token.index,
        outcome or Ruling("unverifiable", "the facts hold no shares here", "в фактах нет долей"),
    )


_COPULA = ("остается", "остались", "остаются", "становится", "стал", "является", "являются", "оказывается", "оказал", "был", "служит", "is", "are", "was", "were", "remains", "stays", "becomes", "became", "—", "–")  # fmt: skip


def _who_is_called_so(scene: Scene, token: Token, argument: Argument) -> Argument:
    """ "Главным писателем остаётся checkpointer": who is called the main writer, and not the writer by whose word it is called."""
    if argument.first != token.index + 1:
        return argument
    for mention in scene.mentions.metrics:
        if mention.first > argument.last + 1 and len(mention.metrics) == 1 and mention.first > 0:
            if scene.tokens[mention.first - 1].lower.startswith(_COPULA):
                return Argument(mention.metrics, mention.first, mention.last, True)
    return argument


_PARTS = {"part", "часть", "share", "доля"}


def tells_part(scene: Scene, token: Token) -> bool:
    """Whether a superlative is of a part: "the largest share of …", "больше всего времени исполнения"."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    if following and following[0].stems & _PARTS:
        return True
    return len(following) == 2 and following[0].lower == "всего" and _whole_at(scene, token.index + 2) is not None


def _whole_at(scene: Scene, place: int) -> str | None:
    """The whole that is named at or after a place, as its words."""
    return next((m.text for m in scene.mentions.metrics if m.whole and place <= m.first <= place + 3), None)


#: "Там же максимальна доля WALSync": over the levels, and not among the parts.
_SAME_PLACE = re.compile(
    r"(?<!\w)(?:там|тут|здесь|тогда) же (?:и )?\w+$|\b(?:there|here),? too,? |\balso there\b", re.I
)


def judge_part(scene: Scene, token: Token, kind: str) -> tuple[int, int, Ruling] | None:
    """ "S1 takes the largest part of execution time": against the other parts of the same whole; None where there are none."""
    start, stop = clause_bounds(scene, token.index)
    named = [
        m
        for m in scene.mentions.metrics
        if start <= m.first <= stop and m.exact and any("share" in scene.vocabulary.stats_of(one) for one in m.metrics)
    ]
    if not named or is_negated(scene, token.index) or _SAME_PLACE.search(scene.text_of(start, token.index)):
        return None
    if any(t.lower in _OWN or t.stems & _OWN for t in scene.tokens[max(start, token.index - 2) : token.index]):
        return None  # "reaches its highest share": of its own shares, over the levels
    subject = min(named, key=lambda m: abs(m.first - token.index) + (0 if m.last < token.index else 3))
    levels = said_levels(scene, token)
    outcome: Ruling | None = None
    for metric in sorted(subject.metrics):
        for fact in scene.vocabulary.values(metric, "share", any_level=True):
            if levels and fact.level not in levels or not _of_this_whole(scene, token, fact):
                continue
            row = [other for other in rivals_of(scene, fact) if other.level == fact.level]
            edge = (max if kind == "max" else min)(row, key=lambda f: f.value, default=None)
            if edge is None:
                continue
            wrong = edge.value > fact.value if kind == "max" else edge.value < fact.value
            text = f"{fact.name} is {fact.value:.4g}, {edge.name} is {edge.value:.4g}"
            ru = f"{fact.name} — {fact.value:.4g}, {edge.name} — {edge.value:.4g}"
            if wrong:
                return (
                    token.index,
                    token.index + 1,
                    Ruling("contradicted", text, ru, (fact.name, edge.name), edge.metric),
                )
            outcome = outcome or Ruling("supported", text, ru, (fact.name,))
    return (token.index, token.index + 1, outcome) if outcome is not None else None


_OWN = {"its", "their", "свой"}


def _of_this_whole(scene: Scene, token: Token, fact: Fact) -> bool:
    """Whether a share is of the whole that the sentence names, if it names one."""
    named = _whole_at(scene, token.index)
    return named is None or fact.denominator is None or named.lower() in whole_names(fact.denominator)


def rivals_of(scene: Scene, fact: Fact) -> list[Fact]:
    return [
        other
        for other in scene.vocabulary.shares
        if other.denominator == fact.denominator
        and other.metric != fact.metric
        and other.run == fact.run
        and other.scope == fact.scope
        and _same_kind(other.metric, fact.metric)
        and not scene.vocabulary.contains(other.metric, fact.metric)
    ]


def _same_kind(one: str, two: str) -> bool:
    """ "wait:IO:WalSync" competes with wait events, not with wait types, statements or the CPU."""
    if ":" not in one + two:  # plain names: parts of one whole, as the denominators say, but for work among waits
        return ("cpu" in one.lower()) == ("cpu" in two.lower())
    return one.split(":")[0] == two.split(":")[0] and one.count(":") == two.count(":")


# -- balance and likeness ---------------------------------------------------------------------------------------------


def judge_balance(scene: Scene, token: Token) -> tuple[int, int, Ruling]:
    """A balance of two metrics of one unit is best where they are nearest; without criterion it cannot be judged."""
    levels = said_levels(scene, token)
    after = [m for m in scene.mentions.metrics if m.first > token.index and m.metrics]
    last = token.index
    pair: list[str] = []
    for mention in after[:1]:
        for metric in sorted(mention.metrics):
            pair = members_of(scene, metric) or pair
        if pair:
            last = mention.last
            break
    if len(after) >= 2 and not pair and all(len(m.metrics) == 1 for m in after[:2]):
        one, two = (next(iter(m.metrics)) for m in after[:2])
        unit = scene.vocabulary.unit_of(one)
        if one != two and unit is not None and unit == scene.vocabulary.unit_of(two):
            pair, last = [one, two], after[1].last
    if len(pair) == 2 and levels:
        gaps: dict[str, tuple[float, Fact, Fact]] = {}
        for level in scene.vocabulary.level_ids:
            a, b = scene.vocabulary.central(pair[0], level), scene.vocabulary.central(pair[1], level)
            if a is not None and b is not None and a.value > 0 and b.value > 0:
                gaps[level] = (max(a.value, b.value) / min(a.value, b.value), a, b)
        if len(gaps) >= 2:
            best = min(gaps, key=lambda level: gaps[level][0])
            text = ", ".join(f"{level}: {gap[0]:.2f}" for level, gap in gaps.items())
            names = tuple(f.name for gap in gaps.values() for f in gap[1:])
            if best in levels:
                return (
                    token.index,
                    last,
                    Ruling("supported", f"ratio of the two: {text}", f"отношение двух: {text}", names),
                )
            return (
                token.index,
                last,
                Ruling("contradicted", f"ratio of the two: {text}", f"отношение двух: {text}", names, best),
            )
    return token.index, last, Ruling("unverifiable", "no criterion of balance is named", "признак баланса не назван")


def judge_likeness(scene: Scene, token: Token) -> tuple[int, int, Ruling] | None:
    """ "Все три эксперимента показывают схожую картину": refuted where a correlation changes its sign."""
    if not any(t.has("all") for t in scene.tokens):
        return None
    pools: dict[tuple[str, str | None, str], list[Fact]] = {}
    for fact in scene.vocabulary.facts.facts:
        if fact.stat in CORRELATIONS:
            pools.setdefault((fact.metric, fact.partner, fact.stat), []).append(fact)
    for facts in pools.values():
        if len(facts) >= 2 and min(f.value for f in facts) < 0 < max(f.value for f in facts):
            low, high = min(facts, key=lambda f: f.value), max(facts, key=lambda f: f.value)
            return (
                0,
                token.index,
                Ruling(
                    "contradicted",
                    f"{low.name} is {low.value:g}, {high.name} is {high.value:g}",
                    f"{low.name} — {low.value:g}, {high.name} — {high.value:g}",
                    (low.name, high.name),
                ),
            )
    return 0, token.index, Ruling("unverifiable", "in which respect is not said", "не сказано, в чём")
