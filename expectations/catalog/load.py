"""The load and what recorded it: the sampler's books, the clocks, pgbench against itself and against the server."""

from expectations.checks import Check, Suite, Texts, graded, measure_file


def sampling() -> Suite:
    """The recorder's bookkeeping by family."""
    return Suite(
        "sampling",
        "raw",
        Texts("What the recorder meant to take and took", "Что должно было быть снято и что снято"),
        measure_file("sampling"),
        (
            *graded(
                "taken_share", warning=(0.98, None), critical=(0.7, None), unit="%", decimals=1,
                expects=Texts("At least 98% of the planned samples were taken", "Снято не менее 98% запланированных отсчётов"),
                says=Texts(
                    "{entity}: {observed} of the planned samples were taken, at least {low} are needed ({detail}); short events may be missing from it.",
                    "{entity}: снято {observed} запланированных отсчётов, нужно не менее {low} ({detail}); короткие события могли выпасть.",
                ),
                critically=Texts(
                    "{entity}: only {observed} of the planned samples were taken ({detail}); most likely the machine was overloaded, and so was the measurement.",
                    "{entity}: снято только {observed} запланированных отсчётов ({detail}); машина, а с ней и измерение, была перегружена.",
                ),
            ),
            Check(
                "late_share", "warning", high=0.2, unit="%", decimals=1,
                expects=Texts("At most one sample in five was late", "Опоздало не более каждого пятого отсчёта"),
                says=Texts(
                    "{entity}: {observed} of the samples were late (the latest by {detail} ms); shares of time are blurred by as much.",
                    "{entity}: опоздало {observed} отсчётов (самый поздний на {detail} мс); настолько же размыты доли времени.",
                ),
            ),
        ),
        needs=("raw.ticks",),
        after_run=True,
    )  # fmt: skip


def clocks() -> Suite:
    """Clocks against the recorder's monotonic one."""
    return Suite(
        "clocks",
        "raw",
        Texts("Clocks", "Часы"),
        measure_file("clocks"),
        (
            *graded(
                "moved_ms", warning=(None, 200), critical=(None, 2000), unit="ms",
                expects=Texts("No clock stepped during the run", "Часы за прогон не переводились"),
                says=Texts(
                    "the clock {entity} moved by {observed} against the monotonic one; sources are aligned no better than that.",
                    "часы {entity} сместились на {observed} относительно монотонных; точнее этого источники не совмещены.",
                ),
                critically=Texts(
                    "the clock {entity} stepped by {observed} against the monotonic one; samples lie where they do not belong.",
                    "часы {entity} скакнули на {observed} относительно монотонных; отсчёты попали не на свои места.",
                ),
            ),
            Check(
                "offset_ms", "warning", high=1000, unit="ms",
                expects=Texts("Clocks agree within a second", "Часы расходятся не более чем на секунду"),
                says=Texts(
                    "the clock {entity} is {observed} off; what happened first cannot be told at this resolution.",
                    "часы {entity} расходятся на {observed}; что случилось раньше, с такой точностью не определить.",
                ),
            ),
        ),
        needs=("raw.clock_offsets",),
        after_run=True,
    )  # fmt: skip


