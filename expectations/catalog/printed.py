"""What other tools printed and imports brought: iostat, vmstat, any series, single results, and copies of one run under two."""

from expectations.checks import Check, Suite, Texts, graded, measure_file


def iostat() -> Suite:
    """iostat's reports."""
    return Suite(
        "iostat",
        "raw",
        Texts("Reports of iostat", "Отчёты iostat"),
        measure_file("iostat"),
        (
            *graded(
                "busiest_pct", warning=(None, 101), critical=(None, 150), decimals=1,
                expects=Texts("Utilisation is at most 100%", "Загрузка не выше 100%"),
                says=Texts(
                    "{entity}: utilisation reaches {observed}%, more than the whole.",
                    "{entity}: загрузка доходит до {observed}%, больше целого.",
                ),
                critically=Texts(
                    "{entity}: utilisation reaches {observed}%; this column is not utilisation.",
                    "{entity}: загрузка доходит до {observed}%; этот столбец не загрузка.",
                ),
            ),
            Check(
                "late_since_boot", "critical", high=0,
                expects=Texts("Only the first report is since boot", "Средним с загрузки бывает только первый отчёт"),
                says=Texts(
                    "{entity}: {observed} reports after the first are averages since boot; iostat was started anew within the run.",
                    "{entity}: средних с загрузки не на первом месте: {observed}; iostat внутри прогона запускали заново.",
                ),
            ),
            Check(
                "bad_values", "critical", high=0,
                expects=Texts("Values are non-negative numbers", "Значения суть неотрицательные числа"),
                says=Texts("{entity}: {observed} reports hold negative values or no numbers.", "{entity}: отчётов с отрицательными значениями или не числами: {observed}."),
            ),
            Check(
                "request_kb", "critical", low=0.4, high=65536, unit="kB", decimals=1,
                expects=Texts("Throughput divided by IOPS is a request that disks get", "Поток, делённый на IOPS, даёт возможный запрос"),
                says=Texts(
                    "{entity}: throughput divided by IOPS gives {observed} a request; kilobytes and megabytes are mixed.",
                    "{entity}: поток, делённый на IOPS, даёт {observed} на запрос; перепутаны килобайты и мегабайты.",
                ),
            ),
            *graded(
                "read_by_requests", warning=(0.8, 1.25), critical=(0.2, 5), unit="%",
                expects=Texts("Reads times their size are the throughput of reading", "Чтения, умноженные на размер, дают поток чтения"),
                says=Texts(
                    "{entity}: the throughput of reading is {observed} of reads times their size.",
                    "{entity}: поток чтения составляет {observed} от числа чтений, умноженного на размер.",
                ),
                critically=Texts(
                    "{entity}: the throughput of reading is {observed} of reads times their size; a unit or a column is wrong.",
                    "{entity}: поток чтения составляет {observed} от числа чтений, умноженного на размер; неверна единица или столбец.",
                ),
            ),
            *graded(
                "written_by_requests", warning=(0.8, 1.25), critical=(0.2, 5), unit="%",
                expects=Texts("Writes times their size are the throughput of writing", "Записи, умноженные на размер, дают поток записи"),
                says=Texts(
                    "{entity}: the throughput of writing is {observed} of writes times their size.",
                    "{entity}: поток записи составляет {observed} от числа записей, умноженного на размер.",
                ),
                critically=Texts(
                    "{entity}: the throughput of writing is {observed} of writes times their size; a unit or a column is wrong.",
                    "{entity}: поток записи составляет {observed} от числа записей, умноженного на размер; неверна единица или столбец.",
                ),
            ),
            *graded(
                "queue_by_waiting", warning=(0.6, 1.6), critical=(0.1, 10), unit="%",
                expects=Texts("Little's law for the disk: IOPS times waiting is the queue", "Закон Литтла для диска: IOPS, умноженные на ожидание, дают очередь"),
                says=Texts(
                    "{entity}: requests times their waiting give {observed} of the printed queue.",
                    "{entity}: запросы, умноженные на ожидание, дают {observed} от указанной очереди.",
                ),
                critically=Texts(
                    "{entity}: requests times their waiting give {observed} of the printed queue; columns are swapped or a unit is wrong.",
                    "{entity}: запросы, умноженные на ожидание, дают {observed} от указанной очереди; перепутаны столбцы или единица.",
                ),
            ),
            Check(
                "first_report_off", "warning", high=12, decimals=0,
                expects=Texts("The first report is like the others", "Первый отчёт похож на остальные"),
                says=Texts(
                    "{entity}: the first report lies {observed} robust deviations from the rest: it is the average since boot and not marked as such.",
                    "{entity}: первый отчёт отстоит от остальных на {observed} робастных отклонений: это среднее с загрузки, не отмеченное как таковое.",
                ),
            ),
        ),
        needs=("raw.iostat",),
        after_run=True,
    )  # fmt: skip


