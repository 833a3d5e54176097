"""The field's terms in one file: the same word always for the same thing, with the Russian cases that sentences need."""

# ruff: noqa: E501  (a term with its cases stands on one line, as in a dictionary)

from dataclasses import dataclass
from functools import cache

from prompts import marks
from prompts.rows import MetricRow


@dataclass(frozen=True)
class Term:
    """A noun phrase. Russian has six cases and a gender (m, f, n, p for plural); English uses `nom` and `the` throughout."""

    nom: str
    gen: str
    dat: str
    acc: str
    ins: str
    prep: str
    gender: str
    unit: str | None = None
    article: str = ""
    name: str | None = None  # the bare name of a metric that only an import knows

    @property
    def label(self) -> str:
        """The name for a table's head or a picture's axis, where no sentence declines it."""
        return self.name or self.nom

    @property
    def quoted(self) -> str:
        """The term in quotes behind the word "metric"; a name that somebody gave is not called a metric twice."""
        return f"«{self.label}»"

    @property
    def the(self) -> str:
        """The term within a sentence: English counts and rates take an article, Russian none."""
        return self.article + self.nom

    def agree(self, masculine: str, feminine: str, neuter: str, plural: str) -> str:
        """The form of a verb or short adjective that agrees with the term."""
        return {"m": masculine, "f": feminine, "n": neuter, "p": plural}[self.gender]


