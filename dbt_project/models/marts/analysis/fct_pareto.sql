-- What active sessions spend their time on: shares of wait events, wait types and statements by run and level, with intervals on the logits.
with runs as (
    select * from {{ ref('int_runs') }} where is_counted and role = 'level'
),

instants as (
    select ticks.run_id, sum(ticks.taken)::double precision as taken, count(distinct date_trunc('second', ticks.at)) as seconds
    from {{ ref('stg_ticks') }} as ticks
    inner join runs on ticks.run_id = runs.run_id
    where {{ in_due_nights('ticks.night') }} and ticks.family = 'activity_waits' and ticks.at >= runs.measured_from and ticks.at < runs.measured_to
    group by ticks.run_id
),

sampled as (
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

united as (
    select run_id, 'wait' as kind, event as entity, type, time_units from sampled
    union all
    select run_id, 'wait_type', type, null, sum(time_units) from sampled group by run_id, type
    union all
    select run_id, 'statement', queryid::text, null, time_units from statements
),

-- An event that a run did not show had no time there: it counts as zero, not as absent.
gridded as (
    select
        runs.execution_id, runs.experiment_id, runs.level, runs.run_id, present.kind, present.entity, present.type,
        coalesce(united.time_units, 0) as time_units,
        sum(united.time_units) over (partition by runs.run_id, present.kind) as total,
        sum(united.time_units) over (partition by runs.run_id, present.kind, present.type) as type_total
    from (
        select distinct runs.execution_id, runs.level, united.kind, united.entity, united.type
        from united
        inner join runs on united.run_id = runs.run_id
    ) as present
    inner join runs on present.execution_id = runs.execution_id and present.level = runs.level
    left join united on runs.run_id = united.run_id and present.kind = united.kind and present.entity = united.entity
),

-- The 80% line runs over waits alone: time on CPU is no wait. Logits take (x + 0.5) / (n + 1) of samples.
shared as (
    select
        gridded.*,
        time_units / total as share,
        case when type is not null then time_units / nullif(type_total, 0) end as share_of_type,
        ln((time_units + 0.5) / (total - time_units + 0.5)) as logit,
        ln((time_units + 0.5) / (total + 1)) as log_share,
        sum(case when entity = 'CPU' then 0 else time_units end) over (partition by run_id, kind order by case when entity = 'CPU' then 1 else 0 end, time_units desc, entity collate "C")
        - time_units < 0.8 * sum(case when entity = 'CPU' then 0 else time_units end) over (partition by run_id, kind)
        and time_units > 0 and entity <> 'CPU' as is_member
    from gridded
    where total > 0
),

levelled as (
    select
        execution_id, experiment_id, level, kind, entity, type, count(*)::integer as runs,
        avg(share::numeric)::double precision as share_of_total,
        avg(share_of_type::numeric)::double precision as share_of_type,
        avg(logit::numeric)::double precision as logit,
        stddev_samp(logit::numeric)::double precision / sqrt(count(*)) as logit_error,
        array_agg(log_share order by run_id) as log_shares,
        case when bool_and(is_member) then 'member' when bool_or(is_member) then 'borderline' else 'outside' end as membership
    from shared
    group by execution_id, experiment_id, level, kind, entity, type
),

ranked as (
    select
        levelled.*,
        row_number() over (partition by execution_id, level, kind order by (entity = 'CPU'), share_of_total desc, entity collate "C") as rank,
        lead(log_shares) over (partition by execution_id, level, kind order by (entity = 'CPU'), share_of_total desc, entity collate "C") as next_log_shares,
        sum(case when entity = 'CPU' then 0 else share_of_total end) over (
            partition by execution_id, level, kind order by (entity = 'CPU'), share_of_total desc, entity collate "C"
        ) / nullif(sum(case when entity = 'CPU' then 0 else share_of_total end) over (partition by execution_id, level, kind), 0) as cumulative_share
    from levelled
),

critical as (
    select distinct_runs.runs, {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} as critical
    from (select distinct runs from ranked where runs > 1) as distinct_runs
),

-- Dominant: the first is larger than the second by a paired t test on the runs' log ratios (three runs at least).
dominated as (
    select
        ranked.*, critical.critical,
        coalesce(ranked.rank = 1 and ranked.runs >= 3 and ranked.entity <> 'CPU' and ratios.mean > 0
            and {{ student_t_p(ratio('ratios.mean', 'ratios.error'), 'ranked.runs - 1') }} < 0.05, false) as is_dominant
    from ranked
    left join critical on ranked.runs = critical.runs
    left join lateral (
        select avg(one.value - other.value) as mean, stddev_samp(one.value - other.value) / sqrt(count(*)) as error
        from unnest(ranked.log_shares) with ordinality as one (value, position)
        inner join unnest(ranked.next_log_shares) with ordinality as other (value, position) on one.position = other.position
        where ranked.rank = 1
    ) as ratios on true
),

labelled as (
    select
        dominated.execution_id, dominated.experiment_id, dominated.level, dominated.kind, dominated.entity,
        case
            when dominated.kind = 'statement' then coalesce(
                (select left(regexp_replace(texts.query, '\s+', ' ', 'g'), 200) from {{ ref('stg_statement_texts') }} as texts
                where {{ in_due_nights('texts.night') }} and texts.queryid::text = dominated.entity limit 1),
                dominated.entity
            )
            else dominated.entity
        end as label,
        dominated.share_of_total,
        case when dominated.runs > 1 then 1 / (1 + exp(-(logit - critical * logit_error))) end as share_low,
        case when dominated.runs > 1 then 1 / (1 + exp(-(logit + critical * logit_error))) end as share_high,
        dominated.share_of_type, dominated.rank::integer as rank, dominated.cumulative_share, dominated.membership, dominated.is_dominant, dominated.runs,
        case when dominated.kind = 'statement' then 'pg_stat_statements' else 'pg_stat_activity' end as sampler,
        case when dominated.kind <> 'statement' then sampling.resolution_ms end as resolution_ms
    from dominated
    left join (
        select runs.execution_id, runs.level, percentile_cont(0.5) within group (order by 1000 * instants.seconds / instants.taken) as resolution_ms
        from instants
        inner join runs on instants.run_id = runs.run_id
        group by runs.execution_id, runs.level
    ) as sampling on dominated.execution_id = sampling.execution_id and dominated.level = sampling.level
)

select * from labelled
