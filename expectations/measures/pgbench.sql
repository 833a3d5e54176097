-- pgbench against itself: progress against summary, aggregate and histogram against both, and all against the clock.
with steps as (
    select
        scope_runs.run_id,
        sum(extract(epoch from load_steps.ends_at - load_steps.starts_at)) as load_s,
        max(load_steps.target_tps) as target_tps
    from scope_runs
    inner join control.load_steps using (run_id)
    where not load_steps.is_warm_up
    group by scope_runs.run_id
),

runs as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        scope_runs.measured_from,
        scope_runs.measured_to,
        scope_runs.origin,
        steps.target_tps,
        coalesce(steps.load_s, extract(epoch from scope_runs.measured_to - scope_runs.measured_from)) as load_s
    from scope_runs
    left join steps using (run_id)
),

progress as (
    select
        rows.*,
        runs.measured_from,
        runs.measured_to,
        load_steps.clients as planned_clients,
        coalesce(
            rows.interval_s, extract(epoch from rows.at - lag(rows.at) over (partition by rows.run_id, rows.script_group order by rows.at))
        ) as seconds,
        row_number() over (partition by rows.run_id, rows.script_group, rows.at) as copy,
        ntile(4) over (partition by rows.run_id order by rows.at) as quarter
    from runs
    inner join raw.pgbench_progress as rows using (run_id)
    left join control.load_steps
        on rows.run_id = load_steps.run_id and rows.at > load_steps.starts_at and rows.at <= load_steps.ends_at
        and not load_steps.is_warm_up
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
),

-- Groups of scripts run beside each other: coverage is the worst group's, speed is the sum.
covered as (
    select run_id, max(duplicates) as duplicates, min(covered_s) as covered_s, max(typical_s) as typical_s
    from (
        select
            run_id,
            script_group,
            count(*) filter (where copy > 1) as duplicates,
            coalesce(sum(seconds) filter (where at > measured_from and at <= measured_to + interval '2 s'), 0) as covered_s,
            percentile_cont(0.5) within group (order by seconds) as typical_s
        from progress
        group by run_id, script_group
    ) as by_group
    group by run_id
),

from_progress as (
    select
        run_id,
        count(*) as lines,
        sum(tps * seconds) / nullif(sum(seconds), 0) * count(distinct script_group) as tps_all,
        sum(tps * seconds) filter (where at > measured_from and at <= measured_to + interval '2 s')
        / nullif(sum(seconds) filter (where at > measured_from and at <= measured_to + interval '2 s'), 0)
        * count(distinct script_group) as tps_measured,
        count(*) filter (
            where tps is null or tps = 'NaN' or tps < 0 or tps = 'Infinity' or latency_ms = 'NaN' or latency_ms < 0
        ) as bad_values,
        sum(case when tps = 0 then seconds else 0 end) / nullif(sum(seconds), 0) as stalled_share,
        percentile_cont(0.5) within group (order by tps * latency_ms / 1000 / nullif(coalesce(clients, planned_clients), 0))
            filter (where schedule_lag_ms is null and at > measured_from) as clients_by_progress,
        avg(schedule_lag_ms) filter (where quarter = 4) - avg(schedule_lag_ms) filter (where quarter = 1) as lag_growth_ms,
        sum(failed) as failed,
        sum(skipped) as skipped
    from progress
    group by run_id
),

from_summary as (
    select
        runs.run_id,
        sum(summary.tps * summary.duration_s) / nullif(sum(summary.duration_s), 0) * count(distinct summary.script_group) as tps,
        sum(summary.transactions) as transactions,
        sum(summary.transactions) / nullif(sum(summary.tps * summary.duration_s), 0) as count_by_speed,
        case when max(summary.schedule_lag_ms) is null and max(runs.target_tps) is null then
            avg(summary.tps * summary.latency_ms / 1000 / nullif(summary.clients, 0))
        end as clients_by_summary,
        sum(summary.failed)::float8 / nullif(sum(summary.transactions) + sum(summary.failed), 0) as failed_share,
        sum(summary.skipped)::float8 / nullif(sum(summary.transactions) + sum(summary.skipped), 0) as skipped_share,
        count(*) filter (
            where summary.tps = 'NaN' or summary.tps < 0 or summary.tps = 'Infinity' or summary.latency_ms < 0 or summary.latency_ms = 'NaN'
        ) as bad_values
    from runs
    inner join (
        -- One row a script: the totals of a group and step stand in each of them.
        select distinct on (rows.run_id, rows.script_group, rows.step) rows.*
        from raw.pgbench_summary as rows
        where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        order by rows.run_id, rows.script_group, rows.step, rows.script
    ) as summary using (run_id)
    group by runs.run_id
),

