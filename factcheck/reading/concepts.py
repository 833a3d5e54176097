"""What the words of a table's heads and levels are called otherwise, in both languages: "build time" is also "construction", «время построения», «строится».

Each line holds words for one thing, English before the stroke and Russian behind it. A word may stand in several lines.
"""

from __future__ import annotations

from functools import cache, lru_cache

from factcheck.reading.words import stems

_LINES = (
    "time duration elapsed runtime|время длительность продолжительность",
    "latency response|задержка латентность отклик",
    "lag|отставание лаг",
    "throughput tps transactions transaction|производительность транзакция tps",
    "qps queries query|запрос qps",
    "read reads reading|чтение читать",
    "write writes writing|запись писать",
    "size volume footprint space storage occupy occupied occupies|размер объём место пространство весить вес",
    "build building built construction constructed|построение сборка строить построить строиться построиться",
    "lookup lookups search searches|поиск",
    "queue|очередь",
    "sync|синк синхронизация",
    "database db base|база бд",
    "tail|хвост",
    "context|контекст",
    "switch switches switching|переключение",
    "page pages|страница",
    "fault faults|отказ сбой фолт",
    "miss misses|промах",
    "memory ram rss mem|память озу оперативка",
    "cpu processor|процессор cpu цп процессорный",
    "utilization utilisation usage util busy|загрузка утилизация использование загруженность занятость занятый нагружать нагрузить нагрузка",
    "error errors failure failures failed|ошибка сбой ошибочный",
    "growth|рост прирост",
    "disk disks|диск",
    "price cost costs bill|цена стоимость счёт",
    "backup backups|бэкап копирование копия резервный",
    "restore restoring restored|восстановление восстановить восстанавливать",
    "recovery recovering recover recovers recovered|восстановление восстанавливаться восстановиться",
    "planning plan planned|планирование",
    "execution executing executed|выполнение исполнение",
    "scan scans scanning|сканирование скан просмотр",
    "sequential seq|последовательный",
    "random|случайный",
    "share fraction proportion percentage|доля процент",
    "hit hits|попадание",
    "cache cached|кэш кеш",
    "buffer buffers|буфер",
    "dead|мёртвый",
    "tuple tuples row rows|строка кортеж",
    "bloat bloated|раздувание распухание раздутость раздутие блоат",
    "autovacuum|автовакуум автоочистка",
    "vacuum vacuuming|вакуум очистка",
    "run runs launch launches|запуск прогон",
    "swap swapping|своп подкачка",
    "wait waits waiting|ожидание",
    "lock locks locking|блокировка",
    "checkpoint checkpoints|чекпоинт",
    "commit commits|коммит фиксация",
    "lost losing loss losses|потерянный потеря потерять терять",
    "file files|файл",
    "temp temporary|временный",
    "sort sorts sorting sorted|сортировка",
    "insert inserts inserting insertion|вставка",
    "update updates|обновление",
    "stall stalls freeze freezes|подвисание зависание замирание фриз",
    "failover|файловер переключение",
    "amplification|усиление амплификация",
    "connection connections conns conn|соединение подключение коннект",
    "startup start|запуск старт",
    "usable|полезный",
    "pooler pooling|пулер",
    "scheduler|планировщик",
    "compression compressing|сжатие компрессия",
    "delay|пауза интервал",
    "capacity|ёмкость вместимость",
    "idle|простой",
    "table|таблица",
    "index indexes indices|индекс",
    "average avg mean|средний",
    "replication replica replicas standby standbys|реплика репликация",
    "core cores|ядро",
    "worker workers|воркер процесс",
    "thread threads|поток",
    "client clients|клиент",
    "session sessions|сессия сеанс",
    "partition partitions|секция партиция раздел",
    "month|месяц",
    "connect connects connecting connected connection|подключение подключаться подключиться соединение",
    "remote|удалённый удаленный",
    "access accesses|доступ обращение",
    "startup start starts started starting|старт стартовать запуск запускаться подниматься",
    "bandwidth|полоса",
    "insert inserts inserting inserted|вставка вставлять вставить",
    "load loads loading loaded|загрузка загружаться загрузиться грузиться",
    "abort aborts aborted rollback rollbacks|откат откатывать",
    "retry retries|повтор повторять ретрай",
    "catch caught catches|поймать пойманный ловить",
    "copy copying copied|копия копирование копировать",
    "code loc lines|код строка",
    "cloud|облако облачный",
    "vcpu vcpus core cores|ядро",
    "delay delays pause|задержка пауза",
    "wal|журнал",
    "boot|загрузка старт",
    "default stock|дефолт дефолтный",
    "slot slots|слот",
    "file files|файл",
    "request requests req reqs rps|запрос",
    "hash|хэш хеш",
    "btree b-tree|b-дерево btree бтри",
    "oltp transactional|oltp транзакционный",
    "olap analytics analytical|olap аналитика аналитический",
    "hdd|винчестер",
    "january jan|январь январский", "february feb|февраль февральский", "march mar|март мартовский", "april apr|апрель апрельский", "may|май майский", "june jun|июнь июньский",
    "july jul|июль июльский", "august aug|август августовский", "september sep sept|сентябрь сентябрьский", "october oct|октябрь октябрьский", "november nov|ноябрь ноябрьский", "december dec|декабрь декабрьский",
    "monday mon|понедельник понедельничный пн", "tuesday tue tues|вторник вторничный вт", "wednesday wed|среда ср", "thursday thu thurs|четверг четверговый чт",
    "friday fri|пятница пятничный пт", "saturday sat|суббота субботний сб", "sunday sun|воскресенье воскресный вс",
)  # fmt: skip
#: Words that many heads have, so that none is told by them alone.
GENERAL = ("time", "size", "count", "number", "rate", "total", "average", "avg", "mean", "usage", "per", "share", "used", "run", "max", "min", "tps", "throughput")  # fmt: skip


@cache
def _by_stem() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _LINES:
        held = {stem for part in line.split("|") for word in part.split() for stem in stems(word)}
        for stem in held:
            found.setdefault(stem, set()).update(held)
    return {stem: frozenset(held) for stem, held in found.items()}


@lru_cache(maxsize=4096)
def akin(stems_: frozenset[str]) -> frozenset[str]:
    """The stems of all words for what a word may stand for, its own included."""
    return stems_.union(*(_by_stem().get(stem, frozenset()) for stem in stems_))
