-- The first form of the warehouse. Raw rows are as read (cumulative counters, never rates); every row carries run_id and night.

create schema if not exists control;
create schema raw;
create schema staging;
create schema intermediate;
create schema marts;
create schema quality;
create schema articles;

-- ---------------------------------------------------------------- control: what was planned and what happened

create table control.experiments (
    experiment_id text primary key,
    title jsonb not null default '{}',              -- {"en": …, "ru": …}
    question jsonb not null default '{}',
    first_planned_at timestamptz not null default now()
);

-- One complete set of blocks; may span nights. Imports make one execution a manifest.
create table control.executions (
    execution_id bigint generated always as identity primary key,
    experiment_id text not null references control.experiments,
    execution integer not null,                     -- 1, 2, … within the experiment
    origin text not null check (origin in ('run', 'import')),
    profile text,                                   -- 'short', 'full', null
    server text,                                    -- a name in servers.yml
    status text not null check (status in ('planned', 'running', 'complete', 'failed', 'abandoned')),
    spec jsonb not null,                            -- the experiment file as used (profile merged), contracts.md 1
    spec_hash text not null,
    factors jsonb not null,                         -- [{"name","kind","unit","levels":[text],"baseline":text,"default":text|null}]
    repeats integer not null,                       -- blocks
    primary_metric text not null,
    minimum_effect_pct double precision not null,
    is_randomised boolean,                          -- null: not known (imports)
    has_sentinel boolean not null default false,
    is_preregistered boolean not null default true, -- repeats fixed before the first run
    seed bigint,
    environment jsonb not null default '{}',        -- facts' experiment.environment
    languages text[] not null default '{ru,en}',
    reason text,                                    -- why failed or abandoned
    source_hash text,                               -- imports: hash of manifest and files
    planned_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz,
    unique (experiment_id, execution)
);

create table control.runs (
    run_id bigint generated always as identity primary key,
    execution_id bigint not null references control.executions on delete cascade,
    block integer not null,
    planned_order integer not null,                 -- position in the execution as planned
    run integer,                                    -- position in which it was really run; null until then
    level text not null,                            -- contracts.md 3: factor levels joined by "/"
    levels jsonb not null,                          -- {"factor": "level as written"}
    role text not null default 'level' check (role in ('level', 'sentinel')),
    attempt integer not null default 1,
    repeats_run_id bigint references control.runs,  -- the failed run that this one repeats
    status text not null default 'planned' check (status in ('planned', 'running', 'done', 'failed', 'interrupted')),
    reason text,                                    -- why failed or interrupted
    night date,                                     -- partition key of its raw rows
    started_at timestamptz,
    measured_from timestamptz,                      -- warm-up is over
    measured_to timestamptz,
    ended_at timestamptz,
    directory text,                                 -- the run's files
    fingerprint jsonb,
    unique (execution_id, planned_order, attempt)
);
create index on control.runs (execution_id, status);

create table control.run_steps (                    -- record, apply, prove, restore data, warm up, load, collect, restore …
    run_id bigint not null references control.runs on delete cascade,
    position integer not null,
    step text not null,
    started_at timestamptz not null,
    ended_at timestamptz,
    is_ok boolean,
    detail jsonb not null default '{}',
    primary key (run_id, position)
);

create table control.load_steps (                   -- the load's steps (ramps), 1 for constant load; warm-up is step 0
    run_id bigint not null references control.runs on delete cascade,
    step integer not null,
    clients integer,
    target_tps double precision,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    is_warm_up boolean not null default false,
    primary key (run_id, step)
);

-- State before, written once before anything is touched; restored_at is null while a server still carries our settings.
create table control.saved_states (
    saved_state_id bigint generated always as identity primary key,
    server text not null,
    execution_id bigint references control.executions on delete set null,
    taken_at timestamptz not null default now(),
    state jsonb not null,
    holder jsonb not null default '{}',             -- who carries the night out, until when, and within which window
    restored_at timestamptz,
    proof jsonb
);
create unique index one_open_saved_state_a_server on control.saved_states (server) where restored_at is null;

-- ---------------------------------------------------------------- raw: collectors alone write

create table raw.metric_declarations (              -- metrics that an import declares
    execution_id bigint not null references control.executions on delete cascade,
    metric text not null,
    unit text not null,
    better text not null check (better in ('higher', 'lower', 'none')),
    part_of text,
    names jsonb not null default '{}',
    primary key (execution_id, metric)
);

