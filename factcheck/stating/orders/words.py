"""What the words of a plain statement mean, in both languages: ways, comparisons, extremes, likeness, who is meant, and words without a meaning of their own.

English words are compared by their stem, Russian ones by their lemma. A saying of several words goes before its words.
"""

from __future__ import annotations

from functools import cache

from factcheck.reading.words import english

# sense: words. A word may have several senses; the grammar takes the one that has a place.
_SENSES: dict[str, str] = {
    "up": "recover rebound rise climb grow increase growth ascend ascent ascending upward upwards up swell soar jump leap surge rocket skyrocket mount inflate "
    "elevate lift raise boost heighten enlarge lengthen expand gain add escalate spike increment uptick upswing upturn balloon upwardly pile accumulate "
    "rising higher-going восстанавливаться восстановиться отскакивать расти вырасти возрастать возрасти рост нарастать нарасти подниматься подняться "
    "поднимать поднять подъем повышаться повыситься повышать повысить повышение увеличиваться увеличиться увеличивать увеличить увеличение прибавлять "
    "прибавить прибавка прирост приподнимать приподнять подрасти подрастать взбираться взобраться карабкаться взлетать взлететь взлет вверх ввысь "
    "восходить восхождение восходящий скакнуть подскочить подскакивать прыгнуть удлиняться расширяться крепнуть набирать набрать наращивать нарастить "
    "раздувать раздуваться разрастаться разрастись поползти взмывать взмыть подпрыгивать подпрыгнуть подталкивать взвинчивать взвинтить растущий "
    "возрастающий возрастание умножать добавлять добавить накапливаться забираться",
    "down": "fall drop decline decrease lower reduce reduction shrink descend descent descending downward downwards down sink slide slip plunge plummet tumble dip "
    "diminish dwindle lessen cut trim shorten contract ebb recede subside dive crash collapse slump wane drain deflate depress slash curb shed downturn "
    "downtrend falling shave падать упасть падение спадать спад снижаться снизиться снижать снизить снижение уменьшаться уменьшиться уменьшать уменьшить "
    "уменьшение сокращаться сократиться сокращать сократить сокращение убывать убыть убыль убавлять убавляться опускаться опуститься опускать опустить "
    "понижаться понизиться понижать понизить понижение таять растаять сползать сползти проседать просесть терять потерять потеря вниз нисходящий "
    "спускаться спуститься спуск скатываться скатиться укорачиваться сжиматься сжаться урезать срезать сбивать сбить сбрасывать рухнуть обвалиться обвал "
    "обрушиться валиться терпеть худеть ронять уронить падающий убывающий убывание сбавлять сбавить идтивниз съезжать съехать угасать усыхать",
    "good": "improve improvement benefit better-off enhance enhancement help profit ameliorate gain upgrade favour favor optimize optimise улучшаться улучшиться "
    "окупаться окупиться улучшать улучшить улучшение выигрывать выиграть выигрыш польза помогать помочь хорошеть похорошеть выгадывать выгадать благотворно",
    "bad": "degrade degradation worsen deteriorate deterioration suffer harm hurt impair damage decay regress regression penalize penalise spoil aggravate "
    "worsening ухудшаться ухудшиться ухудшать ухудшить ухудшение деградировать деградация страдать пострадать портиться испортиться портить вред вредить "
    "ущерб проигрывать проиграть хужеть ухудшающийся усугублять усугубляться негативно навредить расплачиваться расплата",
    "higher": "higher larger bigger greater longer more above taller stronger harder heavier > выше больше большой больший более высокий высоко длиннее дольше "
    "крупнее сильнее превышающий свыше",
    "lower": "lower smaller shorter less fewer below beneath weaker lesser < ниже меньше меньший маленький низкий низко короче мельче слабее скромнее поменьше",
    "better": "better superior preferable finer лучше хороший получше предпочтительный предпочтительнее выгоднее удачнее",
    "worse": "worse inferior poorer хуже похуже плохой невыгоднее",
    "max": "highest largest biggest greatest longest most maximum maximal peak top apex summit maxima uppermost ceiling crest climax topmost heaviest максимум "
    "максимальный наибольший наивысший высший самый пик вершина потолок верх максимально пиковый крупнейший апогей",
    "min": "lowest smallest shortest least minimum minimal bottom trough fewest floor minima low nadir valley lightest минимум минимальный наименьший наинизший "
    "низший дно впадина низ минимально",
    "best": "best optimum optimal sweet-spot ideal favourite favorite champion winner leader lead unbeaten record-holder unrivalled unrivaled unbeatable unmatched "
    "unsurpassed first-place лучший наилучший оптимум оптимальный идеальный рекордсмен лидировать лидер лидерство победитель побеждать чемпион первенство "
    "возглавлять первенствовать непревзойденный",
    "worst": "worst poorest loser laggard худший наихудший аутсайдер проигравший",
    "exceeds": "exceed exceeds exceeded exceeding top overtake outstrip превышать превысить перекрывать перевешивать",
    "surpasses": "surpass outdo eclipse превосходить превзойти",
    "wins": "outperform beat win outrank outshine outpace outclass prevail trump defeat best ahead обходить обойти опережать опередить обгонять обогнать побеждать "
    "победить бить побить обыгрывать обыграть выигрывать выиграть впереди",
    "loses": "lose trail lag underperform behind проигрывать уступать уступить отставать отстать позади",
    "same": "indistinguishable неотличимый неразличимый same equal identical match coincide tie tied alike equivalent равный равняться совпадать совпасть одинаковый одинаково идентичный тождественный "
    "такой-же поровну ничья вровень наравне равенство сравниваться",
    "close": "close near similar comparable близкий близко сопоставимый схожий сравнимый похожий неподалеку рядом",
    "differs": "differ difference different change vary variation affect effect influence impact react respond response alter sensitive depend dependence shift move "
    "gap distinction movement swing discrepancy contrast matter unequal скачок отличаться отличие отличный разница различие различаться разный меняться "
    "измениться изменяться изменение менять изменить влиять повлиять влияние эффект зависеть зависимость сдвиг сдвигаться реагировать чувствительный "
    "колебание сказываться сказаться двигать сдвигать перемена отражаться неодинаковый воздействие",
    "flat": "flat unchanged untouched constant unaffected insensitive indifferent unmoved static plateau stationary invariant independent неизменный нетронутый "
    "постоянный ровный плоский нечувствительный безразличный прежний плато инвариантный независимый константа",
    "monotonic": "monotonic monotone monotonous monotonicity монотонный монотонность",
    "every": "steadily consistently invariably monotonically continuously consistent continuous constantly always successively successive uninterrupted unbroken "
    "uninterruptedly throughout strictly progressively relentlessly keep stepwise steady монотонно неуклонно последовательно постоянно неизменно "
    "непрерывно всегда постепенно планомерно равномерно стабильно всякий шаг-за-шагом сплошной непрерывный последовательный неуклонный устойчиво раз",
    "each": "each every any-each каждый любой",
    "all": "all entire whole complete full everywhere весь целый повсюду везде всюду весь-целиком повсеместно целиком",
    "small": "hardly barely scarcely little negligible negligibly practically almost nearly virtually marginal marginally insignificant essentially tiny trivial "
    "basically roughly approximately about почти практически едва ничтожный ничтожно мало малый минимально несущественный незначительный примерно "
    "приблизительно фактически мизерный около",
    "much": "far much considerably substantially significantly markedly dramatically drastically strongly vastly notably noticeably sharply soar plummet "
    "plunge skyrocket rocket well way lot существенно значительно намного гораздо заметно резко сильно ощутимо куда много",
    "slight": "slightly edge somewhat bit creep nudge inch fractionally слегка чуть немного несколько чуть-чуть незначительно",
    "size": "absolute terms magnitude абсолютный модуль величина",
    "neg": "not no never without nor не нет без ни",
    "nobody": "none nobody nothing nowhere neither никто ничто нигде никакой ничего",
    "other": "other others rest alternative alternatives rival rivals competitor competitors contender else остальной прочий другой иной остальные альтернатива "
    "конкурент соперник",
    "only": "only alone solely sole just exclusively лишь только единственный один исключительно",
    "except": "except besides save excluding barring кроме помимо исключение исключая",
    "both": "both оба обе",
    "they": "they them",
    "first": "first initial opening первый начальный стартовый",
    "last": "last final closing последний конечный финальный",
    "step": "step transition increment шаг ступень",
    "level": "level value setting option run variant configuration choice alternative mode case candidate contestant tested tried уровень значение вариант "
    "настройка режим прогон конфигурация опция",
    "ends": "extreme endpoints ends крайний концы",
    "start": "start beginning outset начало старт",
    "end": "end конец",
    "edge": "edge bound край граница",
    "upper": "upper верхний старший правый",
    "nether": "lower nether нижний младший левый",
    "range": "range scale span axis series диапазон шкала ряд ось",
    "base": "baseline базовый база базис бейзлайн",
    "mean": "mean average averages averaged средний среднее усредненный среднем avg",
    "median": "median медиана медианный",
    "oppose": "opposite opposing contrary diverge противоположный разный разнонаправленно противофаза расходиться врозь противоположно",
    "turn": "turn turning reverse reversal reverses u-shaped u shaped hump curve bend inflection afterwards thereafter then again break перелом поворот разворот "
    "разворачиваться развернуться разворачивать переламываться перевалить сменяться смениться поворачивать дуга горб перегиб потом затем дальше далее "
    "снова опять прежде теперь сначала вначале сперва поначалу",
    "before": "before until till up до прежде",
    "after": "after beyond past from-there onwards после за дальше далее",
    "pays": "pay paid",
}  # fmt: skip
# A saying of several words (each by its stem or form) and its sense.
_SAYINGS: dict[str, str] = {
    "best": "sweet spot|top of the table|top of the league|top of the list|come first|comes first|ranks first|rank first|finish first|finishes first|"
    "занимать первый место|быть первый|приходить первый|стоять первый|first place|no equal|на первый место|нет равный|не знать равный|пальма первенство|"
    "вне конкуренция|впереди весь|лучше весь|at its best|в лидер|ahead of all others|second to none|впереди всех|on top",
    "worst": "bottom of the league|bottom of the table|bottom of the list|come last|comes last|ranks last|rank last|finish last|finishes last|"
    "занимать последний место|приходить последний|оказываться последний|rock bottom of|на последний место|хуже весь|хуже всего|at its worst|"
    "bring up the rear|dead last|замыкать список|позади всех",
    "best.r": "лучше всего",
    "max": "выше весь|выше всего|больше весь|больше всего|top out|tops out|high point|high-water mark|верхний точка|больше чем где-либо",
    "min": "rock bottom|all - time low|ниже всего|меньше весь|меньше всего|bottom out|low point|нижний точка|самый низкий|самый маленький|самый малый|"
    "самый короткий|low water",
    "max.r": "самый высокий|самый большой|самый длинный|самый крупный",
    "best.s": "самый лучший|самый выгодный|самый хороший",
    "worst.s": "самый плохой|самый худший|самый невыгодный",
    "exceeds": "go beyond|goes beyond|lie above|sits above|stand above|rise above|be above|go over|переваливать за|выходить за",
    "under": "fall short of|falls short of|falling short of|stay below|lie below|sits below|go below|drop below|fall below|fall under|не дотягивать до|"
    "недотягивать до|не доходить до|не достигать|не дотянуть до|just short of",
    "wins": "win over|wins out over|get the better of|gets the better of|comes out ahead of|ahead of|has the edge over|have an edge over|брать верх над|"
    "взять верх над|брать верх|одерживать верх|на голова",
    "loses": "lose out to|lose to|loses to|fall behind|lag behind|be behind|no match for|не чета",
    "ge": "at least as high as|at least as large as|at least as great as|at least as much as|at least as big as|not less than|no less than|no lower than|"
    "no smaller than|не меньше|не ниже|не уступать",
    "le": "at most as high as|no more than|no higher than|no larger than|no greater than|not more than|not higher than|не больше|не выше|не превышать|"
    "не превосходить",
    "reaches": "reach the level|reaches the level|reach that|get to|достигать уровень|достигать значение|дотягиваться до|дотянуться до|as high as|as large as|"
    "as great as|as much as|так высоко как|столь высоко как|так же высоко как|такой высокий как|столь высокий как",
    "stat.stddev": "standard deviation|стандартный отклонение",
    "inside": "lie between|lies between|fall between|falls between|sit between|sits between|stand between|somewhere between|halfway between|лежать между|"
    "находиться между|располагаться между|оказываться между|попадать между|быть между|in between|стоять между",
    "reaches.low": "as low as|as small as|as little as|так низко как|столь низко как|такой низкий как|столь низкий как",
    "rivals": "compares with|compares to|compare to|сравниться с|сравнится с|тягаться с|come near|compete with|comes near|hold a candle to|поспорить с|соперничать с|"
    "конкурировать с|catch up with",
    "same": "neck and neck|dead heat|in a dead heat|один в один|ноздря в ноздря|ноздря в ноздрю|столько же|one and the same|no difference|один и тот же|то же самый|одно и то же|точно такой же|такой же|so much as|on a par|on par|draw level with|"
    "draws level with|нос в нос|same as|equal to",
    "flat": "hold steady|make no difference|make little difference|little to choose|nothing to choose|next to nothing|no matter|stay put|all the same to|"
    "stays the same|remain the same|staying the same|не иметь значение|без изменение|на одном уровне|на один уровень|стоять на место|на месте|все равно|"
    "level off|leaves untouched|leave untouched|leaves unmoved|остаться прежний|оставаться прежний",
    "up": "go up|move up|pick up|head up|idle up|идти вверх|ползти вверх|пойти вверх|step up|идти в гора|пойти в гора|идти на подъем",
    "down": "give up|gives up|giving up|gave up|go down|head down|come down|bring down|move down|идти вниз|ползти вниз|пойти вниз|идти на спад|идти на убыль|сходить на нет|пойти на спад|tail off|"
    "fall off|drop off|taper off|fall away",
    "good": "pay off|pays off|pay dividends|pays dividends|bear fruit|bears fruit|идти на польза|на польза|пойти на польза|go a long way|do good|does good|profit from|benefit from|к лучший|к лучшему|в лучший сторона",
    "bad": "идти во вред|во вред|в ущерб|в убыток|in a bad way|take a hit|takes a hit|pay the price|pays the price|к худший|к худшему|в худший сторона|do harm|"
    "does harm",
    "pays": "at the cost of|at the expense of|at the price of|come at the cost of|comes at the cost of|comes at the expense of|paid for with|paid for by|"
    "pay for with|paid with|ценой|за счет|расплачиваться за|платить за",
    "small": "next to no|hardly any|barely any|almost no|virtually no|practically no|почти не|практически не|едва ли|почти никак не|почти никакой|почти ничего не|"
    "практически никак не|практически никакой|very little|only slightly|as good as|more or less|too small to|чуть ли не|едва не|no real|little real|"
    "no appreciable|no noticeable|no visible|no measurable|no significant",
    "neg": "никак не|ничуть не|нисколько не|cannot|can not|anything but|far from|by no means|not at all|отнюдь не|вовсе не|далеко не|совсем не",
    "nobody": "not one|not a single|no one|no level|no setting|no value|no option|no variant|no configuration|no other|no run|no rival|no alternative|"
    "ни при какой другой|ни при каком другом|ни при каком|ни на каком|ни при какой|ни на какой|никакой другой|ни один другой|ни один|ни одна|ни одно|"
    "ни на одном|ни при одном|ни на один|ни при один|ни у одного|ни у один|no choice|no candidate|no other than|nobody else|nothing else|nowhere else|"
    "none of the|никто другой|ничто другой|больше нигде|no competitor",
    "any": "at least one|some level|some other|there is a level|there are levels|хотя бы один|хотя бы на один|хотя бы на одном|хоть на один|хоть один|"
    "хотя бы при один|как минимум один|по крайней мера один|no fewer than one|some setting|some value|есть уровень|найтись уровень|есть вариант|кое-где|"
    "at one or more|one or more|по меньший мера один",
    "everywhere.else": "где - либо еще|где - либо|где - нибудь еще|где бы то ни было еще|anywhere|anywhere else|everywhere else|where else|any other|every other|all other|"
    "all others|each other level|each of the others|где-либо еще|где бы то ни быть|где угодно еще|любой другой|любой иной|всех остальных|все остальные|"
    "весь остальной|every one of the others|весь прочий|каждый другой|каждый из остальной|elsewhere|all the others|all the other|all the rest|the rest",
    "other": "other than|на другой|в другой",
    "except": "apart from|other than|aside from|with the exception of|за исключение|если не считать|не считая|не считать",
    "every": "never stop|never stops|не переставать|не прекращать|level after level|step after step|уровень за уровень|step by step|each step|every step|"
    "at each step|at every step|with each step|with every step|level by level|from level to level|from step to step|шаг за шаг|с каждый шаг|на каждый шаг|"
    "от уровень к уровень|от шаг к шаг|каждый раз|all the way|without exception|without interruption|without a break|all along|every time|each time|"
    "time after time|каждый шаг|раз за раз|раз от раз|без исключение|от начало до конец|from start to finish|from beginning to end|no exception|"
    "from end to end|at each level|each successive|every successive|next level|каждый переход|each transition|every transition|каждый следующий|"
    "каждый новый|каждый очередной|each further|every further|each new|every new|each additional|и только|на весь протяжение|весь время|все время|"
    "без перерыв|without fail|one after another|один за другой|every move|each move",
    "steps": "no step|single step|any step|some step|at one step|on one step|ни один шаг|ни на одном шаге|один шаг|одном шаге|один из шаг",
    "there.same": "одно и то же значение|один и тот же уровень|одно и то же|одном и том же уровне|one and the same level|the same level|the same value|same level|"
    "same value|same point|same setting",
    "there": "also the one|also that|the same one|where also|at that very level|same level|same point|same place|same setting|same value|там же|где и|"
    "тот же уровень|том же уровне|том же значении|тот же значение|at once where|exactly where|just where|там где|one and the same level",
    "size": "in size|in magnitude|in absolute value|in absolute terms|in value|in amount|по величина|по абсолютный величина|по абсолютный значение|по модуль|"
    "по значение|по размер|по высота|by value|by size|in height|numerically",
    "oppose": "opposite direction|opposite directions|opposite ways|different directions|в противоположный сторона|в разный сторона|в разные стороны|"
    "в противоположных направлениях|в разный направление|против друг друг|противоположный направление|part ways",
    "alike": "same direction|in tandem|in step|in parallel|hand in hand|in the same way|в один сторона|в одну сторону|в ногу|рука об рука|в тот же сторона|"
    "синхронно|in unison|go together|параллельно|в такт",
    "echo": "so do|so does|as does|as do|do likewise|does likewise|likewise|too|а также|то же делать|также|вслед за|тоже|вместе с он|as well",
    "only": "nobody but|none but|no one but|никто кроме|не кто иной как|nothing but",
    "filler": "matters most|matter most|counts most|count most|matters more|counts more|важный весь|важнее всего|важнее весь|"
    "все до один|все до единого|до единого|when it come to|when it comes to|in terms of|with regard to|with respect to|in respect of|с точка зрение|"
    "что касаться|когда речь о|когда речь об|когда речь идти о|когда речь заходить о|если говорить о|в зачет|хоть немного да|хоть немного|at the same time|"
    "in that respect|both at once|as for|judged by|measured by|going by|если судить по|судя по|если смотреть на|если брать|так это|in the case of|"
    "в случай с|что касается|in comparison|in relation|по сравнение|on account|в то время|в то же время|at once|одновременно|as a result|в результат|"
    "в итог|итого|in return|turn out|turns out|turned out|a matter of|так что|of the values tried|of the levels tried|of the settings tried|"
    "of the tested values|of the tested levels|as low|on the way|in going|в пользу|в сторону|if anything|no matter which|with no exception|it is",
}  # fmt: skip
# Words without a meaning of their own in a plain statement.
_FUNCTION = """
clearly явно a accompanied accompanies accompany account accounts achieve achieved achieves achieving across actually again against along already also although am among an
and appear appeared appears are arrive arrives as as-far at attain attained attains average be became because become becomes becoming been began begin begins
being belong belonged belongs benchmark between boast boasts both bought bring bringing brings brought but buy buys by by-and-large came can carry case cause
caused causes causing change changed changing chart choice choices choose choosing chosen claim come comes commence commences compare compared comparison
concerned configuration configurations cost could count counts course criterion curve data deliver delivered delivers did direction directions display displays
do does drive driven drives drove during each either end ends enjoy enjoys entail entails even ever exhibit exhibits experience experiences experiment
experiments fall far favour favours feature features figure figures find finds for found from function gave get gets getting
give given gives giving go goes going gone got had happen happened happens has have he held hence here hereby his hit hits hold holds however if implies imply
in indeed indicator induce induces instead into is it its itself judged judging just keep keeps kept land landed lands lay lead leads league leave leaves led
left level levels lie lies line list look looked looks made make makes making mark marked marks matter mean means meant meanwhile measure measured metric
metrics moreover move moved moves moving much namely need next now number numbers observe observed observes obtain obtained obtains occur occurred occurs of
off offer offered offers on once one ones onto option options or order our out over overall own part parts pass passes passing path per performance pick picked
picture place point points post posted posts present presents previous produce produced produces producing prove proved proves provide provided provides pull
pulled pulls push pushed pushes put puts question quite raise rank ranked ranking ranks rather reach reached reaches reaching reading readings really record
recorded records register registered relation relative remain remained remains replace replaced replaces replacing respect respectively result resulted results
run runs same sat saw score scores see seen sees send sends sent set sets setting settings shape she shift show showed showing shown shows side sit sits so
so-far spot stand stands start started starting starts stay stayed stays step stepping still stood story substitute substituted substituting successive such
swap swapped swapping swaps switch switched switches switching table take taken takes terms test tested tests than that the their them then there therefore
these they this those though through thus till to too took total transition transitions translate translates trend tried trigger triggers try turn
turned under undergo undergoes until up upon us use used uses using value values variant variants versus very via vs want was way we went were what whatever
when whenever where whereas whether which whichever while who whom whose win with within yardstick yet yield yielded yields you а без брать бы бывать быть в
вариант ведь величина вести взять вид виде видеть видно включать включение влечь вместе вместо внутри во вокруг вообще вот всего вы выбирать выбор выбрать
вывести выводить выглядеть вызвать вызывать выставить выставлять где график да давать даже данные дать двигаться движение делать дело демонстрировать держать
держаться диапазон для до доставаться достаться достигать достигнуть достичь его ее если еще же за задавать задать замена заменить заменять заменяться замер
заметно заметный занимать занять затем зато зафиксировать зачет здесь значение значить и идти из измерение или именно иметь иметься испробованный испытанный
итого их к каждый как картина ко когда конфигурация который кривая критерий кто купить купленный лежать ли либо линия между менять мера место метрика мы на
наблюдать наблюдаться над нам направление нас насколько настройка находиться начать начинать наш нежели нибудь но о об обернуться обеспечивать обеспечить
оборачиваться общее общий однако означать оказаться оказывать оказываться около он она они оно опробованный опция опыт оставаться остаться от отвечать отдавать
отличаться отметить отмечать отмечаться относительно отношение отправить отправлять отрезок очередь параметр перевести перевод переводить перед перейти
переключать переключаться переключение переключить переключиться переход переходить план плане по поведение повлечь под пойти пока показатель показать
показывать получать получаться получить получиться порядок после поставить потом при привести приводить признак прийтись принадлежать принести
приносить приобретать притом приходиться причем про проверенный прогон продемонстрировать произойти происходить промежуток против проявлять пусть ради раз
раздел разрез режим результат речь ряд с сам свой сдвиг сделать сей сколько случаться случиться смена сменить смотреться смысл снова со
соответственно соответствовать сопоставление сопровождать сопровождаться составлять сравнение сравнивать сравнить среди среднее ставить ставиться становиться
стать столбец столбик столбцы столь столько сторона так также такой там тем тест то тогда тоже толкать тот точка тут тянуть у увести увидеть уводить удержать
удерживать уже уровень устанавливать установить установка участок фиксировать фон функция характеризоваться ход хоть хотя цифра части часть чем через число что
чтобы эксперимент это этот являться
"""


