"""The claiming words of both languages, by lemma: what they assert, and which way.

Each concept lists lemmas; English ones are stemmed on loading, Russian ones are dictionary forms (comparatives and
adverbs, which share their lemma with the adjective, stand as they are written). A word may carry several concepts.
"""

from __future__ import annotations

from functools import cache

from factcheck.reading.words import english

_CONCEPTS: dict[str, str] = {
    # which way a value goes: verbs that have no object, verbs that take one, nouns, comparatives
    "up.intransitive": "расти вырасти возрасти возрастать увеличиться увеличиваться повыситься повышаться подняться "
    "подниматься подрасти нарастать прибавить удлиниться удлиняться lengthen rise grow increase climb soar surge jump double triple подскочить",
    "down.intransitive": "снизиться снижаться упасть падать уменьшиться уменьшаться сократиться сокращаться опуститься "
    "опускаться понизиться понижаться просесть проседать падение убывать укоротиться укорачиваться потерять терять slip shorten fall drop decrease decline shrink sink halve dip "
    "plummet slump диминировать",
    "up.transitive": "увеличить увеличивать повысить повышать поднять поднимать нарастить добавить добавлять raise boost increase lift enlarge",
    "down.transitive": "снизить снижать уменьшить уменьшать сократить сокращать понизить понижать отнять отнимать lower reduce cut decrease halve",
    "up.noun": "рост увеличение повышение прирост подъем нарастание возрастание удвоение growth increase rise gain climb jump increment",
    "down.noun": "deficit shortfall loss недобор снижение падение уменьшение сокращение понижение спад убывание reduction decrease drop fall decline cut",
    "up.comparative": "выше больше длиннее высшее дольше чаще дороже тяжелее крупнее шире глубже higher greater larger longer more bigger heavier costlier deeper wider above превышать превысить превзойти "
    "превосходить опережать опередить exceed exceeds outnumber surpass обогнать обгонять",
    "down.comparative": "ниже меньше короче реже дешевле легче lower smaller shorter narrower fewer rarer less cheaper lighter below trail уступать",
    "better": "впереди лучше улучшиться улучшаться улучшить улучшать улучшение быстрее эффективнее выгоднее better improve improvement "
    "faster quicker outperform beat win advantage выиграть выигрывать выигрыш превзойти превосходить ускориться ускорить ускоряться ускорение "
    "speedup benefit победить опередить опережать обогнать",
    "worse": "позади хуже ухудшиться ухудшаться ухудшить ухудшать ухудшение медленнее деградировать деградация worse worsen degrade "
    "degradation slower deteriorate deterioration regress regression замедлиться замедлить замедляться замедление проиграть "
    "проигрывать проигрыш slowdown loss потеря уступать уступить отставать страдать пострадать hurt harm suffer penalise penalize",
    "superlative.max": "максимально наибольшее busiest deepest tallest heaviest widest максимальный максимум наибольший наивысший рекордный наиболее.высокий highest largest greatest biggest longest maximum "
    "maximal max peak пик пиковый наивысший highest most самый.высокий самый.большой топ",
    "superlative.min": "минимально наименьшее наименьшие shallowest lightest narrowest cheapest минимальный минимум наименьший наинизший lowest smallest shortest minimum minimal min least fewest",
    "superlative.best": "best наилучший fastest quickest победитель winner лидер лидировать leader",
    "superlative.worst": "worst наихудший slowest аутсайдер",
    "monotone": "монотонно монотонный последовательно неуклонно неуклонный прогрессивно steadily monotone monotonic monotonically "
    "consistently progressively поступательно планомерно",
    "nonmonotone": "немонотонно немонотонный non-monotonic nonmonotonic non-monotone nonmonotone немонотонность",
    "trend": "тенденция тренд закономерность trend tendency зависимость",
    "stable": "стабильный стабильно стабильность стабилизироваться стабилизация устойчивый устойчиво устойчивость предсказуемый "
    "предсказуемость ровный ровно stable stably stability steady predictable predictability consistent stabilise stabilize stabilization stabilisation "
    "стабилизировать постоянный воспроизводимость",
    "unstable": "нестабильный нестабильно нестабильность неустойчивый неустойчивость непредсказуемый волатильность волатильный "
    "колебание unstable instability volatile volatility erratic unpredictable fluctuate fluctuation jitter",
    "noise": "шум погрешность noise незначимый незначимо неразличимый неразличимо indistinguishable insignificant разброс случайность",
    "significant": "значимый значимо significant significantly достоверно достоверный доказать доказано доказанный statistically "
    "установлено установлена установлен установлены доказана доказан established proven",
    "equal": "эквивалентный эквивалентно эквивалентность одинаковый одинаково равный равно идентичный совпадать совпасть "
    "неизменный сопоставимый equivalent equivalence equal equally same identical unchanged match coincide parity flat tie tied "
    "comparable схожий неотличимый similar",
    "differ": "gap margin разрыв отрыв расхождение отличаться отличие различаться различие разница differ difference разниться изменить измениться изменяться меняться "
    "меняет менять change affect сказаться сказываться повлиять",
    "undecided": "undecided inconclusive неопределенный неопределенно неясно неясный открытый нерешенный неразрешенный unclear unresolved",
    "decide": "решить решаться решено settle decide resolve",
    "optimum": "оптимальный оптимально оптимум идеальный оптимальность optimal optimum ideal optimally sweet",
    "recommend": "рекомендовать рекомендация рекомендоваться рекомендуемый рекомендованный советовать следовать следует стоит "
    "стоить необходимо нужно должный требуется избегать допустимо предпочтительный предпочтительнее recommend recommendation "
    "should must advise advisable need prefer preferable avoid ought целесообразно",
    "imperative": "установить установите увеличить настроить рассмотреть использовать снизить увеличьте настройте используйте "
    "уменьшить поставьте выберите выбирайте оставьте поднимите оптимизировать мониторить избегать начинать корректировать set use keep "
    "choose raise lower tune consider switch enable disable",
    "cause": "из-за вызвать вызывать привести приводить обусловить обусловленный объясняться объяснить объяснять благодаря "
    "способствовать позволять позволить обеспечивать обеспечить создавать создать вследствие причина следствие влиять влияние влиять "
    "повлиять оказывать минимизировать свидетельствовать указывать означать говорить because cause lead due owing thanks explain "
    "result drive enable allow ensure indicate show.that suggest mean.that stem responsible reason влечь порождать поэтому therefore "
    "hence thus характеризоваться носить демонстрировать демонстрация ускорять",
    "influence": "влияние влиять повлиять воздействие эффект impact effect influence affect зависимость зависеть depend dependence dependency",
    "hedge": "мочь может можно возможно возможный вероятно вероятный предположительно по-видимому видимо казаться кажется "
    "гипотеза предположение предполагать may might could possibly perhaps probably likely seem appear hypothesis presumably "
    "conjecture speculate потенциально potentially гипотетически скорее suggest not.tested возможность",
    "negation": "не ни нет без никакой отсутствие отсутствовать нельзя not no never without none neither nor cannot can't "
    "nobody никто doesn't don't didn't isn't wasn't weren't aren't hasn't haven't won't wouldn't lack hardly",
    "correlate": "корреляция коррелировать корреляционный коррелированный correlation correlate correlated взаимосвязь пирсон "
    "pearson спирмен spearman",
    "share": "доля процент составлять share proportion fraction portion приходиться account",
    "dominate": "доминировать доминирующий доминирование преобладать преобладающий главный dominate dominant dominance predominant "
    "prevail mostly majority преимущественно большинство prevalent",
    "limit": "ограничивать ограничивающий ограничить ограниченный ограничено ограничиваться упираться упереться узкий bottleneck "
    "limit limiting constrain saturate saturated saturation насыщение насыщенный bound лимитирующий лимитировать cpu-bound io-bound",
    "all": "все весь каждый любой all every each any both оба обе everywhere везде",
    "only": "только лишь единственный only solely exclusively alone единственно",
    "balance": "баланс сбалансированный компромисс компромиссный balance balanced trade-off compromise",
    "small": "незначительно незначительный слегка немного несущественно несущественный чуть slightly slight marginally marginal "
    "modest modestly little умеренно скромно",
    "large": "значительно значительный существенно существенный резко резкий заметно заметный сильно кардинально кратно намного "
    "гораздо sharply sharp substantially substantial considerably considerable dramatically dramatic markedly marked strongly "
    "noticeably noticeable much massively massive drastic drastically greatly колоссальный ощутимо",
    "degree": "высокий низкий умеренный небольшой большой малый хороший плохой агрессивный эффективный high low moderate good poor "
    "bad weak strong слабый сильный",
    "than": "чем против относительно сравнение than versus vs against compared relative over unlike",
    "time": "время времени конец начало начальный течение динамика end beginning start over.time later постепенно поздний",
    "drop": "просадка провал кризис обвал падение drop stall dip crisis collapse",
    "recover": "возврат возвращение восстановление восстановиться восстанавливаться recover recovery",
    "confidence": "доверительный интервал ди ci confidence interval",
    "same_everywhere": "схожий одинаковый картина похожий similar alike",
}


