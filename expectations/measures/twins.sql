-- The same data under two runs: a file copied by mistake is a value that stands under two levels.
with courses as (
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, 'tps' as metric,
        md5(string_agg(concat_ws(',', rows.tps, rows.latency_ms), ' ' order by rows.at)) as course,
        count(distinct (rows.tps, rows.latency_ms)) as distinct_values
    from scope_peers
    inner join raw.pgbench_progress as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s)
    group by scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level
    union all
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, concat_ws(' ', found.metric, nullif(found.entity, '')),
        found.course, found.varied
    from (
        -- Imports may hold millions of points: a sum of hashes of value and place in the run needs no sorting.
        select rows.run_id, rows.metric, rows.entity,
            sum(hashfloat8extended(rows.value, round(extract(epoch from rows.at - firsts.at) * 1000)::bigint))::text || '/' || count(*) as course,
            case when count(*) filter (where rows.value <> firsts.value and rows.value not in (0, 1, 100)) >= 8 then 8 else 0 end as varied
        from raw.series as rows
        inner join (
            select run_id, metric, entity, min(at) as at, min(value) as value
            from raw.series
            where night = any(%(nights)s) and run_id = any(%(peer_ids)s)
            group by run_id, metric, entity
        ) as firsts using (run_id, metric, entity)
        where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s)
        group by rows.run_id, rows.metric, rows.entity
    ) as found
    inner join scope_peers using (run_id)
    union all
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, 'iostat ' || rows.device,
        md5(string_agg(concat_ws(',', rows.reads_per_s, rows.writes_per_s, rows.util_pct), ' ' order by rows.at)),
        count(distinct (rows.reads_per_s, rows.writes_per_s, rows.util_pct))
    from scope_peers
    inner join raw.iostat as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and not rows.is_since_boot
    group by scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, rows.device
    union all
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, 'vmstat',
        md5(string_agg(concat_ws(',', rows.us_pct, rows.sy_pct, rows.cs_per_s, rows.free_kb), ' ' order by rows.at)),
        count(distinct (rows.us_pct, rows.sy_pct, rows.cs_per_s, rows.free_kb))
    from scope_peers
    inner join raw.vmstat as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and not rows.is_since_boot
    group by scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level
),

varied as (
    select * from courses where distinct_values >= 8
),

-- A result alone has fewer digits to be equal by accident in: six significant ones.
single_results as (
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.run, scope_peers.level, rows.metric, rows.value
    from scope_peers
    inner join raw.results as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and length(regexp_replace(rows.value::text, '[^0-9]|^0+', '', 'g')) >= 6
),

course_twins as (
    select
        mine.run_id,
        count(others.run_id) as copied_courses,
        string_agg(distinct mine.metric || ' = ' || coalesce(others.run::text, 'id ' || others.run_id) || ' (' || others.level || ')', ', ')
            as copied_courses_detail
    from varied as mine
    inner join scope_runs using (run_id)
    left join varied as others
        on mine.execution_id = others.execution_id and mine.metric = others.metric and mine.course = others.course and mine.run_id <> others.run_id
    group by mine.run_id
),

result_twins as (
    select
        mine.run_id,
        count(others.run_id) as equal_results,
        string_agg(distinct mine.metric || ' = ' || coalesce(others.run::text, 'id ' || others.run_id) || ' (' || others.level || ')', ', ')
            as equal_results_detail
    from single_results as mine
    inner join scope_runs using (run_id)
    left join single_results as others
        on mine.execution_id = others.execution_id and mine.metric = others.metric and mine.value = others.value and mine.run_id <> others.run_id
    group by mine.run_id
),

measured as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        null::text as entity,
        course_twins.copied_courses,
        left(course_twins.copied_courses_detail, 300) as copied_courses_detail,
        result_twins.equal_results,
        left(result_twins.equal_results_detail, 300) as equal_results_detail
    from scope_runs
    left join course_twins using (run_id)
    left join result_twins using (run_id)
    where coalesce(course_twins.run_id, result_twins.run_id) is not null
)

select * from measured
