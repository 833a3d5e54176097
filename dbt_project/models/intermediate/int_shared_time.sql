-- What a run's sessions spent their time on, by sampler: our own samples of pg_stat_activity, statements, and the profile of pg_wait_sampling, never mixed.
with runs as (
    select * from {{ ref('int_runs') }} where is_counted and role = 'level'
),

instants as (
    select ticks.run_id, 1000 * count(distinct date_trunc('second', ticks.at)) / nullif(sum(ticks.taken), 0)::double precision as resolution_ms
    from {{ ref('stg_ticks') }} as ticks
    inner join runs on ticks.run_id = runs.run_id
    where {{ in_due_nights('ticks.night') }} and ticks.family = 'activity_waits' and ticks.at >= runs.measured_from and ticks.at < runs.measured_to
    group by ticks.run_id
),

observed as (
    select
        waits.run_id,
        coalesce(waits.wait_event_type, 'CPU') as type,
        coalesce(waits.wait_event_type || ':' || waits.wait_event, 'CPU') as event,
        sum(waits.backends)::double precision as time_units
    from {{ ref('stg_activity_waits') }} as waits
    inner join runs on waits.run_id = runs.run_id
    where
        {{ in_due_nights('waits.night') }} and waits.at >= runs.measured_from and waits.at < runs.measured_to
        and waits.backend_type = 'client backend' and waits.state = 'active'
        and (waits.wait_event_type is null or waits.wait_event_type not in ('Activity', 'Client'))
    group by waits.run_id, 2, 3
),

statements as (
    select grown.run_id, grown.queryid, sum(grown.growth order by grown.at) as time_units
    from (
        select
            statements.run_id, statements.queryid, statements.at,
            case
                when statements.dealloc is not distinct from lag(statements.dealloc) over in_time
                    and statements.stats_reset is not distinct from lag(statements.stats_reset) over in_time
                then greatest(statements.total_exec_ms - lag(statements.total_exec_ms) over in_time, 0)
            end as growth
        from {{ ref('stg_stat_statements') }} as statements
        inner join runs on statements.run_id = runs.run_id
        where {{ in_due_nights('statements.night') }} and statements.at >= runs.measured_from and statements.at < runs.measured_to
        window in_time as (partition by statements.run_id, statements.database, statements.queryid order by statements.at)
    ) as grown
    where grown.growth > 0
    group by grown.run_id, grown.queryid
),

-- Counts are cumulative and only changed ones are kept: what first shows itself after the run's first instant has grown from zero; a fall is a reset and unknown.
profiled as (
    select grown.run_id, grown.type, grown.event, sum(grown.growth) as time_units, max(grown.period_ms) as period_ms
    from (
        select
            samples.run_id, samples.at >= runs.measured_from and samples.at < runs.measured_to as is_measured, samples.period_ms,
            coalesce(samples.wait_event_type, 'CPU') as type,
            coalesce(samples.wait_event_type || ':' || samples.wait_event, 'CPU') as event,
            samples.samples - coalesce(
                lag(samples.samples) over (partition by samples.run_id, samples.wait_event_type, samples.wait_event, samples.queryid order by samples.at),
                case when samples.at > min(samples.at) over (partition by samples.run_id) then 0 end
            ) as growth
        from {{ ref('stg_wait_sampling') }} as samples
        inner join runs on samples.run_id = runs.run_id
        where {{ in_due_nights('samples.night') }} and (samples.wait_event_type is null or samples.wait_event_type not in ('Activity', 'Client'))
    ) as grown
    where grown.is_measured and grown.growth > 0
    group by grown.run_id, grown.type, grown.event
),

united as (
    select observed.run_id, 'wait' as kind, observed.event as entity, observed.type, observed.time_units, instants.resolution_ms
    from observed
    left join instants on observed.run_id = instants.run_id
    union all
    select observed.run_id, 'wait_type', observed.type, null, sum(observed.time_units), max(instants.resolution_ms)
    from observed
    left join instants on observed.run_id = instants.run_id
    group by observed.run_id, observed.type
    union all
    select run_id, 'statement', queryid::text, null, time_units, null from statements
    union all
    select run_id, 'sampled_wait', event, type, time_units::double precision, period_ms from profiled
)

select * from united
