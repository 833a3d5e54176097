"""The words of plain statements about one experiment, by the part that each plays: links, drops, steadiness, bounds, amounts, quantifiers.

Each part lists words of both languages: lemmas, written forms, prefixes ("стабильн*") and several words joined ("по_сравнению_с").
Adjectives stand by what they measure and which way; their grades are made here or told by the word's form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from factcheck.reading.lexicon import way_words
from factcheck.reading.words import english, is_comparative

_PARTS: dict[str, str] = {
    # what is spoken of
    "link": (
        "bound_together tied_together linked_together hang_together stick_together track tracks tracked bound_up_with bound_up hang_together go_together goes_together mirror mirrors co-vary covary covaries correlation correlate "
        "correlated correlations link links linked tie ties tied relationship relation related relate connection connected connect coupling coupled couple "
        "association associated associate bond bound_to interdependence interrelated interrelation корреляция коррелировать коррелированный коррелировано "
        "корреляционный связь связать связаны связана связан связано взаимосвязь взаимосвязаны сопряженность сопряжены сцепка увязаны ассоциация зависимость "
        "взаимозависимость взаимозависимы зависеть pearson пирсон"
    ),
    "unlinked": (
        "nothing_to_do_with to_do_with unrelated unconnected uncorrelated independent независимы ничего_общего не_имеет_отношения"
    ),
    "coefficient": "coefficient r rho ρ коэффициент",
    "drop": (
        "drop drops dip dips stall stalls crisis crises collapse collapses outage outages slump slumps breakdown breakdowns sag sags просадка просадки провал "
        "провалы кризис обвал сбой проседание"
    ),
    "together": (
        "whenever every_time accompanied_by accompanied accompanies accompany сопровождаться сопровождать сопутствовать всякий_раз вместе along_with together "
        "in_step hand_in_hand in_sync in_tandem in_the_same_direction in_unison in_lockstep заодно сообща в_такт рука_об_руку синхронно в_одну_сторону в_ногу "
        "согласованно в_одном_направлении"
    ),
    "apart": (
        "oppose_each_other opposed oppose opposes pull_in_opposite_directions pulling_in_opposite_directions тянуть_в_разные_стороны тянут_в_разные_стороны противостоять_друг_другу "
        "in_opposite_directions in_antiphase opposite_ways in_opposition out_of_step against_each_other в_противофазе в_разные_стороны "
        "в_противоположные_стороны навстречу_друг_другу в_противоположных_направлениях вразнобой"
    ),
    "sign": "sign знак",
    "unlike": "unlike in_contrast_to as_opposed_to в_отличие_от",
    "alltimes": (
        "at_all_times all_the_time the_whole_time throughout_the_run in_every_sample все_время постоянно в_каждом_замере на_протяжении_всего_прогона"
    ),
    "tends": "tend tends tended tendency inclined as_a_rule тяготеть иметь_тенденцию склонный склонен как_правило",
    "positive": "positive positively direct directly plus положительный положительно прямой прямо плюс прямая",
    "negative": "negative negatively inverse inversely minus отрицательный отрицательно обратный обратно минус обратная",
    "to.positive": "into_positive_territory в_плюс turns_positive becomes_positive",
    "to.negative": "в_минус into_the_negative into_negative_territory below_zero turns_negative becomes_negative ниже_нуля",
    "moderate": "moderate moderately medium middling mid-strength intermediate умеренный умеренно средней_силы среднесильн*",
    "strength": (
        "strength closeness tightness intensity size magnitude absolute_value modulus in_absolute_terms in_absolute_value by_absolute_value in_magnitude "
        "in_modulus сила теснота величина модуль по_модулю по_абсолютной_величине абсолютный плотность крепость absolute"
    ),
    # steadiness
    "steadiness": (
        "stability steadiness evenness predictability consistency smoothness constancy стабильность устойчивость ровность постоянство предсказуемость плавность "
        "равномерность"
    ),
    "scatter": (
        "spread scatter variation variability fluctuation fluctuations jitter dispersion volatility instability unsteadiness variance noisiness swings "
        "oscillation oscillations размах разброс рассеяние колебание вариация изменчивость волатильность нестабильность неустойчивость дрожание разбег вариативность "
        "шаткость непостоянство"
    ),
    "scatters": (
        "swung fluctuate vary wander swing oscillate waver wobble bounce jitter sway scatter jump_around move_around bounces_around drift_about колебаться "
        "гулять плавать скакать прыгать дергаться болтаться шататься разбегаться варьировать варьироваться метаться дрожать раскачиваться лихорадить штормить"
    ),
    # statistics
    "stat.mean": (
        "mean average on_average averages averaged averaging level_averages средний среднее средние в_среднем усредненный усреднять"
    ),
    "stat.median": "median медиана медианный",
    "stat.max": (
        "maximum maximal max peak peaks spike spikes record reading at_its_highest at_its_peak single_highest maxima максимум максимальный макс пик пики "
        "пиковый всплеск рекорд потолок ceiling cap верхняя_точка верхняя_граница high_point highest_reading highest_sample highest_single topmost "
        "в_пике на_пике at_most at_peak"
    ),
    "stat.min": (
        "minimum minimal min floor trough minima bottom low_point lower_bound минимум минимальный мин нижняя_точка дно пол нижняя_граница at_its_lowest "
        "lowest_reading lowest_sample lowest_single"
    ),
    "stat.p95": "p95 95th_percentile 95-th_percentile 95-й_перцентиль 95-й_процентиль",
    "stat.p99": "p99 99th_percentile 99-й_перцентиль 99-й_процентиль",
    "stat.stddev": "standard_deviation stddev sigma std_dev стандартное_отклонение среднеквадратичное_отклонение ско сигма",
    "single": (
        "single individual one-off single_sample sample samples reading readings instant moment momentary across_all_runs of_all_runs over_all_runs any_run "
        "instantaneous единичный разовый отдельный замер одиночный мгновенный моментальный измерение отсчет absolute абсолютный"
    ),
    # quantifiers
    "all": (
        "all every each everywhere throughout across_the_board without_exception at_all_levels invariably always all_over in_every_case regardless_of whatever "
        "whichever any every_single все весь каждый везде всюду повсюду любой без_исключения все_до_единого всегда неизменно во_всех_случаях на_всех на_всем "
        "сплошь как_один все_без_исключения при_любом throughout_the_range both оба обе"
    ),
    "none": (
        "no none nowhere neither not_one not_a_single no_one nobody nothing not_any never_once at_no ни_один ни_одна ни_одно ни_одного ни_одной ни_на_одном "
        "ни_при_одном ни_при_каком ни_у_одного ни_в_одном ни_одному ни_один_из никакой нигде ничто ничего никто ни_при_одной ни_одним ни_единого ни_единой "
        "ни_на_каком"
    ),
    "only": (
        "nothing_but nobody_but no_one_but none_but ничто_кроме никто_кроме only alone solely exclusively just merely nowhere_else and_nowhere_else the_only "
        "sole unique uniquely одна_лишь только лишь единственный исключительно один_лишь больше_нигде и_больше_нигде и_нигде_больше нигде_больше и_только "
        "и_только_там единственно"
    ),
    "others": (
        "the_rest_of_the_field rest_of_the_field the_field other others rest remaining alternatives alternative rivals competitors contenders all_the_others the_rest all_others everything_else остальной "
        "остальные прочий прочие другой другие иной альтернатива соперник конкуренты"
    ),
    "except": (
        "except except_for with_the_exception_of with_the_single_exception_of with_the_sole_exception_of with_one_exception_, but_for other_than apart_from "
        "aside_from save_for excluding besides bar without_counting кроме помимо за_исключением исключая не_считая без_учета если_не_считать за_вычетом"
    ),
    "butone": "but_one except_one bar_one save_one кроме_одного за_исключением_одного минус_один кроме_одной",
    "some": (
        "some at_least_one or_more somewhere at_some хотя_бы_один хотя_бы_на_одном хотя_бы_одна хотя_бы_при_одном где-то кое-где по_крайней_мере_один "
        "по_крайней_мере_на_одном хоть_на_одном найдется"
    ),
    "notall": (
        "not_all not_every not_everywhere but_not_all though_not_all though_not_at_all_of_them not_at_all_of_them не_везде не_всюду не_все не_на_всех "
        "не_при_всех не_каждый не_на_каждом"
    ),
    "exactly": "exactly precisely ровно точно в_точности две_и_только",
    "nomore": (
        "and_no_more no_more and_not_one_more and_only и_не_более и_только и_не_больше и_ни_уровнем_больше и_не_больше_того"
    ),
    "notmorethan": "not_more_than no_more_than at_most at_the_most не_более_чем не_более не_больше не_больше_чем максимум",
    "notlessthan": (
        "not_fewer_than not_less_than no_fewer_than at_least не_менее_чем не_менее не_меньше не_меньше_чем минимум по_меньшей_мере как_минимум"
    ),
    # negation, time
    "not": (
        "not n't doesn't don't isn't aren't didn't wasn't cannot can't hardly_ever не нет fails_to fail_to failed_to нельзя"
    ),
    "anythingbut": (
        "anything_but from by_no_means in_no_way отнюдь_не вовсе_не далеко_не никак_не совсем_не нисколько_не совершенно_не"
    ),
    "never": (
        "never at_no_time not_once at_no_point not_at_any_time not_even_once никогда ни_разу ни_в_один_момент ни_в_какой_момент ни_на_миг не_разу"
    ),
    "attimes": (
        "at_times sometimes occasionally now_and_then on_occasion at_some_point from_time_to_time once временами иногда порой местами время_от_времени изредка "
        "подчас в_отдельные_моменты"
    ),
    "even": "even даже и_даже",
    "hardly": "hardly barely scarcely almost_not next_to_no едва почти_не практически_не чуть",
    # bounds and equality
    "above": (
        "above over exceed exceeds exceeding exceeded surpass surpasses beyond past in_excess_of upwards_of top tops go_above rise_above break breaks breaking "
        "cross crosses crossed crossing go_beyond overshoot overshoots свыше превышать превысить превосходить превзойти перевалить переваливать зашкаливать "
        "пересекать пересечь пробивать пробить перешагнуть перешагивать перейти_за выходить_за выйти_за вылезать_за уходить_за заходить_за переходить "
        "перекрывать обгонять подниматься_выше"
    ),
    "below": (
        "below under beneath short_of within fall_below below менее укладываться уложиться вписываться в_пределах недотягивать не_дотягивать"
    ),
    "atleast": "at_least no_less_than not_less_than no_lower_than не_менее не_меньше не_ниже как_минимум по_меньшей_мере",
    "atmost": "up_to no_more_than not_more_than no_higher_than не_более не_больше не_выше",
    "reach": (
        "reach reaches hit hits attain touch touches climb_to get_to go_up_to get_as_high_as доходить дойти достигать достичь достигнуть добираться добраться "
        "дотягиваться взлетать дотягивать касаться брать взять подскакивать доставать"
    ),
    "lowers": "go_down_to sink_to get_down_to drops_to fall_to опускаться_до падать_до проседать_до снижаться_до",
    "mark": "mark threshold bar line limit barrier отметка порог планка граница рубеж предел черта барьер уровень_в",
    "cap": "ceiling cap upper_limit upper_bound потолок верхний_предел верхняя_граница крышка",
    "keep": (
        "stay stays stayed remain remains keep keeps kept hold holds held lie lies sit sits stand stands оставаться остаться держаться держать удерживать "
        "удерживаться лежать находиться сохраняться сохранять удержаться держит стоять"
    ),
    "is": (
        "show_up shows_up showed_up crop_up turn_up is are was were be been being has have had having amount amounts to_be equals equal make makes come_to comes total totals settle settled lie show "
        "shows showed figure figures read reads register registered give gives gave produce produces yield yields measure measured составлять составить "
        "равняться равен равна равно равны быть есть даёт давать дать показать показывать выходить выйти иметь имеет являться оказаться оказываться "
        "насчитываться насчитать зафиксировать зафиксирован зафиксировано зафиксированы отметиться отмечен отмечено recorded see seen observe observed find "
        "found get got obtain obtained наблюдаться наблюдать получаться получать получить встречаться набирать обнаружиться обнаруживаться замечен замечено "
        "выдать выдавать demonstrate demonstrates демонстрировать вести_себя behave behaves offer offers offered own owns deliver delivers delivered bring "
        "brings brought boast boasts enjoy enjoys post posts posted manage manages managed achieve achieves achieved stood обеспечивать обеспечить приносить "
        "принести обладать владеть"
    ),
    "same": (
        "same equal equally identical identically as_many as_many alike equally_many одинаковый одинаково столько_же поровну равный такой_же то_же "
        "совпадать тот_же одно_и_то_же идентичный идентично"
    ),
    "differ": "differ differs different отличаться различаться разный отличный расходиться разниться",
    # ways, steps
    "up": (
        "rise rises rising rose increase increases increasing increased grow grows growing growth climb climbs up upward upwards soar go_up goes_up gain gains "
        "raise raises raising raised lift lifts boost boosts push_up swell add adds mount strengthen strengthens strengthening tighten intensify deepen deepens "
        "lengthen lengthens расти вырасти возрастать возрасти увеличиваться увеличиться увеличивать увеличить рост повышение увеличение повышаться повыситься "
        "повышать повысить подниматься подняться поднимать поднять прибавлять прибавить прирост подъем усиливаться усилиться усиливать усилить крепнуть "
        "окрепнуть укрепляться укреплять укрепить нарастать вверх добавлять добавить прибавка ↑ наращивать учащаться вырастать подскочить увеличивая повышая "
        "наращивая усиление удлиняться углубляться расширяться widen widens widening climb_up"
    ),
    "down": (
        "give_up gives_up giving_up gave_up fall falls falling fell decrease decreases decreasing decreased decline declines down downward shrink shrinks shrank reduce reduces reduction lower "
        "lowers lowering lose loses lost cut cuts downwards weaken weakens weakening loosen loosens go_down goes_down diminish fade fades wane slacken dwindle narrow "
        "narrows shorten drop dropping drop dropped drops падать упасть снижаться снизиться снижать снизить снижение падение уменьшаться уменьшиться "
        "уменьшать уменьшить уменьшение сокращаться сократиться сокращать сократить сокращение убывать спад понижаться понизиться терять потерять ослабевать "
        "ослабеть ослабнуть ослаблять ослабить слабеть ослабление опускаться опуститься опускать вниз ↓ сползать сходить_на_нет угасать таять проседать "
        "просесть просаживаться сужаться редеть уходить_вниз урезать ужимать ужиматься"
    ),
    "step": (
        "step steps step_by_step transition increment шаг шаг_за_шагом переход_к_следующему с_каждым_шагом на_каждом_шаге от_уровня_к_уровню "
        "from_level_to_level with_each_step at_every_step ступень monotonically steadily consistently progressively монотонно последовательно неуклонно "
        "successive шажок successively"
    ),
    "becomes": (
        "take takes took let lets letting allow allows push pushes pushed drive drives drove bring send sends carry carries leave leaves забираться забраться поднимать уводить отправлять опускать "
        "become becomes becoming get gets getting turn turns grow make makes made render renders становиться стать делаться сделаться делать сделать"
    ),
    "changes": (
        "change changes changing switch switches flip flips reverse reverses менять меняться сменить сменяться поменять измениться изменяться изменять "
        "переключаться поменяться смениться меняет"
    ),
    "moves": "move moves moving go goes going walk ходить идти двигаться перемещаться следовать меняться",
    # drops
    "free": (
        "go_without goes_without went_without do_without got_by_without get_by_without free_of free_from without devoid_of avoid avoids avoided spared escape "
        "escaped clear_of dropless lack lacks lacked пуст свободный свободен свободна свободны обходиться_без обойтись_без без избежать избегать лишен миновать "
        "лишенный уберечься избавлен отсутствовать отсутствие vanish vanishes vanished"
    ),
    "happen": (
        "пройти проходить обойтись обходиться прийтись приходиться выпасть выпадать достаться go_through goes_through went_through come_through undergo triggered triggers trigger "
        "underwent occur occurs occurred happen happens happened appear appears took_place arise arose show_up there_is there_are there_were there_was there "
        "come_up suffer suffers suffered experience experienced register registered saw возникать возникнуть случаться случиться происходить произойти "
        "появляться появиться бывать быть попадаться встречаться зафиксированы зарегистрировать зарегистрирован зарегистрировано зарегистрированы наблюдаться "
        "обнаруживаться присутствовать имеется имеются пережить приходиться_на fall_on falls_on fell_on belong belongs"
    ),
    "count": "number count quantity how_many число количество счет",
    "length": (
        "last lasts lasted lasting duration length minutes outlast outlasted outlasts took take takes recover_from time_to_recover recovery длиться "
        "продлиться продолжаться длительность продолжительность занимать занять тянуться протянуться минута продержаться затянуться затягиваться"
    ),
    "depth": "depth deepness severity глубина",
    "goes.deep": "go_deep went go goes reach fell plunge cut_as падать уходить проваливаться опускаться",
    "first": "first earliest initial первый",
    "last": "last final latest последний конечный",
    "rivals": (
        "match matches matched rival rivals come_near comes_near approach approaches come_close comes_close equal equals сравниться сравняться тягаться "
        "дотягиваться приближаться приблизиться соперничать догонять"
    ),
    "gives": (
        "buy buys bring brings earn earns cost costs result results means yield achieve achieved deliver delivers приносить принести обеспечивать "
        "обеспечить стоить обходиться оборачиваться обернуться цена ценой"
    ),
    "zero": "zero ноль нуль",
    # ranks
    "most": (
        "most best самый самой самая самое самые самого самым самую самом самых наиболее больше_всего сильнее_всего чаще_всего"
    ),
    "least": "least наименее меньше_всего слабее_всего реже_всего",
    "more": "more более больше ",
    "less": "less fewer менее меньше",
    "ofall": (
        "of_all of_them_all of_the_lot overall всего всех из_всех среди_всех of_all_levels of_all_settings of_all_the_levels среди_всех_вариантов "
        "среди_всех_уровней среди_всех_значений of_the_series in_the_series of_the_whole_series of_the_test of_the_study of_any_setting of_any_level of_any "
        "во_всей_серии в_серии серии за_всё_исследование за_все_исследование за_весь_тест во_всем_тесте во_всём_тесте во_всей_сетке"
    ),
    "total": "in_all altogether in_total all_told всего итого в_сумме суммарно в_общей_сложности",
    "unmatched": (
        "нет_равных не_знает_равных вне_конкуренции unmatched unrivalled unbeaten second_to_none без_равных unequalled никто_не_обходит"
    ),
    "wins": (
        "win wins won lead leads led ahead come_first comes_first came_first first_place on_top back_on_top comes_out_on_top in_front beat beats outperform outperforms outdo outdoes than prevail prevails "
        "prevail_over выигрывать выиграть лидировать лидер впереди опережать опередить обходить обойти побеждать победить победитель превосходить_по первенство"
    ),
    "loses": (
        "trail trails behind lag lags worse_than come_last last_place lose_on lose_out loses_to lose_to lost_to проигрывать проиграть отставать отстать уступать уступить позади "
        "аутсайдер"
    ),
    "passes": (
        "overtake overtakes overtook overtaken overtaking outweigh outweighs outweighed outstrip outstrips outstripped outrank outranks outpace outpaces ahead_of "
        "перевешивать перевесить превосходить превзойти обгонять обогнать"
    ),
    "place": "place position spot rank место позиция",
    "place.2": "second второй",
    "place.3": "third третий",
    "chief": "main chief principal primary foremost leading главный основной ведущий",
    "sort": (
        "class classes type kind sort component contributor constituent category event group source reason consumer класс тип вид разновидность составляющая "
        "слагаемое категория событие группа источник причина потребитель статья"
    ),
    "doers": (
        "session sessions backend backends process processes processor processors system server query queries statement statements transaction transactions "
        "сессия процесс система сервер запрос транзакция бэкенд"
    ),
    "spends": (
        "spend spends spent time waiting waited wait waits executing проводить провести тратить потратить время ждать прождать прождали ожидать ожидание"
    ),
    "holds": "occupy occupies occupied goes_to went_to goes passes_to came_to rises_to moves_to занимать занять удерживать удержать выходить выйти переходить",
    "ceases": "cease ceases ceased stop stops stopped no_longer not_any_more перестать переставать больше_не уже_не",
    "inside": "inside among amongst внутри",
    "firsttime": "for_the_first_time впервые",
    "inclusive": "inclusive включительно",
    "beginning": "beginning starting начиная",
    # comparison
    "than": (
        "than compared_with compared_to in_comparison_with in_comparison_to versus vs against relative_to as_against чем нежели против по_сравнению_с "
        "в_сравнении_с относительно супротив сравнительно_с сколько"
    ),
    "from": "from от",
    "with.from": "с со",
    "to": "to до к onto",
    "arrow": "→ ->",
    "between": "between между",
    "replace": (
        "replace replaces replacing swap swaps swapping substitute trade exchange replacement смена замена сменить заменить сменяя заменяя подмена switch "
        "switching move moves moving go goes going step_from pass passing transition shift shifts shifting way change changing переход перейти переходить "
        "переключение переключить переключиться переключаясь переходя перевод сменяется сдвиг move_from jump_from journey on_the_way путь дорога"
    ),
    "insteadof": "instead_of in_place_of rather_than вместо взамен",
    "range": (
        "range ranges ranged span spans spanned vary_from corridor interval band диапазон коридор интервал пределы вилка разбегаться простираться"
    ),
    "about": ("about roughly approximately around circa примерно около приблизительно порядка ориентировочно где-то"),
    "nearly": "almost nearly under почти чуть_менее без_малого",
    "improves": "improve improves improved improving improvement улучшаться улучшиться улучшать улучшить улучшение",
    "worsens": (
        "worsen worsens worsened degrade degrades deteriorate deteriorates deterioration degradation ухудшаться ухудшиться ухудшать ухудшить ухудшение "
        "деградировать деградация"
    ),
    "ends": (
        "end_to_end from_end_to_end from_first_to_last from_one_end_to_the_other крайний от_края_до_края из_конца_в_конец от_начала_до_конца"
    ),
    "favour": "in_favour_of in_favor_of в_пользу",
    "so": "so as такой так as",
    "by": "by на",
    "bytimes": "times fold factor ",
    "gap": (
        "loss losses penalty saving savings advantage disadvantage benefit lead_of потеря потери выигрыш проигрыш преимущество экономия "
        "gap difference distance separate separates separated apart furthest farthest divide разница разрыв отличие разность дистанция расстояние разделять отделять дельта "
        "разделяет отрыв"
    ),
    "degree": (
        "slightly somewhat noticeably markedly sharply considerably substantially a_little a_bit much far greatly steeply strongly dramatically visibly clearly "
        "gently slowly marginally appreciably немного чуть слегка заметно резко существенно ощутимо сильно гораздо намного значительно круто плавно "
        "незначительно явно ощутимее чуть-чуть куда"
    ),
    "peaks": "peak peaks peaked culminate culminates tops_out top_out crest",
    "bottoms": "bottom_out bottoms_out bottomed_out",
    "near": "practically virtually nearly almost roughly approximately практически почти примерно приблизительно",
    "share": "share proportion part доля часть",
    "flat": "flat constant unchanged put level_off plateau плоский неизменный неизменно постоянный без_изменений",
    "throughout": "all_the_way all_along throughout the_whole_way на_всем_протяжении по_всему_диапазону",
    "until": "until till up_to as_far_as through вплоть_до до",
    "follows": (
        "follow follows followed mirror mirrors repeats true applies apply applied goes pattern path direction picture_ сторона направление верно относиться "
        "касаться повторять следовать"
    ),
    "ranks": (
        "rank ranks ranked ranking rankings order orders ordered ordering orderings arrange arranges arranged sort sorts sorted line_up lines_up sequence pecking_order "
        "порядок очередность последовательность расстановка ранжирование рейтинг место расставлять расставить упорядочивать упорядочить ранжировать выстраивать "
        "выстроить выстраиваться выстроиться распределять распределить распределяться распределиться"
    ),
    "pattern": "pattern shape",
    "reversed": (
        "reverse reversed reverses opposite inverse inverted flip flips flipped mirror_image turned_around the_other_way_round the_other_way_around upside_down "
        "обратный противоположный перевернуть перевернутый зеркальный"
    ),
    "onwards": "onwards onward further on дальше далее",
    "half": "",
    "quarter": "",
    "third": "",
}

#: Words without a part of their own.
_FILL = (
    "as_much_as however moreover therefore thus hence meanwhile accordingly nevertheless nonetheless likewise similarly besides furthermore consequently finally "
    "although since because already again now once_more instead whereas former latter same_time side other_hand on_the_other_hand in_turn same_here rate "
    "per_second per_minute однако впрочем итак поэтому потому следовательно таким_образом наконец также тоже зато хотя напротив наоборот причем притом "
    "снова опять вновь теперь затем потом при_этом в_свою_очередь с_другой_стороны кстати к_тому_же в_секунду в_минуту "
    "in_other_words put_differently that_is_to_say that_is in_short to_put_it_differently иными_словами другими_словами иначе_говоря проще_говоря короче_говоря что_то_же_самое "
    "the a an this that these those it its they them their which who what where when there here and but yet though or as of in at on with for under by to "
    "into per while if then do does did will level levels setting settings value values run runs configuration configurations variant variants "
    "option options figure figures metric metrics parameter result results experiment experiment's experiments tested test tests measured tried studied "
    "range terms term case cases mode concerned respect regard judged measure measurements data point points scale outset set itself themselves also too "
    "still quite very fairly rather pretty extremely pair two_metrics we our i see shown roughly together indeed actually clearly definitely "
    "truly really whole entire full full_range namely ever across practically almost virtually we_see kind kinds sort behaviour behavior story "
    "picture grid these_levels in_terms_of in_relative_terms relative percentage-wise in_percent as_far_as when_it_comes_to speaking_of judging_by "
    "with_respect_to with_regard_to as_for regarding by_way_of all_along being here's place case_of in_the_case_of it_is there_is place "
    "falls_to lot ones its_own own в на при у по с со для из за о об и а но или же ли то тот та те это этот эта эти этого он она оно они его ее их им ему "
    "ей который что как когда если тогда тут там здесь уже еще ещё бы сам самого себя свой своего своей весьма очень довольно вполне уровень уровни "
    "значение значения показатель метрика прогон прогоны вариант варианты настройка настройки конфигурация конфигурации режим параметр результат "
    "опыт эксперимент испытанный проверенный измерять замеренный поведение случай дело речь плане план смысл мера пара между_собой друг друг_с_другом ведет "
    "вести себя_ведет именно вот можно_назвать назвать назовем считать отмечаться приходиться принадлежать достаться доставаться сфера касаться "
    "что_до что_касается речь_о когда_речь_о с_точки_зрения в_смысле в_плане по_части картина картина_иная картина_другая иная_картина другая_картина картина_обратная наблюдается замеров всех_замеров среди найти найден сумма "
    "сторона похвастаться хвастаться мочь может способен можно способный рост_значения то_есть i.e мере назовём располагаться отметиться отмечается знать "
    "as_well ведь curve cell ran for_an_hour for_two_hours серия ряд зачет зачёт экземпляр график столбик кривая линия дело_в_том in_fact fact "
)

_GRADES_EN: dict[tuple[str, int], str] = {
    ("force", 1): "strong tight close firm intense pronounced marked",
    ("force", -1): "weak loose faint slack slight feeble",
    ("size", 1): "high large great big tall wide broad sizable considerable",
    ("size", -1): "low small narrow little tiny",
    ("length", 1): "long lengthy prolonged protracted slow",
    ("length", -1): "short brief quick fast",
    ("depth", 1): "deep severe bad heavy serious harsh",
    ("depth", -1): "shallow mild gentle light",
    ("often", 1): "frequent numerous many common often plentiful",
    ("often", -1): "rare infrequent few scarce seldom sparse",
    ("steady", 1): "stable steady smooth calm consistent predictable constant uniform quiet reliable regular",
    ("steady", -1): "unstable unsteady uneven erratic volatile jittery noisy jumpy restless shaky bumpy unpredictable inconsistent scattered variable nervous rough choppy irregular turbulent wild",
}  # fmt: skip
_IRREGULAR_EN = {
    "better": ("cmp", "good", 1), "worse": ("cmp", "good", -1), "best": ("sup", "good", 1), "worst": ("sup", "good", -1), "deepest": ("sup", "depth", 1), "wilder": ("cmp", "steady", -1), "fewest": ("sup",
    "often", -1), "maximum": ("sup", "size", 1), "minimum": ("sup", "size", -1), "maximal": ("sup", "size", 1), "minimal": ("sup", "size", -1), "top": ("sup", "size", 1), "likeliest": ("sup", "often", 1),
    "oftener": ("cmp", "often", 1), "greatest": ("sup", "size", 1), "biggest": ("sup", "size", 1), "lowest": ("sup", "size", -1), "highest": ("sup", "size", 1), "loosest": ("sup", "force", -1), "sooner":
    ("cmp", "length", -1), "later": ("cmp", "length", 1), "bigger": ("cmp", "size", 1), "longest": ("sup", "length", 1), "longer": ("cmp", "length", 1), "shorter": ("cmp", "length", -1), "shortest":
    ("sup", "length", -1), "good": ("pos", "good", 1), "bad": ("pos", "good", -1), "poor": ("pos", "good", -1),
}  # fmt: skip
_GRADES_RU: dict[tuple[str, int], str] = {
    ("force", 1): "сильн тесн тесен крепк крепче прочн плотн жестк жёстк выраженн",
    ("force", -1): "слаб хлипк",
    ("size", 1): "высок выше больш велик крупн высш широк шире высот",
    ("size", -1): "низк ниже небольш мал меньш невелик узк уже низш невысок",
    ("length", 1): "долг дольше длинн длительн продолжительн затяжн затянувш",
    ("length", -1): "коротк короче кратк недолг непродолжительн",
    ("depth", 1): "глубок глубже тяжел серьезн серьёзн",
    ("depth", -1): "мелк мельче неглубок легк",
    ("often", 1): "част чаще многочисленн",
    ("often", -1): "редк реже rare rarer",
    ("steady", 1): "стабил стабильн устойчив ровн ровен ровне спокойн спокоен предсказуем постоян плавн равномерн",
    ("steady", -1): "нестабил неустойчив неровн беспокой дерган рваны шумн изменчив волатил непредсказуем непостоян нерв шатк рван",
    ("good", 1): "лучш хорош",
    ("good", -1): "худш плох хуже",
}  # fmt: skip
_NO_GRADE = {"уже", "часть", "части", "частей", "малость", "большинство", "частично", "частота", "частоты", "частоте", "частоту", "частотой", "шумно", "выразить", "широта", "ровно"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Grade:
    """A graded word: `grade` is pos, cmp or sup; `axis` what it measures; `way` 1 or -1."""

    grade: str
    axis: str
    way: int


@cache
def parts() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Words (one or several, as stems) to the parts that they may play."""
    table: dict[tuple[str, ...], list[str]] = {}
    for part, words in [*_PARTS.items(), ("fill", _FILL)]:
        for said in words.split():
            key = tuple(_key(word) for word in said.split("_"))
            held = table.setdefault(key, [])
            if part not in held:
                held.append(part)
    for word, kinds in way_words().items():  # what goes up or down elsewhere does so here
        ways = {kind.split(".")[0] for kind in kinds} & {"up", "down"}
        held = table.setdefault((word,), [])
        held += [way for way in sorted(ways) if way not in held and len(ways) == 1 and "gives" not in held]
    return {key: tuple(found) for key, found in table.items()}


