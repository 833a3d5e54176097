"""Judges what is said of how a setting is changed: by a restart, a reload or in a session, by whom, and to which values.

"Changing io_method means restarting the server. So does io_workers, where 64 is still allowed": each clause has a setting (its own, or the one told
before) and a rule, and the setting's context and range decide. Words are found by what they mean; a plan, a condition and a question state no rule.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.binding.scene import Scene
from factcheck.forms.facts import Setting
from factcheck.judging.verdicts import Ruled, Ruling
from factcheck.reading.sentences import Token
from factcheck.reading.units import convert, unit_named
from factcheck.reading.words import part_of_speech

_POSTMASTER = frozenset(
    """
    shared_buffers huge_pages max_connections wal_level wal_buffers max_wal_senders max_worker_processes max_prepared_transactions
    shared_preload_libraries port listen_addresses autovacuum_max_workers autovacuum_freeze_max_age max_locks_per_transaction
    max_files_per_process superuser_reserved_connections track_activity_query_size old_snapshot_threshold hot_standby wal_log_hints
    archive_mode max_replication_slots huge_page_size io_method io_max_concurrency shared_memory_type dynamic_shared_memory_type
    cluster_name bonjour ssl_library recovery_target commit_timestamp_buffers track_commit_timestamp
    """.split()  # noqa: SIM905
)
_RELOADED = frozenset(
    """
    checkpoint_timeout max_wal_size min_wal_size checkpoint_completion_target bgwriter_delay bgwriter_lru_maxpages
    bgwriter_lru_multiplier wal_writer_delay autovacuum autovacuum_naptime autovacuum_vacuum_cost_limit autovacuum_vacuum_cost_delay
    autovacuum_vacuum_scale_factor full_page_writes fsync wal_compression synchronous_commit work_mem maintenance_work_mem
    random_page_cost seq_page_cost effective_cache_size effective_io_concurrency jit jit_above_cost max_parallel_workers_per_gather
    max_parallel_workers temp_buffers commit_delay commit_siblings default_statistics_target log_min_duration_statement
    synchronous_standby_names io_workers io_combine_limit backend_flush_after checkpoint_flush_after bgwriter_flush_after
    wal_sync_method vacuum_cost_limit hash_mem_multiplier plan_cache_mode enable_partitionwise_join logical_decoding_work_mem
    """.split()  # noqa: SIM905
)


def _words(text: str) -> re.Pattern[str]:
    """The words of a concept: whole ones, and beginnings that end in a star."""
    return re.compile("|".join(w[:-1] + r"\w*" if w.endswith("*") else re.escape(w) for w in text.split()))


_RESTART = _words(
    "restart* reboot* bounc* downtime перезапус* рестарт* перезагруз* остановить остановки остановка остановку останавливать простой простоя"
)
_RELOAD = _words("reload* sighup hup pg_reload_conf перечит* перечт*")
_LIVE = _words("online dynamically live онлайн")
_LIVE_PHRASE = re.compile(
    r"\b(?:on[ -]the[ -]fly|at run-?\s?time|while the server (?:is )?(?:running|up)|(?:with|on) (?:the|a) (?:server running|running server)|without (?:any )?(?:downtime|interruption|an outage|stopping))\b|"
    r"\btakes? effect (?:immediately|at once|right away|instantly)\b|"
    r"(?<!\w)(?:на лету|на ходу|на живую|на горячую|на работающ\w+|без (?:остановки|простоя|перерыва|выключения)|вступа\w+ в силу (?:сразу|немедленно|тут же)|применя\w+ (?:сразу|немедленно|тут же))(?!\w)",
    re.I,
)
_NEED = _words(
    "need* require* demand* mean* take takes took* call calls ask asks cost costs want wants must have has unavoidable necessary needed obligatory wait waits "
    "нуж* треб* потреб* понадоб* необходим* прид* прихо* обойти* обойд* обяз* долж* означа* значит ждет ждёт стоит влеч* предполага*"
)
_ENOUGH = _words("enough suffic* do does хват* достаточ* довольно")
_LACK = _words("insufficient недостаточ* мало")
_CHANGE = _words(
    "chang* set sets setting alter* adjust* rais* lower* increas* reduc* bump* appl* effect tun* switch* turn* enabl* disabl* move* pick* chos* choos* overrid* use uses grow activat* "
    "enlarg* try configur* vary tweak* изменя* измен* изменит* меня* помен* смен* поменя* применя* применит* вступ* подхват* зада* выстав* постав* установ* устанавл* настр* включ* выключ* отключ* "
    "подн* увелич* повыс* повыш* сниз* сниж* уменьш* правк* переключ* переопредел* выбир* выбрать выбер* крут* довести"
)
_ABLE = _words(
    "can may able possible allowed permitted free available доступ* мож* возмож* разреш* позвол* допуска* способ* вправе"
)
_ONLY = _words("only solely just but nothing reserved exclusively только лишь исключительно")
_NEVER = _words(
    "not no n't without never neither nor none cannot nobody needless unnecessary spare* avoid* instead не ни без нет нельзя никому никто нечего незачем лишн* излиш* ненуж* вместо"
)
_DOUBT = re.compile(
    r"\b(?:if|whether|unless|might|perhaps|probably|possibly|seems?|suppose\w*)\b|(?<!\w)(?:если|возможно|вероятно|наверное|ли|пожалуй|кажется)(?!\w)",
    re.I,
)
_SOMEONE = _words("user users session sessions connection role roles пользовател* сеанс* сесси* рол* подключени*")
_ANYONE = _words(
    "any every each ordinary own per unprivileged normal regular single individual themselves itself everyone anybody anyone "
    "любо* кажд* обычн* рядов* сам* свой своё свое своём своем своей отдельн* одно* прост* непривилегирован* рамках"
)
_WHOLE = _words("everyone anybody anyone каждый любой любому каждому")
_SUPER = _words("superuser* root суперпользовател* админ* administrator* dba")
_PIECE = {",", ";", ":", ".", "—", "–", "(", ")", "а", "но", "зато", "хотя", "однако", "but", "while", "whereas", "though", "although", "where", "which", "and", "и", "yet", "then"}  # fmt: skip
_ASKED = re.compile(
    r"\bworth (?:finding out|checking|knowing)\b|\bwhat \w+(?: \w+)? costs?\b|(?<!\w)(?:стоит (?:проверить|выяснить|узнать)|(?:чего|сколько) стоит)(?!\w)",
    re.I,
)
_LIKEWISE = re.compile(
    r"\b(?:so (?:does|do|is|must|can|will)|as (?:does|do|is)|(?:the )?same (?:goes|is true|holds|applies|is the case)|likewise|neither (?:does|do|is|can)|nor (?:does|do|is|can)|too|as well|also)\b|"
    r"(?<!\w)(?:то же|так же|тоже|также|аналогично|равно как|как и)(?!\w)",
    re.I,
)
_TOO = {"too", "also", "well", "likewise", "тоже", "также", "аналогично"}
_IT = re.compile(
    r"\b(?:it|this|that|they|both|these|the (?:setting|parameter|switch|change|limit|value)|here|there)\b|(?<!\w)(?:его|её|ее|их|он|она|оно|они|оба|обе|этот|эта|это|параметр\w*|настройк\w*|значени\w*)(?!\w)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Rule:
    """What a clause says: a restart is needed (or not), anyone (or only a superuser) may set it; and its place."""

    kind: str
    said: bool
    first: int
    last: int


def judge_setting_rules(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each rule that a sentence tells of a setting."""
    if scene.block.kind not in ("paragraph", "item", "lead", "cell") or scene.tokens[-1].text == "?":
        return []
    if scene.matches(_ASKED):
        return []  # "what the change costs on a running server is worth finding out"
    found: list[Ruled] = []
    subject, former = _told_before(scene)
    for first, stop in _pieces(scene):
        start = _main_clause(scene, first, stop)
        names = _names(scene, start, stop)
        subject = names or subject
        if not names and (_foreign(scene, start, stop) or _announced(scene, stop, subject)):
            former = []
            continue
        if _doubted(scene, start, stop):
            former = []
            continue
        rules = _rules(scene, start, stop)
        if not rules and names and former and _likewise(scene, start, stop):
            rules = [Rule(rule.kind, rule.said, start, names[-1][0]) for rule in former]
        leans = bool(names) or _IT.search(_text(scene, start, stop)) is not None
        if names or _named(scene) or leans and _at(scene, start, stop, _CHANGE):
            found += _values(scene, start, stop, names or subject)
        found += [
            ruled for rule in rules if rule.kind == "restart" or leans or _named(scene)
            for ruled in _judged(scene, rule, names or subject)
        ]  # fmt: skip
        former = rules or ([] if names else former)
    return found


