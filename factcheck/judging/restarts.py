"""Judges whether a change needs a restart: `settings[].context` decides, or what PostgreSQL documents of the setting.

Only `postmaster` needs one; `sighup` needs a reload; the others take effect in a session. Kernel parameters that are set with
sysctl need no reboot.
"""

from __future__ import annotations

import re

from factcheck.binding.scene import Scene
from factcheck.binding.scope import phrases
from factcheck.judging.verdicts import Ruling

_NO = re.compile(
    r"\bno (?:server )?(?:restart|reboot)|\bwithout (?:a |any )?(?:server )?(?:restart|reboot)|(?:restart|reboot)(?:ing)? (?:is|was) (?:not|never) (?:needed|required|necessary)|"
    r"(?:does not|doesn't|do not|don't|need not|didn't) (?:need|require|call for|be)?\s*(?:a |any )?(?:server )?(?:restart|reboot)|neither (?:a )?(?:restart|reboot)|"
    r"(?:neither|none)(?: of \w+(?: \w+)?)? (?:needs?|requires?|demands?) (?:a )?(?:restart|reboot)|"
    r"takes? effect (?:on|with|after|upon) (?:a |the next )?(?:\w+ )?reload|(?:appl(?:y|ies|ied)|changed?|set|activated?|enabled?|picked up|made|done|loaded)(?: \w+){0,2} (?:with|by|on|after|through|via|upon) (?:just |only |"
    r"merely )?(?:a |the next )?(?:simple |mere |plain |configuration |config )?reload|"
    r"(?:примен\w+|меня\w+|измен\w+|включ\w+|подхват\w+)(?: \w+){0,3} (?:через|после|с помощью|простым|одним|обычным|по) (?:\w+ )?(?:reload|pg_reload_conf|перечитывани\w+|перезагрузк\w+ конфигурации)|(?:хватит|"
    r"хватает) (?:\w+ )?(?:reload|перечитывани\w+|перечитать)|"
    r"\b(?:after|via|with|by|through|on) pg_reload_conf\b|(?:достаточно|через|хватит|после) (?:\w+ )?pg_reload_conf|\b(?:changed|set|altered|applied|adjusted) (?:on the fly|online|dynamically|at run ?time)\b|"
    r"(?:a )?reload (?:is enough|suffices|will do)|nothing (?:but|more than) a reload|only (?:needs|requires) a reload|"
    r"без (?:\w+\s+)?(?:перезапуск|рестарт|перезагрузк)\w*|(?:перезапуск\w*|рестарт\w*|перезагрузк\w+)(?:\s+\w+){0,2}\s+не\s+(?:нуж|треб|пона|необ)\w*|"
    r"не\s+(?:требу\w+|потребу\w+|нуж\w+|понадоб\w+)\s+(?:\w+\s+)?(?:перезапуск|рестарт|перезагрузк)\w*|достаточно\s+(?:\w+\s+)?(?:перечитать|перечитывания|reload|перезагрузки конфигурации)|"
    r"(?:меня\w+|применя\w+|включа\w+)\s+на лету|перезапуск не|ни\s+\w+(?:\s+\w+){0,3}\s+не\s+(?:требу|нуж)\w+\s+перезапуск\w*",
    re.I,
)
_YES = re.compile(
    r"(?:needs?|requires?|demands?|takes?|calls? for|only (?:after|with)|not (?:take effect )?(?:before|until))\s+(?:only\s+)?(?:a |the )?(?:full |server )?(?:restart|reboot)|"
    r"(?:restart|reboot) (?:is|was) (?:needed|required|necessary|unavoidable)|(?:a )?reload is not enough|"
    r"(?:нужен|нужна|требует\w*|потребу\w+|понадоб\w+|необходим\w*)\s+(?:\w+\s+)?(?:перезапуск|рестарт|перезагрузк)\w*|(?:перезапуск\w*|рестарт\w*|перезагрузк\w+)(?:\s+\w+)?\s+(?:нуж|треб|пона|необ)\w*|"
    r"только\s+(?:с|после|через)\s+(?:\w+\s+)?(?:перезапуск|рестарт|перезагрузк)\w*|(?:перечитать|перечитывания)\s+(?:\w+\s+)?(?:недостаточно|мало)",
    re.I,
)
_POSTMASTER = frozenset(
    [
        "shared_buffers",
        "huge_pages",
        "max_connections",
        "wal_level",
        "wal_buffers",
        "max_wal_senders",
        "max_worker_processes",
        "max_prepared_transactions",
        "shared_preload_libraries",
        "port",
        "listen_addresses",
        "autovacuum_max_workers",
        "autovacuum_freeze_max_age",
        "max_locks_per_transaction",
        "max_files_per_process",
        "superuser_reserved_connections",
        "track_activity_query_size",
        "old_snapshot_threshold",
        "hot_standby",
        "wal_log_hints",
        "archive_mode",
        "max_replication_slots",
        "huge_page_size",
        "io_method",
        "io_max_concurrency",
        "shared_memory_type",
        "dynamic_shared_memory_type",
        "cluster_name",
        "bonjour",
        "ssl_library",
        "recovery_target",
        "commit_timestamp_buffers",
        "track_commit_timestamp",
    ]
)
_RELOADED = frozenset(
    [
        "checkpoint_timeout",
        "max_wal_size",
        "min_wal_size",
        "checkpoint_completion_target",
        "bgwriter_delay",
        "bgwriter_lru_maxpages",
        "bgwriter_lru_multiplier",
        "wal_writer_delay",
        "autovacuum",
        "autovacuum_naptime",
        "autovacuum_vacuum_cost_limit",
        "autovacuum_vacuum_cost_delay",
        "autovacuum_vacuum_scale_factor",
        "full_page_writes",
        "fsync",
        "wal_compression",
        "synchronous_commit",
        "work_mem",
        "maintenance_work_mem",
        "random_page_cost",
        "seq_page_cost",
        "effective_cache_size",
        "effective_io_concurrency",
        "jit",
        "jit_above_cost",
        "max_parallel_workers_per_gather",
        "max_parallel_workers",
        "temp_buffers",
        "commit_delay",
        "commit_siblings",
        "default_statistics_target",
        "log_min_duration_statement",
        "synchronous_standby_names",
        "io_workers",
        "io_combine_limit",
        "backend_flush_after",
        "checkpoint_flush_after",
        "bgwriter_flush_after",
        "wal_sync_method",
        "vacuum_cost_limit",
        "hash_mem_multiplier",
        "plan_cache_mode",
        "enable_partitionwise_join",
        "logical_decoding_work_mem",
    ]
)


