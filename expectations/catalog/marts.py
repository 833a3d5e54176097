"""The reporting marts, before a sentence is made of them: figures that contradict each other, verdicts that nothing carries."""
# ruff: noqa: E501  a sentence (or a statement) is easier to read in one piece

from expectations.checks import Check, Severity, Suite, Texts, graded, measure_file


def _suite(name: str, title: Texts, tables: tuple[str, ...], *checks: Check) -> Suite:
    return Suite(name, "marts", title, measure_file(name), checks, tuple(f"marts.{table}" for table in tables))


def _nothing(check_id: str, expects: Texts, says: Texts, severity: Severity = "critical") -> Check:
    """A count or a flag that must be 0."""
    return Check(check_id, severity, expects, says, high=0)


ESTIMATE = Texts("An estimate lies in its interval", "Оценка лежит в своём интервале")
P_VALUE = Texts("A probability is between 0 and 1", "Вероятность лежит между 0 и 1")


def facts() -> Suite:
    """Facts of one metric against each other."""
    return _suite(
        "marts_facts",
        Texts("Facts against each other", "Факты друг против друга"),
        ("rpt_facts", "rpt_metrics"),
        _nothing(
            "bad_values",
            Texts("Facts are numbers", "Факты суть числа"),
            Texts("{metric} ({entity}): a fact is NaN or infinite.", "{metric} ({entity}): факт есть NaN или бесконечность."),
        ),
        _nothing(
            "mean_outside",
            Texts("A mean lies between its minimum and maximum", "Среднее лежит между минимумом и максимумом"),
            Texts("{metric} ({entity}): the mean lies outside its own range: {detail}.", "{metric} ({entity}): среднее вне собственных границ: {detail}."),
        ),
        _nothing(
            "disordered",
            Texts("Minimum, median, p95, p99 and maximum stand in this order", "Минимум, медиана, p95, p99 и максимум идут по возрастанию"),
            Texts("{metric} ({entity}): the quantiles are not in their order.", "{metric} ({entity}): квантили идут не по порядку."),
        ),
        Check(
            "amplitude_off", "critical",
            Texts("An amplitude is maximum minus minimum", "Размах есть максимум минус минимум"),
            Texts("{metric} ({entity}): the amplitude is not maximum minus minimum.", "{metric} ({entity}): размах не равен разности максимума и минимума."),
            high=1e-6,
        ),
        Check(
            "spread_of_range", "critical",
            Texts("A standard deviation is smaller than the range", "Стандартное отклонение меньше размаха"),
            Texts("{metric} ({entity}): the standard deviation is {observed} of the range.", "{metric} ({entity}): стандартное отклонение составляет {observed} размаха."),
            low=0, high=1, decimals=2,
        ),
        Check(
            "share_of_whole", "critical",
            Texts("A share is at most the whole", "Доля не больше целого"),
            Texts("{metric} ({entity}) reaches {observed}, more than the whole.", "{metric} ({entity}) доходит до {observed}, больше целого."),
            high=1.01, unit="%", decimals=1,
        ),
        Check(
            "least_share", "critical",
            Texts("A share is not negative", "Доля неотрицательна"),
            Texts("{metric} ({entity}): a share is negative.", "{metric} ({entity}): доля отрицательна."),
            low=0, decimals=3,
        ),
        Check(
            "strongest", "critical",
            Texts("A correlation is between -1 and 1", "Корреляция лежит между −1 и 1"),
            Texts("{metric} ({entity}): a correlation of {observed}.", "{metric} ({entity}): корреляция {observed}."),
            high=1 + 1e-9, decimals=3,
        ),
        Check(
            "greatest_fit", "critical",
            Texts("R² is at most 1", "R² не больше 1"),
            Texts("{metric} ({entity}): R² is {observed}.", "{metric} ({entity}): R² равен {observed}."),
            high=1 + 1e-9, decimals=3,
        ),
        Check(
            "least_fit", "critical",
            Texts("R² is not negative", "R² неотрицателен"),
            Texts("{metric} ({entity}): R² is {observed}.", "{metric} ({entity}): R² равен {observed}."),
            low=-1e-9, decimals=3,
        ),
        _nothing(
            "angle_is_fit",
            Texts("An angle is not R² in disguise", "Угол не есть переодетый R²"),
            Texts(
                "{metric} ({entity}): the angle is the arctangent of the correlation, bounded by 45°; it says how well a line fits and nothing about growth.",
                "{metric} ({entity}): угол есть арктангенс корреляции, он не бывает больше 45°; он говорит, хороша ли прямая, и ничего о росте.",
            ),
            "warning",
        ),
        _nothing(
            "outside_interval", ESTIMATE,
            Texts("{metric} ({entity}): {detail} lies outside its own interval.", "{metric} ({entity}): {detail} вне собственного интервала."),
        ),
        _nothing(
            "twin_levels",
            Texts("Two levels do not share all their figures to the last digit", "У двух уровней не совпадают все значения до последней цифры"),
            Texts(
                "{metric}: the same mean, bounds and median to the last digit stand under levels {detail}; the data were probably copied.",
                "{metric}: одни и те же среднее, границы и медиана до последней цифры стоят у уровней {detail}; данные, вероятно, скопированы.",
            ),
            "warning",
        ),
        Check(
            "part_of_whole", "critical",
            Texts("A part is at most its whole", "Часть не больше целого"),
            Texts("{metric} ({entity}) is {observed} of {detail}, of which it is a part.", "{metric} ({entity}) составляет {observed} от {detail}, частью которой является."),
            high=1.001, unit="%", decimals=1,
        ),
        _nothing(
            "orphans",
            Texts("A fact's parents are facts", "Родители факта суть факты"),
            Texts("{metric} ({entity}): a fact is computed from {detail}, which is not there.", "{metric} ({entity}): факт посчитан из {detail}, а его нет."),
        ),
    )  # fmt: skip


