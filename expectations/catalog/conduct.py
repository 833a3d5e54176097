"""How runs were carried out: their times, levels, settings and order, and the state that each began with."""

from expectations.checks import Check, Suite, Texts, graded, measure_file


def runs() -> Suite:
    """Each run by run control's own record."""
    return Suite(
        "runs",
        "raw",
        Texts("How each run was carried out", "Как прошёл каждый прогон"),
        measure_file("runs"),
        (
            Check(
                "has_samples", "critical", low=1,
                expects=Texts("The run left samples or a result", "От прогона остались измерения или результат"),
                says=Texts(
                    "nothing of its load was recorded, neither samples nor a result, so there is nothing to compare.",
                    "не записано ни одного измерения нагрузки и ни одного результата: сравнивать нечего.",
                ),
            ),
            Check(
                "disordered_times", "critical", high=0,
                expects=Texts("The measured time lies inside the run and goes forward", "Время измерения лежит внутри прогона и идёт вперёд"),
                says=Texts(
                    "its measured time ends before it begins or lies outside the run; rates over it mean nothing.",
                    "время измерения кончается раньше, чем начинается, или выходит за пределы прогона; скорости по нему ничего не значат.",
                ),
            ),
            *graded(
                "length_ratio", warning=(0.98, 1.02), critical=(0.9, 1.1), unit="%", decimals=1,
                expects=Texts("The run is as long as the others of its load", "Прогон так же долог, как остальные с той же нагрузкой"),
                says=Texts(
                    "its measurement lasted {detail} of the usual length; unequal lengths favour one level.",
                    "измерение длилось {detail} от обычной длительности; неравная длительность даёт фору одному из уровней.",
                ),
                critically=Texts(
                    "its measurement lasted {detail} of the usual length; it cannot be compared with the others.",
                    "измерение длилось {detail} от обычной длительности; с остальными прогонами его сравнивать нельзя.",
                ),
            ),
            Check(
                "other_load", "critical", high=0,
                expects=Texts("The load is the one that the other levels had", "Нагрузка та же, что и на других уровнях"),
                says=Texts(
                    "its load (clients, rate) differs from the other runs': {detail}; the difference would be taken for the setting's.",
                    "нагрузка (клиенты, темп) не та, что у остальных прогонов: {detail}; разницу приняли бы за действие настройки.",
                ),
            ),
            Check(
                "failed_steps", "critical", high=0,
                expects=Texts("Every step of the run succeeded", "Каждый шаг прогона удался"),
                says=Texts(
                    "these steps failed: {detail}; what was measured is not what was planned.",
                    "не удались шаги: {detail}; измерено не то, что планировалось.",
                ),
            ),
            Check(
                "proofs", "critical", low=1,
                expects=Texts("The level was proven to be active", "Доказано, что уровень действовал"),
                says=Texts(
                    "nobody proved that its level was active; the result may belong to another one.",
                    "никто не доказал, что уровень действовал; результат может относиться к другому.",
                ),
            ),
            Check(
                "unknown_level", "critical", high=0,
                expects=Texts("The run's level is one of the experiment's", "Уровень прогона есть среди уровней эксперимента"),
                says=Texts(
                    "its level is none of the experiment's: {detail}.",
                    "такого уровня в эксперименте нет: {detail}.",
                ),
            ),
            Check(
                "overlapping", "critical", high=0,
                expects=Texts("No other run was measured at the same time", "Никакой другой прогон не измерялся в то же время"),
                says=Texts(
                    "it was measured while other runs were ({detail}); each disturbed the other.",
                    "измерение шло одновременно с другими прогонами ({detail}); они мешали друг другу.",
                ),
            ),
            Check(
                "imported_overlapping", "warning", high=0,
                expects=Texts("Imported runs do not claim the same time", "Импортированные прогоны не претендуют на одно и то же время"),
                says=Texts(
                    "by its files' clocks it ran at the same time as {detail}; either they disturbed each other, or a clock or time zone is wrong.",
                    "судя по часам файлов, прогон шёл одновременно с {detail}; либо они мешали друг другу, либо неверны часы или часовой пояс.",
                ),
            ),
            Check(
                "other_environment", "warning", high=0,
                expects=Texts("Nothing but the level differs from the first run", "От первого прогона отличается только уровень"),
                says=Texts(
                    "it differs from the first run in more than its level: {detail}. Part of its difference may be theirs.",
                    "от первого прогона отличается не только уровнем: {detail}. Часть разницы может быть от этого.",
                ),
            ),
            Check(
                "attempt", "info", high=1,
                expects=Texts("The run succeeded at the first attempt", "Прогон удался с первой попытки"),
                says=Texts(
                    "it is attempt {observed}; the earlier ones were interrupted or failed their checks.",
                    "это попытка {observed}; прежние были прерваны или не прошли проверку.",
                ),
            ),
        ),
        after_run=True,
    )  # fmt: skip


