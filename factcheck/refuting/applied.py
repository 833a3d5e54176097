"""Holds how a setting is said to take effect to its context: "raise shared_buffers on the fly", "max_connections and reload", "wal_writer_delay for one session".

What only a restart changes cannot be changed live, and what only the whole server has cannot be set in a session. Only refutes.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import Phrase, phrases
from factcheck.judging.restarts import needs_restart
from factcheck.judging.verdicts import Ruled, Ruling

_RELOAD = r"pg_reload_conf(?:\(\))?|sighup|\bhup\b"
_LIVE = re.compile(
    rf"\b(?:on the fly|on-the-fly|at run-?\s?time|online|(?:while|with) the server (?:is )?(?:running|up)|in place|hot)\b(?!-| standby| spot| path)|{_RELOAD}|"
    r"\b(?:and|then|by|with|via|after|on|upon|through|only|just|at|is|:)\s+(?:(?:a|the|one|next|plain|simple|mere|just|only|to)\s+){0,3}"
    r"(?:config(?:uration)? )?reload(?:ing)?(?: (?:the )?(?:server|configuration|config|it))?\b(?! (?:of |the (?:data|table)))|"
    r"(?<!\w)(?:на лету|на ходу|на живую|на горячую|на работающ\w+|без (?:остановки|простоя|перерыва|выключения)|онлайн|"
    r"(?:перечит\w+|перезагру[зж]\w+|обновить|обновлени\w+) (?:\w+ )?конфиг\w*|сигналом hup|по reload|через reload|командой reload)(?!\w)",
    re.I,
)
_NO_STOP = re.compile(
    r"\bwithout (?:a |any )?(?:downtime|interruption|outage|stopping)\b|\b(?:does not|doesn't|need not|do not) (?:need|require|cause)? ?(?:a |any )?(?:downtime|outage|interruption)\b|\breload (?:is enough|is sufficient|suffices|will do)\b|"
    r"\b(?:takes? effect|applies|is applied) (?:immediately|at once|right away|instantly)\b|"
    r"(?<!\w)(?:не требу\w+|не нуж\w+|не понадоб\w+)\s+(?:\w+\s+)?(?:остановк\w+|простой|простоя)(?!\w)|(?<!\w)(?:вступа\w+ в силу|применя\w+|примени\w+|действует)\s+(?:сразу|немедленно|тут же|мгновенно)(?!\w)",
    re.I,
)
_SESSION = re.compile(
    r"\b(?:per|in (?:a|the|one|any|each|every)|for (?:a|one|each|single|individual|selected)|within (?:a|the|one)) (?:single )?(?:session|connection|role|user|transaction)\b|\bset local\b|"
    r"(?<!\w)(?:в (?:одной |отдельной |любой |каждой |самой |рамках )?сесси[ия]|для (?:одной|отдельной|отдельных|одного|каждой) (?:сесси[ий]|роли|ролей|пользовател\w+)|на уровне (?:сессии|роли|пользователя|транзакции))(?!\w)",
    re.I,
)
_NOT = re.compile(
    r"\b(?:not|no|cannot|can't|n't|never|neither|insufficient|useless|instead of)\b|(?<!\w)(?:не|нельзя|ни|мало|недостаточно|невозможно|бесполезн\w+|вместо)(?!\w)",
    re.I,
)
_TO_CHANGE = re.compile(
    r"\b(?:set|rais\w+|increas\w+|enlarg\w+|lower\w*|reduc\w+|chang\w+|bump\w*|adjust\w*|appl\w+|tun\w+|switch\w*|turn\w*|us(?:e|ing)|tak\w+ effect|double|halve|grow|try|move|enabl\w+|disabl\w+)\b|"
    r"(?<!\w)(?:подн\w+|увелич\w+|повы[сш]\w+|сниз\w+|сниж\w+|уменьш\w+|измен\w+|меня\w+|помен\w+|примен\w+|задать|зада\w+|выстав\w+|постав\w+|установ\w+|настр\w+|включ\w+|выключ\w+|отключ\w+|довести|перевести|переключ\w+|"
    r"удво\w+|расшир\w+|вступа\w+)(?!\w)",
    re.I,
)


def judge_applied(scene: Scene) -> list[Ruled]:
    """(first token, last token, predicate, ruling) of each way of applying a setting that its context does not allow."""
    if scene.block.kind not in ("paragraph", "item", "lead") or scene.tokens[-1].text == "?":
        return []
    found: list[Ruled] = []
    for pattern, live in ((_NO_STOP, True), (_LIVE, True), (_SESSION, False)):
        for phrase in phrases(scene, pattern):
            place, name = _setting(scene, phrase)
            free = (
                pattern is _NO_STOP
                or not _NOT.search(_clause(scene, phrase))
                and _TO_CHANGE.search(scene.sentence.text)
            )
            if (
                name is None
                or not free
                or any(first <= phrase.last and last >= phrase.first for first, last, _, _ in found)
            ):
                continue
            if live and needs_restart(scene, name) is not True:
                continue
            if not live and _context(scene, name) not in ("postmaster", "sighup"):
                continue
            context = _context(scene, name) or "postmaster"
            en = "it needs a restart" if context == "postmaster" else "it is the whole server's"
            ru = "нужен перезапуск" if context == "postmaster" else "он общий для всего сервера"
            ruling = Ruling("contradicted", f"{name}: {en}", f"{name}: {ru}", (f"settings.{name}",), context)
            found.append((min(place, phrase.first), phrase.last, "restart", ruling))
    return found


def _clause(scene: Scene, phrase: Phrase) -> str:
    """The text around a phrase up to the next semicolon, dash or bracket; a comma only ends it where nothing is denied behind."""
    text = scene.sentence.text
    start = max(text.rfind(mark, 0, phrase.match.start()) for mark in ";—(:,")
    ends = [at for mark in ";—:" if (at := text.find(mark, phrase.match.end())) >= 0]
    return text[start + 1 : min(ends, default=len(text))]


def _context(scene: Scene, name: str) -> str | None:
    held = scene.vocabulary.settings.get(name)
    return held.context if held is not None else None


def _setting(scene: Scene, phrase: Phrase) -> tuple[int, str | None]:
    """The place and the name of the setting that a way of applying is said of: the nearest before it, else the only one behind it."""
    said = [
        (t.index, t.lower)
        for t in scene.tokens
        if t.lower in scene.vocabulary.settings or needs_restart(scene, t.lower) is not None
    ]
    before = [one for one in said if one[0] < phrase.first]
    if before:
        between = scene.tokens[before[-1][0] : phrase.first]
        return before[-1] if not any(t.text == ";" for t in between) else (0, None)
    between = scene.tokens[phrase.last + 1 : said[0][0]] if said else []
    close = len(between) <= 6 and not any(t.text in ",;" or t.lower in ("and", "then", "и", "затем") for t in between)
    return said[0] if len({name for _, name in said}) == 1 and close else (0, None)