@cache
def prefixes() -> tuple[tuple[str, str], ...]:
    """(beginning, part) of words that are listed by their beginning."""
    return tuple((word[:-1], part) for part, words in _PARTS.items() for word in words.split() if word.endswith("*"))


@cache
def longest_from() -> dict[str, int]:
    """How many words the longest entry has that begins with a word."""
    found: dict[str, int] = {}
    for key in parts():
        found[key[0]] = max(found.get(key[0], 0), len(key))
    return found


def _key(word: str) -> str:
    word = word.replace("ё", "е")
    return word if any("а" <= char <= "я" for char in word) else english(word)


@cache
def _english_grades() -> dict[str, Grade]:
    table: dict[str, Grade] = {}
    for (axis, way), words in _GRADES_EN.items():
        for word in words.split():
            stem = word[:-1] if word.endswith("e") else word[:-1] + "i" if word.endswith("y") else word
            doubled = word + word[-1] if word in ("big", "slack") else stem
            adverb = (
                stem[:-1] + "ily" if word.endswith("y") else (word[:-1] + "y" if word.endswith("le") else word + "ly")
            )
            for form, grade in ((word, "pos"), (adverb, "pos"), (doubled + "er", "cmp"), (doubled + "est", "sup")):
                table.setdefault(form, Grade(grade, axis, way))
    return table | {word: Grade(*held) for word, held in _IRREGULAR_EN.items()}


