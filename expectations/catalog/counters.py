"""Cumulative sources: one suite each, generated from the list of their counters, because what can go wrong with a counter is always the same."""

from dataclasses import dataclass

from expectations.checks import Check, Suite, Texts, graded

#: No machine does more in a second; a difference above it is a damaged value or another unit.
MOST_A_SECOND = {"count": 1e9, "bytes": 1e12, "ms": 1e7, "us": 1.1e6, "ticks": 1e7, "sectors": 1e9}


@dataclass(frozen=True)
class CounterSource:
    """A raw table of cumulative counters.

    `keys` tell its series apart, `counters` map columns to kinds of MOST_A_SECOND, `reset` and `boot` are the columns of the
    statistics epoch and of the process or machine that counts, `moving` are those that any load moves, `evicted` counts
    evictions that let a row begin anew. Columns of `may_fall` go backwards in a healthy kernel.
    """

    table: str
    title: Texts
    counters: dict[str, str]
    keys: tuple[str, ...] = ()
    reset: str | None = None
    boot: str | None = None
    moving: tuple[str, ...] = ()
    evicted: str | None = None
    may_fall: tuple[str, ...] = ()


def _counts(names: str, kind: str = "count") -> dict[str, str]:
    return dict.fromkeys(names.split(), kind)


SOURCES = (
    CounterSource(
        "stat_database",
        Texts("Counters of pg_stat_database", "Счётчики pg_stat_database"),
        _counts(
            "xact_commit xact_rollback blks_read blks_hit tup_returned tup_fetched tup_inserted tup_updated tup_deleted conflicts"
            " temp_files deadlocks sessions"
        )
        | _counts("temp_bytes", "bytes")
        | _counts("blk_read_ms blk_write_ms session_ms active_ms idle_in_transaction_ms", "ms"),
        keys=("database",),
        reset="stats_reset",
        boot="postmaster_started_at",
        moving=("xact_commit",),
    ),
    CounterSource(
        "stat_checkpointer",
        Texts("Counters of the checkpointer and the background writer", "Счётчики контрольных точек и фоновой записи"),
        _counts(
            "checkpoints_timed checkpoints_requested checkpoints_done buffers_checkpoint slru_written buffers_clean maxwritten_clean"
            " buffers_alloc buffers_backend buffers_backend_fsync"
        )
        | _counts("write_ms sync_ms", "ms"),
        reset="checkpointer_reset",
        boot="postmaster_started_at",
    ),
    CounterSource(
        "stat_wal",
        Texts("Counters of pg_stat_wal", "Счётчики pg_stat_wal"),
        _counts("wal_records wal_fpi wal_buffers_full wal_write wal_sync")
        | _counts("wal_bytes insert_lsn_bytes", "bytes")
        | _counts("wal_write_ms wal_sync_ms", "ms"),
        reset="stats_reset",
        boot="postmaster_started_at",
    ),
    CounterSource(
        "stat_io",
        Texts("Counters of pg_stat_io", "Счётчики pg_stat_io"),
        _counts("reads writes writebacks extends hits evictions reuses fsyncs")
        | _counts("read_bytes write_bytes extend_bytes", "bytes")
        | _counts("read_ms write_ms writeback_ms extend_ms fsync_ms", "ms"),
        keys=("backend_type", "object", "context"),
        reset="stats_reset",
        boot="postmaster_started_at",
    ),
    CounterSource(
        "stat_slru",
        Texts("Counters of pg_stat_slru", "Счётчики pg_stat_slru"),
        _counts("blks_zeroed blks_hit blks_read blks_written blks_exists flushes truncates"),
        keys=("name",),
        reset="stats_reset",
        boot="postmaster_started_at",
    ),
    CounterSource(
        "stat_statements",
        Texts("Counters of pg_stat_statements", "Счётчики pg_stat_statements"),
        _counts(
            "calls rows shared_blks_hit shared_blks_read shared_blks_dirtied shared_blks_written temp_blks_read temp_blks_written"
            " wal_records wal_fpi"
        )
        | _counts("wal_bytes", "bytes")
        | _counts("total_exec_ms total_plan_ms blk_read_ms blk_write_ms", "ms"),
        keys=("queryid", "database"),
        reset="stats_reset",
        boot="postmaster_started_at",
        evicted="dealloc",
    ),
    CounterSource(
        "wait_sampling",
        Texts("Counters of pg_wait_sampling", "Счётчики pg_wait_sampling"),
        _counts("samples"),
        keys=("wait_event_type", "wait_event", "queryid"),
    ),
    CounterSource(
        "os_cpu",
        Texts("CPU ticks of /proc/stat", "Такты процессора из /proc/stat"),
        _counts(
            "user_ticks nice_ticks system_ticks idle_ticks iowait_ticks irq_ticks softirq_ticks steal_ticks", "ticks"
        )
        | _counts("context_switches interrupts forks"),
        boot="booted_at",
        moving=("user_ticks", "system_ticks", "idle_ticks"),
        may_fall=("iowait_ticks", "idle_ticks", "steal_ticks", "nice_ticks", "irq_ticks"),
    ),
    CounterSource(
        "os_vmstat",
        Texts("Counters of /proc/vmstat", "Счётчики /proc/vmstat"),
        _counts(
            "pgpgin pgpgout pswpin pswpout pgfault pgmajfault pgscan_kswapd pgscan_direct pgsteal_kswapd pgsteal_direct oom_kill"
        ),
    ),
    CounterSource(
        "os_disk",
        Texts("Counters of /proc/diskstats", "Счётчики /proc/diskstats"),
        _counts("reads reads_merged writes writes_merged discards flushes")
        | _counts("sectors_read sectors_written sectors_discarded", "sectors")
        | _counts("read_ms write_ms io_ms weighted_io_ms", "ms"),
        keys=("device",),
    ),
    CounterSource(
        "os_pressure",
        Texts("Pressure (PSI)", "Давление на ресурсы (PSI)"),
        _counts("total_us", "us"),
        keys=("resource", "kind"),
    ),
    CounterSource(
        "os_network",
        Texts("Counters of network interfaces", "Счётчики сетевых интерфейсов"),
        _counts("rx_bytes tx_bytes", "bytes")
        | _counts("rx_packets tx_packets rx_errors tx_errors rx_dropped tx_dropped"),
        keys=("interface",),
    ),
)