def printed_cpu() -> Suite:
    """CPU shares of iostat and vmstat."""
    return Suite(
        "printed_cpu",
        "raw",
        Texts("CPU shares of iostat and vmstat", "Доли процессора у iostat и vmstat"),
        measure_file("printed_cpu"),
        (
            *graded(
                "total_pct", warning=(97, 103), critical=(80, 120), decimals=1,
                expects=Texts("The shares add up to 100%", "Доли в сумме дают 100%"),
                says=Texts("{entity}: the shares add up to {observed}%.", "{entity}: доли дают в сумме {observed}%."),
                critically=Texts(
                    "{entity}: the shares add up to {observed}%; columns are missing, swapped or damaged.",
                    "{entity}: доли дают в сумме {observed}%; столбцы пропущены, перепутаны или испорчены.",
                ),
            ),
            Check(
                "sums_off_share", "warning", high=0.05, unit="%",
                expects=Texts("The shares add up in every report", "Доли сходятся в каждом отчёте"),
                says=Texts(
                    "{entity}: in {observed} of the reports the shares do not add up.",
                    "{entity}: доли не сходятся в {observed} отчётов.",
                ),
            ),
            Check(
                "greatest_pct", "critical", high=100.5, decimals=1,
                expects=Texts("No share is over 100%", "Ни одна доля не выше 100%"),
                says=Texts("{entity}: a share of {observed}% is more than the whole.", "{entity}: доля {observed}% больше целого."),
            ),
            Check(
                "least_pct", "critical", low=0,
                expects=Texts("No share is negative", "Ни одна доля не отрицательна"),
                says=Texts("{entity}: a share of {observed}% is negative.", "{entity}: доля {observed}% отрицательна."),
            ),
            Check(
                "steal_share", "warning", high=0.05, unit="%", decimals=1,
                expects=Texts("The hypervisor took at most 5% of CPU time", "Гипервизор отнял не более 5% времени процессора"),
                says=Texts(
                    "{entity}: the hypervisor gave {observed} of the CPU time to somebody else.",
                    "{entity}: гипервизор отдал другим {observed} времени процессора.",
                ),
            ),
            Check(
                "swapped_kb", "warning", high=10000, unit="kB",
                expects=Texts("The machine hardly swapped", "Подкачка почти не работала"),
                says=Texts("{entity}: {observed} went through swap.", "{entity}: через подкачку прошло {observed}."),
            ),
        ),
        needs=("raw.iostat_cpu", "raw.vmstat"),
        after_run=True,
    )  # fmt: skip