#: Nouns of what something costs: a percentage beside one is a change of what is not said, and no value.
COSTS = frozenset(
    [
        "overhead",
        "cost",
        "penalty",
        "impact",
        "tax",
        "price",
        "toll",
        "накладной",
        "издержка",
        "штраф",
        "цена",
        "плата",
        "ущерб",
    ]
)

#: Heads of a column that holds what was measured, whatever that is.
OF_RESULTS = frozenset(["value", "result", "measurement", "actual", "outcome", "значение", "результат", "итог", "замер", "измерение", "факт"])  # fmt: skip

#: How far a value misses what was asked for, or passes it: "65 RPS (a shortfall of 35%)".
OF_TARGETS = frozenset(
    [
        *("shortfall", "deficit", "excess", "overshoot", "undershoot", "overrun", "headroom", "surplus"),
        *("дефицит", "превышение", "недобор", "недостача", "нехватка", "перебор", "запас", "профицит"),
    ]
)

#: Verbs that make what follows merely possible.
_MAY = frozenset(["may", "might", "could", "can", "мочь"])


def is_merely_possible(stems: frozenset[str]) -> bool:
    """Whether a word says that something may be, and not that it was: "may increase by 6%", "может вырасти"."""
    return bool(stems & _MAY)


@cache
def concepts() -> dict[str, frozenset[str]]:
    """Lemma or stem to the concepts that it carries."""
    table: dict[str, set[str]] = {}
    for concept, words in _CONCEPTS.items():
        for word in words.split():
            if "." in word:
                continue
            key = word if any("а" <= char <= "я" for char in word) else english(word)
            table.setdefault(key, set()).add(concept)
    return {key: frozenset(found) for key, found in table.items()}