def physics() -> Suite:
    """Facts of different metrics against physics."""
    return _suite(
        "marts_physics",
        Texts("Facts against physics", "Факты против физики"),
        ("rpt_facts",),
        *graded(
            "clients_by_little", warning=(0.8, 1.25), critical=(0.33, 3), unit="%", decimals=1,
            expects=Texts("Little's law: speed times latency is the number of clients", "Закон Литтла: скорость, умноженная на задержку, равна числу клиентов"),
            says=Texts(
                "At level {entity} median speed times median latency gives {observed} of the clients.",
                "На уровне {entity} медианная скорость, умноженная на медианную задержку, даёт {observed} клиентов.",
            ),
            critically=Texts(
                "At level {entity} median speed times median latency gives {observed} of the clients; one of them is wrong.",
                "На уровне {entity} медианная скорость, умноженная на медианную задержку, даёт {observed} клиентов; одна из них неверна.",
            ),
        ),
        *graded(
            "iops_by_parts", warning=(0.98, 1.02), critical=(0.8, 1.25), unit="%", decimals=1,
            expects=Texts("Reads and writes add up to IOPS", "Чтения и записи в сумме дают IOPS"),
            says=Texts("At level {entity} IOPS are {observed} of reads and writes together.", "На уровне {entity} IOPS составляют {observed} от суммы чтений и записей."),
            critically=Texts("At level {entity} IOPS are {observed} of reads and writes together; one of them is of another device or unit.", "На уровне {entity} IOPS составляют {observed} от суммы чтений и записей; что-то из них взято с другого устройства или в другой единице."),
        ),
        *graded(
            "mbps_by_parts", warning=(0.98, 1.02), critical=(0.8, 1.25), unit="%", decimals=1,
            expects=Texts("Reading and writing add up to the throughput", "Чтение и запись в сумме дают поток"),
            says=Texts("At level {entity} the throughput is {observed} of reading and writing together.", "На уровне {entity} поток составляет {observed} от суммы чтения и записи."),
            critically=Texts("At level {entity} the throughput is {observed} of reading and writing together; one of them is of another device or unit.", "На уровне {entity} поток составляет {observed} от суммы чтения и записи; что-то из них взято с другого устройства или в другой единице."),
        ),
        Check(
            "cpu_by_parts", "warning",
            Texts("CPU shares add up to the whole", "Доли процессора в сумме дают целое"),
            Texts("At level {entity} the CPU's shares add up to {observed}.", "На уровне {entity} доли процессора дают в сумме {observed}."),
            low=0.9, high=1.03, unit="%", decimals=1,
        ),
        Check(
            "request_kb", "critical",
            Texts("Throughput divided by IOPS is a request that disks get", "Поток, делённый на IOPS, даёт возможный запрос"),
            Texts("At level {entity} throughput divided by IOPS gives {observed} a request.", "На уровне {entity} поток, делённый на IOPS, даёт {observed} на запрос."),
            low=0.4, high=65536, unit="kB", decimals=1,
        ),
        Check(
            "p95_by_p99", "critical",
            Texts("The 95th percentile is at most the 99th", "95-й процентиль не больше 99-го"),
            Texts("At level {entity} the 95th percentile of latency is {observed} of the 99th.", "На уровне {entity} 95-й процентиль задержки составляет {observed} от 99-го."),
            high=1.000001, unit="%", decimals=1,
        ),
    )  # fmt: skip