def series() -> Suite:
    """Any metric at an instant."""
    return Suite(
        "series",
        "raw",
        Texts("Imported series", "Импортированные ряды"),
        measure_file("series"),
        (
            Check(
                "missing_share", "warning", high=0.02, unit="%", decimals=1,
                expects=Texts("Points cover at least 98% of the run", "Точки покрывают не менее 98% прогона"),
                says=Texts(
                    "{metric}: {observed} of the points are missing (longest gap {detail} s).",
                    "{metric}: не хватает {observed} точек (самый длинный разрыв {detail} с).",
                ),
            ),
            Check(
                "primary_missing_share", "critical", high=0.1, unit="%", decimals=1,
                expects=Texts("The primary metric covers at least 90% of the run", "Главная метрика покрывает не менее 90% прогона"),
                says=Texts(
                    "{metric} decides the question, and {observed} of its points are missing (longest gap {detail} s).",
                    "по {metric} решается вопрос, а {observed} её точек не хватает (самый длинный разрыв {detail} с).",
                ),
            ),
            *graded(
                "crowded_share", warning=(None, 0.02), critical=(None, 0.2), unit="%", decimals=1,
                expects=Texts("Points are no denser than their own interval", "Точки не гуще собственного шага"),
                says=Texts(
                    "{metric}: {observed} of the points are too many for their interval; a clock went back, or rows of another run are among them.",
                    "{metric}: лишних для своего шага точек {observed}; часы шли назад, или примешаны строки другого прогона.",
                ),
                critically=Texts(
                    "{metric}: {observed} of the points are too many for their interval; this is not one run's series.",
                    "{metric}: лишних для своего шага точек {observed}; это ряд не одного прогона.",
                ),
            ),
            Check(
                "repeated_rows", "warning", high=0,
                expects=Texts("No point stands twice", "Ни одна точка не повторена"),
                says=Texts("{metric}: {observed} points stand twice.", "{metric}: повторённых точек: {observed}."),
            ),
            Check(
                "contradicting_rows", "critical", high=0,
                expects=Texts("One instant has one value", "У одного момента одно значение"),
                says=Texts(
                    "{metric}: {observed} instants have two different values; files of two runs or entities are mixed.",
                    "{metric}: моментов с двумя разными значениями: {observed}; смешаны файлы двух прогонов или объектов.",
                ),
            ),
            *graded(
                "empty_share", warning=(None, 0.0), critical=(None, 0.1), unit="%", decimals=1,
                expects=Texts("Every value is a number", "Каждое значение есть число"),
                says=Texts("{metric}: {observed} of the values are empty, NaN or infinite.", "{metric}: пустых, NaN или бесконечных значений {observed}."),
                critically=Texts(
                    "{metric}: {observed} of the values are empty, NaN or infinite; what is left may not be typical.",
                    "{metric}: пустых, NaN или бесконечных значений {observed}; остальные могут быть нехарактерны.",
                ),
            ),
            Check(
                "negative_share", "critical", high=0, unit="%", decimals=1,
                expects=Texts("Rates, times and sizes are not negative", "Скорости, времена и объёмы неотрицательны"),
                says=Texts("{metric}: {observed} of the values are negative.", "{metric}: отрицательных значений {observed}."),
            ),
            Check(
                "share_of_whole", "critical", high=1.005, unit="%", decimals=1,
                expects=Texts("A share is at most the whole", "Доля не больше целого"),
                says=Texts("{metric} reaches {observed}, more than the whole.", "{metric} доходит до {observed}, больше целого."),
            ),
            *graded(
                "outside_share", warning=(None, 0.02), critical=(None, 0.5), unit="%",
                expects=Texts("Points lie within the run", "Точки лежат внутри прогона"),
                says=Texts("{metric}: {observed} of the points lie outside the run.", "{metric}: вне прогона {observed} точек."),
                critically=Texts(
                    "{metric}: {observed} of the points lie outside the run's time: another time zone, or another run's file.",
                    "{metric}: вне времени прогона {observed} точек: другой часовой пояс или файл другого прогона.",
                ),
            ),
            *graded(
                "stuck_surprise", warning=(None, 6), critical=(None, 40),
                expects=Texts("The sensor does not stand still", "Датчик не замирает"),
                says=Texts(
                    "{metric} stood still ({detail}) while it otherwise changes from point to point: the sensor was stuck.",
                    "{metric} замирала ({detail}), хотя обычно меняется от точки к точке: датчик завис.",
                ),
                critically=Texts(
                    "{metric} stood still ({detail}) for much of the run while it otherwise changes from point to point: the sensor was stuck.",
                    "{metric} замирала ({detail}) на большую часть прогона, хотя обычно меняется от точки к точке: датчик завис.",
                ),
            ),
            *graded(
                "unit_jump", warning=(None, 1.0), critical=(None, 2.0), decimals=1,
                expects=Texts("The unit does not change within a run", "Единица внутри прогона не меняется"),
                says=Texts(
                    "{metric} jumps within the run by {observed} orders of magnitude and stays there.",
                    "{metric} внутри прогона скачком и надолго меняется на порядков: {observed}.",
                ),
                critically=Texts(
                    "{metric} jumps within the run by {observed} orders of magnitude and stays there: its unit changed.",
                    "{metric} внутри прогона скачком и надолго меняется на порядков: {observed}; сменилась единица.",
                ),
            ),
            *graded(
                "scale_off", warning=(None, 1.0), critical=(None, 2.5), decimals=1,
                expects=Texts("The run is of the other runs' order of magnitude", "Прогон того же порядка величины, что и остальные"),
                says=Texts(
                    "{metric} is {observed} orders of magnitude away from the other runs.",
                    "{metric} отличается от остальных прогонов на порядков: {observed}.",
                ),
                critically=Texts(
                    "{metric} is {observed} orders of magnitude away from the other runs: it is in another unit.",
                    "{metric} отличается от остальных прогонов на порядков: {observed}; она в другой единице.",
                ),
            ),
            Check(
                "over_whole_share", "critical", high=0.01, unit="%",
                expects=Texts("A part is at most its whole", "Часть не больше целого"),
                says=Texts(
                    "{metric} is a part of {detail} and larger than it at {observed} of the instants.",
                    "{metric} есть часть {detail}, а больше неё в {observed} моментов.",
                ),
            ),
        ),
        needs=("raw.series",),
        after_run=True,
    )  # fmt: skip