# What a verb says of the row of values that it is told of, more widely than the concepts above, which other judges hold to one pair of levels.
_WAYS: dict[str, str] = {
    "up": "расти вырасти возрасти возрастать подрасти нарастать увеличиться увеличиваться повыситься повышаться подняться подниматься прибавить "
    "прибавлять прибавиться прибавляться прибыть прибывать прирасти прирастать приподняться укрупниться укрупняться расшириться расширяться "
    "удлиниться удлиняться подскочить подскакивать взлететь взлетать раздуться раздуваться распухнуть разрастись разрастаться удвоиться "
    "удваиваться утроиться вытянуться вытягиваться растянуться растягиваться подползать прыгнуть усилиться усиливаться крепнуть окрепнуть "
    "карабкаться набухать учащаться участиться rise grow increase climb soar surge jump double triple mount swell leap lengthen stretch widen "
    "broaden expand ascend balloon rocket inflate strengthen tighten quadruple",
    "down": "снизиться снижаться упасть падать спадать спасть уменьшиться уменьшаться сократиться сокращаться опуститься опускаться понизиться "
    "понижаться просесть проседать убыть убывать таять растаять отступить отступать сползти сползать сжаться сжиматься сузиться сужаться слабеть "
    "ослабеть ослабевать ослабнуть поубавиться убавиться убавляться укоротиться укорачиваться обвалиться рухнуть редеть сдуться сдуваться "
    "скатиться скатываться съёжиться съежиться усохнуть усыхать затухать угасать угаснуть потерять терять fall drop decrease decline shrink sink "
    "halve dip plummet slump slide shorten narrow recede retreat dwindle ebb dive tumble slip wane contract weaken fade subside plunge descend "
    "diminish erode crumble",
    "up.object": "увеличить увеличивать повысить повышать поднять поднимать нарастить наращивать добавить добавлять удлинить удлинять растянуть растягивать "
    "расширить расширять усилить усиливать raise boost lift enlarge add buy",
    "down.object": "снизить снижать уменьшить уменьшать сократить сокращать понизить понижать отнять отнимать укоротить укорачивать урезать срезать сжать "
    "сжимать сузить сужать ослабить ослаблять разгрузить разгружать убавить lower reduce cut trim shave depress relieve",
    "good": "улучшиться улучшаться ускориться ускоряться improve",
    "bad": "ухудшиться ухудшаться замедлиться замедляться деградировать worsen deteriorate degrade",
    "good.object": "улучшить улучшать ускорить ускорять подтянуть подтягивать выправить",
    "bad.object": "ухудшить ухудшать замедлить замедлять портить испортить hurt spoil",
    "change": "меняться измениться изменяться поменяться менять изменить изменять сдвинуться сдвигаться шевельнуться дрогнуть колебаться зависеть "
    "сказаться сказываться повлиять влиять отразиться отражаться реагировать change alter move budge respond react shift vary depend affect "
    "matter",
    "up.growth": "рост прирост подъем прибавка прибавление увеличение повышение growth rise increase gain climb",
    "down.growth": "снижение падение спад убывание сокращение уменьшение decline fall drop decrease descent slide reduction shrinkage shortening",
    "stops": "прекратиться прекращаться остановиться останавливаться закончиться заканчиваться иссякнуть stop end cease",
    "goes.on": "возобновиться возобновляться продолжиться продолжаться resume continue",
    "gives": "дать давать принести приносить give bring yield produce",
    "higher": "выше больше длиннее дольше чаще крупнее шире глубже higher larger longer more bigger wider deeper",
    "lower": "ниже меньше короче реже уже мельче lower smaller shorter fewer less narrower",
    "quicker": "быстрее лучше faster quicker better",
    "slower": "медленнее хуже slower worse",
    "becomes": "стать становиться делаться сделаться get got become grow turn",
    "tells": "is are was were be reach stand take cost hold remain stay have tie beat win lose come lead show use need eat make leave give get start "
    "begin end run keep spend go amount sit sustain serve burn",
}
# The same in several words; between them two words may stand.
_WAY_IDIOMS: dict[str, str] = {
    "same": "стоять на место|держаться на отметка|держаться на уровень|остаться прежний|оставаться прежний|остаться на место|оставаться на место|"
    "остаться как быть|стоять как вкопанный|hold steady|holds steady|stay put|stays put|stay the same|stay where|remain the same|remain where|"
    "is where it was|are where they were|leave where|leaves where it was|unchanged|stay flat|remain flat|stays flat|hold its ground|"
    "makes no difference|indifferent to|just as long|as long as before|no longer than before|level off|levels off|levelled off|flatten out|"
    "flattens out|выйти на плато|выходить на плато|выйти на полка|лечь на полка|плоский|неизменный|same as before|stand still|stands still|"
    "без изменение",
    "up": "go up|creep up|come up|gain ground|push up|edge up|идти вверх|пойти вверх|ползти вверх|поползти вверх|move up|shoot up|pick up",
    "down": "go down|come down|lose ground|give way|tail off|fall off|drop off|creep down|edge down|push down|идти на убыль|пойти на убыль|сойти на нет|"
    "сходить на нет|идти вниз|пойти вниз|сползать вниз|сдать позиция|сдавать позиция|move down|ease off|die away",
    "turn": "turn round|turn around|change direction|turn back|развернуться|разворачиваться|переломиться|сменить направление|менять направление",
    "top": "peak|top out|достигать вершина|достичь вершина|достигнуть вершина|достичь максимум|достигать максимум|вершина на|вершина при",
    "bottom": "bottom out|достичь дно|достигать дно|достичь минимум|достигать минимум|дно на",
    "alike": "follow|go the same way|goes the same way|move the same way|следовать|идти за|повторять|повторить|in step with|вторить|двигаться вслед",
    "against": "opposite direction|opposite way|other way|навстречу|противоположный сторона|обратный сторона|другой сторона|противоположный направление",
    "regains": "win back|wins back|win part|отыграть|отыгрывать|возвращать часть|вернуть часть|recover|claw back|regain",
    "returns": "back where it began|back where it started|back where they began|back to where it started|вернуться к исходный|возвращаться к исходный|"
    "вернуться на исходный|вернуться туда",
    "copies": "same bargain|do likewise|does likewise|did likewise|same trade|same thing|то же самый|поступать так же|вести себя так же",
    "reverses": "reverse both|reverses both|undo both|undoes both|обратный картина|reverse the|reverses the|reverses it",
    "cross": "меняться место|поменяться место|swap places|change places|trade places|switch places",
}