def effects() -> Suite:
    """Effects and their verdicts."""
    return _suite(
        "marts_effects",
        Texts("Effects and their verdicts", "Эффекты и вердикты"),
        ("rpt_effects", "rpt_metrics"),
        _nothing(
            "estimate_outside", ESTIMATE,
            Texts("{metric}, {entity}: the effect lies outside its interval: {detail}.", "{metric}, {entity}: эффект вне своего интервала: {detail}."),
        ),
        _nothing(
            "unknown_verdict",
            Texts("Verdicts are of the closed list", "Вердикты взяты из закрытого списка"),
            Texts("{metric}, {entity}: there is no verdict {detail}.", "{metric}, {entity}: вердикта {detail} не бывает."),
        ),
        Check("greatest_p", "critical", P_VALUE, Texts("{metric}, {entity}: p = {observed}.", "{metric}, {entity}: p = {observed}."), high=1 + 1e-9, decimals=3),
        Check("least_p", "critical", P_VALUE, Texts("{metric}, {entity}: p = {observed}.", "{metric}, {entity}: p = {observed}."), low=0, decimals=3),
        _nothing(
            "unproven",
            Texts("Better or worse is said only where every condition holds", "«Лучше» и «хуже» сказано, только где выполнены все условия"),
            Texts("{metric}, {entity}: the verdict is not carried by its own figures: {detail}.", "{metric}, {entity}: вердикт не подтверждён собственными числами: {detail}."),
        ),
        _nothing(
            "wrong_side",
            Texts("The verdict is on the effect's side", "Вердикт на стороне эффекта"),
            Texts("{metric}, {entity}: the verdict contradicts the sign of the effect.", "{metric}, {entity}: вердикт противоречит знаку эффекта."),
        ),
        _nothing(
            "unlike",
            Texts("Equivalent levels differ by less than matters", "Равноценные уровни различаются меньше значимого"),
            Texts("{metric}, {entity}: called equivalent with an effect above the least that matters.", "{metric}, {entity}: названо равноценным при эффекте больше значимого."),
        ),
        Check(
            "effect_pct", "critical",
            Texts("Nothing falls by more than all of it", "Ничто не падает больше чем целиком"),
            Texts("{metric}, {entity}: an effect of {observed}%.", "{metric}, {entity}: эффект {observed}%."),
            low=-100, decimals=1,
        ),
        _nothing(
            "claimed_of_one",
            Texts("Nothing is claimed of one run a level", "По одному прогону на уровень ничего не утверждается"),
            Texts("{metric}, {entity}: a verdict on one run a level.", "{metric}, {entity}: вердикт по одному прогону на уровень."),
        ),
    )  # fmt: skip