def needs_restart(scene: Scene, name: str) -> bool | None:
    """Whether a setting takes effect only after a restart; None for what is no known setting."""
    context = _context(scene, name)
    if context is not None:
        return {"postmaster": True, "internal": None}.get(context, False)
    if name in _POSTMASTER:
        return True
    return False if name in _RELOADED or name.startswith(("vm.", "kernel.", "net.")) else None


def _context(scene: Scene, name: str) -> str | None:
    held = scene.vocabulary.settings.get(name)
    return held.context if held is not None else None


# -- clauses and what they are said of --------------------------------------------------------------------------------

Named = list[tuple[int, str]]


def _pieces(scene: Scene) -> list[tuple[int, int]]:
    """The clauses: cut at marks and conjunctions, those without a rule of their own joined to what follows."""
    cuts = [t.index for t in scene.tokens if t.lower in _PIECE]
    rows = [(a + 1, b) for a, b in zip([-1, *cuts], [*cuts, len(scene.tokens)], strict=True) if b > a + 1]
    pieces: list[tuple[int, int]] = []
    open_from: int | None = None
    for start, stop in rows:
        begun = start if open_from is None else open_from
        ruled = _tells(scene, begun, stop) or _LIKEWISE.search(_text(scene, start, stop)) is not None
        ends = stop < len(scene.tokens) and scene.tokens[stop].text in ";."
        if ruled or ends or stop == len(scene.tokens):
            pieces.append((begun, stop))
            open_from = None
        else:
            open_from = begun
    return pieces