@cache
def _russian_stems() -> tuple[tuple[str, str, int], ...]:
    rows = [(stem, axis, way) for (axis, way), words in _GRADES_RU.items() for stem in words.replace("ё", "е").split()]
    return tuple(sorted(rows, key=lambda row: -len(row[0])))


@cache
def grade_of(word: str) -> Grade | None:
    """What a word grades, with its grade: "steadiest", "более" aside, "теснее", "наименьший"."""
    word = word.lower().replace("ё", "е")
    if word in _NO_GRADE:
        return None
    if word.isascii():
        return _english_grades().get(word)
    if word.startswith(("максимал", "минимал")):
        return Grade("sup", "size", 1 if word.startswith("макс") else -1)
    bare = word.removeprefix("наи")
    for stem, axis, way in _russian_stems():
        if bare.startswith(stem):
            if bare != word or "ейш" in bare or "айш" in bare:
                return Grade("sup", axis, way)
            form = word.removeprefix("по")
            irregular = form in ("выше", "ниже", "шире", "глубже", "реже", "чаще", "дольше", "короче", "крепче", "мельче", "лучше", "хуже", "больше", "меньше", "теснее")  # fmt: skip
            comparative = irregular or is_comparative(word) or bare.startswith(("больший", "меньш")) and not bare.startswith("меньшинств")  # fmt: skip
            return Grade("cmp" if comparative else "pos", axis, way)
    return None
