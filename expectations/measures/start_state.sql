-- What a run inherited: size, bloat and vacuum carried from the run before make levels unequal before they begin.
with keyed as (
    select
        scope_peers.*,
        (
            select string_agg(scope_peers.levels ->> (factor ->> 'name'), '/')
            from jsonb_array_elements(scope_peers.factors) as factor
            where factor ->> 'kind' = 'scale'
        ) as scale_level
    from scope_peers
),

sizes as (
    select keyed.execution_id, keyed.run_id, keyed.scale_level, max(first_rows.database_bytes) as database_bytes
    from keyed
    inner join lateral (
        select distinct on (rows.database) rows.database, rows.database_bytes
        from raw.stat_database as rows
        where rows.run_id = keyed.run_id and rows.night = any(%(nights)s) and rows.database_bytes is not null
        order by rows.database, rows.at
    ) as first_rows on true
    group by keyed.execution_id, keyed.run_id, keyed.scale_level
),

tables as (
    select
        keyed.execution_id,
        keyed.run_id,
        keyed.scale_level,
        -- A database made from a template knows nothing of its live rows yet, so its size speaks for them: about 150 bytes a row.
        sum(rows.n_dead_tup) filter (where rows.moment = 'before')::float8
        / nullif(greatest(
            sum(rows.n_live_tup + rows.n_dead_tup) filter (where rows.moment = 'before'),
            sum(rows.heap_bytes) filter (where rows.moment = 'before') / 150
        ), 0) as dead_share,
        coalesce(sum(rows.autovacuum_count) filter (where rows.moment = 'after'), 0)
        - coalesce(sum(rows.autovacuum_count) filter (where rows.moment = 'before'), 0) as autovacuums,
        bool_or(rows.moment = 'after') and bool_or(rows.moment = 'before') as has_both
    from keyed
    inner join raw.table_stats as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s)
    group by keyed.execution_id, keyed.run_id, keyed.scale_level
),

usual as (
    select
        sizes.execution_id,
        sizes.scale_level,
        percentile_cont(0.5) within group (order by sizes.database_bytes) as database_bytes,
        percentile_cont(0.5) within group (order by tables.dead_share) as dead_share,
        count(*) as runs
    from sizes
    left join tables using (run_id)
    group by sizes.execution_id, sizes.scale_level
),

measured as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        null::text as entity,
        case when usual.runs > 1 then sizes.database_bytes / nullif(usual.database_bytes, 0) end as size_ratio,
        pg_size_pretty(sizes.database_bytes::bigint) as size_ratio_detail,
        tables.dead_share - usual.dead_share as dead_share_above,
        case when tables.has_both then tables.autovacuums end as autovacuums
    from scope_runs
    inner join sizes using (run_id)
    left join tables using (run_id)
    left join usual on sizes.execution_id = usual.execution_id and sizes.scale_level is not distinct from usual.scale_level
)

select * from measured
