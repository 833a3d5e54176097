"""The words by which metrics and levels are mentioned: prepositions, nouns of the factor, low and high ends, and short helpers on tokens."""

from __future__ import annotations

import re

from factcheck.reading.numbers import WORD_NUMBERS
from factcheck.reading.sentences import Token

AT = {"при", "at", "with", "для", "for", "под", "under", "on", "на", "уровень", "level", "значение", "value", "setting", "=", "вариант", "in",
       "using", "конфигурация", "размер", "size", "равный", "против", "versus", "vs", "чем", "than", "к", "до", "to", "от", "с", "from",
       "со", "against", "over", "в", "и", "and", "или", "or", "—", "–", "between", "между", "установить", "set", "выбрать", "choose",
       "уровне", "case", "параметр", "parameter", "below", "above", "beyond", "интервал", "interval", "диске", "disk", "experiment", "эксперимент", "даже", "из", "of", "among", "среди", "compared"}  # fmt: skip


STRONG_AT = {
    "recommend",
    "suggest",
    "ставить",
    "поставить",
    "советовать",
    "keep",
    "use",
    "pick",
    "оставить",
    "взять",
    "выбрать",
    "choose",
    "prefer",
    "использовать",
    "установить",
    "рекомендовать",
    "при",
    "at",
    "with",
    "для",
    "уровень",
    "level",
    "значение",
    "value",
    "setting",
    "=",
    "чем",
    "than",
    "под",
    "вариант",
}


COMPARED = {"сравнение", "comparison", "разница", "difference", "differenc", "пара", "pair"}


THAN = {
    "уступать",
    "превосходить",
    "обгонять",
    "опережать",
    "outperform",
    "below",
    "above",
    "behind",
    "beat",
    "чем",
    "than",
    "против",
    "versus",
    "vs",
    "against",
    "относительно",
    "сравнению",
    "сравнении",
    "over",
    "unlike",
    "relative",
    "compare",
    "compar",
    "compared",
}


#: Right before a level: that is what is outdone or equalled.
OUTDOES = {
    "exceed", "exce", "surpass", "trail", "outpace", "outdo", "overtake", "match", "equal", "превышать", "превысить", "превзойти", "обогнать", "опередить", "проигрывать", "проиграть", "догонять", "догнать", "обойти",
    "double", "triple", "quadruple", "half",
}  # fmt: skip


FACTOR_NOUNS = {"параметр", "parameter", "setting", "значение", "value", "уровень", "level", "интервал", "interval", "настройка", "фактор", "factor",
                 "конфигурация", "configuration", "вариант", "размер", "size", "timeout", "таймаут"}  # fmt: skip


#: Nouns of what a level is a size or a run of: "the baseline run", "при базовом лимите".
LEVEL_CARRIERS = {"лимит", "пул", "эксперимент", "прогон", "limit", "pool", "experiment", "run"}


#: What a level is called that was found good: "the optimal value is 150".
CHOSEN = {"optimal", "optimum", "recommended", "best", "chosen", "right", "preferred", "preferable", "suitable", "winning", "оптимальный", "рекомендованный", "рекомендуемый", "лучший", "наилучший", "выбранный",
          "верный", "подходящий", "предпочтительный"}  # fmt: skip


LEVEL_NOUNS = {"уровень", "level", "значение", "value", "setting"}


LOW = {"низкий", "малый", "короткий", "маленький", "наименьший", "минимальный", "low", "small", "short", "lowest", "smallest", "shortest", "minimum",
        "минимум", "minimal", "меньший"}  # fmt: skip


HIGH = {"высокий", "большой", "длинный", "длинные", "максимальный", "наибольший", "high", "large", "long", "highest", "largest", "longest", "maximum",
         "maximal", "больший"}  # fmt: skip


MIDDLE = {"средний", "middle", "medium", "промежуточный", "intermediate"}


SWITCHED_OFF = {"off", "none", "no", "нет", "выкл", "без", "disabled", "0"}


COMMON = {"on", "off", "none", "default", "all", "no", "yes", "read", "write", "small", "large", "fast", "slow", "normal", "low", "high", "a", "b",
           "always", "never", "try", "local", "before", "after", "minimal", "open", "base", "full", "both"}  # fmt: skip


ARTICLES = {"of", "a", "an", "the", "one", "each", "every", "single"}


_PARTICIPLE = re.compile(r"(?:вш|ющ|ящ|ущ|ащ)\w{2,4}$", re.I)


def tells_way(token: Token) -> bool:
    """A verb or comparative of direction that a metric's name holds too ("queries that got slower"): it says which way, not of what."""
    ways = ("up.intransitive", "down.intransitive", "better", "worse", "up.comparative", "down.comparative")
    return token.has(*ways) and not _PARTICIPLE.search(token.lower)