def judge_restart(scene: Scene) -> list[tuple[int, int, str, Ruling]]:
    """(first token, last token, predicate, ruling) of what a sentence says of a restart."""
    found = []
    denied = list(phrases(scene, _NO))
    asserted = [p for p in phrases(scene, _YES) if not any(p.first <= d.last and d.first <= p.last for d in denied)]
    if not denied and not asserted or scene.tokens[-1].text == "?":
        return []
    needed, name = _needed(scene)
    for phrase, said in [*((p, False) for p in denied), *((p, True) for p in asserted)]:
        if needed is not None and _other_setting(scene, phrase.first):
            needed, name = None, ""
        if needed is None:
            needed, name = _bracketed(scene, phrase.first)
        if needed is None:
            ruling = Ruling(
                "unverifiable", "how it takes effect is not among the facts", "как это вступает в силу, в фактах нет"
            )
        elif needed == said:
            word = "needs a restart" if needed else "needs no restart"
            ruling = Ruling(
                "supported",
                f"{name} {word}",
                f"{name}: перезапуск {'нужен' if needed else 'не нужен'}",
                (f"settings.{name}",),
            )
        else:
            word = "needs a restart" if needed else "needs no restart"
            ruling = Ruling(
                "contradicted",
                f"{name} {word}",
                f"{name}: перезапуск {'нужен' if needed else 'не нужен'}",
                (f"settings.{name}",),
                word,
            )
        found.append((phrase.first, phrase.last, "restart", ruling))
    return found


def _other_setting(scene: Scene, place: int) -> bool:
    """ "and can be changed without a restart, whereas changing io_method requires one": the one that is meant stands before."""
    contexts = {_of(name, setting.context) for name, setting in scene.vocabulary.settings.items()}
    said = [at for at, _ in scene.mentions.settings]
    return len(contexts) > 1 and bool(said) and not any(at < place for at in said)


def _bracketed(scene: Scene, place: int) -> tuple[bool | None, str]:
    """ "raise wal_buffers to 64 MB (applied without a restart) and set …": in brackets, it is said of what stands right before them."""
    opened = next((at for at in range(place, -1, -1) if scene.tokens[at].text in ("(", ")")), None)
    if opened is None or scene.tokens[opened].text != "(":
        return None, ""
    said = [t.lower for t in scene.tokens[max(0, opened - 10) : opened] if t.is_word]
    held = scene.vocabulary.settings
    names = [name for name in said if name in held or name in _POSTMASTER | _RELOADED]
    answer = _of(names[-1], held[names[-1]].context if names[-1] in held else None) if names else None
    return answer, names[-1] if names else ""


def _needed(scene: Scene) -> tuple[bool | None, str]:
    """Whether the setting that is meant needs a restart, and its name: of the sentence's own settings, else of the factors."""
    held = scene.vocabulary.settings
    factors = [factor.name.lower() for factor in scene.vocabulary.facts.experiment.factors]
    said = [name for _, name in scene.mentions.settings]
    said += [t.lower for t in scene.tokens if t.is_word and t.lower in _POSTMASTER | _RELOADED and t.lower not in said]
    if not said and _IT.search(scene.sentence.text):
        said = _named_before(scene)
    answers = {}
    for name in said or factors:
        answers[name] = _of(name, held[name].context if name in held else None)
    known = {name: answer for name, answer in answers.items() if answer is not None}
    if not known or len(set(known.values())) > 1 or len(known) < len(answers):
        return None, ""
    return next(iter(known.items()))[1], next(iter(known))


_IT = re.compile(
    r"\b(?:it|this|that) (?:one|setting|parameter|needs|requires|does|can|takes)\b|\b(?:raising|changing|setting|lowering) (?:it|this|that)\b|(?<!\w)(?:этот|сам) параметр|(?<!\w)(?:поменять|изменить|поднять|менять) его(?!\w)",
    re.I,
)


def _named_before(scene: Scene) -> list[str]:
    """The setting that "it" stands for: the last one that the sentences before name."""
    return next(([one.mentions.settings[-1][1]] for one in scene.before(2) if one.mentions.settings), [])


def needs_restart(scene: Scene, name: str) -> bool | None:
    """Whether a setting takes effect only after a restart; None for what is no known setting."""
    held = scene.vocabulary.settings.get(name)
    return _of(name, held.context if held is not None else None)


def _of(name: str, context: str | None) -> bool | None:
    if context is not None:
        return {"postmaster": True, "internal": None}.get(context, False)
    if name in _POSTMASTER:
        return True
    if name in _RELOADED or name.startswith(("vm.", "kernel.", "net.")):
        return False
    return None