#: metric: nominative | genitive | dative | accusative | instrumental | prepositional | gender | unit word, where the unit's own is not readable
RU_METRICS = """
tps: пропускная способность | пропускной способности | пропускной способности | пропускную способность | пропускной способностью | пропускной способности | f | tps
latency_ms: средняя задержка | средней задержки | средней задержке | среднюю задержку | средней задержкой | средней задержке | f
latency_p95_ms: 95-й процентиль задержки | 95-го процентиля задержки | 95-му процентилю задержки | 95-й процентиль задержки | 95-м процентилем задержки | 95-м процентиле задержки | m
latency_p99_ms: 99-й процентиль задержки | 99-го процентиля задержки | 99-му процентилю задержки | 99-й процентиль задержки | 99-м процентилем задержки | 99-м процентиле задержки | m
latency_stddev_ms: разброс задержки | разброса задержки | разбросу задержки | разброс задержки | разбросом задержки | разбросе задержки | m
failed_per_s: частота неудачных транзакций | частоты неудачных транзакций | частоте неудачных транзакций | частоту неудачных транзакций | частотой неудачных транзакций | частоте неудачных транзакций | f | в секунду
operational_speed: операционная скорость | операционной скорости | операционной скорости | операционную скорость | операционной скоростью | операционной скорости | f | запросов/с
rows_speed: число строк в секунду | числа строк в секунду | числу строк в секунду | число строк в секунду | числом строк в секунду | числе строк в секунду | n | строк/с
waits_share: доля ожиданий | доли ожиданий | доле ожиданий | долю ожиданий | долей ожиданий | доле ожиданий | f
active_sessions: среднее число активных сеансов | среднего числа активных сеансов | среднему числу активных сеансов | среднее число активных сеансов | средним числом активных сеансов | среднем числе активных сеансов | n | -
waiting_sessions: среднее число ожидающих сеансов | среднего числа ожидающих сеансов | среднему числу ожидающих сеансов | среднее число ожидающих сеансов | средним числом ожидающих сеансов | среднем числе ожидающих сеансов | n | -
cpu_us_pct: пользовательское время CPU | пользовательского времени CPU | пользовательскому времени CPU | пользовательское время CPU | пользовательским временем CPU | пользовательском времени CPU | n
cpu_sy_pct: системное время CPU | системного времени CPU | системному времени CPU | системное время CPU | системным временем CPU | системном времени CPU | n
cpu_wa_pct: ожидание ввода-вывода процессором | ожидания ввода-вывода процессором | ожиданию ввода-вывода процессором | ожидание ввода-вывода процессором | ожиданием ввода-вывода процессором | ожидании ввода-вывода процессором | n
cpu_id_pct: простой CPU | простоя CPU | простою CPU | простой CPU | простоем CPU | простое CPU | m
cpu_st_pct: украденное процессорное время | украденного процессорного времени | украденному процессорному времени | украденное процессорное время | украденным процессорным временем | украденном процессорном времени | n
run_queue: очередь на выполнение | очереди на выполнение | очереди на выполнение | очередь на выполнение | очередью на выполнение | очереди на выполнение | f | -
context_switches_per_s: частота переключений контекста | частоты переключений контекста | частоте переключений контекста | частоту переключений контекста | частотой переключений контекста | частоте переключений контекста | f | в секунду
mem_available_mb: доступная память | доступной памяти | доступной памяти | доступную память | доступной памятью | доступной памяти | f
dirty_mb: объём грязных страниц | объёма грязных страниц | объёму грязных страниц | объём грязных страниц | объёмом грязных страниц | объёме грязных страниц | m
r_iops: число операций чтения в секунду | числа операций чтения в секунду | числу операций чтения в секунду | число операций чтения в секунду | числом операций чтения в секунду | числе операций чтения в секунду | n | IOPS
w_iops: число операций записи в секунду | числа операций записи в секунду | числу операций записи в секунду | число операций записи в секунду | числом операций записи в секунду | числе операций записи в секунду | n | IOPS
iops: число операций ввода-вывода в секунду | числа операций ввода-вывода в секунду | числу операций ввода-вывода в секунду | число операций ввода-вывода в секунду | числом операций ввода-вывода в секунду | числе операций ввода-вывода в секунду | n | IOPS
read_mbps: скорость чтения | скорости чтения | скорости чтения | скорость чтения | скоростью чтения | скорости чтения | f
write_mbps: скорость записи | скорости записи | скорости записи | скорость записи | скоростью записи | скорости записи | f
mbps: скорость обмена с диском | скорости обмена с диском | скорости обмена с диском | скорость обмена с диском | скоростью обмена с диском | скорости обмена с диском | f
r_await_ms: задержка чтения | задержки чтения | задержке чтения | задержку чтения | задержкой чтения | задержке чтения | f
w_await_ms: задержка записи | задержки записи | задержке записи | задержку записи | задержкой записи | задержке записи | f
aqu_sz: очередь к диску | очереди к диску | очереди к диску | очередь к диску | очередью к диску | очереди к диску | f | -
util_pct: утилизация диска | утилизации диска | утилизации диска | утилизацию диска | утилизацией диска | утилизации диска | f
wal_mbps: скорость записи WAL | скорости записи WAL | скорости записи WAL | скорость записи WAL | скоростью записи WAL | скорости записи WAL | f
wal_per_tx_kb: объём WAL на транзакцию | объёма WAL на транзакцию | объёму WAL на транзакцию | объём WAL на транзакцию | объёмом WAL на транзакцию | объёме WAL на транзакцию | m
checkpoints_per_h: частота контрольных точек | частоты контрольных точек | частоте контрольных точек | частоту контрольных точек | частотой контрольных точек | частоте контрольных точек | f | в час
buffers_written_per_s: число записанных буферов в секунду | числа записанных буферов в секунду | числу записанных буферов в секунду | число записанных буферов в секунду | числом записанных буферов в секунду | числе записанных буферов в секунду | n | буферов/с
cache_hit_pct: доля попаданий в кэш | доли попаданий в кэш | доле попаданий в кэш | долю попаданий в кэш | долей попаданий в кэш | доле попаданий в кэш | f
temp_mbps: запись временных файлов | записи временных файлов | записи временных файлов | запись временных файлов | записью временных файлов | записи временных файлов | f
psi_cpu_pct: давление на процессор | давления на процессор | давлению на процессор | давление на процессор | давлением на процессор | давлении на процессор | n
psi_io_pct: давление на ввод-вывод | давления на ввод-вывод | давлению на ввод-вывод | давление на ввод-вывод | давлением на ввод-вывод | давлении на ввод-вывод | n
psi_memory_pct: давление на память | давления на память | давлению на память | давление на память | давлением на память | давлении на память | n
wal_fpi_per_s: частота полных образов страниц | частоты полных образов страниц | частоте полных образов страниц | частоту полных образов страниц | частотой полных образов страниц | частоте полных образов страниц | f | в секунду
deadlocks_per_s: частота взаимоблокировок | частоты взаимоблокировок | частоте взаимоблокировок | частоту взаимоблокировок | частотой взаимоблокировок | частоте взаимоблокировок | f | в секунду
rollbacks_per_s: частота откатов | частоты откатов | частоте откатов | частоту откатов | частотой откатов | частоте откатов | f | в секунду
"""