def spelled(words: tuple[frozenset[str], ...], tokens: list[Token], place: int) -> int | None:
    """Where a level's name that begins here ends; brackets, quotes and hyphens within it are passed over ("write-through")."""
    at = place
    for count, word in enumerate(words):
        while count and at < len(tokens) and tokens[at].text in '()[]"-' and tokens[at].text not in word:
            at += 1
        if at >= len(tokens) or not ((tokens[at].stems & word) or tokens[at].lower in word):
            return None
        at += 1
    opened = sum(t.text == "(" for t in tokens[place:at]) - sum(t.text == ")" for t in tokens[place:at])
    return at + 1 if opened > 0 and at < len(tokens) and tokens[at].text == ")" else at


_CAPITALS = {"CPU", "RAM", "SSD", "HDD", "NVME", "SQL", "OLAP", "OLTP", "TPC", "ETL", "CSV", "JSON", "YAML", "API", "DBMS", "RAID", "AWS", "GCP", "INSERT", "UPDATE",
             "DELETE", "SELECT", "COMMIT", "VACUUM", "THP", "HTAP", "LRU", "DBA", "UTC", "MSK", "SLA", "QOS", "TODO", "NOT", "AND", "WAL", "PID", "LLM", "SHOW", "SET", "ALTER",
             "SYSTEM", "NULL", "TRUE", "FALSE", "ACID", "MVCC", "NUMA", "EXT", "XFS", "ZFS", "LVM", "NFS", "CET", "GMT", "USA", "FAQ", "README", "HTML", "PDF"}  # fmt: skip


def is_foreign_name(token: Token) -> bool:
    """An upper-case name that a report uses as a metric ("LOAD") and the facts do not know."""
    return (
        token.is_word
        and len(token.text) >= 3
        and token.text.isascii()
        and token.text.isupper()
        and "_" not in token.text
        and token.text not in _CAPITALS
    )


WITH_NOUNS = {
    "прогон",
    "вариант",
    "запуск",
    "тест",
    "конфигурация",
    "сервер",
    "машина",
    "случай",
    "эксперимент",
    "режим",
    "настройка",
    "база",
    "копия",
    "стенд",
    "сборка",
}


# "within the noise of X", "отличие от X", "equivalent to X", "прирост к X": X is what is compared with.
_SAMENESS = {
    "equivalent",
    "similar",
    "identical",
    "equal",
    "close",
    "comparabl",
    "comparable",
    "compared",
    "relativ",
    "relative",
    "compare",
    "compar",
    "next",
}


LINKED_BASE: dict[str, frozenset[str]] = {
    "of": frozenset({"noise", "margin", "ahead", "within", "short", "shy"}), "до": frozenset({"дотягивать", "дотянуть", "недотягивать", "недотянуть"}),
    "from": frozenset({"indistinguishable", "indistinguishabl", "differ", "different", "difference", "differenc", "distinguish", "distinguished"}),
    "to": frozenset(_SAMENESS), "with": frozenset({"compared", "compare", "compar", "comparison", "par", "tie", "tied", "ti"}),
    "от": frozenset({"отличие", "отличаться", "отличить", "неотличимый", "неотличимо", "отставать", "разница", "отличный"}),
    "к": frozenset({"прирост", "относительно", "отношение", "выигрыш", "рост", "близкий", "близко", "снижение", "потеря"}),
    "с": frozenset({"сравнение", "сравнить", "наравне", "совпадать", "одинаковый", "вровень"}),
    "over": frozenset({"gain", "improvement", "advantage", "win", "increase", "increas"}), "on": frozenset({"improvement", "gain"}),
}  # fmt: skip


_SHORT = {"эксп": "эксперимент", "exp": "experiment", "exper": "experiment"}


def alias_of(text: str) -> str:
    """ "Эксперимента-2", "эксперимент-2" and "эксп-2" under one key; empty for other names."""
    head, dash, tail = text.lower().replace("№", "-").partition("-")
    head = _SHORT.get(head, head)
    if (
        dash
        and tail.isdigit()
        and (
            head.startswith(
                (
                    "эксперимент",
                    "experiment",
                    "тест",
                    "test",
                    "вариант",
                    "variant",
                    "сценари",
                    "scenario",
                    "конфигурац",
                    "config",
                )
            )
        )
    ):
        return head[:6] + tail
    return ""


def single_words(word: str) -> set[str]:
    return {word} if " " not in word else set()


def synonyms(words: set[str]) -> set[str]:
    """Nouns by which people speak of common factors."""
    known = {
        "clients": {"client", "клиент", "сессия", "сеанс", "session", "connection", "подключение", "соединение"},
        "client": {"клиент", "сессия", "session"},
        "scale": {"масштаб", "scale", "scaling"},
        "work_mem": {"work_mem"}, "huge_pages": {"hugepage", "huge_pages"}, "checkpoint_timeout": {"checkpoint", "интервал"},
        "threads": {"поток", "thread", "job"}, "workers": {"воркер", "worker", "процесс"}, "sessions": {"сессия", "сеанс", "session"},
        "partitions": {"секция", "партиция", "partition"},
    }  # fmt: skip
    return {noun for word in words for noun in known.get(word.split(".")[-1], ())}


