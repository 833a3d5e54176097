-- What active sessions spend their time on: shares of wait events, wait types and statements by run and level, with intervals on the logits.
with runs as (
    select * from {{ ref('int_runs') }} where is_counted and role = 'level'
),

united as (
    select * from {{ ref('int_shared_time') }}
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
        case dominated.kind when 'statement' then 'pg_stat_statements' when 'sampled_wait' then 'pg_wait_sampling' else 'pg_stat_activity' end as sampler,
        sampling.resolution_ms
    from dominated
    left join (
        select runs.execution_id, runs.level, united.kind, percentile_cont(0.5) within group (order by united.resolution_ms) as resolution_ms
        from (select distinct run_id, kind, resolution_ms from united) as united
        inner join runs on united.run_id = runs.run_id
        group by runs.execution_id, runs.level, united.kind
    ) as sampling on dominated.execution_id = sampling.execution_id and dominated.level = sampling.level and dominated.kind = sampling.kind
)

select * from labelled