def correlations() -> Suite:
    """Correlations."""
    return _suite(
        "marts_correlations",
        Texts("Correlations", "Корреляции"),
        ("rpt_correlations", "rpt_metrics"),
        Check(
            "strongest", "critical",
            Texts("A correlation is between -1 and 1", "Корреляция лежит между −1 и 1"),
            Texts("{metric} ({entity}): a correlation of {observed}.", "{metric} ({entity}): корреляция {observed}."),
            high=1 + 1e-9, decimals=3,
        ),
        _nothing(
            "estimate_outside", ESTIMATE,
            Texts("{metric} ({entity}): the correlation lies outside its interval.", "{metric} ({entity}): корреляция вне своего интервала."),
        ),
        Check(
            "effective_of_all", "critical",
            Texts("Effective samples are at most all samples", "Действенных отсчётов не больше, чем всех"),
            Texts("{metric} ({entity}): effective samples are {observed} of all.", "{metric} ({entity}): действенных отсчётов {observed} от всех."),
            high=1 + 1e-9, unit="%",
        ),
        Check(
            "claimed_on", "critical",
            Texts("A correlation is claimed on ten effective samples or more", "Корреляция утверждается не менее чем по десяти действенным отсчётам"),
            Texts("{metric} ({entity}): claimed on {observed} effective samples.", "{metric} ({entity}): утверждается по {observed} действенным отсчётам."),
            low=10, decimals=1,
        ),
        _nothing(
            "unflagged_part",
            Texts("A part correlated with its whole is flagged", "Связь части со своим целым отмечена"),
            Texts("{metric} ({entity}): a part is correlated with its whole, and nothing says so.", "{metric} ({entity}): часть связана со своим целым, и это не отмечено."),
        ),
    )  # fmt: skip


def slopes() -> Suite:
    """Slopes over time."""
    return _suite(
        "marts_slopes",
        Texts("Slopes", "Наклоны"),
        ("rpt_slopes",),
        _nothing(
            "estimate_outside", ESTIMATE,
            Texts("{metric} ({entity}): the slope lies outside its interval.", "{metric} ({entity}): наклон вне своего интервала."),
        ),
        Check(
            "r_squared", "critical",
            Texts("R² is between 0 and 1", "R² лежит между 0 и 1"),
            Texts("{metric} ({entity}): R² is {observed}.", "{metric} ({entity}): R² равен {observed}."),
            low=-1e-9, high=1 + 1e-9, decimals=3,
        ),
        Check("kendall_p", "critical", P_VALUE, Texts("{metric} ({entity}): p = {observed}.", "{metric} ({entity}): p = {observed}."), low=0, high=1 + 1e-9, decimals=3),
        _nothing(
            "wrong_side",
            Texts("A rising slope rises", "Растущий наклон растёт"),
            Texts("{metric} ({entity}): the verdict contradicts the sign of the slope.", "{metric} ({entity}): вердикт противоречит знаку наклона."),
        ),
    )  # fmt: skip