# What the words of a parameter's name are called in Russian; generic ones ("size", "max") name no parameter by themselves.
_IN_RUSSIAN = {
    "pool": "пул", "limit": "лимит", "cache": "кэш", "buffers": "буфер", "depth": "глубина", "batch": "пакет", "interval": "интервал", "threshold": "порог",
    "compression": "сжатие", "parallelism": "параллелизм", "concurrency": "параллелизм", "fillfactor": "филлфактор",
}  # fmt: skip
_NO_NAME = {"size", "max", "min", "default", "level", "time", "mode", "method", "type", "count", "number", "enabled", "on", "per", "of", "mem",
            "memory", "vm", "wal", "server", "work", "rate", "target", "cost", "factor", "delay", "timeout"}  # fmt: skip


_CALLED = {
    "workload": {"load", "нагрузка", "профиль"}, "load": {"load", "нагрузка"}, "layout": {"array", "раскладка", "массив"}, "scheduler": {"планировщик"}, "filesystem": {"filesystem", "система"}, "fs": {"filesystem", "система"},
    "storage": {"device", "drive", "накопитель", "хранилище", "диск"}, "disk": {"drive", "device", "диск", "накопитель"}, "version": {"release", "версия"}, "profile": {"load", "нагрузка", "профиль"},
}  # fmt: skip


def nouns_of(name: str) -> set[str]:
    """The nouns by which the levels of a factor are counted: "in both loads", "на обоих дисках"."""
    parts = re.split(r"[_.\s]", name.lower())
    return {noun for part in parts for noun in _CALLED.get(part, ())}


def short_nouns(name: str) -> set[str]:
    """The noun by which people call a parameter for short: "the pool" and "пул" for default_pool_size, "the ratio" for vm.dirty_ratio."""
    parts = [part for part in name.lower().replace(".", "_").split("_") if part not in _NO_NAME]
    head = parts[-1] if len(name.replace(".", "_").split("_")) > 1 and parts else ""
    return {head, _IN_RUSSIAN.get(head, head)} - {""}


# Nouns for round numbers, by which Russian speaks of settings: "на единице", "десятка", "на шестидесяти".
NUMBER_NOUNS = {
    "единица": 1, "двойка": 2, "тройка": 3, "четверка": 4, "пятерка": 5, "шестерка": 6, "семерка": 7, "восьмерка": 8, "десятка": 10, "двадцатка": 20, "сотня": 100,
    "двадцать": 20, "тридцать": 30, "сорок": 40, "пятьдесят": 50, "шестьдесят": 60, "семьдесят": 70, "восемьдесят": 80, "девяносто": 90,
}  # fmt: skip


def count_word(token: Token) -> int | None:
    """The value of a number word ("три", "both")."""
    return WORD_NUMBERS.get(token.lower)


#: How several levels are called behind a word of size: "the two largest sizes".
SEVERAL_LEVELS = {"sizes", "settings", "levels", "размера", "размеров", "размерах", "уровня", "уровней", "уровнях", "значениях"}  # fmt: skip

#: What is said of a part of the levels, or of a part of what is counted, and not along them.
OF_SOME_LEVELS = re.compile(
    r"\bthe (?:two |three |four )?(?:lower|upper|higher|smaller|larger|bigger) (?:settings|levels|values|sizes|ones)\b|\b(?:past|beyond|after) the (?:peak|optimum|knee)\b|"
    r"(?<!\w)(?:два|две|три|двух|тр[её]х) (?:нижни|верхни|меньши|больши|старши|младши|крайни)\w+|(?<!\w)(?:за|после) (?:пик(?:ом|а)|оптимум(?:ом|а))(?!\w)|"
    r"^\W*(?:из|of(?: the| all)?) \d+ (?!уровн|значен|level|value|setting|run|прогон)\w+",
    re.I,
)


def is_told_for_a_goal(tokens: list[Token], place: int) -> bool:
    """ "For minimum read latency: 150 (9.8 ms)", "Для баланса: значение 100": the first number behind the colon of a goal, and what it brings in brackets or nothing."""
    lead = place - 1 - bool(place and tokens[place - 1].stems & LEVEL_NOUNS)
    goal = lead > 0 and tokens[0].lower in ("for", "для") and tokens[lead].text == ":"
    first = not any(t.number is not None or t.text == ":" for t in tokens[: max(0, lead)])
    return goal and first and (place + 1 == len(tokens) or tokens[place + 1].text in "(.;—–")