# How nouns and verbs begin that may stand beside a way and are no subject of their own.
WAY_SCAFFOLD = (
    "крив", "дуг", "рост", "шаг", "удвоен", "уров", "отметк", "участ", "диапазон", "ряд", "конец", "край", "пауз", "переход", "увеличен", "уменьшен",
    "снижен", "сокращен", "возврат", "скачок", "весь", "мест", "часть", "половин", "rate", "наблюд", "значен", "показател", "картин", "величин", "ступен",
    "сравнен", "смен", "замен", "включен", "отключен", "выключен", "сторон", "направлен", "прогон", "настройк", "параметр", "режим", "вариант", "объем",
    "цифр", "доля", "позици", "вершин", "step", "switch", "swap", "doubling", "move", "change", "level", "setting", "value", "figure", "number", "curve",
    "line", "way", "time", "end", "list", "range", "row", "point", "part", "loss", "share", "former", "latter", "first", "last", "second", "third",
    "next", "two", "three", "both", "one", "same", "going", "moving", "switching", "replacing", "trading", "dropping", "bringing", "raising", "lowering",
    "doubl", "turning", "stepping", "return", "place", "favour", "favor", "side", "beginning", "compared", "measured", "set", "held", "seen", "relative",
    "against", "half", "whole", "together", "parameter", "scheduler", "axis", "scale", "along", "instead", "likewise", "does", "do", "did", "meanwhile",
    "once", "twice", "after", "before", "writing", "stays", "starts", "keeps", "begins", "начина", "начал", "продолж", "then", "thereafter", "reads",
    "writes", "transaction", "транзакц", "группа", "групп", "neighbour", "neighbor", "сосед", "baseline", "adding", "taking", "while",
)  # fmt: skip
# Words without a meaning of their own beside a way.
WAY_FUNCTION = {
    "it", "them", "they", "within", "among", "between", "inside", "this", "that", "these", "those", "and", "but", "so", "then", "yet", "also", "too",
    "even", "still", "further", "again", "once", "more", "at", "with", "to", "in", "under", "for", "from", "of", "by", "as", "up", "down", "back", "is",
    "was", "are", "were", "be", "been", "being", "has", "had", "have", "there", "here", "all", "only", "just", "now", "later", "already", "much", "far",
    "somewhat", "slightly", "a", "the", "an", "its", "their", "when", "which", "until", "till", "through", "over", "across", "every", "each", "another",
    "than", "however", "moreover", "not", "nor", "does", "do", "did", "whereas", "on", "hardly", "ever", "no", "other", "never", "long", "cost", "costs",
    "itself", "whole", "into", "beyond", "past", "onwards", "per", "instead", "likewise", "get", "gets", "got", "overall", "standard", "out", "or",
}  # fmt: skip
# How the distance of two rows is called.
WAY_GAPS = ("gap", "distance", "разрыв", "расстояни", "зазор", "просвет")
# What a way may be told of that is no row of values: links, differences, windows.
WAY_ABSTRACT = (
    "link", "tie", "bond", "coupling", "relation", "correlat", "coefficient", "связ", "коррел", "зависимост", "коэффициент", "stall", "window", "outage", "episode", "просад", "провал", "окн", "gap", "разрыв", "lead", "отрыв",
    "advantage", "преимуществ", "margin", "разниц", "difference", "distance", "выигрыш", "эффект", "effect", "gain", "benefit", "польз", "recover", "восстановлени", "slope", "наклон", "r²",
)  # fmt: skip
# Words by which a denied way denies more than the way.
WAY_MORE_DENIED = {
    "столько", "as", "so", "only", "так", "другом", "other", "настолько", "только", "both", "оба", "обе", "лишь", "просто", "just", "much", "every",
    "всегда", "always", "везде", "всюду", "сразу", "тем", "больше", "сильнее", "ни", "одном", "monotonically", "монотонно", "steadily", "evenly",
    "linearly",
}  # fmt: skip