def pareto() -> Suite:
    """Shares of waits and statements."""
    return _suite(
        "marts_pareto",
        Texts("Shares of waits and statements", "Доли ожиданий и запросов"),
        ("rpt_pareto",),
        Check(
            "greatest_share", "critical",
            Texts("A share is at most the whole", "Доля не больше целого"),
            Texts("Shares of {shares}, level {entity}: one is {observed}.", "Доли {shares}, уровень {entity}: одна из них {observed}."),
            high=1 + 1e-6, unit="%", decimals=1,
        ),
        Check(
            "least_share", "critical",
            Texts("A share is not negative", "Доля неотрицательна"),
            Texts("Shares of {shares}, level {entity}: one is {observed}.", "Доли {shares}, уровень {entity}: одна из них {observed}."),
            low=0, unit="%", decimals=1,
        ),
        Check(
            "shares_together", "critical",
            Texts("Shares together are at most the whole", "Доли вместе не больше целого"),
            Texts("Shares of {shares}, level {entity}: they add up to {observed}.", "Доли {shares}, уровень {entity}: в сумме дают {observed}."),
            high=1.005, unit="%", decimals=1,
        ),
        Check(
            "cumulative_share", "critical",
            Texts("Cumulated shares end at the whole", "Накопленные доли кончаются целым"),
            Texts("Shares of {shares}, level {entity}: the cumulated share reaches {observed}.", "Доли {shares}, уровень {entity}: накопленная доля доходит до {observed}."),
            high=1.005, unit="%", decimals=1,
        ),
        _nothing(
            "type_below_total",
            Texts("A share of the type is no smaller than of the total", "Доля от типа не меньше доли от целого"),
            Texts(
                "Shares of {shares}, level {entity}: {observed} events have a smaller share of their type than of the total; the denominators are swapped.",
                "Доли {shares}, уровень {entity}: событий, чья доля от типа меньше доли от целого: {observed}; знаменатели перепутаны.",
            ),
        ),
        _nothing(
            "estimate_outside", ESTIMATE,
            Texts(
                "Level {entity}, shares of {shares}: {observed} outside their own interval, which means that few runs carry them.",
                "Уровень {entity}, доли {shares}: вне собственного интервала — {observed}, то есть их создают немногие прогоны.",
            ),
            "info",
        ),
        Check(
            "dominant", "critical",
            Texts("At most one event dominates", "Господствует не больше одного события"),
            Texts("Shares of {shares}, level {entity}: {observed} events dominate at once.", "Доли {shares}, уровень {entity}: господствующих событий сразу {observed}."),
            high=1,
        ),
    )  # fmt: skip


def runs() -> Suite:
    """What the execution counts and lists."""
    return _suite(
        "marts_runs",
        Texts("The execution's own books", "Собственный учёт исполнения"),
        ("rpt_experiments", "rpt_runs"),
        Check(
            "valid_off", "critical",
            Texts("Valid runs counted are valid runs listed", "Годных прогонов в счёте столько же, сколько в списке"),
            Texts("The count of valid runs is {observed} off the list.", "Счёт годных прогонов расходится со списком на {observed}."),
            low=0, high=0,
        ),
        _nothing(
            "backward_runs",
            Texts("Runs go forward in time", "Прогоны идут вперёд по времени"),
            Texts("{observed} runs end before they begin.", "Прогонов, которые кончаются раньше начала: {observed}."),
        ),
        Check(
            "blocks_over", "critical",
            Texts("No more blocks are complete than were planned", "Полных блоков не больше, чем запланировано"),
            Texts("{observed} more blocks are complete than were planned.", "Полных блоков больше запланированного на {observed}."),
            high=0,
        ),
        Check(
            "runs_valid", "critical",
            Texts("At least one run is valid", "Хотя бы один прогон годен"),
            Texts("No run is valid; nothing can be published of this execution.", "Ни один прогон не годен; публиковать по этому исполнению нечего."),
            low=1,
        ),
        Check(
            "final_blocks", "critical",
            Texts("A final verdict stands on a complete block", "Окончательный вердикт стоит хотя бы на одном полном блоке"),
            Texts("A final verdict is given and no block is complete.", "Вердикт объявлен окончательным, а полных блоков нет."),
            low=1,
        ),
    )  # fmt: skip


