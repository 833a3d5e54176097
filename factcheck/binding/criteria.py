"""Finds by what a clause ranks or compares: which rows of values its words may be of, and which end of each row a word means.

A metric is named by its name, by a word of it, or by the thing that it is of ("the slowest reply", "прожорлив до процессора"); a statistic by its word, by a
percentile, or by a single event ("the worst second"). What the clause leaves out is asked of what was told before (`Told`). All rows are readings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from factcheck.binding.mentions import MetricMention
from factcheck.binding.scene import Scene
from factcheck.binding.subjects import SPREAD_WORDS, Row, row_of, rows_of, told_rows
from factcheck.binding.vocabulary import Vocabulary
from factcheck.reading.degrees import Mark, Way
from factcheck.reading.sentences import Token
from factcheck.reading.words import part_of_speech

#: What a metric is of, by what its names say and by what a text calls it.
_THINGS: tuple[tuple[str, str], ...] = (
    (r"^(?!.*(?:write|read|disk|commit|fsync|replic|await|запис|чтен|диск|реплик|фиксац)).*(?:latency|response|отклик|задержка|"
        r"время (?:ответа|запрос\w*|транзакци\w*)|query time|transaction time)", r"repl(?:y|ies)|respon[sd]\w*|answer\w*|отве[тч]\w*|отклик\w*|latenc\w*|wait(?:s|ed|ing)?|client|query|queries|request\w*|запрос\w*"),
    (r"\btps\b|throughput|transactions|транзакц|пропускная|\bqps\b|queries per|запросов в сек", r"transactions?|транзакц\w*|throughput|tps|скорост\w*|speed|faste?r?|second|секунд\w*|qps|пропускн\w*"),
    (r"\bcpu\b|processor|процессор", r"cpu|processor\w*|процессор\w*|cores?|ядр\w*"),
    (r"memory|\brss\b|\bram\b|памят", r"memory|ram|rss|памят\w*"),
    (r"disk util|утилизация диска|занятость диска|загрузка диска", r"disks?|диск\w*|drive"),
    (r"disk space|space|место|объем на диске|size on disk|размер", r"space|disks?|диск\w*|мест[оа]|size|размер\w*"),
    (r"write latency|w_await|задержка записи|время записи на диск|write time", r"writes?|записи|запись|запис\w+"),
    (r"read latency|r_await|задержка чтения|время чтения", r"reads?|чтени\w*"),
    (r"\bwal\b|журнал", r"wal|logs?|журнал\w*"),
    (r"network|traffic|\bnet\b|сет[иь]|трафик", r"wire|network|traffic|сет[ьи]\w*|трафик\w*|bandwidth|канал\w*"),
    (r"replica|replication|standby|lag\b|реплик|отставани", r"replicas?|standby|lags?|реплик\w*|отстава\w*"),
    (r"recovery|restart|восстановлен|перезапуск|рестарт", r"recover\w*|restarts?|crash\w*|авари\w*|восстан\w*|просто[йяюе]|downtime|outage|поднима\w*|подъ[её]м\w*"),
    (r"backup|копирован|бэкап|archiv|архив", r"backups?|archiv\w*|копирован\w*|копи[яию]|бэкап\w*|архив\w*"),
    (r"checkpoint|контрольн", r"checkpoints?|контрольн\w*|чекпо\w*"),
    (r"vacuum|вакуум|очистк", r"vacuum\w*|autovacuum|вакуум\w*|очистк\w*|уборк\w*"),
    (r"\bhit|попадан", r"hits?|cache|попадани\w*|кэш\w*"),
    (r"cost|price|стоимост|цена", r"bill|dollars?|money|price|денег|деньг\w*|рубл\w*|стоимост\w*|цен[аыеу]"),
    (r"energy|power|энерг|мощност", r"energy|power|watts?|энерги\w*|ватт\w*"),
    (r"deadlock|взаимоблокир", r"deadlocks?|взаимоблокир\w*"),
    (r"error|ошиб|abort|rollback|откат", r"errors?|ошиб\w*|abort\w*|rollbacks?|откат\w*"),
    (r"dead (?:rows|tuples)|bloat|м[её]ртв|раздува", r"bloat|dead|м[её]ртв\w*|раздува\w*|мусор\w*"),
    (r"queue|очеред", r"queues?|очеред\w*"),
    (r"build|index time|создани|построени", r"builds?|построен\w*|создани\w*|стро\w+"),
    (r"load time|import|copy|загрузки|вставк|insert", r"loads|import\w*|загрузк\w*|вставк\w*|inserts?"),
    (r"plan|планиров", r"plann\w*|планиров\w*"),
    (r"connect|соединен|подключен", r"connect\w*|соединени\w*|подключени\w*"),
    (r"commit|fsync|фиксаци|коммит", r"commits?|fsyncs?|фиксаци\w*|коммит\w*"),
    (r"warm|прогрев", r"warm\w*|прогрев\w*"),
    (r"temp|временн", r"temp\w*|временн(?:ые|ых) файл\w*|spill\w*"),
)  # fmt: skip
#: Nouns that stand for whatever is being compared, or for one of the compared.
_GENERIC = re.compile(
    r"^(?:single|values?|figures?|results?|numbers?|score|marks?|metrics?|measure|places?|position|spot|field|table|list|ranking|race|"
        r"respect|discipline|category|contest|count\w*|sets?|side|end|top|bottom|of|all|four|three|five|six|two|any|codecs?|"
    r"settings?|levels?|configurations?|options?|variants?|modes?|versions?|setups?|runs?|experiment|study|series|test\w*|average|mean|"
        r"median|maximum|minimum|peaks?|floors?|ceilings?|percentile|tail|event\w*|wait\w*|moment|"
    r"значени\w*|показател\w*|результат\w*|числ\w*|мест\w*|позици\w*|стро\w*|спис\w*|таблиц\w*|рейтинг\w*|ряд\w*|дисциплин\w*|зач[её]т\w*|"
        r"сч[её]тчик\w*|метрик\w*|уров\w*|вариант\w*|настро\w*|режим\w*|конфигураци\w*|верси\w*|прогон\w*|"
    r"эксперимент\w*|сери\w*|тест\w*|среднем|медиан\w*|максимум\w*|минимум\w*|пик\w*|перцентил\w*|процентил\w*|хвост\w*|событи\w*|"
        r"ожидани\w*|конц\w*|сред\w*|момент\w*|базов\w*|баз[аыеу]|итог\w*|счет\w*|работ\w*|замер\w*|измерени\w*|отношени\w*|тройк\w*|"
        r"опыт\w*)$",
    re.I,
)  # fmt: skip
_EVENT = re.compile(r"^(?:repl(?:y|ies)|responses?|answers?|requests?|quer(?:y|ies)|writes?|reads?|seconds?|minutes?|moments?|transactions?|pauses?|"
        r"stalls?|fsyncs?|commits?|lags?|ответ\w*|отклик\w*|запрос\w*|запис[ьи]\w*|чтени[ея]\w*|секунд\w*|минут\w*|момент\w*|транзакци\w*|"
        r"пауз\w*|коммит\w*)$", re.I)  # fmt: skip
_SINGLE = re.compile(r"\bsingle\b|\bever\b|\bof the (?:study|whole|entire|test|experiment|series)\b|\brecorded\b|\bcaught\b|(?<!\w)за вс[её] |"
        r"(?<!\w)за весь|(?<!\w)всей серии|(?<!\w)всего (?:эксперимента|теста)|(?<!\w)пойман\w*|(?<!\w)единичн\w+|(?<!\w)отдельн\w+", re.I)  # fmt: skip
_STAT_WORDS: tuple[tuple[str, str], ...] = (
    (r"(?<!\w)p_?(95|99|90|50|999)(?!\w)", ""),
    (r"(?<!\w)(95|99|90|50)(?:st|nd|rd|th|-?[а-яё]{1,3})? ?(?:percentile|перцентил|процентил)", ""),
    (r"\bpeaks?\b|\bceilings?\b|\bmaxim(?:um|a)\b|\bhigh(?:est)? points?\b|\bbusiest (?:moment|second|minute)|\bbest (?:second|minute|"
        r"moment)|\bsingle-(?:second|minute)|\bburst|(?<!\w)пик(?:а|у|ом|е|ов|и|ам|ах)?(?!\w)|(?<!\w)пиков\w+|(?<!\w)максимум\w*|"
        r"(?<!\w)потол\w+к\w*|(?<!\w)верхн\w+ точк\w+|(?<!\w)мгновенн\w+|(?<!\w)лучш\w+ (?:секунд|минут|момент)\w*", "max"),
    (r"\bfloors?\b|\bminim(?:um|a)\b|\blow(?:est)? points?\b|(?<!\w)минимум\w*|(?<!\w)нижн\w+ точк\w+|(?<!\w)дно(?!\w)|(?<!\w)дн[ау](?!\w)", "min"),
    (r"\b(?:on|of|the|mean|average\w*)? ?(?:mean|average)\b|\bon average\b|\baveraged\b|(?<!\w)в среднем|(?<!\w)средн(?:ий|яя|ее|ие|его|ей|ему|им|их|юю|ем)(?!\w)", "mean"),
    (r"\bmedian\b|\btypical\w*|(?<!\w)медиан\w*|(?<!\w)типичн\w*", "median"),
    (r"\bdeviation\b|\bscatter\w*|\bspread\b|\bvarian\w+|\bvariation\b|\brepeatab\w+|\brepeats?\b|\bset of runs\b|(?<!\w)отклонени\w*|"
        r"(?<!\w)разброс\w*|(?<!\w)ско(?!\w)|(?<!\w)повтор(?:ы|ов|ам|ах|ами|яемост\w+)(?!\w)|(?<!\w)прогоны (?:раз|ле)\w+|(?<!\w)вариаци\w*|"
        r"\bvar(?:y|ies|ied)\b|\bfluctuat\w+|\bswings?\b|\bwobbl\w+|(?<!\w)колебл\w+|(?<!\w)колебани\w+|(?<!\w)гуля\w+|(?<!\w)разошл\w+|"
        r"(?<!\w)разбрасыв\w+|(?<!\w)повторяемост\w*|(?<!\w)кучн\w+", "spread"),
    (r"\bamplitude\b|\branges?\b|(?<!\w)размах\w*|(?<!\w)диапазон(?!\w)|(?<!\w)амплитуд\w*", "amplitude"),
    (r"\btail\b|(?<!\w)хвост\w*", "tail"),
    (r"(?<!\w)(?<!\d )(?<!\d)(?<!th )(?<!st )(?<!-)(?<!\d-й )(?:percentiles|п(?:ер|ро)центил(?:и|ей|ям|ями|ях))(?!\w)", "tail"),
)  # fmt: skip
_STATS = [(re.compile(text, re.I), stat) for text, stat in _STAT_WORDS]
_SAME = re.compile(r"\bthere\b|\bthe same (?:percentile|point|measure|score)\b|\bin this (?:race|respect|contest|discipline)\b|\bon this (?:measure|"
        r"score|count)\b|(?<!\w)там(?: же)?(?!\w)|(?<!\w)(?:том|этом|тому|этому) же (?:п[ер]{2}центил|счетчик|показател|месте)\w*|"
        r"(?<!\w)в этой дисциплине|(?<!\w)по эт(?:ой|ому) \w+|(?<!\w)здесь же", re.I)  # fmt: skip
_LINK = re.compile(r"\blinks?\b|\blinked\b|\bcorrelat\w+|\bcoupl\w+|\btied\b|\bassociat\w+|(?<!\w)связ\w+|(?<!\w)коррел\w+|(?<!\w)сцеплен\w*|(?<!\w)зависимост\w*", re.I)  # fmt: skip
_SPREADS = ("stddev", "cv", "amplitude")
#: Words of names that are too common to name a metric by themselves.
_WEAK = re.compile(r"^(?:мест\w*|под|после|точк\w+|секунд\w*|обслужив\w*|процесс\w*|time|load|rate|share|point\w*|second|на|по)$", re.I)  # fmt: skip


@dataclass(slots=True)
class Told:
    """What the text was last told of: kept from clause to clause and from sentence to sentence of a section."""

    section: object = None
    metrics: frozenset[str] = frozenset()
    stats: tuple[str, ...] = ()
    subject: frozenset[str] = frozenset()
    ways: tuple[Way, ...] = ()  # of the last extreme or place, which "the next one" continues
    top: bool = True
    rows: tuple[Row, ...] = ()
    sentence: object = None  # the sentence whose level of parts was told last, and that level
    level: frozenset[str] = frozenset()
    past: list[frozenset[str]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Criterion:
    """The rows that a clause may compare by; `own` where the clause names their metric itself, `sure` where nothing in it was left unread."""

    rows: tuple[Row, ...]
    own: bool
    stats: tuple[str, ...]
    metrics: frozenset[str]
    named: tuple[frozenset[str], ...] = ()  # the metrics that the clause names, one by one


def stats_in(text: str) -> tuple[str, ...]:
    """The statistics that a stretch of text names."""
    found: list[str] = []
    for pattern, stat in _STATS:
        for match in pattern.finditer(text):
            found.append(stat or f"p{next(part for part in match.groups() if part)}")
    if any(stat in ("p95", "p99", "max") for stat in found):
        found = [stat for stat in found if stat != "tail"]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=200)
def _thing(text: str) -> re.Pattern[str]:
    return re.compile(r"^(?:" + text + r")$", re.I)


_AN_ANSWER = {"an", "the", "one", "no", "own", "clear", "short", "this", "один", "свой", "этот", "короткий"}


def metrics_in(scene: Scene, first: int, last: int, mark: Mark | None = None) -> frozenset[str]:
    """The metrics that the tokens name: by whole names, else by words of names and by what they are of; the words of the mark itself name none."""
    spoken = [m for m in scene.mentions.metrics if first <= m.first and m.last <= last and m.metrics and not m.whole]
    exact = [
        m for m in spoken if m.exact and not m.modifier and not re.fullmatch(r"p\d{2,3}", scene.tokens[m.first].lower)
    ]
    exact = [m for m in exact if _begins(scene, m)]
    if exact:
        return frozenset().union(*(m.metrics for m in exact))
    found: set[str] = set()
    for token in scene.tokens[first : last + 1]:
        before = scene.tokens[token.index - 1] if token.index else None
        counted = before is not None and before.number is not None and before.index in scene.mentions.level_tokens
        marked = mark is not None and mark.first <= token.index <= mark.last
        if token.lower in ("answer", "ответ") and (before is None or before.lower in _AN_ANSWER):
            continue  # "each load has an answer of its own": to the question, and no response time
        if token.is_word and token.index not in scene.mentions.level_tokens and not counted and not marked:
            found |= _of_thing(scene.vocabulary, token.lower)
    loose = [m for m in spoken if not _WEAK.match(scene.tokens[m.first].lower) and not (m.exact and _begins(scene, m))]
    named = frozenset().union(*(m.metrics for m in loose)) if loose else frozenset()
    return frozenset(found) | named


def _begins(scene: Scene, mention: MetricMention) -> bool:
    """Whether a name is said from its first word on, and not as "контрольная точка" for "внеплановые контрольные точки"."""
    said, name = scene.tokens[mention.first].lower, mention.text.lower()
    return said.isascii() or mention.last == mention.first or name[:4] == said[:4] or not re.search("[а-я]", name)


@lru_cache(maxsize=4096)
def _of_word(word: str) -> tuple[str, ...]:
    return tuple(names for names, called in _THINGS if _thing(called).match(word))


def _of_thing(vocabulary: Vocabulary, word: str) -> set[str]:
    """The metrics that are of the thing which a word names."""
    patterns = _of_word(word)
    return vocabulary.once(("things", patterns), lambda: _things(vocabulary, patterns)) if patterns else set()


def _things(vocabulary: Vocabulary, patterns: tuple[str, ...]) -> set[str]:
    found = set()
    for metric in vocabulary.metrics.values():
        if metric.part_of is not None:
            continue
        names = [
            metric.id.replace("_", " "),
            metric.id,
            *(name.lower() for row in metric.names.values() for name in row),
        ]
        if any(re.search(pattern, name, re.I) for pattern in patterns for name in names):
            found.add(metric.id)
    return found


def criterion(scene: Scene, first: int, last: int, mark: Mark, told: Told, fresh: bool) -> Criterion:
    """What a clause compares by; `fresh` where nothing of its sentence stands before it."""
    text = scene.text_of(first, last)
    stats = stats_in(text)
    if _LINK.search(text) or "pearson" in told.stats and not metrics_in(scene, first, last) and any(axis == "link" for axis, _ in mark.ways):  # fmt: skip
        return _links(scene, first, last, told)
    if (
        any(axis == "link" for axis, _ in mark.ways)
        and not metrics_in(scene, first, last, mark)
        and _tells_a_link(scene)
    ):
        return _links(scene, 0, len(scene.tokens) - 1, told)
    event = _event_stat(scene, first, last, mark, text)
    metrics = _counted(scene, mark, metrics_in(scene, first, last, mark))
    own = bool(metrics) or metrics is None
    if metrics is None:
        return Criterion((), True, stats, frozenset())
    if not own:
        metrics = _ranked(scene, stats, told)
    in_mark = stats_in(scene.text_of(mark.first, mark.last))
    if set(in_mark) < set(stats):
        stats = tuple(one for one in stats if one not in in_mark)  # "p99: its low point is at 10"
    elif in_mark and stats == in_mark and not own and "pearson" not in told.stats:
        stats = tuple(dict.fromkeys((*told.stats, *stats)))  # "…, its high point at 100": of p99, or a maximum
    if not stats and event:
        stats = event
    if not stats and (_SAME.search(text) or not own and not fresh) and "pearson" not in told.stats:
        stats = told.stats
    rows: list[Row] = []
    steady = any(axis == "steady" for axis, _ in mark.ways)
    for stat in stats or (("spread",) if steady else (None,)):
        rows += _rows(scene, metrics, stat)
    if not stats and not own and fresh and told.stats and told.stats != ("pearson",):
        for stat in told.stats:
            rows += _rows(scene, metrics, stat)
    return Criterion(tuple(dict.fromkeys(rows)), own, stats, metrics, _one_by_one(scene, first, last))


def _tells_a_link(scene: Scene) -> bool:
    """ "Throughput against replica lag: positive everywhere, loosest at 8": two metrics whose link the facts hold, and no other."""
    named = metrics_in(scene, 0, len(scene.tokens) - 1)
    return len(named) == 2 and any({f.metric, f.partner or ""} == named for f in scene.vocabulary.correlated)


def _ranked(scene: Scene, stats: tuple[str, ...], told: Told) -> frozenset[str]:
    """The metrics told before; where a percentile is named that they do not have, those that have it."""
    named = [one for one in stats if re.fullmatch(r"p\d{2,3}", one)]
    vocabulary = scene.vocabulary
    if len(vocabulary.facts.experiment.factors) > 1:
        return told.metrics  # which cell of a grid is meant is left too open
    if not named or any(one in vocabulary.stats_of(metric) for metric in told.metrics for one in named):
        return told.metrics
    held = frozenset(m for m in vocabulary.metrics if any(one in vocabulary.stats_of(m) for one in named))
    return held if len(held) == 1 else told.metrics


def _one_by_one(scene: Scene, first: int, last: int) -> tuple[frozenset[str], ...]:
    """The metrics of a clause in the order in which it names them: whole names, or the words of names where there are none."""
    spoken = [m for m in scene.mentions.metrics if first <= m.first and m.last <= last and m.metrics and not m.whole]
    exact = [(m.first, m.metrics) for m in spoken if m.exact and not m.modifier]
    loose = [(m.first, m.metrics) for m in spoken if not any(abs(m.first - at) <= 1 for at, _ in exact) and not _WEAK.match(scene.tokens[m.first].lower)]  # fmt: skip
    loose = [(at, _narrowed(scene, at, ids)) for at, ids in loose]
    return tuple(
        ids for _, ids in sorted([*exact, *((at, ids) for at, ids in loose if len(ids) == 1)], key=lambda one: one[0])
    )


def _narrowed(scene: Scene, at: int, ids: frozenset[str]) -> frozenset[str]:
    things = frozenset(_of_thing(scene.vocabulary, scene.tokens[at].lower))
    both = ids & things
    if len(both) > 1:
        word = scene.tokens[at].lower
        first = frozenset(m for m in both if m.split("_")[0] == word)
        return first if len(first) == 1 else both
    return both or ids


_MANY = {"more", "fewer", "less", "most", "least", "fewest", "больше", "меньше"}


def _counted(scene: Scene, mark: Mark, metrics: frozenset[str]) -> frozenset[str] | None:
    """ "Fewer write operations": how many of a thing there are is not how long they take; None where only that is measured."""
    following = scene.tokens[mark.last + 1] if mark.last + 1 < len(scene.tokens) else None
    if scene.tokens[mark.first].lower not in _MANY or following is None or not _of_word(following.lower):
        return metrics
    if any(m.first <= following.index <= m.last and m.exact and m.metrics for m in scene.mentions.metrics):
        return metrics
    units = {metric: scene.vocabulary.unit_of(metric) for metric in metrics}
    kept = frozenset(metric for metric, unit in units.items() if unit is None or unit.dimension != "time")
    return kept or (None if metrics else metrics)


def _rows(scene: Scene, metrics: frozenset[str], stat: str | None) -> tuple[Row, ...]:
    if stat == "tail":
        return tuple(row for one in ("p95", "p99", "p999", "max") for row in rows_of(scene, metrics, one))
    if stat == "mean":
        return rows_of(scene, metrics, "mean") or rows_of(scene, metrics, None)
    if stat == "central":
        return rows_of(scene, metrics, None)
    return rows_of(scene, metrics, stat)


def _event_stat(scene: Scene, first: int, last: int, mark: Mark, text: str) -> tuple[str, ...]:
    """ "the slowest write", "худшая секунда": an extreme within the runs; all that it may be, unless it is said to be one event."""
    for token in scene.tokens[first : last + 1]:
        following = scene.tokens[token.index + 1] if token.index < last else None
        if (
            following is None
            or not _EVENT.match(following.text)
            or following.lower.endswith(("s", "ы", "ов", "ях", "ций"))
        ):
            continue
        if token.lower in ("most", "least", "всего", "всех", "more", "less", "больше", "меньше"):
            continue
        word = token.lower.replace("ё", "е")
        if (
            not re.match(
                r"(?:worst|slowest|longest|best|fastest|busiest|shortest|quickest|худш|наихудш|самая|самый|самой|самого|лучш|медленн|долг)",
                word,
            )
            and mark.last != token.index
        ):
            continue
        good = re.match(r"best|fastest|shortest|quickest|лучш", word) is not None
        higher = re.match(r"second|minute|секунд|минут", following.lower) is not None
        stat = ("max" if good else "min") if higher else ("min" if good else "max")
        if word == "busiest":
            stat = "max"
        if (
            not token.index < mark.first
            and mark.first != token.index
            or _SINGLE.search(text)
            or higher
            or mark.kind == "order"
        ):
            return (stat,)
        return (stat, "p99", "central")
    if _SINGLE.search(text) and mark.kind == "extreme":
        return ("max", "central") if not re.search(r"single|за вс|всей серии|за весь", text, re.I) else ("max",)
    return ()


def _links(scene: Scene, first: int, last: int, told: Told) -> Criterion:
    """The rows of coefficients of the two metrics that are named, or told before, or of all."""
    named = metrics_in(scene, first, last)
    held = {row_of(f) for f in scene.vocabulary.correlated if f.run is None and f.scope in (None, "run")}
    for pair in (named, told.metrics):
        rows = [row for row in held if {row.metric, row.partner or ""} <= pair]
        if len(pair) >= 2 and rows:
            return Criterion(tuple(sorted(rows, key=Row.order)), pair is named, ("pearson",), pair)
    return Criterion(tuple(sorted(held, key=Row.order)) if len({frozenset({r.metric, r.partner}) for r in held}) == 1 else (), False, ("pearson",), told.metrics)  # fmt: skip


#: Which end of what drops come to a word means.
_OF_DROPS = {
    "size": 1,
    "length": 1,
    "often": 1,
    "mild": -1,
    "good": -1,
    "speed": -1,
    "cost": 1,
    "place": -1,
    "ahead": -1,
}


def direction(scene: Scene, way: Way, row: Row) -> int:
    """The end of a row that a word means: 1 its highest value, -1 its lowest, 0 where the word is said of no such values."""
    axis, sign = way
    if row.metric == "drops":
        return sign * _OF_DROPS.get(axis, 0)
    vocabulary = scene.vocabulary
    if row.partner is not None:
        return sign if axis in ("link", "size") else 0
    if row.stat in _SPREADS:
        return {
            "steady": -sign,
            "size": sign,
            "good": -sign,
            "place": -sign,
            "ahead": -sign,
            "mild": -sign,
            "link": sign,
        }.get(axis, 0)
    better = vocabulary.better(row.metric)
    unit = vocabulary.unit_of(row.metric)
    dimension = unit.dimension if unit is not None else None
    good = {"higher": 1, "lower": -1}.get(better or "", 0)
    if axis == "size":
        return sign
    if axis in ("ahead", "place"):
        return sign * (good or 1)  # of what has no better side the greater is ahead
    if axis == "good":
        return sign * good
    if axis == "speed":
        return -sign if dimension == "time" else sign if dimension in ("frequency", "bandwidth") or good == 1 and dimension != "percent" else 0  # fmt: skip
    if axis == "length":
        return sign if dimension == "time" else 0
    if axis == "cost":
        return sign if better != "higher" else 0
    if axis == "often":
        return sign if dimension in (None, "frequency", "count") else 0
    if axis == "busy":
        return sign if dimension in ("percent", None) else 0
    if axis == "mild":
        return -sign if better != "higher" else 0
    return 0


_STOP = {"и", "а", "но", "же", "все-таки", "тоже", "также", "уже", "здесь", "он", "она", "оно", "они", "ему", "ей", "им", "его", "её", "ее", "с", "со", "у", "на", "при", "в", "за", "по", "для", "из", "к", "от", "до", "между", "чем", "это", "тут",
         "не", "under", "with", "at", "for", "on", "in", "of", "to", "by", "from", "it", "its", "is", "was", "the", "a", "an", "as", "well", "too", "also", "still", "even", "one", "that", "this", "there", "then",
         "than", "among", "across", "all", "and", "but", "yet"}  # fmt: skip


def unread_noun(scene: Scene, mark: Mark, first: int, last: int) -> bool:
    """Whether the noun that a graded word stands before ("the largest table") names nothing that these facts measure."""
    if mark.verb or mark.kind == "place":
        return False
    tokens = scene.tokens
    metric_tokens = {at for m in scene.mentions.metrics if m.metrics for at in range(m.first, m.last + 1)}
    for token in tokens[mark.last + 1 : min(last, mark.last + 2) + 1]:
        if token.index < last and scene.tokens[token.index + 1].text == "-":
            continue  # "single-second"
        if not token.is_word or token.lower in _STOP or token.index in scene.mentions.level_tokens or any(m.first <= token.index <= m.last for m in scene.mentions.levels):  # fmt: skip
            return False
        if token.index in metric_tokens or _of_thing(scene.vocabulary, token.lower) or _GENERIC.match(token.lower) or _EVENT.match(token.lower) or token.statistic in ("max", "min", "mean", "median", "stddev", "p95", "p99"):  # fmt: skip
            return False
        if stats_in(token.lower) or _LINK.match(token.lower):
            return False
        if _is_noun(token):
            return True
    return False


def _is_noun(token: Token) -> bool:
    if token.text.isascii():
        return not token.lower.endswith(("ly", "ed", "ing")) and len(token.text) > 2
    return part_of_speech(token.lower) == "NOUN"


def unread_measure(scene: Scene, first: int, last: int) -> bool:
    """Whether the clause says by what it ranks ("по удобству", "in terms of comfort"), and that is nothing that these facts measure."""
    text = scene.text_of(first, last)
    for match in re.finditer(r"(?<!\w)по (\w+)(?: (\w+))?|\b(?:in terms of|when it comes to|as for|judged by|by) (?:the )?(\w+)(?: (\w+))?", text, re.I):  # fmt: skip
        words = [word.lower() for word in match.groups() if word]
        if not any(_known_measure(scene, word) for word in words) and not metrics_in(scene, first, last):
            return True
    return False


def _known_measure(scene: Scene, word: str) -> bool:
    if _GENERIC.match(word) or stats_in(word) or re.fullmatch(r"p\d+|\d+\w*|эт\w+|т[оа]\w+|сравнени\w*|мере|прежнему|отношени\w*|all|any|off|no|far|itself", word):  # fmt: skip
        return True
    return bool(_of_thing(scene.vocabulary, word)) or word in scene.vocabulary.level_ids


def topics_of(scene: Scene, told: Told) -> None:
    """Keeps what a sentence that compares nothing is of: the metrics that it names whole, or tells values of."""
    named = [m for m in scene.mentions.metrics if m.exact and m.metrics and not m.modifier and not m.whole]
    percent = [m for m in named if not re.fullmatch(r"p\d{2,3}", scene.tokens[m.first].lower)]
    rows = told_rows(scene)
    stats = stats_in(scene.sentence.text)
    if scene.matches(_LINK) and len({i for m in percent for i in m.metrics}) >= 2:
        told.metrics, told.stats = frozenset().union(*(m.metrics for m in percent)), ("pearson",)
        return
    if percent:
        told.metrics = frozenset().union(*(m.metrics for m in percent))
    elif rows:
        told.metrics = frozenset(row.metric for row in rows)
    else:
        loose = metrics_in(scene, 0, len(scene.tokens) - 1)
        told.metrics = loose or told.metrics
    told.stats = tuple(s for s in stats if s not in ("spread", "tail") or scene.tokens[0].lower.startswith(SPREAD_WORDS))  # fmt: skip
    if not stats and rows:
        told.stats = tuple(
            dict.fromkeys(row.stat for row in rows if row.stat in ("max", "min", "p95", "p99", "median"))
        )
