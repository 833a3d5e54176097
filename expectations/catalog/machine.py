"""The machine: CPU time that adds up, foreign load, memory, quotas, pressure, and the disks."""

from expectations.checks import Check, Suite, Texts, graded, measure_file


def system() -> Suite:
    """CPU, memory and pressure around a run."""
    return Suite(
        "system",
        "raw",
        Texts("The machine around the run", "Машина во время прогона"),
        measure_file("system"),
        (
            *graded(
                "cpu_time_found", warning=(0.9, 1.1), critical=(0.5, 2.0), unit="%",
                expects=Texts("CPU shares add up to the clock's time", "Доли процессора в сумме дают время по часам"),
                says=Texts(
                    "the processors' shares add up to {observed} of the time; the clock or the number of processors is not the real one.",
                    "доли процессоров дают в сумме {observed} времени; неверны часы или число процессоров.",
                ),
                critically=Texts(
                    "the processors' shares add up to {observed} of the time; a unit or a column is wrong.",
                    "доли процессоров дают в сумме {observed} времени; неверна единица или столбец.",
                ),
            ),
            Check(
                "cpus_changed", "critical", high=0,
                expects=Texts("The number of processors did not change", "Число процессоров не менялось"),
                says=Texts("the number of processors changed during the run.", "во время прогона изменилось число процессоров."),
            ),
            Check(
                "steal_share", "warning", high=0.05, unit="%", decimals=1,
                expects=Texts("The hypervisor took at most 5% of CPU time", "Гипервизор отнял не более 5% времени процессора"),
                says=Texts(
                    "the hypervisor gave {observed} of the CPU time to somebody else; absolute speeds belong to this hour.",
                    "гипервизор отдал другим {observed} времени процессора; абсолютные скорости относятся только к этому часу.",
                ),
            ),
            Check(
                "foreign_share", "warning", high=0.15, unit="%",
                expects=Texts("Other processes took at most 15% of the machine", "Посторонние процессы заняли не более 15% машины"),
                says=Texts(
                    "processes that belong neither to the server nor to the load took {observed} of the machine.",
                    "процессы, не относящиеся ни к серверу, ни к нагрузке, заняли {observed} машины.",
                ),
            ),
            Check(
                "pgbench_busy_share", "warning", high=0.9, unit="%",
                expects=Texts("pgbench's threads have time to spare", "У потоков pgbench есть запас времени"),
                says=Texts(
                    "pgbench's threads were busy {observed} of the time: the load generator is the limit, not the server.",
                    "потоки pgbench заняты {observed} времени: предел ставит генератор нагрузки, а не сервер.",
                ),
            ),
            Check(
                "parts_over_whole", "critical", high=0,
                expects=Texts("No part of memory is larger than the whole", "Ни одна часть памяти не больше целого"),
                says=Texts(
                    "in {observed} samples a part of the memory is larger than all of it; units are mixed.",
                    "отсчётов, где часть памяти больше всей: {observed}; единицы перепутаны.",
                ),
            ),
            Check(
                "memory_size_ratio", "critical", high=1.2, decimals=1,
                expects=Texts("The machine's memory did not change its size", "Объём памяти машины не менялся"),
                says=Texts(
                    "the size of the memory changes by a factor of {observed} within the run; its unit changed.",
                    "объём памяти внутри прогона меняется в {observed} раза; сменилась единица.",
                ),
            ),
            Check(
                "memory_mb", "critical", low=64, high=1e8, unit="MB",
                expects=Texts("The memory's size is a machine's", "Объём памяти похож на настоящий"),
                says=Texts(
                    "the machine would have {observed} of memory; kilobytes and megabytes are mixed.",
                    "памяти у машины будто бы {observed}; перепутаны килобайты и мегабайты.",
                ),
            ),
            Check(
                "memory_left_share", "warning", low=0.02, unit="%", decimals=1,
                expects=Texts("At least 2% of the memory stayed available", "Свободными оставались хотя бы 2% памяти"),
                says=Texts("only {observed} of the memory stayed available.", "свободными оставались лишь {observed} памяти."),
            ),
            Check(
                "swapped_pages", "warning", high=1000,
                expects=Texts("The machine hardly swapped", "Подкачка почти не работала"),
                says=Texts(
                    "{observed} pages were swapped; waits for memory hide among those for disks.",
                    "страниц, прошедших через подкачку: {observed}; ожидание памяти скрыто среди ожидания диска.",
                ),
            ),
            Check(
                "oom_kills", "critical", high=0,
                expects=Texts("Nothing was killed for want of memory", "Никто не был убит из-за нехватки памяти"),
                says=Texts("the kernel killed {observed} processes for want of memory.", "ядро убило процессов из-за нехватки памяти: {observed}."),
            ),
            Check(
                "throttled_share", "warning", high=0.05, unit="%",
                expects=Texts("The CPU quota held the run up in at most 5% of its periods", "Квота процессора задержала не более 5% периодов"),
                says=Texts(
                    "the CPU quota throttled {observed} of the periods; speed shows the quota.",
                    "квота процессора сработала в {observed} периодов; скорость показывает квоту.",
                ),
            ),
            Check(
                "pressure_share", "critical", high=1.1, unit="%",
                expects=Texts("Pressure is at most the whole time", "Давление занимает не больше всего времени"),
                says=Texts(
                    "pressure stalls last {observed} of the time, more than there is; the unit or the clock is wrong.",
                    "простои по PSI занимают {observed} времени, больше, чем его было; неверна единица или часы.",
                ),
            ),
        ),
        after_run=True,
    )  # fmt: skip


