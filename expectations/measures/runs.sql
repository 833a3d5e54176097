-- What run control says of each run, against the other runs of its execution: a run must be a run before its samples matter.
with loads as (
    select
        scope_peers.*,
        extract(epoch from scope_peers.measured_to - scope_peers.measured_from) as measured_s,
        (
            select string_agg(scope_peers.levels ->> (factor ->> 'name'), '/')
            from jsonb_array_elements(scope_peers.factors) as factor
            where factor ->> 'kind' in ('clients', 'workload', 'scale')
        ) as load_level
    from scope_peers
),

planned_loads as (
    select
        loads.run_id,
        string_agg(concat_ws('@', steps.clients, steps.target_tps), ' ' order by steps.step) as load_plan,
        sum(extract(epoch from steps.ends_at - steps.starts_at)) as steps_s,
        max(case when steps.ends_at <= steps.starts_at then 1 else 0 end) as backward_steps
    from loads
    inner join control.load_steps as steps using (run_id)
    where not steps.is_warm_up
    group by loads.run_id
),

typical as (
    select
        loads.execution_id,
        loads.load_level,
        percentile_cont(0.5) within group (order by loads.measured_s) as typical_s,
        mode() within group (order by planned_loads.load_plan) as typical_plan
    from loads
    left join planned_loads using (run_id)
    group by loads.execution_id, loads.load_level
),

steps_of_control as (
    select
        steps.run_id,
        count(*) filter (where not steps.is_ok) as failed_steps,
        string_agg(distinct steps.step, ', ') filter (where not steps.is_ok) as failed_step_names,
        count(*) filter (where steps.step = 'prove active' and steps.is_ok) as proofs
    from control.run_steps as steps
    inner join scope_runs using (run_id)
    group by steps.run_id
),

unknown_levels as (
    select
        scope_runs.run_id,
        count(*) filter (
            where coalesce(scope_runs.levels ->> (factor ->> 'name'), '') <> all(array(select jsonb_array_elements_text(factor -> 'levels')))
        ) as unknown_level,
        string_agg(
            (factor ->> 'name') || '=' || coalesce(scope_runs.levels ->> (factor ->> 'name'), '?'), ', '
        ) filter (
            where coalesce(scope_runs.levels ->> (factor ->> 'name'), '') <> all(array(select jsonb_array_elements_text(factor -> 'levels')))
        ) as unknown_level_detail,
        string_agg(scope_runs.levels ->> (factor ->> 'name'), '/' order by position) as joined_level
    from scope_runs
    cross join lateral jsonb_array_elements(scope_runs.factors) with ordinality as listed (factor, position)
    group by scope_runs.run_id
),

overlapped as (
    select
        scope_runs.run_id,
        count(*) as overlapping,
        string_agg(coalesce(others.run::text, others.run_id::text), ', ') as overlapping_detail
    from scope_runs
    inner join scope_peers as others
        on scope_runs.execution_id = others.execution_id
        and scope_runs.run_id <> others.run_id
        and tstzrange(scope_runs.measured_from, scope_runs.measured_to) && tstzrange(others.measured_from, others.measured_to)
    where scope_runs.measured_from < scope_runs.measured_to and others.measured_from < others.measured_to
    group by scope_runs.run_id
),

-- Settings and kernel settings have checks of their own, against all runs and not only the first.
provenance as (
    select
        scope_runs.run_id,
        count(lines.line) as other_environment,
        left(string_agg(replace(lines.line, ' became ', ' → '), ', ' order by lines.position), 300) as other_environment_detail
    from scope_runs
    inner join control.runs using (run_id)
    left join lateral jsonb_array_elements_text(runs.fingerprint -> 'differs_from_first') with ordinality as lines (line, position)
        on lines.line !~ '^(settings|sysctl)\.'
    where jsonb_typeof(runs.fingerprint -> 'differs_from_first') = 'array'
    group by scope_runs.run_id
),

sampled as (
    select
        scope_runs.run_id,
        (
            exists (select from raw.pgbench_progress as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.pgbench_aggregate as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.pgbench_summary as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.latency_histograms as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.series as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.results as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.iostat as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.vmstat as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.stat_database as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
            or exists (select from raw.stat_statements as rows where rows.run_id = scope_runs.run_id and rows.night = any(%(nights)s))
        )::int as has_samples
    from scope_runs
),

measured as (
    select
        loads.execution_id,
        loads.run_id,
        null::text as metric,
        null::text as entity,
        sampled.has_samples,
        case
            when loads.measured_from is null or loads.measured_to is null then null
            when loads.measured_to <= loads.measured_from or loads.measured_from < loads.started_at - interval '1 s'
                or loads.measured_to > loads.ended_at + interval '1 s' then 1
            else coalesce(planned_loads.backward_steps, 0)
        end as disordered_times,
        -- Starting and stopping takes a part of a second either way.
        case
            when loads.measured_s > typical.typical_s then greatest(1, (loads.measured_s - 0.5) / nullif(typical.typical_s, 0))
            else least(1, (loads.measured_s + 0.5) / nullif(typical.typical_s, 0))
        end as length_ratio,
        concat(round(loads.measured_s), ' s, ', round(100 * loads.measured_s / nullif(typical.typical_s, 0)), '%%') as length_ratio_detail,
        (planned_loads.load_plan is distinct from typical.typical_plan)::int as other_load,
        coalesce(planned_loads.load_plan, '-') || ' / ' || coalesce(typical.typical_plan, '-') as other_load_detail,
        steps_of_control.failed_steps,
        steps_of_control.failed_step_names as failed_steps_detail,
        case when loads.origin = 'run' then steps_of_control.proofs end as proofs,
        greatest(
            unknown_levels.unknown_level, (unknown_levels.joined_level is distinct from loads.level)::int
        ) as unknown_level,
        coalesce(unknown_levels.unknown_level_detail, loads.level || ' / ' || unknown_levels.joined_level) as unknown_level_detail,
        case when loads.origin = 'run' then coalesce(overlapped.overlapping, 0) end as overlapping,
        overlapped.overlapping_detail,
        case when loads.origin = 'import' and loads.measured_from < loads.measured_to then coalesce(overlapped.overlapping, 0) end
            as imported_overlapping,
        overlapped.overlapping_detail as imported_overlapping_detail,
        provenance.other_environment,
        provenance.other_environment_detail,
        loads.attempt
    from scope_runs
    inner join loads using (run_id)
    inner join sampled using (run_id)
    left join planned_loads using (run_id)
    left join typical
        on loads.execution_id = typical.execution_id and loads.load_level is not distinct from typical.load_level
    left join steps_of_control using (run_id)
    left join unknown_levels using (run_id)
    left join overlapped using (run_id)
    left join provenance using (run_id)
)

select * from measured
