"""Holds a verdict told with certainty to the effect that it is of: "significantly ahead of B", "доказанно снизилось", "cuts the lag by 37%, so it is the obvious choice", "fell by 2%, which is noise".

An order may be described; to call it shown needs an effect that is decided, and to call it noise or none one that is not. Only refutes, and only
where the metric and both levels are said, or a change or two values beside the word fix them.
"""

from __future__ import annotations

import re

from factcheck.binding.arguments import DIRECTIONS, clause_bounds, is_hedged, is_negated
from factcheck.binding.compared import effects_told
from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, of_equality, phrases, refuted
from factcheck.forms.facts import Effect
from factcheck.judging.verdicts import Ruled

#: Adverbs that make a way certain; the way stands beside them.
_SURELY = re.compile(
    r"\b(?:clearly|definitely|significantly|convincingly|decisively|undoubtedly|unquestionably|reliably|provably|comfortably|demonstrably)\b|"
    r"(?<!\w)(?:уверенно|убедительно|доказанно|доказательно|достоверно|значимо|однозначно|несомненно|бесспорно|гарантированно|решительно)(?!\w)",
    re.I,
)
#: Words that call a difference shown.
_SHOWN = re.compile(
    r"\b(?:(?:is|are|was|were|been|now|thus|also) (?:\w+ )?(?:confirmed|proven|proved|established|beyond (?:any )?doubt)|statistically significant|a (?:proven|confirmed|solid|clear) (?:\w+ ){0,2}(?:win|gain|loss|improvement|degradation))\b|"
    r"(?<!\w)(?:подтвержд[её]н[аоы]?|подтверждаются|подтвердил(?:ся|ась|ось|ись)|доказан[аоы]?|доказанн\w+ (?:выигрыш|улучшени|ухудшени|прирост|преимуществ|снижени|потер)\w*|статистически значим\w*|значим[аоы]?|не вызывает сомнений)(?!\w)",
    re.I,
)
_PROVES = re.compile(r"\bwhich proves\b|\b(?:this|that|it) proves\b|(?<!\w)(?:что|это) (?:и )?доказывает(?!\w)", re.I)
_CHOICE = re.compile(
    r"(?:[,;:—-]|\band|(?<!\w)и) ?(?:so|therefore|hence|thus|which makes|and so|поэтому|следовательно|значит|а значит|отсюда|тем самым)(?!\w)"
    r"[^.;]{0,40}?(?:choice|choose|prefer\w*|pick|winner|recommend\w*|предпочт\w+|выб(?:ор|ир|рат)\w*|рекоменд\w+|подходит лучше|лучший вариант)",
    re.I,
)
_NOISE = re.compile(
    r"\b(?:(?:is|are|lies?|stays?|falls?|well|still|just|only) (?:\w+ )?(?:within|inside) (?:the |measurement |statistical )?(?:noise|error|scatter|spread)|(?:is|are|was|only|just|mere|pure) (?:\w+ )?noise|indistinguishable)\b|"
    r"(?<!\w)(?:укладыва\w+ в (?:пределы )?(?:шум|погрешност)\w*|в пределах (?:\w+ )?(?:шума|погрешности)|не выходит за (?:пределы )?(?:шум|погрешност)\w*|неотличим[аоы]?|это (?:просто )?шум)(?!\w)",
    re.I,
)
_SAME = re.compile(
    r"\b(?:no difference|(?:is|are|was|were) equivalent|show(?:s|ed)? equivalen\w+)\b|(?<!\w)(?:эквивалентн[аоы]|различий нет|разницы нет|нет (?:никакой )?разницы|никакой разницы)(?!\w)",
    re.I,
)
#: A difference that is told as above, or below, the minimum effect.
_MINIMUM = re.compile(
    r"\b(?:(?P<above>exceeds?|exceeded|is (?:above|over|beyond)|surpass\w+)|(?P<below>is (?:below|under)|falls? short of|(?:does|did) not (?:exceed|reach))) (?:the |our |this )?(?:[\w-]+ )?minimum effect|"
    r"(?<!\w)(?:(?P<above_ru>превыша\w+|превосход\w+|больше|выше)|(?P<below_ru>не (?:превыша\w+|дотягива\w+ до|достига\w+)|меньше|ниже)) (?:[\w-]+ )?минимальн\w+ (?:значим\w+ )?эффект\w*",
    re.I,
)
_WAYS = (*DIRECTIONS, "cause", "differ", "superlative.best", "superlative.worst")
_WAY = re.compile(
    r"^(?:ahead|behind|ускор\w+|замедл\w+|выигр\w+|проигр\w+|loses?|lost|shrank|shrunk|cuts?|saves?|эконом\w+)$", re.I
)
_LINK = re.compile(r"коррел\w*|correlat\w*|coefficient|коэффициент\w*", re.I)
_UNTIL = re.compile(r"\b(?:if|unless|until|whether|would|could|should|cannot|can't|nor|hardly|yet|not)\b|(?<!\w)(?:если|пока|бы|ли|нельзя|вряд|едва|кажется|не|ни|нет)(?!\w)", re.I)  # fmt: skip
_DECIDED = {"better", "worse"}
_OPEN = {"undecided", "equivalent", "drifting", "invalid"}
_BY_TRIAL = re.compile(
    r"(?<!\w)(?:убедительно|строго|однозначно|окончательно|надёжно|надежно|экспериментально) доказан[аоы]?(?!\w)|(?<!\w)доказан[аоы]? (?:экспериментом|опытом|испытани\w+|тест\w+|измерени\w+)|"
    r"\b(?:conclusively|convincingly|firmly|rigorously) (?:proven|proved|demonstrated|established)\b|\bproven by (?:the |our |this )?(?:experiment|tests?|trial|measurements?)\b",
    re.I,
)