def _key(word: str) -> str:
    return word if any("а" <= char <= "я" for char in word) else english(word)


@cache
def senses() -> dict[str, frozenset[str]]:
    """A lemma or stem and its senses."""
    table: dict[str, set[str]] = {}
    for sense, words in _SENSES.items():
        for word in words.split():
            table.setdefault(_key(word), set()).add(sense)
    return {key: frozenset(found) for key, found in table.items()}


# Forms whose lemma would say more, or something else.
_FORMS: dict[str, str] = {
    "lowers": "down", "lowered": "down", "lowering": "down", "lower": "lower", "remaining": "other", "remain": "", "remains": "", "remained": "", "неизменно": "every", "стабильно": "every", "постоянно": "every",
    "levels": "level", "values": "level", "leads": "best", "lead": "best", "leading": "best", "ничего": "nobody", "ends": "ends", "края": "ends", "краях": "ends",
    "концы": "ends", "концах": "ends", "most": "max", "least": "min", "больше": "higher", "меньше": "lower", "выше": "higher", "ниже": "lower",
    "лучше": "better", "хуже": "worse", "верхний": "upper", "нижний": "nether", "worsening": "bad", "rest": "other", "changes": "differs", "low": "min", "lows": "min",
}  # fmt: skip


def senses_of(word: str, stems: frozenset[str]) -> frozenset[str]:
    """The senses of a written form."""
    if word in _FORMS:
        return frozenset(_FORMS[word].split())
    if word.startswith(("лучш", "худш")):  # their lemmas are "хороший" and "плохой"
        return frozenset({"best" if word.startswith("лучш") else "worst"})
    table = senses()
    return frozenset().union(*(table.get(stem, frozenset()) for stem in stems))


@cache
def sayings() -> dict[str, tuple[tuple[str, tuple[str, ...]], ...]]:
    """(sense, words) of the sayings by their first word."""
    found: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for sense, row in _SAYINGS.items():
        kind = sense if "." not in sense or sense in _WHOLE else sense.split(".")[0]
        for said in row.split("|"):
            words = tuple(said.split())
            found.setdefault(words[0], []).append((kind, words))
    return {word: tuple(row) for word, row in found.items()}


_WHOLE = {"there.same", "reaches.low", "everywhere.else", "stat.stddev"}


@cache
def function_words() -> frozenset[str]:
    """Words that carry nothing of the statement."""
    words = frozenset(_FUNCTION.split())
    return frozenset(_key(word) for word in words) | words