def drops() -> Suite:
    """Drops of speed and stability."""
    return _suite(
        "marts_drops",
        Texts("Drops and stability", "Провалы и устойчивость"),
        ("rpt_drops", "rpt_stability"),
        _nothing(
            "backward",
            Texts("A drop ends after it begins", "Провал кончается после начала"),
            Texts("{entity}: the drop ends before it begins.", "{entity}: провал кончается раньше начала."),
        ),
        Check(
            "depth_pct", "critical",
            Texts("A drop is at most all of the speed", "Провал не глубже всей скорости"),
            Texts("{entity}: a drop by {observed}%.", "{entity}: провал на {observed}%."),
            low=0, high=100 + 1e-6, decimals=1,
        ),
        Check(
            "recovered_after_s", "critical",
            Texts("Recovery takes time forward", "Восстановление длится вперёд"),
            Texts("{entity}: recovered after {observed}.", "{entity}: восстановление через {observed}."),
            low=0, unit="s", decimals=1,
        ),
        Check(
            "drop_minutes_per_h", "critical",
            Texts("At most 60 minutes of an hour are drops", "В часе не больше 60 минут провалов"),
            Texts("{metric} ({entity}): {observed} of drops an hour.", "{metric} ({entity}): {observed} провалов в час."),
            low=0, high=60 + 1e-6, unit="min", decimals=1,
        ),
        Check(
            "p5_to_p50", "critical",
            Texts("The 5th percentile is at most the median", "5-й процентиль не больше медианы"),
            Texts("{metric} ({entity}): the 5th percentile is {observed} of the median.", "{metric} ({entity}): 5-й процентиль составляет {observed} медианы."),
            low=0, high=1 + 1e-6, unit="%", decimals=1,
        ),
    )  # fmt: skip


def decisions() -> Suite:
    """Optima, limits, trends and ordered means."""
    return _suite(
        "marts_decisions",
        Texts("Decisions", "Решения"),
        ("rpt_dose_response", "rpt_optima", "rpt_limits", "rpt_nightly_changes"),
        _nothing(
            "shape_broken",
            Texts("What is called monotone is", "Названное монотонным монотонно"),
            Texts("{metric} over {entity} is called monotone, and {observed} of its steps go the other way.", "{metric} по {entity} названа монотонной, а шагов в другую сторону {observed}."),
        ),
        _nothing(
            "best_among_equals",
            Texts("Nothing is the best among equals", "Среди равных нет лучшего"),
            Texts("{metric}: {entity} is called the best and is tied.", "{metric}: {entity} назван лучшим, а он среди равных."),
        ),
        _nothing(
            "thin_limit",
            Texts("A limiting factor has two pieces of evidence", "У предела есть два свидетельства"),
            Texts("Level {entity}: a limiting factor is named on less than two pieces of evidence.", "Уровень {entity}: предел назван менее чем по двум свидетельствам."),
        ),
        _nothing(
            "early_trend",
            Texts("A change over nights is claimed from ten nights on", "Изменение по ночам утверждается с десяти ночей"),
            Texts("{metric} ({entity}): a change over nights is claimed of less than ten.", "{metric} ({entity}): изменение по ночам утверждается менее чем по десяти."),
        ),
    )  # fmt: skip


def series() -> Suite:
    """Pictures against tables."""
    return _suite(
        "marts_series",
        Texts("Pictures against tables", "Картинки против таблиц"),
        ("rpt_series", "rpt_facts"),
        Check(
            "outside_share", "critical",
            Texts("What is drawn lies between the run's minimum and maximum", "Нарисованное лежит между минимумом и максимумом прогона"),
            Texts("{metric} ({entity}): {observed} of the drawn points lie outside the run's own range.", "{metric} ({entity}): вне границ самого прогона {observed} нарисованных точек."),
            high=0, unit="%", decimals=1,
        ),
        _nothing(
            "estimate_outside", ESTIMATE,
            Texts("{metric} ({entity}): {observed} drawn points lie outside their band.", "{metric} ({entity}): нарисованных точек вне своей полосы: {observed}."),
            "warning",
        ),
    )  # fmt: skip


def suites() -> tuple[Suite, ...]:
    """One suite a reporting mart."""
    return (facts(), physics(), effects(), correlations(), slopes(), pareto(), runs(), drops(), decisions(), series())