def measure_query(source: CounterSource) -> str:
    """The measuring query of one source: falls, resets, restarts, gaps, copies and impossible rates, a row a run."""
    by_key = ", ".join(["samples.run_id", *(f"samples.{key}" for key in source.keys)])
    epoch = [c for c in (source.reset, source.boot) if c]
    same_epoch = " and ".join(
        [f"{c} is not distinct from previous_{c}" for c in epoch]
        + ([f"{source.evicted} is not distinct from previous_{source.evicted}"] if source.evicted else [])
    )
    lagged = [*source.counters, *epoch, *([source.evicted] if source.evicted else [])]
    lags = ",\n            ".join(f"lag(samples.{c}) over by_time as previous_{c}" for c in lagged)
    guarded = f" and {same_epoch}" if same_epoch else ""
    falling = [c for c in source.counters if c not in source.may_fall]
    falls = "\n            or ".join(f"({c} < previous_{c}{guarded})" for c in falling)
    fallen = ", ".join(f"case when bool_or({c} < previous_{c}{guarded}) then '{c}' end" for c in falling)
    rates = ",\n                ".join(
        f"({c} - previous_{c})::float8 / nullif(seconds, 0) / {MOST_A_SECOND[kind]:.0f}"
        for c, kind in source.counters.items()
    )
    absurd = " or ".join(f"{c} < 0" for c in source.counters)
    moved = " or ".join(f"{c} is distinct from previous_{c}" for c in source.moving)
    reset, boot = source.reset, source.boot
    counted = {
        "resets": f"count(*) filter (where {reset} is distinct from previous_{reset} and position > 1 and is_measured)"
        if reset
        else None,
        "epochs_mixed": f"count(*) filter (where {reset} < previous_{reset})" if reset else None,
        "restarts": f"count(*) filter (where {boot} is distinct from previous_{boot} and position > 1 and is_measured)"
        if boot
        else None,
        "evictions": f"max({source.evicted}) - min({source.evicted})" if source.evicted else None,
    }
    extra = "".join(f",\n            {expression} as {name}" for name, expression in counted.items() if expression)
    carried = "".join(f",\n        stepped_runs.{name}" for name, expression in counted.items() if expression)
    # The liveliest series counts: databases that nobody uses stand still by right.
    flat = f"""
    flat as (
        select run_id, min(flat_share) as flat_share
        from (
            select {by_key.replace("samples.", "")}, 1 - avg(case when {moved} then 1 else 0 end) filter (where position > 1 and is_measured) as flat_share
            from stepped
            group by {by_key.replace("samples.", "")}
        ) as by_key
        group by run_id
    ),
""" if moved else ""  # fmt: skip
    joined = "left join flat using (run_id)" if moved else ""
    carried += ",\n        case when timeline.instants > 5 then flat.flat_share end as flat_share" if moved else ""
    return f"""
    with samples as (
        select scope_runs.execution_id, scope_runs.started_at, scope_runs.ended_at, scope_runs.measured_from, scope_runs.measured_to,
            rows.at between scope_runs.measured_from and scope_runs.measured_to as is_measured, rows.*
        from scope_runs
        inner join raw.{source.table} as rows using (run_id)
        where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    ),

    lagged as (
        select
            samples.*,
            row_number() over by_time as position,
            lag(samples.is_measured) over by_time as previous_is_measured,
            extract(epoch from samples.at - lag(samples.at) over by_time) as seconds,
            {lags}
        from samples
        window by_time as (partition by {by_key} order by samples.at)
    ),

    stepped as (
        select
            lagged.*,
            greatest(
                {rates}
            ) as rate_of_possible
        from lagged
    ),

    stepped_runs as (
        select
            execution_id,
            run_id,
            count(*) filter (where seconds = 0) as duplicates,
            count(*) filter (where
            {falls}
            ) as falls,
            concat_ws(', ', {fallen}) as falls_detail,
            count(*) filter (where {absurd}) as negatives,
            max(rate_of_possible) filter (where seconds > 0.05) as rate_of_possible{extra}
        from stepped
        group by execution_id, run_id
    ),

    {flat}
    instants as (
        select distinct run_id, at, is_measured, measured_from, measured_to, started_at, ended_at from samples
    ),

    spaced as (
        select instants.*, extract(epoch from at - lag(at) over (partition by run_id order by at)) as seconds from instants
    ),

    timeline as (
        select
            run_id,
            count(*) filter (where is_measured) as instants,
            extract(epoch from max(measured_to) - max(measured_from)) as measured_s,
            percentile_cont(0.5) within group (order by seconds) as typical_s,
            max(seconds) filter (where is_measured) as longest_gap_s,
            avg(case when at < started_at - interval '10 s' or at > ended_at + interval '60 s' then 1 else 0 end) as outside_share,
            round(avg(extract(epoch from at - measured_from)) / 3600, 2) as hours_off
        from spaced
        group by run_id
    )

    select
        stepped_runs.execution_id,
        stepped_runs.run_id,
        null::text as metric,
        null::text as entity,
        case when timeline.typical_s > 0 and timeline.measured_s > 4 * timeline.typical_s then
            greatest(0, timeline.measured_s / timeline.typical_s - timeline.instants - 2) / (timeline.measured_s / timeline.typical_s)
        end as missing_share,
        round(timeline.longest_gap_s)::text as missing_share_detail,
        timeline.outside_share,
        timeline.hours_off::text as outside_share_detail,
        stepped_runs.duplicates,
        stepped_runs.falls,
        stepped_runs.falls_detail,
        stepped_runs.negatives,
        stepped_runs.rate_of_possible{carried}
    from stepped_runs
    inner join timeline using (run_id)
    {joined}
    """