create table raw.batches (                          -- a spooled batch is loaded exactly once
    batch_id text primary key,
    run_id bigint not null,
    night date not null,
    row_count bigint not null,
    loaded_at timestamptz not null default now()
);

-- Every table below is partitioned by night; raw.ensure_night() makes the partitions of one.

create table raw.ticks (                            -- sampling bookkeeping: one row a family and second (bucket)
    run_id bigint not null, night date not null, at timestamptz not null,
    family text not null, expected integer not null, taken integer not null, late integer not null, missed integer not null,
    max_late_ms real, reason text
) partition by list (night);

create table raw.clock_offsets (
    run_id bigint not null, night date not null, at timestamptz not null,
    clock text not null, offset_ms double precision not null, uncertainty_ms double precision
) partition by list (night);

create table raw.activity_waits (                   -- backends by state and wait at an instant (10 Hz); none at an instant: no row, see ticks
    run_id bigint not null, night date not null, at timestamptz not null,
    backend_type text not null, state text, wait_event_type text, wait_event text, backends integer not null
) partition by list (night);

create table raw.wait_sampling (                    -- pg_wait_sampling_profile, cumulative
    run_id bigint not null, night date not null, at timestamptz not null,
    wait_event_type text, wait_event text, queryid bigint, samples bigint not null, period_ms integer not null
) partition by list (night);