def _tells(scene: Scene, start: int, stop: int) -> bool:
    """Whether a clause has a rule, or a value with a word of what is allowed."""
    allowed = any(_at(scene, start, stop, words) for words in (_ACCEPTED, _REFUSED, _EDGE_NOUNS))
    return bool(_rules(scene, start, stop)) or allowed and any(t.number is not None for t in scene.tokens[start:stop])


def _likewise(scene: Scene, start: int, stop: int) -> bool:
    """Whether a clause only repeats what was told before: "so does work_mem", "work_mem, too"; in "work_mem, too, can be set per session" it says something itself."""
    if _LIKEWISE.search(_text(scene, start, stop)) is None:
        return False
    last = next((t for t in reversed(scene.tokens[start:stop]) if t.is_word), None)
    if last is None or last.lower not in _TOO:
        return True
    behind = next((t for t in scene.tokens[stop:] if t.text not in ',"`'), None)
    return behind is None or not behind.is_word or behind.lower in _PIECE


def _text(scene: Scene, start: int, stop: int) -> str:
    return scene.text_of(start, stop - 1)


def _names(scene: Scene, start: int, stop: int) -> Named:
    known = _POSTMASTER | _RELOADED | set(scene.vocabulary.settings)
    return [(t.index, t.lower) for t in scene.tokens[start:stop] if t.lower in known and (t.lower in scene.vocabulary.settings or "_" in t.lower)]  # fmt: skip


def _named(scene: Scene) -> bool:
    return bool(_names(scene, 0, len(scene.tokens)))


def _foreign(scene: Scene, start: int, stop: int) -> bool:
    """Whether a clause names a setting of which nothing is known: "some_extension.mode needs a restart"."""
    own = scene.mentions.level_tokens | {at for m in scene.mentions.metrics for at in range(m.first, m.last + 1)}
    return any("_" in t.lower and t.is_word and t.index not in own for t in scene.tokens[start:stop])