def results() -> Suite:
    """Runs of which only a result is known."""
    return Suite(
        "results",
        "raw",
        Texts("Results without samples", "Результаты без измерений"),
        measure_file("results"),
        (
            Check(
                "bad_value", "critical", high=0,
                expects=Texts("A result is a number", "Результат есть число"),
                says=Texts("{metric} is NaN or infinite.", "{metric} есть NaN или бесконечность."),
            ),
            Check(
                "negative", "warning", high=0,
                expects=Texts("A result is not negative", "Результат неотрицателен"),
                says=Texts("{metric} is negative.", "{metric} отрицательна."),
            ),
            Check(
                "share_of_whole", "critical", high=1.005, unit="%", decimals=1,
                expects=Texts("A share is at most the whole", "Доля не больше целого"),
                says=Texts("{metric} is {observed}, more than the whole.", "{metric} составляет {observed}, больше целого."),
            ),
            *graded(
                "scale_off", warning=(None, 1.0), critical=(None, 2.5), decimals=1,
                expects=Texts("The result is of the other runs' order of magnitude", "Результат того же порядка величины, что и у остальных прогонов"),
                says=Texts(
                    "{metric} is {observed} orders of magnitude away from the other runs.",
                    "{metric} отличается от остальных прогонов на порядков: {observed}.",
                ),
                critically=Texts(
                    "{metric} is {observed} orders of magnitude away from the other runs: it is in another unit.",
                    "{metric} отличается от остальных прогонов на порядков: {observed}; она в другой единице.",
                ),
            ),
            Check(
                "repeated_rows", "critical", high=0,
                expects=Texts("A run has one result of a metric", "У прогона один результат метрики"),
                says=Texts("{metric} stands {observed} times more than once.", "лишних результатов метрики {metric}: {observed}."),
            ),
        ),
        needs=("raw.results",),
        after_run=True,
    )  # fmt: skip


def twins() -> Suite:
    """The same data under two runs."""
    return Suite(
        "twins",
        "raw",
        Texts("One measurement under two runs", "Одно измерение под двумя прогонами"),
        measure_file("twins"),
        (
            Check(
                "copied_courses", "critical", high=0,
                expects=Texts("No other run has the same course to the last digit", "Ни у какого прогона нет того же хода до последней цифры"),
                says=Texts(
                    "its measurements are another run's to the last digit: {detail}; a file was taken twice.",
                    "измерения до последней цифры совпадают с другим прогоном: {detail}; файл взят дважды.",
                ),
            ),
            Check(
                "equal_results", "warning", high=0,
                expects=Texts("No other run has the same result to the last digit", "Ни у какого прогона нет того же результата до последней цифры"),
                says=Texts(
                    "its result is another run's to the last digit: {detail}; a number was probably copied.",
                    "результат до последней цифры совпадает с другим прогоном: {detail}; число, вероятно, скопировано.",
                ),
            ),
        ),
        after_run=True,
    )  # fmt: skip