def design() -> Suite:
    """The execution as a whole: blocks and order."""
    return Suite(
        "design",
        "raw",
        Texts("Design: blocks, sentinel and order", "План: блоки, контрольные прогоны и порядок"),
        measure_file("design"),
        (
            Check(
                "runs_done", "critical", low=1,
                expects=Texts("At least one run was carried out", "Хотя бы один прогон состоялся"),
                says=Texts("No run was carried out; there is nothing to say.", "Не состоялось ни одного прогона; сказать нечего."),
            ),
            Check(
                "incomplete_blocks", "warning", high=0,
                expects=Texts("Every block holds every level", "В каждом блоке есть каждый уровень"),
                says=Texts(
                    "Levels are missing in {observed} blocks ({detail}); these blocks are left out of the comparison.",
                    "Блоков, где не хватает уровней: {observed} ({detail}); в сравнение они не входят.",
                ),
            ),
            Check(
                "complete_blocks", "critical", low=1,
                expects=Texts("At least one block is complete", "Хотя бы один блок полон"),
                says=Texts(
                    "No block holds every level, so no two levels were ever run side by side; nothing can be compared.",
                    "Ни в одном блоке нет всех уровней, то есть ни разу два уровня не шли рядом; сравнивать нечего.",
                ),
            ),
            Check(
                "blocks_without_sentinel", "warning", high=0,
                expects=Texts("Every block holds its sentinel", "В каждом блоке есть контрольный прогон"),
                says=Texts(
                    "The second baseline run is missing in blocks {detail}; there nothing shows how far two equal runs lie apart.",
                    "В блоках {detail} нет второго прогона базового уровня; там нечем показать, насколько расходятся одинаковые прогоны.",
                ),
            ),
            Check(
                "order_by_level", "warning", high=0.5, unit="%",
                expects=Texts("The levels' runs are mixed in time", "Прогоны разных уровней перемешаны во времени"),
                says=Texts(
                    "The runs of each level were carried out together: the level explains {observed} of the order. A drift of the machine would look like an effect of the setting.",
                    "Прогоны каждого уровня шли подряд: уровень объясняет {observed} порядка. Дрейф машины выглядел бы как действие настройки.",
                ),
            ),
            Check(
                "order_in_block_by_level", "warning", high=0.9, unit="%",
                expects=Texts("The order differs from block to block", "Порядок в блоках разный"),
                says=Texts(
                    "The levels stand in the same order in every block: what the order does to the result cannot be told from what the setting does.",
                    "Во всех блоках уровни идут в одном порядке: влияние порядка на результат нельзя отличить от влияния настройки.",
                ),
            ),
            Check(
                "shared_positions", "warning", high=0,
                expects=Texts("No two runs stand at one position", "Два прогона не стоят на одном месте"),
                says=Texts(
                    "{observed} runs share their position in the execution with another; the order is not known, and drift cannot be judged.",
                    "Прогонов, делящих своё место в порядке с другим: {observed}; порядок неизвестен, и о дрейфе судить нельзя.",
                ),
            ),
            Check(
                "doubled_cells", "warning", high=0,
                expects=Texts("A block holds each level once", "В блоке каждый уровень встречается один раз"),
                says=Texts(
                    "{observed} runs stand in a block where their level was already run; only one of them is compared.",
                    "Прогонов, уровень которых в блоке уже был: {observed}; сравнивается только один из них.",
                ),
            ),
            Check(
                "most_levels_a_night", "critical", low=2,
                expects=Texts("Levels that are compared share nights", "Сравниваемые уровни делят между собой ночи"),
                says=Texts(
                    "Each level was run on nights of its own; the difference between nights cannot be told from the difference between levels.",
                    "Каждый уровень измерялся в свои ночи; разницу между ночами нельзя отличить от разницы между уровнями.",
                ),
            ),
        ),
    )  # fmt: skip