def _announced(scene: Scene, stop: int, subject: Named) -> bool:
    """Whether what a clause is of is named only behind it, by a colon: "group commit needs no restart: commit_delay takes 100 ms"."""
    if stop >= len(scene.tokens) or scene.tokens[stop].text != ":":
        return False
    behind = {name for _, name in _names(scene, stop, len(scene.tokens))}
    return bool(behind) and not behind & {name for _, name in subject}


def _told_before(scene: Scene) -> tuple[Named, list[Rule]]:
    """The setting that the sentence before names last and the rules told of it, which "it" and "so does …" lean on; else the factors."""
    if scene.former is not None:
        names = _names(scene.former, 0, len(scene.former.tokens))
        pieces = _pieces(scene.former)
        rules = [r for start, stop in pieces[-1:] for r in _rules(scene.former, start, stop)]
        if names and scene.matches(_IT):
            return [(0, name) for _, name in names if name == names[-1][1]][:1], rules
        if names:
            return [(0, names[-1][1])] if len({n for _, n in names}) == 1 else [], rules
    factors = [f.name.lower() for f in scene.vocabulary.facts.experiment.factors]
    return [(0, name) for name in factors if needs_restart(scene, name) is not None or _context(scene, name) == "internal"], []  # fmt: skip


def _main_clause(scene: Scene, start: int, stop: int) -> int:
    """Where the clause behind an opening condition begins, if that is what names a setting: "If sessions are to be capped instead, max_connections can be lowered …"."""
    if scene.tokens[start].lower not in ("if", "when", "where", "если", "когда", "где"):
        return start
    comma = next((t.index for t in scene.tokens[start:stop] if t.text == ","), stop)
    return (
        comma + 1 if comma + 1 < stop and not _names(scene, start, comma) and _names(scene, comma + 1, stop) else start
    )


def _doubted(scene: Scene, start: int, stop: int) -> bool:
    return _DOUBT.search(_text(scene, start, stop)) is not None


# -- rules ------------------------------------------------------------------------------------------------------------


def _at(scene: Scene, start: int, stop: int, words: re.Pattern[str]) -> list[Token]:
    return [t for t in scene.fitting(words) if start <= t.index < stop]


_WITHOUT = frozenset({"without", "без"})


def _denials(scene: Scene, start: int, stop: int, but: frozenset[str] = frozenset()) -> int:
    """How often a clause denies; "no … nor" and "ни … не" deny once, and "without" once more."""
    said = [t for t in _at(scene, start, stop, _NEVER) if not scene.tokens[min(t.index + 1, stop - 1)].lower.startswith(("забу", "forget"))]  # fmt: skip
    words = {t.lower for t in said} | {"n't" for t in scene.tokens[start:stop] if t.lower.endswith("n't")}
    return bool(words & _WITHOUT - but) + bool(words - _WITHOUT)


def _rules(scene: Scene, start: int, stop: int) -> list[Rule]:
    """The rules that a clause tells."""
    return [rule for rule in (_stopping(scene, start, stop), _setting_it(scene, start, stop)) if rule is not None]


def _stopping(scene: Scene, start: int, stop: int) -> Rule | None:
    """Whether the clause says that a restart is needed: "means restarting", "на ходу", "a reload is not enough"."""
    restart = [t for t in _at(scene, start, stop, _RESTART) if not _of_configuration(scene, t)]
    reload = _at(scene, start, stop, _RELOAD) + [t for t in _at(scene, start, stop, _RESTART) if t not in restart]
    lively = _LIVE_PHRASE.search(_text(scene, start, stop))
    live = _at(scene, start, stop, _LIVE) if lively is None else _spanned(scene, start, stop, lively)
    needed, changed = _at(scene, start, stop, _NEED), _at(scene, start, stop, _CHANGE)
    only, able = _at(scene, start, stop, _ONLY), _at(scene, start, stop, _ABLE)
    denied = _denials(scene, start, stop)
    if any(t.number is not None and t.number.dimension == "time" for t in scene.tokens[start:stop]) and not changed:
        return None  # how long a restart takes
    if restart:
        first, last = _span(restart + needed + _at(scene, start, stop, _NEVER))
        if denied == 1 and (needed or changed or able or _bare(scene, start, stop)):
            return Rule("restart", False, first, last)
        if (denied != 1) and (needed or only and changed or denied == 2 and (changed or able)):
            return Rule("restart", True, first, last)
        return None
    if not reload and not live:
        return None
    first, last = _span(reload + live + changed + _at(scene, start, stop, _ENOUGH))
    enough = _at(scene, start, stop, _ENOUGH)
    lacking = _at(scene, start, stop, _LACK)
    if lacking or denied == 1 and (enough or lively is not None and changed):
        return Rule("restart", True, first, last)
    without = lively is not None and lively.group().lower().startswith(("without", "без"))
    if (not denied or without and denied == 1 or only and denied == 1) and (
        enough or changed or needed or live and _bare(scene, start, stop)
    ):
        return Rule("restart", False, first, last)
    return None