def pgbench() -> Suite:
    """pgbench's own outputs against each other."""
    return Suite(
        "pgbench",
        "raw",
        Texts("pgbench against itself", "pgbench против самого себя"),
        measure_file("pgbench"),
        (
            *graded(
                "missing_share", warning=(None, 0.02), critical=(None, 0.1), unit="%", decimals=1,
                expects=Texts("The progress reports cover at least 98% of the load", "Отчёты о ходе покрывают не менее 98% нагрузки"),
                says=Texts(
                    "{observed} of the load's time has no progress report; drops in it cannot be seen.",
                    "на {observed} времени нагрузки нет отчётов о ходе; провалов в нём не увидеть.",
                ),
                critically=Texts(
                    "{observed} of the load's time has no progress report: the log is torn or cut short.",
                    "на {observed} времени нагрузки нет отчётов о ходе: журнал с разрывом или оборван.",
                ),
            ),
            *graded(
                "surplus_share", warning=(None, 0.02), critical=(None, 0.1), unit="%", decimals=1,
                expects=Texts("The progress reports do not cover more time than there was", "Отчёты о ходе не покрывают больше времени, чем прошло"),
                says=Texts(
                    "progress reports cover {observed} more time than the load had: a clock stepped, or lines stand twice.",
                    "отчёты о ходе покрывают на {observed} больше времени, чем длилась нагрузка: часы переведены или строки повторены.",
                ),
                critically=Texts(
                    "progress reports cover {observed} more time than the load had; this is not one run's log.",
                    "отчёты о ходе покрывают на {observed} больше времени, чем длилась нагрузка; это не журнал одного прогона.",
                ),
            ),
            Check(
                "duplicates", "critical", high=0,
                expects=Texts("No interval is reported twice", "Ни один интервал не записан дважды"),
                says=Texts(
                    "{observed} intervals stand twice in pgbench's logs; the file was read or written twice.",
                    "интервалов, записанных в журналах pgbench дважды: {observed}; файл прочитан или записан повторно.",
                ),
            ),
            Check(
                "bad_values", "critical", high=0,
                expects=Texts("Speeds and latencies are non-negative numbers", "Скорости и задержки суть неотрицательные числа"),
                says=Texts(
                    "{observed} values of pgbench are no numbers, infinite or negative.",
                    "значений pgbench, которые не числа, бесконечны или отрицательны: {observed}.",
                ),
            ),
            *graded(
                "log_by_summary", warning=(0.95, 1.05), critical=(0.8, 1.25), unit="%", decimals=1,
                expects=Texts("The mean speed of the log is the summary's", "Средняя скорость по журналу та же, что в итоге pgbench"),
                says=Texts(
                    "the log's mean speed is {detail} of the one in pgbench's summary; one of them covers another time.",
                    "средняя скорость по журналу составляет {detail} от итога pgbench; один из них охватывает другое время.",
                ),
                critically=Texts(
                    "the log's mean speed is {detail} of the one in pgbench's summary; they do not belong to one run.",
                    "средняя скорость по журналу составляет {detail} от итога pgbench; они не от одного прогона.",
                ),
            ),
            *graded(
                "count_by_speed", warning=(0.97, 1.03), critical=(0.8, 1.25), unit="%", decimals=1,
                expects=Texts("Transactions are speed times duration in the summary", "В итоге число транзакций равно скорости, умноженной на время"),
                says=Texts(
                    "transactions are {observed} of speed times duration in the summary: connecting took long, or the duration is not the real one.",
                    "транзакций в итоге {observed} от произведения скорости и времени: долго соединялись, или время указано неверно.",
                ),
                critically=Texts(
                    "transactions are {observed} of speed times duration in the summary; a column or a unit is wrong.",
                    "транзакций в итоге {observed} от произведения скорости и времени; перепутан столбец или единица.",
                ),
            ),
            *graded(
                "clients_by_summary", warning=(0.9, 1.1), critical=(0.5, 2.0), unit="%", decimals=1,
                expects=Texts("Little's law: speed times latency is the number of clients", "Закон Литтла: скорость, умноженная на задержку, равна числу клиентов"),
                says=Texts(
                    "by Little's law the summary's speed and latency imply {observed} of the clients; part of their time was spent outside the transactions.",
                    "по закону Литтла скорость и задержка из итога дают {observed} клиентов; часть времени прошла вне транзакций.",
                ),
                critically=Texts(
                    "by Little's law the summary's speed and latency imply {observed} of the clients; a unit, a column or the number of clients is wrong.",
                    "по закону Литтла скорость и задержка из итога дают {observed} клиентов; неверна единица, столбец или число клиентов.",
                ),
            ),
            *graded(
                "clients_by_progress", warning=(0.9, 1.1), critical=(0.5, 2.0), unit="%", decimals=1,
                expects=Texts("Little's law holds in the progress reports", "Закон Литтла выполняется в отчётах о ходе"),
                says=Texts(
                    "by Little's law the log's speed and latency imply {observed} of the clients: the load generator itself was held up.",
                    "по закону Литтла скорость и задержка из журнала дают {observed} клиентов: тормозил сам генератор нагрузки.",
                ),
                critically=Texts(
                    "by Little's law the log's speed and latency imply {observed} of the clients; a unit, a column or the number of clients is wrong.",
                    "по закону Литтла скорость и задержка из журнала дают {observed} клиентов; неверна единица, столбец или число клиентов.",
                ),
            ),
            Check(
                "other_clients", "critical", high=0,
                expects=Texts("pgbench ran with the planned clients", "pgbench работал с запланированным числом клиентов"),
                says=Texts(
                    "pgbench ran with other clients than planned: {detail}.",
                    "pgbench работал не с тем числом клиентов: {detail}.",
                ),
            ),
            *graded(
                "failed_share", warning=(None, 0.01), critical=(None, 0.2), unit="%", decimals=1,
                expects=Texts("At most 1% of the transactions failed", "Отказов не более 1% транзакций"),
                says=Texts(
                    "{observed} of the transactions failed; speed counts only the rest.",
                    "отказом кончились {observed} транзакций; в скорости учтены только остальные.",
                ),
                critically=Texts(
                    "{observed} of the transactions failed; this measures failures, not work.",
                    "отказом кончились {observed} транзакций; измерены отказы, а не работа.",
                ),
            ),
            Check(
                "skipped_share", "warning", high=0.01, unit="%", decimals=1,
                expects=Texts("At most 1% of the scheduled transactions were skipped", "Пропущено не более 1% назначенных транзакций"),
                says=Texts(
                    "{observed} of the scheduled transactions were skipped as too late; latency describes only the others.",
                    "пропущено как опоздавшие {observed} назначенных транзакций; задержка описывает только остальные.",
                ),
            ),
            Check(
                "lag_growth_ms", "warning", high=100, unit="ms",
                expects=Texts("The schedule lag does not grow", "Отставание от расписания не растёт"),
                says=Texts(
                    "the lag behind the schedule grew by {observed}: the server does not keep up with the asked rate, and latency measures the queue.",
                    "отставание от расписания выросло на {observed}: сервер не успевает за заданным темпом, и задержка измеряет очередь.",
                ),
            ),
            Check(
                "rate_reached", "warning", low=0.95, high=1.05, unit="%",
                expects=Texts("The asked rate was reached", "Заданный темп достигнут"),
                says=Texts(
                    "{observed} of the asked rate was reached.",
                    "достигнуто {observed} заданного темпа.",
                ),
            ),
            *graded(
                "stalled_share", warning=(None, 0.2), critical=(None, 0.9), unit="%",
                expects=Texts("The load does not stand still", "Нагрузка не стоит на месте"),
                says=Texts(
                    "for {observed} of the time not one transaction finished.",
                    "{observed} времени не завершалось ни одной транзакции.",
                ),
                critically=Texts(
                    "for {observed} of the time not one transaction finished; the load did not run.",
                    "{observed} времени не завершалось ни одной транзакции; нагрузки не было.",
                ),
            ),
            Check(
                "transactions_done", "critical", low=1,
                expects=Texts("At least one transaction finished", "Завершилась хотя бы одна транзакция"),
                says=Texts("not one transaction finished.", "не завершилось ни одной транзакции."),
            ),
            Check(
                "means_outside", "critical", high=0,
                expects=Texts("A mean latency lies between its minimum and maximum", "Средняя задержка лежит между минимумом и максимумом"),
                says=Texts(
                    "in {observed} intervals the mean latency lies outside its own range or its variance is negative; columns are swapped or damaged.",
                    "интервалов, где средняя задержка вне собственных границ или дисперсия отрицательна: {observed}; столбцы перепутаны или испорчены.",
                ),
            ),
            *graded(
                "aggregate_by_summary", warning=(0.97, 1.03), critical=(0.8, 1.25), unit="%", decimals=1,
                expects=Texts("The aggregate log counts the summary's transactions", "Сводный журнал насчитал столько же транзакций, что и итог"),
                says=Texts(
                    "the aggregate log holds {observed} of the summary's transactions; its last interval or a thread's file is missing.",
                    "в сводном журнале {observed} транзакций из итога; не хватает последнего интервала или файла одного из потоков.",
                ),
                critically=Texts(
                    "the aggregate log holds {observed} of the summary's transactions; files are missing or of another run.",
                    "в сводном журнале {observed} транзакций из итога; файлов не хватает, или они от другого прогона.",
                ),
            ),
            *graded(
                "histogram_by_summary", warning=(0.9, 1.1), critical=(0.7, 1.4), unit="%", decimals=1,
                expects=Texts("The transaction log counts the summary's transactions", "Журнал транзакций насчитал столько же, сколько итог"),
                says=Texts(
                    "the transaction log stands for {observed} of the summary's transactions; the sampling rate or a file is not the right one.",
                    "журнал транзакций соответствует {observed} транзакций из итога; не та доля выборки или не хватает файла.",
                ),
                critically=Texts(
                    "the transaction log stands for {observed} of the summary's transactions; percentiles from it are not this run's.",
                    "журнал транзакций соответствует {observed} транзакций из итога; процентили по нему не этого прогона.",
                ),
            ),
        ),
        needs=("raw.pgbench_progress", "raw.pgbench_summary"),
        after_run=True,
    )  # fmt: skip