def judge_assured(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each verdict told as certain that its effect refutes."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found = [ruled for p in phrases(scene, _MINIMUM) if (ruled := _by_minimum(scene, p)) is not None]
    if not scene.vocabulary.repeated:
        return found + _by_trial(scene)
    found += [ruled for pattern in (_SURELY, _SHOWN, _PROVES, _CHOICE) for p in phrases(scene, pattern) if (ruled := _sure(scene, p, pattern))]  # fmt: skip
    for pattern, wrong in ((_NOISE, _DECIDED), (_SAME, {"better", "worse", "undecided", "drifting"})):
        found += [ruled for p in phrases(scene, pattern) if (ruled := _alike(scene, p, wrong))]
    return found


def _sure(scene: Scene, phrase: Phrase, pattern: re.Pattern[str]) -> Ruled | None:
    start, stop = clause_bounds(scene, phrase.first)
    near = scene.tokens[max(start, phrase.first - 4) : phrase.last + 5] if pattern is _SURELY else scene.tokens[start : stop + 1]  # fmt: skip
    if pattern is not _PROVES and not any(t.has(*_WAYS) or _WAY.match(t.text) for t in near):
        return None
    if _denied(scene, phrase, pattern) or of_equality(scene, phrase.last) or any(t.has("equal") for t in near):
        return None
    effects = effects_told(scene, phrase.first)
    wrong = _OPEN - {"equivalent"} if pattern is _PROVES else _OPEN
    return _refused(phrase, effects) if effects and all(e.verdict in wrong for e in effects) else None


def _denied(scene: Scene, phrase: Phrase, pattern: re.Pattern[str]) -> bool:
    """Whether the certainty is denied, wished for, or of a coefficient."""
    if is_negated(scene, phrase.first) or scene.matches(_LINK):
        return True
    if pattern is not _CHOICE and is_hedged(scene, phrase.first):
        return True
    start, _ = clause_bounds(scene, phrase.first)
    offset = scene.tokens[0].start
    return bool(_UNTIL.search(scene.sentence.text[scene.tokens[start].start - offset : phrase.match.end()]))


def _alike(scene: Scene, phrase: Phrase, wrong: set[str]) -> Ruled | None:
    """A difference that is called noise, or none, where its effect is shown."""
    if is_hedged(scene, phrase.first):
        return None
    before = scene.tokens[max(0, phrase.first - 3) : phrase.first]
    if any(t.has("negation") for t in before):
        return None
    if wrong != _DECIDED and not _all_beside(scene, phrase):
        return None
    effects = effects_told(scene, phrase.first, alone=False)
    return _refused(phrase, effects) if effects and all(e.verdict in wrong for e in effects) else None


def _all_beside(scene: Scene, phrase: Phrase) -> bool:
    """Whether two levels and the metric stand between the same commas as a word of equality: what else it may be of is too much to tell."""
    marks = [t.index for t in scene.tokens if t.text in ",;:—–("]
    start = max((at for at in marks if at < phrase.first), default=-1)
    stop = min((at for at in marks if at > phrase.last), default=len(scene.tokens))
    levels = {m.ids for m in scene.mentions.levels if start < m.first < stop}
    metrics = {m.metrics for m in scene.mentions.metrics if start < m.first < stop and not m.modifier}
    return len(levels) == 2 and len(metrics) == 1


def _by_minimum(scene: Scene, phrase: Phrase) -> Ruled | None:
    """ "The gain exceeds the minimum effect", of an effect that does not."""
    least = scene.vocabulary.facts.experiment.minimum_effect_pct
    effects = effects_told(scene, phrase.first)
    sizes = [abs(e.effect_pct) for e in effects if e.effect_pct is not None]
    if least is None or not sizes or is_hedged(scene, phrase.first):
        return None
    above = bool(phrase.match.group("above") or phrase.match.group("above_ru"))
    if any((size > least) == above for size in sizes) or above and is_negated(scene, phrase.first):
        return None
    told = f"{effects[0].metric} {effects[0].level} vs {effects[0].baseline}: {effects[0].effect_pct:+g}%, the minimum effect is {least:g}%"  # fmt: skip
    return refuted(phrase, "threshold", told, ("experiment.minimum_effect_pct",), f"{sizes[0]:g}")


def _by_trial(scene: Scene) -> list[Ruled]:
    """With one run a level nothing is proven by the experiment, whatever it is."""
    effects = scene.vocabulary.facts.effects
    if not effects or any(effect.verdict != "single_run" for effect in effects):
        return []
    told = "one run a level proves nothing"
    return [refuted(p, "significance", told, (), "single_run") for p in phrases(scene, _BY_TRIAL) if not is_negated(scene, p.first) and not is_hedged(scene, p.first)]  # fmt: skip


def _refused(phrase: Phrase, effects: list[Effect]) -> Ruled:
    told = "; ".join(f"{e.metric} {e.level} vs {e.baseline}: {e.verdict}" for e in effects[:4])
    names = tuple(f"effect {e.metric} {e.level} vs {e.baseline}" for e in effects[:4])
    return refuted(phrase, "significance", told, names, effects[0].verdict)
