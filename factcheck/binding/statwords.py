"""Which statistic the words of a sentence call for or leave room for: "a typical commit" no percentile, "at its fullest" a maximum, "even the slowest" an extreme.

A percentile or an extreme is hardly ever told without a word of it, in the sentence, before it or in what heads it; a mean is.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene

_PERCENTILE = re.compile(
    r"p_?\d\d|percent?ile|\btail|(?<![\d.,])9[059](?:th|-?(?:й|го|му|м|е)|[ -](?:percent|процент))(?!\w)|(?<![\d.,])9[059]\s?% (?:of|от|все|запрос|транзакц)|quantile|"
    r"перцентил|процентил|квантил|хвост|девяност|\bin (?:twenty|(?:a|one) hundred)\b|кажд\w+ (?:сот|двадцат)\w+|из (?:ста|сотни|двадцати)(?!\w)|slowest|медленн|(?<!\w)самых|худш|worst|spike|всплеск|выброс|outlier",
    re.I,
)
_TOP = re.compile(
    r"\bmax|\bpeak|\b(?:high|larg|long|great|bigg|deep|top|slow|fast|heav|busi|full)\w*est\b|\bsaw\b|\bseen\b|\bworst|\bbest|\btop\b|\bup to\b|\bas (?:much|high|many|long|large) as\b|reach|\bhit|climb|"
    r"\btouch|\bnever|\bat most\b|\bexceed|\bupper|\bmoment|burst|spike|\brecord|\brang(?:e|ing)|\btop(?:s|ped|ping)\b|\bspread|\bsingle\b|\bsaturat|\bsometimes|\btimes\b|\bno\b|\bnot\b|\brose\b|"
    r"\bswing|\bjump|\bamplitude|\bbetween\b|\bvar[iy]|\bextrem|"
    r"пик|макс|наибол|худш|лучш|дост[ие]г|доход|дости|(?<!\w)до(?!\w)|рекорд|"
    r"размах|разброс|всплеск|выброс|момент|мгновен|временами|иногда|порой|самы|самая|самое|самой|самом|предел|потол|насыщ|(?<!\w)не(?!\w)|ни разу|превы|подня|подска|амплитуд|кра[йе]|диапазон|колеб|упира|перевал|прыга",
    re.I,
)
_BOTTOM = re.compile(
    r"\bmin|\b(?:low|small|short|slow|fast|deep|shallow|thin|poor|weak)\w*est\b|\bworst|\bbest|\bfloor|\bbottom|\btrough|\bdown to\b|\bas (?:little|low|few|short) as\b|\bat least\b|\bnever|\bmoment|\bdrop|\bfell|\bfall|\bsank|\bsink|\bdip|"
    r"\brecord|\brang(?:e|ing)|\bspread|\bsingle\b|\bsometimes|\btimes\b|\bno\b|\bnot\b|\bswing|\bamplitude|\bbetween\b|\bvar[iy]|\bextrem|\bbelow|\bhit|\bstall|\bcollapse|"
    r"мин|наимен|худш|лучш|дно|дна(?!\w)|провал|просад|просе|пада|упал|сниж|сниз|опус|(?<!\w)до(?!\w)|рекорд|"
    r"размах|разброс|момент|мгновен|временами|иногда|порой|самы|самая|самое|самой|самом|предел|(?<!\w)не(?!\w)|ни разу|амплитуд|кра[йе]|диапазон|колеб|яма|ямы|рухн|обвал|кризис",
    re.I,
)
#: What makes room from further away, where "not" or "up to" speak of something else.
_NAMED = re.compile(
    r"\bmax|\bmin|\bpeak|\b(?:high|low|larg|small|long|short|slow|fast)\w*est\b|\bworst|\bbest|\brang(?:e|ing)|\bspread|\brecord|\bextrem|\bmoment|\bspike|\bdrop|\bdip|\bstall|"
    r"пик|макс|мини|наибол|наимен|худш|лучш|рекорд|размах|разброс|всплеск|момент|провал|просад|кризис|самы|кра[йе]",
    re.I,
)
_CENTRAL = re.compile(r"\b(?:mean|average)s?\b|(?<!\w)(?:средн(?!екв)\w+|в среднем)(?!\w)", re.I)
_ROOM = {"p90": _PERCENTILE, "p95": _PERCENTILE, "p99": _PERCENTILE, "max": _TOP, "min": _BOTTOM}

_TYPICAL = re.compile(
    r"\b(?:typical(?:ly)?|usual(?:ly)?|ordinary|ordinarily|normal(?:ly)?|as a rule|on average|each|every)\b(?!\s+(?:step|level|setting|doubling|run|cell|configuration|value|minute|second|hour|time)\b)|"
    r"(?<!\w)(?:типичн\w+|обычн\w+|рядов\w+|как правило|в среднем|кажд\w+)(?!\w)(?!\s+(?:шаг|уровн|значени|прогон|ступен|минут|секунд|час|раз|удвоени|вариант|конфигураци|эксперимент)\w*)",
    re.I,
)


def leaves_room(scene: Scene, stat: str, place: int) -> bool:
    """Whether a word of the sentence, of the two before it or of what heads it makes room for a statistic other than a central one."""
    pattern = _ROOM.get(stat)
    if pattern is None:
        return True
    if typical_before(scene, place):
        return bool(pattern.search(_clause(scene, place)))
    if pattern.search(scene.sentence.text):
        return True
    former = _former(scene)
    named = pattern if pattern is _PERCENTILE else _NAMED
    for text in (scene.sentence.text, *former):
        if named.search(text):
            return True
        if _CENTRAL.search(text):
            return False  # what was said last of a statistic is that it is a mean
    return any(named.search(block.text) for block in scene.surroundings)


def says_percentile(scene: Scene) -> bool:
    """Whether a sentence, or what heads it, speaks of a percentile."""
    return any(
        _PERCENTILE.search(text) for text in (scene.sentence.text, *(block.text for block in scene.surroundings[:1]))
    )


def typical_before(scene: Scene, place: int) -> bool:
    """ "A typical commit waits …", "each query takes …": what stands before a number speaks of the ordinary case."""
    return bool(_TYPICAL.search(_clause(scene, place, behind=False)))


def _clause(scene: Scene, place: int, *, behind: bool = True) -> str:
    """The text of a number's part of the sentence, between semicolons and colons."""
    text, start = scene.sentence.text, scene.tokens[0].start
    before = re.split(r"[;:]", text[: scene.tokens[place].start - start])[-1]
    return before + (re.split(r"[;:]", text[scene.tokens[place].end - start :])[0] if behind else "")


def _former(scene: Scene) -> list[str]:
    return [former.sentence.text for former in scene.before(2)]
