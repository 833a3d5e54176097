"""Small words that sentences share, by language: directions, strengths, resources, signs of a limit, restart costs."""

from typing import Any

LEXICON: dict[str, dict[str, Any]] = {
    "ru": {
        "page": {
            "skip": "К статье", "all": "Все статьи", "other": "In English", "contents": "Содержание", "claims": "Утверждения статьи и вердикты проверки",
            "claim": "Утверждение", "predicate": "Предикат", "basis": "Основание", "facts": "Факты", "verdict": "Вердикт", "figures": "Откуда взяты числа", "fact": "Факт",
            "by_template": "Все предложения статьи составлены по шаблонам из утверждений; моделью не составлено ни одного.",
            "by_model": "Модель {model} сформулировала {by_model} из {sentences} предложений; остальные составлены по шаблонам. Числа во всех взяты из витрин и проверены.",
            "erratum": "Поправка.",
            "erratum_text": "Более новое выполнение этого эксперимента (№ {execution}) не подтвердило утверждений:",
            "erratum_link": "Что показало новое выполнение",
            "value": "Значение", "mart": "Витрина", "query": "Запрос",
            "modality": {"observed": "наблюдалось", "derived": "выведено", "hypothesis": "гипотеза", "domain": "знание предмета"},
            "verdicts": {
                "supported": "подтверждено", "contradicted": "противоречит фактам", "unverifiable": "не проверяется", "unparsed": "не разобрано",
                "none": "без проверяемых чисел и слов",
            },
        },
        "and": "и",
        "shown": {True: "да", False: "нет"},
        "at": "при",
        "active_time": " всего времени активных сеансов", "higher": "выше", "lower": "ниже", "many_times": "многократно", "positive": "положительная", "negative": "отрицательная", "per_second": "в секунду",
        "interval": "95-процентный интервал —", "unknown_interval": "интервал неизвестен",
        "stats": {"min": "минимум", "p5": "5-й процентиль", "median": "медиана", "p95": "95-й процентиль", "max": "максимум"},
        "strength": {
            "none": "практически отсутствующая", "weak": "слабая", "moderate": "умеренная", "noticeable": "заметная", "high": "высокая",
            "very_high": "весьма высокая",
        },
        "resource": {
            "cpu": "процессор", "disk": "диск", "locks": "блокировки", "wal": "запись WAL", "network": "сеть",
        },
        "evidence": {
            "known_limit_reached": "квота тома выбрана полностью", "utilisation_with_queue": "очередь растёт при высокой утилизации",
            "pressure": "показатель давления (PSI) высок", "plateau": "на ступенях нагрузки достигнуто плато",
            "largest_share_of_time": "здесь проходит наибольшая доля времени активных сеансов",
        },
        "restart": {
            "postmaster": "Смена значения требует перезапуска сервера.", "sighup": "Перезапуск не нужен, хватит перечитывания конфигурации.",
            "user": "Перезапуск не нужен: значение можно задать и для одного сеанса.", "superuser": "Перезапуск не нужен: значение меняет суперпользователь.",
            "sysctl": "Значение ядра меняется на ходу; чтобы оно пережило перезагрузку, его записывают в sysctl.d.",
            "unknown": "Чего стоит смена на работающем сервере, стоит проверить заранее.",
        },
        "conditions": {
            "workload": {"gen": "каждой нагрузки", "prep": "каждой нагрузке"}, "clients": {"gen": "каждого числа клиентов", "prep": "каждом числе клиентов"},
            "scale": {"gen": "каждого размера базы", "prep": "каждом размере базы"},
        },
    },
    "en": {
        "page": {
            "skip": "To the article", "all": "All articles", "other": "По-русски", "contents": "Contents", "claims": "Claims of this article and the checker's verdicts",
            "claim": "Claim", "predicate": "Predicate", "basis": "Basis", "facts": "Facts", "verdict": "Verdict", "figures": "Where the numbers come from", "fact": "Fact",
            "by_template": "All sentences of this article were made by templates from claims; a model worded none.",
            "by_model": "The model {model} worded {by_model} of {sentences} sentences; templates made the others. The numbers in all of them come from the marts and were checked.",
            "erratum": "Erratum.",
            "erratum_text": "A newer execution of this experiment (No. {execution}) did not confirm these statements:",
            "erratum_link": "What the newer execution shows",
            "value": "Value", "mart": "Mart", "query": "Query",
            "modality": {"observed": "observed", "derived": "derived", "hypothesis": "hypothesis", "domain": "domain knowledge"},
            "verdicts": {
                "supported": "supported", "contradicted": "contradicted", "unverifiable": "unverifiable", "unparsed": "unparsed",
                "none": "nothing to check in it",
            },
        },
        "and": "and",
        "shown": {True: "yes", False: "no"},
        "at": "at",
        "active_time": " of all active session time", "higher": "higher", "lower": "lower", "many_times": "many times", "positive": "positive", "negative": "negative", "per_second": "per second",
        "interval": "95% interval:", "unknown_interval": "interval unknown",
        "stats": {"min": "minimum", "p5": "5th percentile", "median": "median", "p95": "95th percentile", "max": "maximum"},
        "strength": {
            "none": "practically absent", "weak": "weak", "moderate": "moderate", "noticeable": "noticeable", "high": "high", "very_high": "very high",
        },
        "resource": {
            "cpu": "the CPU", "disk": "the disk", "locks": "locks", "wal": "writing of WAL", "network": "the network",
        },
        "evidence": {
            "known_limit_reached": "the quota of the volume is used up", "utilisation_with_queue": "the queue grows at high utilisation",
            "pressure": "pressure (PSI) is high", "plateau": "the load steps reach a plateau",
            "largest_share_of_time": "it takes the largest share of active session time",
        },
        "restart": {
            "postmaster": "A change takes a restart of the server.", "sighup": "No restart is needed; reloading the configuration will do.",
            "user": "No restart is needed: the value can be set for a single session, too.", "superuser": "No restart is needed: a superuser changes the value.",
            "sysctl": "The kernel takes the value at once; to outlive a reboot it goes into sysctl.d.",
            "unknown": "What the change costs on a running server is worth finding out beforehand.",
        },
        "conditions": {"workload": {"nom": "load"}, "clients": {"nom": "number of clients"}, "scale": {"nom": "size of the database"}},
    },
}  # fmt: skip
