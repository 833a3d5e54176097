"""Judges what is asserted as shown, tested or proven: a correlation told as a cause, a measurement that nobody made, proof from one run.

Facts measure; they prove no cause. What a text says to be proven is refuted where all that the facts hold is a correlation, an
open comparison or nothing at all; a denial ("do not prove") is left alone.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.judging.verdicts import Ruling

_PROVEN = re.compile(
    r"(?P<proof>(?:measurements?|data|figures|numbers|results|tests?|experiments?|runs?)\s+(?:clearly |also |thus |have |do )?(?:prove[sd]?|proven|confirm(?:s|ed)?|demonstrate[sd]?)\s+(?:it|this|that|the)\b|"
    r"\bas (?:the |our )?(?:measurements?|data|figures|tests?) (?:show|prove|confirm|demonstrate)|\bthis was (?:measured|tested|confirmed|proven)\b|\bit is (?:therefore |thus )?a fact\b|\bso it is a fact\b|"
    r"\bI (?:have )?tested (?:it|this|that)\b|\bwe (?:have )?tested (?:it|this|that)(?! (?:separately )?(?:later|elsewhere))\b|\b(?:they )?all gave the same result|"
    r"confirmed (?:by|in) (?:a |an )?(?:separate|additional|second|further) (?:run|test|experiment)|"
    r"(?:замер\w*|измерени\w+|прогон\w*|опыт\w*|данн\w+|значени\w+|результат\w*|эксперимент\w*|совпадение по времени)\s+(?:это\s+|ясно\s+|тоже\s+|однозначно\s+)?(?:подтвержда\w+|подтвердил\w*|доказыва\w+|доказал\w*)|"
    r"(?:это|что)\s+подтвержден[оа]?\s+(?:\w+\s+)?(?:прогон\w*|замер\w*|измерени\w+|опыт\w*|данн\w+)|подтвержден[оа]?\s+(?:отдельн\w+\s+)?(?:прогон\w*|замер\w*|измерени\w+|опыт\w*)|"
    r"(?<!\w)(?:и|но) это (?:уже |теперь )?доказано(?!\w)|(?<!\w)это установлено(?!\w)|\band (?:this|that|it) is (?:now )?(?:proven|established)\b|"
    r"достаточно для доказательства|и\s+доказыва\w+|^\W*доказыва\w+|доказыва\w+\s+(?:причинн\w+|преимущество|что))",
    re.I,
)
_CAUSE = re.compile(
    r"(?P<cause>\b(?:is|was) what (?:causes|caused|drives|drove|determines)\b|\bproves? (?:a |the )?caus\w+|\b(?:is|was) (?:a|the) cause\b(?! of concern)|"
    r"\bэто (?:именно )?причина\b|\bпричина, а не\b|доказыва\w+ причинн\w+|причинн\w+ связь (?:доказан|установлен)\w*)",
    re.I,
)
_DENIED = re.compile(
    r"\b(?:not|n't|never|no|none|neither|nothing|hardly|without|cannot|whether|if|would|could|should|need|must|might|may)\b[^.;:,]{0,30}$|(?<!\w)(?:не|ни|нет|нельзя|без|никак\w*|вряд ли|чтобы|если|ли|бы|может|нужно|"
    r"надо)(?!\w)[^.;:,]{0,24}$",
    re.I,
)
_CORRELATED = re.compile(r"correlat|коррел|связь|r\s?=\s?[−-]?0[.,]|коэффициент", re.I)
_SUPPOSED = re.compile(
    r"might|perhaps|possibl|plausibl|hypothes|suspect|guess|believe|likely|may |could|tempting|возможн|вероятн|предполож|предполаг|полага|гипотез|подозрева|кажется|видимо|похоже|бы(?!\w)",
    re.I,
)


def judge_proofs(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of each assertion that something is proven."""
    if scene.block.kind == "cell" or scene.tokens[-1].text == "?":
        return []
    found: list[tuple[int, int, str, Ruling]] = []
    for pattern in (_CAUSE, _PROVEN):
        for phrase in phrases(scene, pattern):
            before = scene.sentence.text[: phrase.match.start()]
            if _DENIED.search(before[-48:]) or any(
                first <= phrase.last and phrase.first <= last for first, last, _, _ in found
            ):
                continue
            reason = _refuted(scene, pattern is _CAUSE, phrase.match.group())
            if reason is not None:
                found.append(
                    (
                        phrase.first,
                        phrase.last,
                        "cause" if pattern is _CAUSE else "hypothesis",
                        Ruling("contradicted", *reason),
                    )
                )
    return found


def _refuted(scene: Scene, cause: bool, said: str) -> tuple[str, str] | None:
    """Why the facts cannot have shown it, in both languages; None where they may have."""
    text = scene.sentence.text
    former = scene.former.sentence.text if scene.former is not None else ""
    if cause or re.search(r"причинн", said, re.I):
        if _CORRELATED.search(text) or _CORRELATED.search(former):
            return "a correlation shows no cause", "корреляция не показывает причины"
        return None
    facts = scene.vocabulary.facts
    if (
        not scene.vocabulary.repeated
        and facts.experiment.repeats == 1
        and re.search(r"доказ|prove|преимуществ", said, re.I)
    ):
        return "one run a level proves nothing", "один прогон на уровень ничего не доказывает"
    if _CORRELATED.search(text) or _CORRELATED.search(former) and not scene.mentions.levels:
        return "a correlation shows no cause", "корреляция не показывает причины"
    if re.search(r"\bcaus\w*|\bthe reason\b|вызвал|причин", text, re.I):
        return "nothing measured proves a cause", "измеренное не доказывает причины"
    if re.search(r"not\W+(?:measured|tested)|не (?:измер|провер|испыт)\w+", text, re.I):
        return "it was not measured", "это не измерялось"
    near = f"{former[-400:]} {text}"
    told = any(
        t.number is not None and t.number.is_value and t.index not in scene.mentions.level_tokens for t in scene.tokens
    )
    if _SUPPOSED.search(near) and not told:
        return "a supposition; the facts hold no measurement of it", "предположение; такого измерения в фактах нет"
    if re.search(r"отдельн|separate|additional|same result|measured|tested", said, re.I) and not told:
        return "the facts hold no such measurement", "в фактах нет такого измерения"
    return None
