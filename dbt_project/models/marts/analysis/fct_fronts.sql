-- The Pareto front over the metrics that one weighs against each other: a level is off it where another is shown to be better in something and worse in nothing.
with effects as (
    select * from {{ ref('fct_effects') }}
    where {{ is_due('execution_id') }} and kind = 'pair'
),

-- What a level is chosen by: speed, its latencies (the percentiles above all), and what they cost in processor time of the system and in WAL.
criteria as (
    select execution_id, metric
    from {{ ref('int_metrics') }}
    where
        better <> 'none' and not is_always_zero
        and (
            is_primary or base_metric in ('cpu_sy_pct', 'psi_cpu_pct', 'wal_per_tx_kb')
            or (family in ('throughput', 'latency') and base_metric not in ('latency_stddev_ms', 'rows_speed'))
        )
),

directed as (
    select effects.execution_id, effects.experiment_id, effects.metric, effects.level, effects.baseline as other, effects.verdict
    from effects
    inner join criteria on effects.execution_id = criteria.execution_id and effects.metric = criteria.metric
    union all
    select
        effects.execution_id, effects.experiment_id, effects.metric, effects.baseline, effects.level,
        case effects.verdict when 'better' then 'worse' when 'worse' then 'better' else effects.verdict end
    from effects
    inner join criteria on effects.execution_id = criteria.execution_id and effects.metric = criteria.metric
),

-- Two levels, one way: not worse is what was not shown to be; a pair with a criterion that cannot be compared at all settles nothing.
compared as (
    select
        execution_id, experiment_id, level, other,
        array_agg(metric order by metric collate "C") filter (where verdict = 'better') as better_on,
        array_agg(metric order by metric collate "C") filter (where verdict = 'worse') as worse_on,
        array_agg(metric order by metric collate "C") filter (where verdict = 'undecided') as undecided_on,
        count(*)::integer as criteria,
        bool_and(verdict in ('better', 'worse', 'equivalent', 'undecided')) as is_comparable
    from directed
    group by execution_id, experiment_id, level, other
),

standing as (
    select
        execution_id, experiment_id, level,
        max(criteria) as criteria,
        bool_and(is_comparable) as is_comparable,
        array_agg(other order by other collate "C") filter (where is_comparable and worse_on is not null and better_on is null) as dominated_by,
        array_agg(other order by other collate "C") filter (where is_comparable and better_on is not null and worse_on is null) as dominates,
        array_agg(other order by other collate "C") filter (where is_comparable and better_on is not null and worse_on is not null) as traded_with,
        jsonb_agg(
            jsonb_build_object(
                'level', other, 'better_on', coalesce(to_jsonb(better_on), '[]'), 'worse_on', coalesce(to_jsonb(worse_on), '[]'),
                'undecided_on', coalesce(to_jsonb(undecided_on), '[]')
            ) order by other collate "C"
        ) as comparisons
    from compared
    group by execution_id, experiment_id, level
),

-- An execution of which nothing may be concluded (one run a level, drift, failed checks) has no front.
fronts as (
    select
        standing.execution_id, standing.experiment_id, standing.level, standing.criteria,
        standing.dominated_by is null as is_on_front,
        count(*) filter (where standing.dominated_by is null) over (partition by standing.execution_id)::integer as front_levels,
        coalesce(standing.dominated_by, '{}') as dominated_by,
        coalesce(standing.dominates, '{}') as dominates,
        coalesce(standing.traded_with, '{}') as traded_with,
        named.metrics, standing.comparisons
    from standing
    inner join (
        select execution_id, array_agg(distinct metric order by metric) as metrics from directed group by execution_id
    ) as named on standing.execution_id = named.execution_id
    where standing.execution_id not in (select blocked.execution_id from standing as blocked where not blocked.is_comparable)
)

select * from fronts