def suite(source: CounterSource) -> Suite:
    """The suite of one source."""
    checks: list[Check] = [
        *graded(
            "missing_share", warning=(None, 0.02), critical=(None, 0.5), unit="%", decimals=1,
            expects=Texts("Samples cover at least 98% of the measured time", "Отсчёты покрывают не менее 98% времени измерения"),
            says=Texts(
                "{observed} of the samples are missing (longest gap {detail} s); rates across a gap are left out.",
                "не хватает {observed} отсчётов (самый длинный разрыв {detail} с); скорости через разрыв не считаются.",
            ),
            critically=Texts(
                "{observed} of the samples are missing (longest gap {detail} s); too little is left to describe the run.",
                "не хватает {observed} отсчётов (самый длинный разрыв {detail} с); оставшегося мало, чтобы описать прогон.",
            ),
        ),
        *graded(
            "outside_share", warning=(None, 0.0), critical=(None, 0.2), unit="%",
            expects=Texts("Samples lie within the run", "Отсчёты лежат внутри прогона"),
            says=Texts(
                "{observed} of the samples lie outside the run; a clock stepped.",
                "{observed} отсчётов лежат вне прогона; часы переводились.",
            ),
            critically=Texts(
                "{observed} of the samples lie outside the run, on average {detail} h from its start: another time zone, or another run's file.",
                "{observed} отсчётов лежат вне прогона, в среднем в {detail} ч от его начала: другой часовой пояс или файл другого прогона.",
            ),
        ),
        Check(
            "duplicates", "critical", high=0,
            expects=Texts("No sample stands twice", "Ни один отсчёт не повторён"),
            says=Texts(
                "{observed} samples stand twice; the batch was loaded twice.",
                "повторённых отсчётов: {observed}; порция загружена дважды.",
            ),
        ),
        Check(
            "falls", "critical", high=0,
            expects=Texts("Counters do not fall without a reset", "Счётчики не убывают без сброса"),
            says=Texts(
                "counters fell {observed} times without a reset ({detail}): a clock went backwards, or values are damaged or of two servers.",
                "счётчики без сброса убывали раз: {observed} ({detail}): часы шли назад, значения испорчены или взяты с двух серверов.",
            ),
        ),
        Check(
            "negatives", "critical", high=0,
            expects=Texts("Counters are not negative", "Счётчики неотрицательны"),
            says=Texts("{observed} values of counters are negative.", "отрицательных значений счётчиков: {observed}."),
        ),
        Check(
            "rate_of_possible", "critical", high=1, decimals=1,
            expects=Texts("No rate is more than a machine can do", "Ни одна скорость не выше возможной для машины"),
            says=Texts(
                "a rate is {observed} times the most that any machine does in a second; a value is damaged or in another unit.",
                "скорость в {observed} раза выше предельной для любой машины; значение испорчено или в другой единице.",
            ),
        ),
    ]  # fmt: skip
    if source.reset:
        checks += [
            Check(
                "resets", "warning", high=0,
                expects=Texts("Statistics were not reset during the run", "Статистика во время прогона не сбрасывалась"),
                says=Texts(
                    "statistics were reset {observed} times while it was measured; the intervals across a reset are left out.",
                    "во время измерения статистика сбрасывалась раз: {observed}; интервалы через сброс не считаются.",
                ),
            ),
            Check(
                "epochs_mixed", "critical", high=0,
                expects=Texts("The statistics epoch never goes back", "Эпоха статистики не возвращается назад"),
                says=Texts(
                    "the time of the last reset goes back {observed} times: samples of two epochs or two servers are mixed.",
                    "время последнего сброса возвращалось назад раз: {observed}; смешаны отсчёты двух эпох или двух серверов.",
                ),
            ),
        ]  # fmt: skip
    if source.boot:
        checks.append(
            Check(
                "restarts",
                "critical",
                high=0,
                expects=Texts("Nothing restarted during the run", "Во время прогона ничего не перезапускалось"),
                says=Texts(
                    "what counts here was restarted {observed} times while it was measured; caches were cold afterwards, and the run is two runs.",
                    "во время измерения был перезапуск (раз: {observed}); после него кэши пусты, и это уже два прогона.",
                ),
            )
        )
    if source.moving:
        checks.append(
            Check(
                "flat_share",
                "warning",
                high=0.5,
                unit="%",
                expects=Texts(
                    "Counters that any load moves do move", "Счётчики, которые движет любая нагрузка, движутся"
                ),
                says=Texts(
                    "in {observed} of the intervals the counters stood still; the sensor is stuck, or nothing ran.",
                    "в {observed} интервалов счётчики стояли; датчик завис, или ничего не работало.",
                ),
            )
        )
    if source.evicted:
        checks.append(
            Check(
                "evictions",
                "warning",
                high=0,
                expects=Texts("No statement was evicted", "Ни один запрос не вытеснен"),
                says=Texts(
                    "{observed} evictions from pg_stat_statements; statements that were evicted began anew, and their share is too low.",
                    "вытеснений из pg_stat_statements: {observed}; вытесненные запросы считались заново, и доля их занижена.",
                ),
            )
        )
    return Suite(
        source.table, "raw", source.title, measure_query(source), tuple(checks), (f"raw.{source.table}",), True
    )


def suites() -> tuple[Suite, ...]:
    """One suite a source."""
    return tuple(suite(source) for source in SOURCES)