def settings() -> Suite:
    """What the server and the kernel said of their settings."""
    return Suite(
        "settings",
        "raw",
        Texts("Settings read back", "Прочитанные настройки"),
        measure_file("settings"),
        (
            Check(
                "inactive_settings", "critical", high=0,
                expects=Texts("The level's settings were active", "Настройки уровня действовали"),
                says=Texts(
                    "the server did not run with the level's value: {detail}. The result belongs to another level.",
                    "сервер работал не с тем значением: {detail}. Результат относится к другому уровню.",
                ),
            ),
            Check(
                "unread_settings", "warning", high=0,
                expects=Texts("The factors' settings were read back", "Настройки факторов прочитаны с сервера"),
                says=Texts(
                    "the server's list of settings does not hold {detail}; whether the level was active is not known.",
                    "в списке настроек сервера нет {detail}; действовал ли уровень, неизвестно.",
                ),
            ),
            Check(
                "other_settings", "critical", high=0,
                expects=Texts("The level is the only difference between the runs' settings", "Настройки прогонов различаются только уровнем"),
                says=Texts(
                    "other settings differ from the other runs' as well: {detail}. The effect cannot be told from theirs.",
                    "от остальных прогонов отличаются и другие настройки: {detail}. Их действие не отделить от действия уровня.",
                ),
            ),
            Check(
                "moved_settings", "critical", high=0,
                expects=Texts("No setting changed under the load", "Под нагрузкой настройки не менялись"),
                says=Texts(
                    "somebody changed settings while the load ran: {detail}.",
                    "во время нагрузки кто-то изменил настройки: {detail}.",
                ),
            ),
            Check(
                "inactive_sysctls", "critical", high=0,
                expects=Texts("The kernel had the level's values", "В ядре действовали значения уровня"),
                says=Texts(
                    "the kernel did not have the level's value: {detail}.",
                    "в ядре действовало не значение уровня: {detail}.",
                ),
            ),
            Check(
                "other_sysctls", "warning", high=0,
                expects=Texts("The kernel's other settings are the same in all runs", "Прочие настройки ядра во всех прогонах одни"),
                says=Texts(
                    "kernel settings differ from the other runs': {detail}.",
                    "настройки ядра не те, что в остальных прогонах: {detail}.",
                ),
            ),
        ),
        after_run=True,
    )  # fmt: skip


def start_state() -> Suite:
    """What a run inherited from the one before."""
    return Suite(
        "start_state",
        "raw",
        Texts("The state that a run began with", "Состояние, с которого начался прогон"),
        measure_file("start_state"),
        (
            *graded(
                "size_ratio", warning=(0.95, 1.05), critical=(0.5, 2.0), unit="%",
                expects=Texts("The database is as large as at the start of the other runs", "База так же велика, как в начале остальных прогонов"),
                says=Texts(
                    "the database began with {detail}, {observed} of the usual size: growth was carried from run to run.",
                    "база в начале занимала {detail}, {observed} от обычного: рост переносился из прогона в прогон.",
                ),
                critically=Texts(
                    "the database began with {detail}, {observed} of the usual size: this is not the same experiment.",
                    "база в начале занимала {detail}, {observed} от обычного: это уже другой эксперимент.",
                ),
            ),
            Check(
                "dead_share_above", "warning", high=0.05, unit="%",
                expects=Texts("No more dead rows than the other runs began with", "Мёртвых строк не больше, чем в начале остальных прогонов"),
                says=Texts(
                    "it began with {observed} more dead rows than usual; vacuum had not finished with the run before.",
                    "в начале мёртвых строк на {observed} больше обычного; очистка после прошлого прогона не закончилась.",
                ),
            ),
            Check(
                "autovacuums", "info", high=0,
                expects=Texts("No autovacuum ran during the load", "Под нагрузкой автоочистка не работала"),
                says=Texts(
                    "tables that autovacuum finished during the load: {observed}.",
                    "во время нагрузки автоочистка обработала таблиц: {observed}.",
                ),
            ),
        ),
        needs=("raw.stat_database",),
        after_run=True,
    )  # fmt: skip