def _spanned(scene: Scene, start: int, stop: int, match: re.Match[str]) -> list[Token]:
    """The tokens of a clause that a match in its text covers."""
    offset = scene.tokens[start].start
    return [t for t in scene.tokens[start:stop] if t.end > offset + match.start() and t.start < offset + match.end()]


def _of_configuration(scene: Scene, token: Token) -> bool:
    """ "Перезагрузка конфигурации" is a reload."""
    following = scene.tokens[token.index + 1 : token.index + 3]
    return any(t.lower.startswith(("конфиг", "config")) for t in following)


def _bare(scene: Scene, start: int, stop: int) -> bool:
    """ "No restart.", "без рестарта": nothing but the denial, the restart and what it is of."""
    return sum(t.is_word for t in scene.tokens[start:stop]) <= 5


def _span(tokens: list[Token]) -> tuple[int, int]:
    return min(t.index for t in tokens), max(t.index for t in tokens)


def _setting_it(scene: Scene, start: int, stop: int) -> Rule | None:
    """Whether the clause says who may set it: "any user may set it in their session", "only a superuser can change it"."""
    changed = _at(scene, start, stop, _CHANGE)
    able, only = _at(scene, start, stop, _ABLE), _at(scene, start, stop, _ONLY)
    denied = _denials(scene, start, stop, _WITHOUT)
    rights = _at(scene, start, stop, _SUPER)
    if rights and (changed or able or only or _at(scene, start, stop, _NEED)):
        first, last = _span(rights + changed)
        if denied == 1:
            return Rule("superuser", False, first, last)
        return Rule("superuser", True, first, last) if only or _at(scene, start, stop, _NEED) else None
    someone = _at(scene, start, stop, _SOMEONE)
    anyone = [t for t in _at(scene, start, stop, _ANYONE) if any(0 <= s.index - t.index <= 2 for s in someone) or _alone(scene, t)]  # fmt: skip
    anyone += [s for s in someone if scene.tokens[max(0, s.index - 2) : s.index] and _within(scene, s)]
    if not anyone or not changed:
        return None
    first, last = _span(anyone + changed + someone)
    return Rule("anyone", denied != 1, first, last)


def _alone(scene: Scene, token: Token) -> bool:
    """ "Anyone can set it", "любой может поменять": the word is the subject itself."""
    following = scene.tokens[token.index + 1 : token.index + 2]
    return _WHOLE.fullmatch(token.lower) is not None and any(_ABLE.fullmatch(t.lower) or _CHANGE.fullmatch(t.lower) for t in following)  # fmt: skip


def _within(scene: Scene, token: Token) -> bool:
    """ "in a session", "в сеансе", "на уровне роли": where it is set."""
    before = [t.lower for t in scene.tokens[max(0, token.index - 3) : token.index]]
    return bool(before) and bool({"in", "within", "per", "в", "уровне", "прямо", "для"} & set(before)) and token.lower.startswith(("session", "сеанс", "сесси", "role", "рол"))  # fmt: skip


# -- values that are allowed ------------------------------------------------------------------------------------------