clients_by_step as (
    select by_step.run_id, max(abs(by_step.clients - load_steps.clients)) as other_clients,
        string_agg(by_step.clients || ' / ' || load_steps.clients, ', ' order by by_step.step)
            filter (where by_step.clients <> load_steps.clients) as other_clients_detail
    from (
        select distinct_groups.run_id, distinct_groups.step, sum(distinct_groups.clients) as clients
        from (
            select distinct rows.run_id, rows.script_group, rows.step, rows.clients
            from raw.pgbench_summary as rows
            where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        ) as distinct_groups
        group by distinct_groups.run_id, distinct_groups.step
    ) as by_step
    inner join control.load_steps on by_step.run_id = load_steps.run_id and by_step.step = load_steps.step
    group by by_step.run_id
),

from_aggregate as (
    select
        rows.run_id,
        sum(rows.transactions) as transactions,
        count(*) - count(distinct (rows.script_group, rows.thread, rows.script, rows.at)) as duplicates,
        count(*) filter (
            where rows.transactions > 0 and not (
                rows.latency_sum_us / rows.transactions between rows.latency_min_us * 0.999999 and rows.latency_max_us * 1.000001
            )
        ) as means_outside,
        count(*) filter (
            where rows.transactions > 0 and rows.latency_2_sum_us2 * rows.transactions < rows.latency_sum_us ^ 2 * 0.999999
        ) as negative_variances
    from runs
    inner join raw.pgbench_aggregate as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    group by rows.run_id
),

from_histogram as (
    select rows.run_id, sum(rows.transactions / nullif(rows.sampling_rate, 0)) as transactions, sum(rows.transactions) as sampled,
        count(*) filter (where rows.upper_us <= rows.lower_us or rows.lower_us < 0 or rows.transactions < 0) as bad_buckets
    from runs
    inner join raw.latency_histograms as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    group by rows.run_id
),

-- The summary covers all that pgbench did; whether warm-up was part of it depends on who ran it, so the nearer one counts.
compared as (
    select
        runs.execution_id,
        runs.run_id,
        null::text as metric,
        null::text as entity,
        -- Our own runs always ask pgbench for its progress, so none of it is a gap; imports may have none.
        case
            when from_progress.run_id is not null
                then greatest(0, runs.load_s - covered.covered_s - 2 * coalesce(covered.typical_s, 1)) / nullif(runs.load_s, 0)
            when runs.origin = 'run' then 1
        end
            as missing_share,
        greatest(0, covered.covered_s - runs.load_s - 2 * covered.typical_s) / nullif(runs.load_s, 0) as surplus_share,
        covered.duplicates + coalesce(from_aggregate.duplicates, 0) as duplicates,
        coalesce(from_progress.bad_values, 0) + coalesce(from_summary.bad_values, 0) + coalesce(from_histogram.bad_buckets, 0) as bad_values,
        -- pgbench's last report is due when it ends and is not printed: one report's worth is forgiven.
        case
            when nearer.ratio > 1 then greatest(1, nearer.ratio - 1.0 / from_progress.lines)
            else least(1, nearer.ratio + 1.0 / from_progress.lines)
        end as log_by_summary,
        round((100 * nearer.ratio)::numeric) || '%%' as log_by_summary_detail,
        from_summary.count_by_speed,
        from_summary.clients_by_summary,
        case when runs.target_tps is null then from_progress.clients_by_progress end as clients_by_progress,
        clients_by_step.other_clients,
        clients_by_step.other_clients_detail,
        coalesce(from_summary.failed_share, from_progress.failed / nullif(from_progress.tps_all * runs.load_s, 0)) as failed_share,
        from_summary.skipped_share,
        from_progress.lag_growth_ms,
        coalesce(from_summary.tps, from_progress.tps_measured) / runs.target_tps as rate_reached,
        from_progress.stalled_share,
        coalesce(from_summary.transactions, from_progress.tps_all * runs.load_s) as transactions_done,
        from_aggregate.means_outside + from_aggregate.negative_variances as means_outside,
        from_aggregate.transactions / nullif(from_summary.transactions, 0) as aggregate_by_summary,
        case when from_histogram.sampled >= 1000 then from_histogram.transactions / nullif(from_summary.transactions, 0) end
            as histogram_by_summary
    from runs
    left join covered using (run_id)
    left join from_progress using (run_id)
    left join from_summary using (run_id)
    left join clients_by_step using (run_id)
    left join from_aggregate using (run_id)
    left join from_histogram using (run_id)
    left join lateral (
        select
            case
                when from_progress.tps_all > 0 and from_progress.tps_measured > 0 and from_summary.tps > 0
                    and abs(ln(from_progress.tps_all / from_summary.tps)) <= abs(ln(from_progress.tps_measured / from_summary.tps))
                    then from_progress.tps_all / from_summary.tps
                else coalesce(from_progress.tps_measured, from_progress.tps_all) / nullif(from_summary.tps, 0)
            end as ratio
    ) as nearer on true
    where coalesce(from_progress.run_id, from_summary.run_id, from_aggregate.run_id, from_histogram.run_id) is not null
)

select * from compared