def waits() -> Suite:
    """Sampled sessions."""
    return Suite(
        "waits",
        "raw",
        Texts("Sampled sessions and waits", "Сеансы и ожидания по отсчётам"),
        measure_file("waits"),
        (
            *graded(
                "foreign_sessions", warning=(None, 3), critical=(None, 50),
                expects=Texts("No sessions beside the load's", "Сеансов сверх нагрузки нет"),
                says=Texts(
                    "{observed} more sessions than the load opened were connected; their work and waits are counted with ours.",
                    "сеансов сверх открытых нагрузкой: {observed}; их работа и ожидания учтены вместе с нашими.",
                ),
                critically=Texts(
                    "{observed} more sessions than the load opened were connected; this server was serving somebody else.",
                    "сеансов сверх открытых нагрузкой: {observed}; сервер обслуживал кого-то ещё.",
                ),
            ),
            Check(
                "active_share", "warning", low=0.1, unit="%",
                expects=Texts("At least a tenth of the clients are at work in the server", "В сервере занята хотя бы десятая часть клиентов"),
                says=Texts(
                    "on average only {observed} of the clients had something running in the server: it waited for the load generator, not the other way round.",
                    "в среднем в сервере работало лишь {observed} клиентов: он ждал генератор нагрузки, а не наоборот.",
                ),
            ),
            Check(
                "bad_counts", "critical", high=0,
                expects=Texts("Each state stands once an instant, with at least one session", "Каждое состояние стоит в отсчёте один раз и не пусто"),
                says=Texts(
                    "{observed} rows of the wait sampler stand twice or count less than one session; its file was loaded twice or damaged.",
                    "строк отсчётов ожиданий, которые повторены или считают меньше одного сеанса: {observed}; файл загружен дважды или испорчен.",
                ),
            ),
            Check(
                "autovacuum_share", "info", high=0.5, unit="%",
                expects=Texts("Autovacuum works less than half of the time", "Автоочистка работает менее половины времени"),
                says=Texts(
                    "autovacuum was at work {observed} of the time.",
                    "автоочистка работала {observed} времени.",
                ),
            ),
        ),
        needs=("raw.activity_waits",),
        after_run=True,
    )  # fmt: skip


def cross() -> Suite:
    """Sources that count the same thing."""
    return Suite(
        "cross",
        "raw",
        Texts("pgbench against the server", "pgbench против сервера"),
        measure_file("cross"),
        graded(
            "committed_by_load", warning=(0.9, None), critical=(0.5, None), unit="%",
            expects=Texts("The server finished at least pgbench's transactions", "Сервер завершил не меньше транзакций, чем pgbench"),
            says=Texts(
                "the server's counters hold {detail} of pgbench's transactions; one of them missed part of the run.",
                "счётчики сервера показали {detail} транзакций pgbench; кто-то из них пропустил часть прогона.",
            ),
            critically=Texts(
                "the server's counters hold {detail} of pgbench's transactions: another server or database was watched, a sensor was stuck, or a clock is wrong.",
                "счётчики сервера показали {detail} транзакций pgbench: наблюдали другой сервер или базу, датчик завис или неверны часы.",
            ),
        ),
        needs=("raw.pgbench_progress", "raw.stat_database"),
        after_run=True,
    )  # fmt: skip