#: How English names begin that need an article within a sentence.
WITH_ARTICLE = (
    "number of",
    "rate of",
    "share of",
    "95th",
    "99th",
    "run queue",
    "disk queue",
    "cache hit ratio",
    "WAL rate",
    "amount",
)

#: metric: name | unit word, where the unit's own is not readable
EN_METRICS = """
tps: throughput | tps
latency_ms: mean latency
latency_p95_ms: 95th percentile of latency
latency_p99_ms: 99th percentile of latency
latency_stddev_ms: latency deviation
failed_per_s: rate of failed transactions | per second
operational_speed: operational speed | statements/s
rows_speed: row speed | rows/s
waits_share: share of waits
active_sessions: number of active sessions | -
waiting_sessions: number of waiting sessions | -
cpu_us_pct: CPU user time
cpu_sy_pct: CPU system time
cpu_wa_pct: CPU I/O wait
cpu_id_pct: CPU idle time
cpu_st_pct: stolen CPU time
run_queue: run queue | -
context_switches_per_s: rate of context switches | per second
mem_available_mb: available memory
dirty_mb: dirty memory
r_iops: read IOPS | IOPS
w_iops: write IOPS | IOPS
iops: IOPS | IOPS
read_mbps: read throughput
write_mbps: write throughput
mbps: disk throughput
r_await_ms: read latency
w_await_ms: write latency
aqu_sz: disk queue | -
util_pct: disk utilisation
wal_mbps: WAL rate
wal_per_tx_kb: WAL per transaction
checkpoints_per_h: rate of checkpoints | per hour
buffers_written_per_s: rate of buffers written | buffers/s
cache_hit_pct: cache hit ratio
temp_mbps: temporary file writing
psi_cpu_pct: CPU pressure
psi_io_pct: I/O pressure
psi_memory_pct: memory pressure
wal_fpi_per_s: rate of full page images | per second
deadlocks_per_s: rate of deadlocks | per second
rollbacks_per_s: rate of rollbacks | per second
"""


@cache
def _table(language: str) -> dict[str, list[str]]:
    text = RU_METRICS if language == "ru" else EN_METRICS
    pairs = (line.split(":", 1) for line in text.strip().splitlines())
    return {name.strip(): [cell.strip() for cell in cells.split("|")] for name, cells in pairs}


def untrusted(name: str) -> str:
    """A name that people gave in an import: escaped, and never in a prompt."""
    return marks.handle(marks.escape(name))


def _same(name: str, unit: str | None = None) -> Term:
    """An English term: one form for all cases."""
    return Term(name, name, name, name, name, name, "n", unit, "the " if name.startswith(WITH_ARTICLE) else "")


def _headed(head: str, rest: str, name: str | None = None) -> Term:
    """A Russian term whose first word is a feminine noun of HEADS and alone declines."""
    nom, gen, dat, acc, ins, prep = (f"{form} {rest}" for form in HEADS[head])
    return Term(nom, gen, dat, acc, ins, prep, "f", name=name)


HEADS = {
    "доля": ("доля", "доли", "доле", "долю", "долей", "доле"),
    "метрика": ("метрика", "метрики", "метрике", "метрику", "метрикой", "метрике"),
}


def term(metric: MetricRow, language: str) -> Term:
    """The metric's term; a metric that only an import knows stands in quotes behind the word "metric", which declines for it."""
    cells = _table(language).get(metric.metric)
    other = "en" if language == "ru" else "ru"
    name = next(iter(metric.names.get(language) or metric.names.get(other) or [metric.metric]))
    is_ours = metric.metric.startswith("wait_")
    if language == "en":
        return (
            _same(cells[0], cells[1] if len(cells) > 1 else None)
            if cells
            else _same(name if is_ours else untrusted(name))
        )
    if cells:
        nom, gen, dat, acc, ins, prep, gender = cells[:7]
        return Term(nom, gen, dat, acc, ins, prep, gender, cells[7] if len(cells) > 7 else None)
    if is_ours and name.startswith("доля "):
        return _headed("доля", name.removeprefix("доля "))
    return _headed("метрика", f"«{untrusted(name)}»", untrusted(name))