_ACCEPTED = _words(
    "allow* permit* accept* possibl* legal valid legitimate can may able допуст* допуска* разреш* возмож* принима* можно может позвол*"
)
_EDGE_NOUNS = _words(
    "limit limits maximum minimum ceiling top tops range ranges bound bounds предел* потолок максимум минимум границ* диапазон*"
)
_REFUSED = _words(
    "refus* reject* illegal forbidden invalid запрещ* отверг* недопустим* недопуст* откаж* отказ* невозмож*"
)
_TOP = re.compile(
    r"\b(?:maximum|ceiling|upper (?:limit|bound)|tops? out|no (?:higher|more) than|at most|the most|largest|highest|biggest|greatest)\b|(?<!\w)(?:максим\w+|наибольш\w+|потолок|верхн\w+ (?:границ|предел)\w*|не (?:больше|выше|более))(?!\w)",
    re.I,
)
_FLOOR = re.compile(
    r"\b(?:minimum|lower (?:limit|bound)|no (?:lower|less) than|at least|the least|smallest|lowest)\b|(?<!\w)(?:миним\w+|наименьш\w+|нижн\w+ (?:границ|предел)\w*|не (?:меньше|ниже|менее))(?!\w)",
    re.I,
)
_PAST = re.compile(
    r"(?P<over>\b(?:above|over|beyond|exceed\w*|more than|higher than|larger than|greater than)\b|(?<!\w)(?<!не )(?:выше|больше|более|свыше|превыш\w+)(?!\w))|"
    r"(?P<under>\b(?:below|under|less than|lower than|smaller than)\b|(?<!\w)(?<!не )(?:ниже|меньше|менее)(?!\w))",
    re.I,
)


def _values(scene: Scene, start: int, stop: int, names: Named) -> list[Ruled]:
    """ "Where 64 is still allowed", "поставить можно хоть 60000 мс": a value that the setting does not take, or one said to be refused that it does."""
    denied = bool(_denials(scene, start, stop, _WITHOUT))
    nouns = [] if denied else _at(scene, start, stop, _EDGE_NOUNS)
    words = _at(scene, start, stop, _ACCEPTED) + _at(scene, start, stop, _REFUSED) + nouns
    held = {name: scene.vocabulary.settings[name] for _, name in names if name in scene.vocabulary.settings}
    held = {name: one for name, one in held.items() if one.min is not None or one.max is not None}
    measured = any(m.metrics and m.exact and start <= m.first < stop for m in scene.mentions.metrics)
    if not words or len(held) != 1 or measured or _doubted(scene, start, stop):
        return []
    ((name, setting),) = held.items()
    refused = bool(_at(scene, start, stop, _REFUSED)) != denied
    text, found = _text(scene, start, stop), []
    edges = [edge for edge, words_ in ((setting.max, _TOP), (setting.min, _FLOOR)) if words_.search(text)]
    for token in scene.tokens[start:stop]:
        number, values = token.number, _in_its_unit(scene, token, setting)
        if number is None or not values or len([t for t in scene.tokens[start:stop] if t.number is not None]) != 1:
            continue
        inside = any(
            (setting.min is None or v >= setting.min) and (setting.max is None or v <= setting.max) for v in values
        )
        if setting.min is not None and setting.min <= 0 and set(values) & {0.0, -1.0}:
            continue  # "off" and "as the default" by another name
        past = _PAST.search(text)
        if past is not None:  # "nothing above 32 is possible", "more than 16 is allowed"
            edge = setting.max if past.group("over") else setting.min
            room = edge is not None and (edge > max(values) if past.group("over") else edge < min(values))
            wrong = edge is not None and (edge not in values if refused else not room)
        elif edges:
            wrong = len(edges) == 1 and edges[0] is not None and edges[0] not in values
        else:
            wrong = inside == refused
        if wrong:
            limits = f"{setting.min:g}…{setting.max:g}" if setting.min is not None and setting.max is not None else f"{setting.min}…{setting.max}"  # fmt: skip
            en, ru = f"{name} allows {limits} {setting.unit or ''}".rstrip(), f"{name} допускает {limits} {setting.unit or ''}".rstrip()  # fmt: skip
            first, last = _span([*words, token])
            found.append((first, last, "setting", Ruling("contradicted", en, ru, (f"setting {name}",), limits)))
    return found


