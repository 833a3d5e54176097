-- Runs of which only a result is known: it must be a number, and of the size that its level's other runs have.
with peers as (
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.level, rows.metric, rows.value
    from scope_peers
    inner join raw.results as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s)
),

declared as (
    select execution_id, metric, unit
    from raw.metric_declarations
    where execution_id = any(%(execution_ids)s)
),

measured as (
    select
        mine.execution_id,
        mine.run_id,
        mine.metric,
        null::text as entity,
        (mine.value in ('NaN', 'Infinity', '-Infinity'))::int as bad_value,
        (mine.value < 0)::int as negative,
        case when max(declared.unit) = '%%' then mine.value / 100 end as share_of_whole,
        case when mine.value > 0 and mine.value <> 'Infinity' and mine.value <> 'NaN' then
            abs(ln(mine.value) - coalesce(
                percentile_cont(0.5) within group (order by ln(others.value)) filter (where others.level = mine.level),
                percentile_cont(0.5) within group (order by ln(others.value))
            )) / ln(10)
        end as scale_off,
        (select count(*) from peers as copies where copies.run_id = mine.run_id and copies.metric = mine.metric) - 1 as repeated_rows
    from peers as mine
    inner join scope_runs using (run_id)
    left join peers as others
        on mine.execution_id = others.execution_id and mine.metric = others.metric and mine.run_id <> others.run_id and others.value > 0
        and others.value <> 'Infinity' and others.value <> 'NaN'
    left join declared on mine.execution_id = declared.execution_id and mine.metric = declared.metric
    group by mine.execution_id, mine.run_id, mine.metric, mine.level, mine.value
)

select * from measured