def disks() -> Suite:
    """Disks by the kernel's counters."""
    return Suite(
        "disks",
        "raw",
        Texts("Disks by the kernel's counters", "Диски по счётчикам ядра"),
        measure_file("disks"),
        (
            Check(
                "has_data_device", "info", low=1,
                expects=Texts("The database's device is known", "Известно устройство, на котором база"),
                says=Texts(
                    "which device holds the database is not known; disk metrics are of the whole machine.",
                    "на каком устройстве лежит база, неизвестно; метрики дисков относятся ко всей машине.",
                ),
            ),
            *graded(
                "busy_share", warning=(None, 1.05), critical=(None, 1.5), unit="%",
                expects=Texts("A disk is busy at most all the time", "Диск занят не больше всего времени"),
                says=Texts(
                    "{entity} would be busy {observed} of the time; the counters and the clock disagree.",
                    "{entity} будто бы занят {observed} времени; счётчики расходятся с часами.",
                ),
                critically=Texts(
                    "{entity} would be busy {observed} of the time, more than there is; a unit or the clock is wrong.",
                    "{entity} будто бы занят {observed} времени, больше, чем его было; неверна единица или часы.",
                ),
            ),
            Check(
                "request_kb", "critical", low=0.4, high=65536, unit="kB", decimals=1,
                expects=Texts("The mean request is one that disks get", "Средний запрос такой, какие бывают у дисков"),
                says=Texts(
                    "{entity}: the mean request would hold {observed}; sectors, kilobytes or megabytes are mixed.",
                    "{entity}: средний запрос будто бы {observed}; перепутаны секторы, килобайты или мегабайты.",
                ),
            ),
            Check(
                "written_by_wal", "warning", low=0.5, unit="%",
                expects=Texts("The database's device wrote at least the WAL", "Устройство базы записало хотя бы WAL"),
                says=Texts(
                    "{entity} wrote {observed} of the WAL that the server synced: the WAL lies elsewhere, or this is the wrong device.",
                    "{entity} записал {observed} от WAL, который сервер сбросил на диск: WAL лежит в другом месте, или устройство не то.",
                ),
            ),
            Check(
                "mbps_by_limit", "critical", high=1.25, unit="%",
                expects=Texts("The device keeps its limit", "Устройство держится своего предела"),
                says=Texts(
                    "{entity} moved {observed} of the throughput that it is limited to: the limit was not active, or this is the wrong device.",
                    "{entity} передал {observed} от своего предела пропускной способности: предел не действовал, или устройство не то.",
                ),
            ),
        ),
        needs=("raw.os_disk",),
        after_run=True,
    )  # fmt: skip