def _in_its_unit(scene: Scene, token: Token, setting: Setting) -> list[float]:
    """The values that a number may state for a setting, in the setting's unit; none where it counts or measures something else."""
    number = token.number
    told = scene.bounds.get(token.index)
    if told is not None and told.verdict == "supported":
        return []  # what was measured
    if number is None or number.kind not in ("value", "date") or number.high is not None or number.fraction:
        return []
    if not number.readings and setting.unit is None and number.text.isdigit():
        return [float(number.text)]  # what may be a year elsewhere
    if number.unit is not None:
        return [] if setting.unit is None else [v for r in number.readings for v in convert(r.value, number.unit, unit_named(setting.unit))]  # fmt: skip
    following = next((t for t in scene.tokens[token.index + 1 : token.index + 2] if t.is_word), None)
    noun = following is not None and following.lower not in _FREE and part_of_speech(following.lower) in ("NOUN", "ADJ")
    if noun or setting.unit is not None and setting.unit not in ("ms", "s", "min", "%"):
        return []  # a count, or a number of pages that may be told in bytes
    return [reading.value for reading in number.readings]


_FREE = {"is", "are", "was", "will", "may", "can", "and", "or", "for", "on", "in", "at", "with", "there", "here", "и", "или", "для", "на", "в", "при", "там", "тут", "уже", "ещё", "еще", "тоже"}  # fmt: skip


# -- what decides -----------------------------------------------------------------------------------------------------


def _judged(scene: Scene, rule: Rule, names: Named) -> list[Ruled]:
    answers = {name: _holds(scene, rule, name) for _, name in names}
    if not answers or None in answers.values():
        unknown = rule.kind == "restart" and (not answers or None in answers.values())
        open_ = Ruling("unverifiable", "how it takes effect is not among the facts", "как это вступает в силу, в фактах нет")  # fmt: skip
        return [(rule.first, rule.last, "restart", open_)] if unknown else []
    wrong = next((name for name, right in answers.items() if not right), None)
    if wrong is not None and any(answers.values()) and len(answers) > 1 and not _joined(scene, names):
        return []
    name = wrong or next(iter(answers))
    en, ru = _said_of(scene, name)
    verdict = Ruling("contradicted" if wrong else "supported", f"{name} {en}", f"{name}: {ru}", (f"settings.{name}",), en if wrong else None)  # fmt: skip
    return [(rule.first, rule.last, "restart", verdict)]


def _joined(scene: Scene, names: Named) -> bool:
    """Whether the settings named are told of together: "both A and B"."""
    between = scene.tokens[names[0][0] + 1 : names[-1][0]]
    return all(t.lower in ("and", "и", ",", "nor", "or", "или", "ни", "both") or t.lower in {n for _, n in names} for t in between)  # fmt: skip


def _holds(scene: Scene, rule: Rule, name: str) -> bool | None:
    """Whether a rule is true of a setting; None where its context does not say."""
    if rule.kind == "restart":
        needed = needs_restart(scene, name)
        if needed is None and not rule.said and _context(scene, name) == "internal":
            return False  # fixed when the cluster is made: no reload changes it
        return None if needed is None else needed == rule.said
    context = _context(scene, name)
    if context in (None, "internal", "backend", "superuser-backend"):
        return None
    if rule.kind == "anyone":
        return (context == "user") == rule.said
    if context in ("user", "superuser"):
        return (context == "superuser") == rule.said
    return None


def _said_of(scene: Scene, name: str) -> tuple[str, str]:
    context = _context(scene, name) or ("postmaster" if needs_restart(scene, name) else "")
    return {
        "internal": ("is fixed in a running cluster", "в работающем кластере не меняется"),
        "postmaster": ("needs a restart", "нужен перезапуск"),
        "sighup": ("needs no restart, but a reload; it is the whole server's", "перезапуск не нужен, хватит перечитать конфигурацию; он общий для сервера"),
        "superuser": ("is set by a superuser, without a restart", "задаёт суперпользователь, перезапуск не нужен"),
        "user": ("is set by any user in a session, without a restart", "задаёт любой пользователь в сеансе, перезапуск не нужен"),
    }.get(context, ("needs no restart", "перезапуск не нужен"))  # fmt: skip