@cache
def way_words() -> dict[str, frozenset[str]]:
    """Lemma or stem to the kinds of way that it tells."""
    table: dict[str, set[str]] = {}
    for kind, words in _WAYS.items():
        for word in words.split():
            table.setdefault(word if any("а" <= char <= "я" for char in word) else english(word), set()).add(kind)
    return {key: frozenset(found) for key, found in table.items()}


@cache
def way_idioms() -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(kind, words) of what is said in several words, the longest first."""
    found = [(kind, tuple(words.split())) for kind, said in _WAY_IDIOMS.items() for words in said.split("|")]
    return tuple(sorted(found, key=lambda one: -len(one[1])))


@cache
def way_idioms_by_word() -> dict[str, tuple[tuple[int, str, tuple[str, ...]], ...]]:
    """The same by their first word, each with its place in that order."""
    found: dict[str, list[tuple[int, str, tuple[str, ...]]]] = {}
    for place, (kind, words) in enumerate(way_idioms()):
        found.setdefault(words[0], []).append((place, kind, words))
    return {word: tuple(row) for word, row in found.items()}


# Adjectives that "самый", "наиболее", "most" and "least" turn into a superlative, with the way they point.
SUPERLATIVE_ADJECTIVES = {
    "высокий": "max", "большой": "max", "длинный": "max", "долгий": "max", "глубокий": "max", "крупный": "max", "сильный": "max",
    "значительный": "max", "низкий": "min", "маленький": "min", "малый": "min", "короткий": "min", "слабый": "min",
    "быстрый": "best", "хороший": "best", "эффективный": "best", "выгодный": "best", "производительный": "best",
    "оптимальный": "best", "медленный": "worst", "плохой": "worst", "стабильный": "stable", "устойчивый": "stable",
    "предсказуемый": "stable", "ровный": "stable", "нестабильный": "unstable", "сбалансированный": "balanced",
    "проблемный": "worst", "stabl": "stable", "predictabl": "stable", "unstabl": "unstable", "balanc": "balanced",
    "effici": "best", "efficient": "best", "consistent": "stable", "volatil": "unstable", "expens": "worst",
    "чувствительный": "other", "заметный": "max",
}  # fmt: skip

# Adjectives that "более", "more", "менее", "less" turn into a comparative.
COMPARATIVE_ADJECTIVES = {
    "высокий": "up.comparative", "большой": "up.comparative", "длинный": "up.comparative", "долгий": "up.comparative", "продолжительный": "up.comparative",
    "низкий": "down.comparative", "короткий": "down.comparative", "малый": "down.comparative", "маленький": "down.comparative",
    "быстрый": "better", "хороший": "better", "выгодный": "better", "производительный": "better", "медленный": "worse", "плохой": "worse",
    "эффективный": "better", "efficient": "better", "effici": "better",
}  # fmt: skip
OPPOSITE = {
    "up.comparative": "down.comparative",
    "down.comparative": "up.comparative",
    "better": "worse",
    "worse": "better",
}

# Statistics by the words that name them; the first that fits a word wins.
STATISTICS: dict[str, str] = {
    "mean": "средний среднее средн ср усредненный среднем mean average avg",
    "median": "медиана медианный median",
    "max": "макс максимальный максимум пик пике пиковый maximum max maximal peak",
    "min": "минимальный минимум миним minimum min minimal floor",
    "amplitude": "амплитуда размах amplitude swing",
    "stddev": "ско сигма stddev stdev sd sigma",
    "share": "доля share proportion fraction",
    "count": "количество число count",
    "duration": "длительность продолжительность duration",
    "slope": "наклон slope",
    "angle": "угол angle",
    "r_squared": "r2 r² детерминация",
    "pearson": "корреляция коррелировать correlation correlate correlated пирсон pearson",
    "spearman": "спирмен spearman",
    "partial": "частный partial",
    "first": "начинаться начальный start initial initially",
    "last": "последний final last",
}


@cache
def statistics() -> dict[str, str]:
    """Lemma or stem to the statistic that it names."""
    table: dict[str, str] = {}
    for name, words in STATISTICS.items():
        for word in words.split():
            table.setdefault(word if any("а" <= char <= "я" for char in word) else english(word), name)
    return table


# Names that this field gives to its metrics, whatever the facts call them. A group is joined to the facts' metric
# whose id or name matches `known`; the names of all the other groups are known terms that the facts do not hold.
@cache
def terms() -> list[tuple[str, frozenset[str], list[str]]]:
    """(group, ids that mean it, names in both languages)."""
    rows = [
        ("tps", "tps transactions_per_second throughput_tps tps_mean", "tps|transactions per second|transaction rate|transactions a second|"
         "транзакций в секунду|throughput|пропускная способность|transaction throughput"),
        ("qps", "qps queries_per_second", "qps|queries per second|запросов в секунду|queries a second"),
        ("latency", "latency latency_ms latency_avg latency_mean avg_latency", "latency|response time|задержка|время отклика|время ответа|латентность"),
        ("p99", "p99 latency_p99 p99_latency", "p99 latency|p99"),
        ("p95", "p95 latency_p95 p95_latency", "p95 latency|p95"),
        ("r_await", "r_await read_latency read_await", "r_await|read latency|задержка чтения|время отклика чтения|read wait"),
        ("w_await", "w_await write_latency write_await", "w_await|write latency|задержка записи|время отклика записи|write wait"),
        ("w_iops", "w_iops write_iops wiops", "write iops|write operations|операций записи|операции записи"),
        ("r_iops", "r_iops read_iops riops", "read iops|read operations|операций чтения|операции чтения"),
        ("iops", "iops", "iops|io per second|операций ввода-вывода в секунду"),
        ("mbps", "mbps mb_s throughput_mb mb_per_second disk_mbps bandwidth", "mb/s|мб/с|disk throughput|bandwidth|пропускная способность диска"),
        ("util", "util utilization utilisation disk_util pct_util", "utilization|utilisation|%util|утилизация диска|загрузка диска|disk utilisation|утилизация"),
        ("aqu_sz", "aqu_sz avgqu_sz queue_length queue", "aqu_sz|aqu-sz|queue length|queue depth|длина очереди|глубина очереди|очередь запросов"),
        ("cpu_wa", "cpu_wa wa iowait io_wait", "iowait|io wait|i/o wait|cpu_wa|wa|ожидание ввода-вывода|"
         "processor waits for i/o|cpu waits for i/o|процессор ждет ввода-вывода|процессор ждет диск|ожидание диска процессором"),
        ("cpu_us", "cpu_us us user_cpu cpu_user", "user cpu|cpu_us|пользовательское время|user time|user mode|пользовательский режим"),
        ("cpu_sy", "cpu_sy sy cpu_system", "system cpu|cpu_sy|системное время|system time|kernel time|режим ядра|время ядра"),
        ("cpu", "cpu cpu_util cpu_utilization cpu_usage cpu_pct", "cpu utilization|cpu utilisation|cpu usage|cpu load|утилизация cpu|загрузка процессора|"
         "нагрузка на cpu|загрузка cpu|полезная нагрузка|использование процессора"),
        ("memory", "memory mem rss mem_used ram", "memory usage|оперативная память|использование памяти|rss"),
        ("hit", "hit_ratio cache_hit hit_rate cache_hit_ratio", "cache hit ratio|hit ratio|hit rate|доля попаданий|попадания в кэш|кэш-попадания"),
        ("wal", "wal wal_bytes wal_mb wal_rate", "wal volume|объем wal|wal written|wal rate|wal generation"),
        ("checkpoint", "checkpoint_time checkpoints", "checkpoint duration|длительность контрольной точки"),
        ("ctx", "cs context_switches ctx", "context switches|переключений контекста|переключения контекста"),
        ("deadlocks", "deadlocks", "deadlocks|взаимоблокировок|взаимоблокировки"),
        ("temp", "temp_files temp_bytes", "temporary files|временных файлов|временные файлы"),
        ("bloat", "bloat dead_tuples", "dead tuples|bloat|мертвых строк|раздувание"),
    ]  # fmt: skip
    return [(group, frozenset(ids.split()), names.split("|")) for group, ids, names in rows]


@cache
def class_names() -> list[tuple[frozenset[str], list[str]]]:
    """Names that wait classes have whatever the facts call them, by the ids that mean them; said of nothing where the facts hold no such class."""
    rows = [
        ("io io_waits wait_io io_wait", "ввод-вывод|ввод/вывод|ожидания ввода-вывода|i/o|input/output"),
        ("lwlock lwlock_waits wait_lwlock", "легкие блокировки|lightweight locks|lwlocks"),
        ("lock lock_waits wait_lock", "тяжелые блокировки|heavyweight locks|heavy locks"),
        ("timeout timeout_waits wait_timeout", "таймауты|timeouts"),
        ("ipc ipc_waits wait_ipc", "ipc|межпроцессное взаимодействие|interprocess communication"),
    ]
    return [(frozenset(ids.split()), names.split("|")) for ids, names in rows]


# What a clause may be told of that is worked out of a row of values, or is another statistic of it: by the words that say so.
_MEASURES: dict[str, str] = {
    "share": "доля share proportion fraction",
    "slope": "наклон пологий крутой slope steep steepest flattest gradient тренд",
    "spread": "разброс сигма отклонение дисперсия spread scatter deviation variance swing sigma",
    "link": "корреляция correlation correlate коррелировать связь link relationship взаимосвязь",
    "fit": "r2 r² линейный linear детерминация прямая описывать",
    "ratio": "ratio отношение",
    "tail": "хвост tail",
    "depth": "глубокий deep deepest глубже deeper",
}


@cache
def measures() -> dict[str, frozenset[str]]:
    """Lemma or stem to the measures that it says are meant."""
    table: dict[str, set[str]] = {}
    for kind, words in _MEASURES.items():
        for word in words.split():
            table.setdefault(word if any("а" <= char <= "я" for char in word) else english(word), set()).add(kind)
    return {key: frozenset(found) for key, found in table.items()}


# Words that only link what is said to what was said before; between two commas they part nothing.
ASIDES: tuple[tuple[str, ...], ...] = tuple(
    tuple(words.split())
    for words in (
        *["on the other hand", "by contrast", "in contrast", "in turn", "however", "though", "meanwhile", "for its part", "for their part", "of course", "by the way"],
        *["напротив", "наоборот", "однако", "впрочем", "кстати", "конечно", "разумеется", "в свою очередь", "со своей стороны", "тем временем", "между тем"],
    )
)  # fmt: skip