create table raw.stat_statements (
    run_id bigint not null, night date not null, at timestamptz not null,
    queryid bigint not null, database text, calls bigint, rows bigint, total_exec_ms double precision, total_plan_ms double precision,
    shared_blks_hit bigint, shared_blks_read bigint, shared_blks_dirtied bigint, shared_blks_written bigint,
    temp_blks_read bigint, temp_blks_written bigint, blk_read_ms double precision, blk_write_ms double precision,
    wal_records bigint, wal_fpi bigint, wal_bytes numeric, dealloc bigint, stats_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.statement_texts (                  -- normalised, never with literals
    run_id bigint not null, night date not null, queryid bigint not null, query text not null
) partition by list (night);

create table raw.stat_database (
    run_id bigint not null, night date not null, at timestamptz not null,
    database text not null, numbackends integer, xact_commit bigint, xact_rollback bigint, blks_read bigint, blks_hit bigint,
    tup_returned bigint, tup_fetched bigint, tup_inserted bigint, tup_updated bigint, tup_deleted bigint, conflicts bigint,
    temp_files bigint, temp_bytes bigint, deadlocks bigint, blk_read_ms double precision, blk_write_ms double precision,
    session_ms double precision, active_ms double precision, idle_in_transaction_ms double precision, sessions bigint,
    database_bytes bigint, stats_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.stat_checkpointer (                -- pg_stat_checkpointer (17+) and pg_stat_bgwriter in one form
    run_id bigint not null, night date not null, at timestamptz not null,
    checkpoints_timed bigint, checkpoints_requested bigint, checkpoints_done bigint, write_ms double precision, sync_ms double precision,
    buffers_checkpoint bigint, slru_written bigint, buffers_clean bigint, maxwritten_clean bigint, buffers_alloc bigint, buffers_backend bigint,
    buffers_backend_fsync bigint, checkpointer_reset timestamptz, bgwriter_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.stat_wal (
    run_id bigint not null, night date not null, at timestamptz not null,
    wal_records bigint, wal_fpi bigint, wal_bytes numeric, wal_buffers_full bigint, wal_write bigint, wal_sync bigint,
    wal_write_ms double precision, wal_sync_ms double precision, insert_lsn_bytes numeric, stats_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.stat_io (
    run_id bigint not null, night date not null, at timestamptz not null,
    backend_type text not null, object text not null, context text not null,
    reads bigint, read_bytes numeric, read_ms double precision, writes bigint, write_bytes numeric, write_ms double precision,
    writebacks bigint, writeback_ms double precision, extends bigint, extend_bytes numeric, extend_ms double precision,
    hits bigint, evictions bigint, reuses bigint, fsyncs bigint, fsync_ms double precision, stats_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.stat_slru (
    run_id bigint not null, night date not null, at timestamptz not null,
    name text not null, blks_zeroed bigint, blks_hit bigint, blks_read bigint, blks_written bigint, blks_exists bigint,
    flushes bigint, truncates bigint, stats_reset timestamptz, postmaster_started_at timestamptz
) partition by list (night);

create table raw.locks (
    run_id bigint not null, night date not null, at timestamptz not null,
    locktype text not null, mode text not null, granted boolean not null, locks integer not null
) partition by list (night);

create table raw.table_stats (
    run_id bigint not null, night date not null, at timestamptz not null, moment text not null check (moment in ('before', 'after')),
    schemaname text not null, relname text not null, relid bigint, total_bytes bigint, heap_bytes bigint, seq_scan bigint, seq_tup_read bigint,
    idx_scan bigint, idx_tup_fetch bigint, n_tup_ins bigint, n_tup_upd bigint, n_tup_del bigint, n_tup_hot_upd bigint,
    n_live_tup bigint, n_dead_tup bigint, vacuum_count bigint, autovacuum_count bigint, analyze_count bigint, autoanalyze_count bigint,
    heap_blks_read bigint, heap_blks_hit bigint, idx_blks_read bigint, idx_blks_hit bigint
) partition by list (night);

create table raw.index_stats (
    run_id bigint not null, night date not null, at timestamptz not null, moment text not null check (moment in ('before', 'after')),
    schemaname text not null, relname text not null, indexrelname text not null, index_bytes bigint,
    idx_scan bigint, idx_tup_read bigint, idx_tup_fetch bigint, idx_blks_read bigint, idx_blks_hit bigint
) partition by list (night);

create table raw.buffercache (
    run_id bigint not null, night date not null, at timestamptz not null, moment text not null check (moment in ('before', 'after')),
    buffers_used bigint, buffers_unused bigint, buffers_dirty bigint, buffers_pinned bigint, usagecount_avg double precision
) partition by list (night);

create table raw.replication (
    run_id bigint not null, night date not null, at timestamptz not null,
    application_name text, state text, sync_state text, sent_lag_bytes numeric, write_lag_ms double precision, flush_lag_ms double precision, replay_lag_ms double precision
) partition by list (night);

create table raw.os_cpu (                           -- /proc/stat: ticks since boot
    run_id bigint not null, night date not null, at timestamptz not null,
    cpus integer not null, ticks_per_s integer not null, user_ticks bigint, nice_ticks bigint, system_ticks bigint, idle_ticks bigint,
    iowait_ticks bigint, irq_ticks bigint, softirq_ticks bigint, steal_ticks bigint, guest_ticks bigint, guest_nice_ticks bigint,
    context_switches bigint, interrupts bigint, forks bigint, procs_running integer, procs_blocked integer, load_1 real, booted_at timestamptz
) partition by list (night);

create table raw.os_memory (                        -- /proc/meminfo, kB
    run_id bigint not null, night date not null, at timestamptz not null,
    mem_total_kb bigint, mem_free_kb bigint, mem_available_kb bigint, buffers_kb bigint, cached_kb bigint, swap_cached_kb bigint,
    active_kb bigint, inactive_kb bigint, swap_total_kb bigint, swap_free_kb bigint, dirty_kb bigint, writeback_kb bigint,
    anon_pages_kb bigint, mapped_kb bigint, shmem_kb bigint, slab_kb bigint, sreclaimable_kb bigint, page_tables_kb bigint,
    committed_kb bigint, anon_huge_pages_kb bigint, hugepages_total bigint, hugepages_free bigint, hugepages_rsvd bigint, hugepages_surp bigint,
    hugepage_size_kb bigint
) partition by list (night);

create table raw.os_vmstat (                        -- /proc/vmstat, since boot
    run_id bigint not null, night date not null, at timestamptz not null,
    pgpgin bigint, pgpgout bigint, pswpin bigint, pswpout bigint, pgfault bigint, pgmajfault bigint, pgscan_kswapd bigint, pgscan_direct bigint,
    pgsteal_kswapd bigint, pgsteal_direct bigint, oom_kill bigint, thp_fault_alloc bigint, compact_stall bigint
) partition by list (night);

create table raw.os_disk (                          -- /proc/diskstats, since boot
    run_id bigint not null, night date not null, at timestamptz not null,
    device text not null, is_data_device boolean not null default false, reads bigint, reads_merged bigint, sectors_read bigint, read_ms bigint, writes bigint,
    writes_merged bigint, sectors_written bigint, write_ms bigint, in_flight bigint, io_ms bigint, weighted_io_ms bigint,
    discards bigint, discards_merged bigint, sectors_discarded bigint, discard_ms bigint, flushes bigint, flush_ms bigint
) partition by list (night);

create table raw.os_pressure (                      -- /proc/pressure: total in µs since boot
    run_id bigint not null, night date not null, at timestamptz not null,
    resource text not null, kind text not null, avg10_pct real, avg60_pct real, avg300_pct real, total_us bigint
) partition by list (night);

create table raw.os_network (
    run_id bigint not null, night date not null, at timestamptz not null,
    interface text not null, rx_bytes bigint, rx_packets bigint, rx_errors bigint, rx_dropped bigint,
    tx_bytes bigint, tx_packets bigint, tx_errors bigint, tx_dropped bigint
) partition by list (night);

create table raw.os_processes (                     -- CPU ticks by group: postgres, pgbench, pgverdict, other ("foreign load")
    run_id bigint not null, night date not null, at timestamptz not null,
    process_group text not null, processes integer, cpu_ticks bigint, rss_kb bigint
) partition by list (night);

create table raw.os_cgroup (
    run_id bigint not null, night date not null, at timestamptz not null,
    controller text not null, key text not null, value double precision
) partition by list (night);

create table raw.pgbench_progress (                 -- pgbench -P
    run_id bigint not null, night date not null, at timestamptz not null,
    script_group text not null default 'main', interval_s double precision, tps double precision, latency_ms double precision, latency_stddev_ms double precision,
    failed bigint, retried bigint, retries bigint, schedule_lag_ms double precision, skipped bigint, clients integer
) partition by list (night);

create table raw.pgbench_aggregate (                -- pgbench --log --aggregate-interval; at is the interval's start
    run_id bigint not null, night date not null, at timestamptz not null,
    script_group text not null default 'main', thread integer not null, script integer, interval_s double precision not null, transactions bigint not null,
    latency_sum_us double precision, latency_2_sum_us2 double precision, latency_min_us double precision, latency_max_us double precision,
    lag_sum_us double precision, lag_2_sum_us2 double precision, lag_min_us double precision, lag_max_us double precision,
    skipped bigint, retried bigint, retries bigint, serialization_failures bigint, deadlock_failures bigint
) partition by list (night);

create table raw.latency_histograms (               -- transactions a second and latency bucket, from pgbench --log; at is the second
    run_id bigint not null, night date not null, at timestamptz not null,
    script_group text not null default 'main', script integer not null default 0, lower_us double precision not null, upper_us double precision not null,
    transactions bigint not null, sampling_rate double precision not null default 1
) partition by list (night);

create table raw.pgbench_summary (
    run_id bigint not null, night date not null, at timestamptz not null,
    script_group text not null default 'main', step integer not null default 1, script text not null, scale integer, query_mode text, clients integer, threads integer,
    duration_s double precision, transactions bigint, failed bigint, skipped bigint, latency_ms double precision, latency_stddev_ms double precision,
    schedule_lag_ms double precision, initial_connection_ms double precision, tps double precision, tps_includes_connecting boolean, server_version text,
    script_sha256 text
) partition by list (night);

create table raw.log_events (                       -- from the server's log
    run_id bigint not null, night date not null, at timestamptz not null,
    kind text not null, severity text, sqlstate text, message text, detail jsonb not null default '{}'
) partition by list (night);

create table raw.settings (                         -- pg_settings
    run_id bigint not null, night date not null, at timestamptz not null, moment text not null check (moment in ('before', 'active', 'after')),
    name text not null, setting text, unit text, vartype text, context text, source text, boot_val text, min_val text, max_val text, pending_restart boolean
) partition by list (night);

create table raw.kernel_settings (                  -- sysctl and other kernel files that matter
    run_id bigint not null, night date not null, at timestamptz not null, moment text not null check (moment in ('before', 'active', 'after')),
    name text not null, value text
) partition by list (night);

create table raw.iostat (                           -- as iostat printed it (imports)
    run_id bigint not null, night date not null, at timestamptz not null,
    device text not null, is_since_boot boolean not null default false, reads_per_s double precision, writes_per_s double precision, read_kb_per_s double precision,
    write_kb_per_s double precision, rrqm_per_s double precision, wrqm_per_s double precision, rrqm_pct double precision, wrqm_pct double precision,
    r_await_ms double precision, w_await_ms double precision, await_ms double precision, aqu_sz double precision, rareq_kb double precision, wareq_kb double precision,
    svctm_ms double precision, util_pct double precision, discards_per_s double precision, discard_kb_per_s double precision, d_await_ms double precision,
    flushes_per_s double precision, f_await_ms double precision, tps double precision
) partition by list (night);

create table raw.iostat_cpu (
    run_id bigint not null, night date not null, at timestamptz not null, is_since_boot boolean not null default false,
    user_pct double precision, nice_pct double precision, system_pct double precision, iowait_pct double precision, steal_pct double precision, idle_pct double precision
) partition by list (night);

create table raw.vmstat (                           -- as vmstat printed it (imports), sizes in kB
    run_id bigint not null, night date not null, at timestamptz not null, is_since_boot boolean not null default false,
    r integer, b integer, swpd_kb bigint, free_kb bigint, buff_kb bigint, cache_kb bigint, inact_kb bigint, active_kb bigint, si_kb_per_s double precision, so_kb_per_s double precision,
    bi_kb_per_s double precision, bo_kb_per_s double precision, in_per_s double precision, cs_per_s double precision,
    us_pct double precision, sy_pct double precision, id_pct double precision, wa_pct double precision, st_pct double precision, gu_pct double precision
) partition by list (night);

create table raw.series (                           -- any metric at an instant (imports, sar)
    run_id bigint not null, night date not null, at timestamptz not null,
    metric text not null, entity text not null default '', value double precision
) partition by list (night);

create table raw.results (                          -- a run's result where only that is known (imports)
    run_id bigint not null, night date not null, metric text not null, value double precision not null
) partition by list (night);

-- Makes the partitions of one night for every raw table (idempotent); dropping them drops the night.
create function raw.ensure_night(night date) returns void language plpgsql security definer set search_path = pg_catalog as $$
declare parent regclass; partition_name text;
begin
    perform pg_advisory_xact_lock(hashtext('raw.ensure_night'));
    for parent in select partrelid::regclass from pg_partitioned_table join pg_class on oid = partrelid where relnamespace = 'raw'::regnamespace loop
        partition_name := (select relname from pg_class where oid = parent) || '_' || to_char(night, 'YYYYMMDD');
        if to_regclass('raw.' || quote_ident(partition_name)) is null then
            execute format('create table raw.%I partition of %s for values in (%L)', partition_name, parent, night);
            execute format('create index on raw.%I (run_id)', partition_name);
        end if;
    end loop;
end $$;

-- Drops every partition of a night; returns how many.
create function raw.drop_night(night date) returns integer language plpgsql security definer set search_path = pg_catalog as $$
declare child regclass; dropped integer := 0;
begin
    for child in select inhrelid::regclass from pg_inherits join pg_class parent on parent.oid = inhparent
        where parent.relnamespace = 'raw'::regnamespace and parent.relkind = 'p' loop
        if (select pg_get_expr(relpartbound, oid) from pg_class where oid = child) = format('FOR VALUES IN (%L)', night) then
            execute format('drop table %s', child);
            dropped := dropped + 1;
        end if;
    end loop;
    delete from raw.batches where batches.night = drop_night.night;
    return dropped;
end $$;

-- ---------------------------------------------------------------- quality: validation verdicts

create table quality.validations (
    validation_id bigint generated always as identity primary key,
    boundary text not null check (boundary in ('run', 'raw', 'marts')),
    execution_ids bigint[] not null,
    started_at timestamptz not null default now(),
    ended_at timestamptz,
    is_success boolean,
    report jsonb not null default '{}'              -- seconds by stage, Great Expectations' own statistics by suite
);

-- What the checks looked at: the measured quantities of a run (or of a run's metric, or of a mart's row), one row a suite.
create table quality.measurements (
    validation_id bigint not null references quality.validations on delete cascade,
    suite text not null,
    execution_id bigint not null,
    run_id bigint,
    metric text,
    entity text,                                    -- a family, a device, a level: what else tells rows apart
    quantities jsonb not null,
    details jsonb not null default '{}'
);
create index on quality.measurements (validation_id, suite);

-- The newest validation of a run and expectation is the one in force (quality.verdicts_in_force).
create table quality.verdicts (
    validation_id bigint not null references quality.validations on delete cascade,
    execution_id bigint not null,
    run_id bigint,                                  -- null: the execution as a whole
    metric text,                                    -- null: not about one metric
    suite text not null,
    expectation text not null,
    severity text not null check (severity in ('critical', 'warning', 'info')),
    is_success boolean not null,
    observed text,
    expected text,
    message_en text not null,
    message_ru text not null,
    validated_at timestamptz not null default now()
);
create index on quality.verdicts (execution_id, run_id);
create view quality.verdicts_in_force as
    select distinct on (execution_id, run_id, metric, suite, expectation) *
    from quality.verdicts
    order by execution_id, run_id, metric, suite, expectation, validation_id desc;

-- ---------------------------------------------------------------- articles: what was published, from what, by whom

create table articles.articles (
    article_id bigint generated always as identity primary key,
    experiment_id text not null,
    execution_id bigint,
    kind text not null,
    language text not null,
    night date,
    status text not null check (status in ('draft', 'published', 'refused')),
    title text not null,
    markdown text not null,
    inputs_hash text not null,
    facts jsonb not null,
    provenance jsonb not null default '{}',
    check_result jsonb,
    written_at timestamptz not null default now(),
    published_at timestamptz
);
create table articles.claims (
    article_id bigint not null references articles.articles on delete cascade,
    claim_id text not null,                         -- stable from night to night
    predicate text not null,
    modality text not null,
    is_mandatory boolean not null default false,
    facts text[] not null,
    payload jsonb not null,
    verdict text,
    primary key (article_id, claim_id)
);
create table articles.sentences (
    article_id bigint not null references articles.articles on delete cascade,
    position integer not null,
    section text not null,
    text text not null,
    claim_ids text[] not null,
    writer text not null check (writer in ('template', 'model')),
    model text,
    attempts integer not null default 0,
    reason text,                                    -- why it fell back to the template
    primary key (article_id, position)
);
create table articles.claim_ledger (                -- what later nights said of earlier claims
    claim_id text not null,
    experiment_id text not null,
    execution_id bigint not null,
    status text not null check (status in ('first', 'confirmed', 'contradicted', 'outdated')),
    payload jsonb not null,
    recorded_at timestamptz not null default now(),
    primary key (claim_id, execution_id)
);
create table articles.answers (                     -- a model's answers by the hash of model, prompt and parameters
    answer_hash text primary key,
    model text not null,
    prompt_hash text not null,
    response text not null,
    prompt_tokens integer,
    completion_tokens integer,
    seconds double precision,
    answered_at timestamptz not null default now()
);

-- ---------------------------------------------------------------- roles

do $$
declare name text;
begin
    foreach name in array array['pgverdict_control', 'pgverdict_collector', 'pgverdict_quality', 'pgverdict_dbt', 'pgverdict_prompts', 'pgverdict_reader'] loop
        if not exists (select from pg_roles where rolname = name) then
            execute format('create role %I nologin', name);
        end if;
        execute format('grant %I to current_user', name);
    end loop;
end $$;

grant usage on schema control to pgverdict_control, pgverdict_collector, pgverdict_quality, pgverdict_dbt, pgverdict_reader;
grant select, insert, update, delete on all tables in schema control to pgverdict_control;
grant select on all tables in schema control to pgverdict_collector, pgverdict_quality, pgverdict_dbt, pgverdict_reader;
grant insert, update, delete on control.experiments, control.executions, control.runs, control.load_steps to pgverdict_collector; -- imports
grant usage on schema raw to pgverdict_collector, pgverdict_quality, pgverdict_dbt, pgverdict_reader;
grant select, insert, delete on all tables in schema raw to pgverdict_collector;
grant select on all tables in schema raw to pgverdict_quality, pgverdict_dbt, pgverdict_reader;
grant execute on function raw.ensure_night(date), raw.drop_night(date) to pgverdict_collector, pgverdict_control;
grant usage, create on schema staging, intermediate, marts to pgverdict_dbt;
grant usage on schema quality to pgverdict_quality, pgverdict_dbt, pgverdict_reader, pgverdict_control, pgverdict_prompts;
grant select, insert, update, delete on all tables in schema quality to pgverdict_quality;
grant select on all tables in schema quality to pgverdict_dbt, pgverdict_reader, pgverdict_control;
grant usage on schema marts to pgverdict_quality, pgverdict_prompts, pgverdict_reader; -- dbt grants select on the models
grant usage on schema articles to pgverdict_prompts, pgverdict_reader;
grant select, insert, update, delete on all tables in schema articles to pgverdict_prompts;
grant select on all tables in schema articles to pgverdict_reader;
