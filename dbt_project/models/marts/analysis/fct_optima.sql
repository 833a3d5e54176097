-- Which levels nothing beats: the tied set of each metric that matters, with its gains; edges are significant differences only.
with effects as (
    select * from {{ ref('fct_effects') }}
    where {{ is_due('execution_id') }} and kind = 'pair'
),

-- Metrics that somebody would choose a level by: the primary one, throughput and latency, if they have a direction.
purposes as (
    select metrics.execution_id, metrics.metric, metrics.is_primary, metrics.better
    from {{ ref('int_metrics') }} as metrics
    where metrics.better <> 'none' and (metrics.is_primary or metrics.family in ('throughput', 'latency')) and not metrics.is_always_zero
),

-- Every level against every other one, in both directions; 'better' is said of `level`.
directed as (
    select execution_id, metric, level, baseline as other, effect_pct, verdict from effects
    union all
    select
        execution_id, metric, baseline, level, 100 * (1 / (1 + effect_pct / 100) - 1),
        case verdict when 'better' then 'worse' when 'worse' then 'better' else verdict end
    from effects
    where effect_pct > -100
),

-- A level is out when another one is shown to be better; comparisons without repeats rank nothing.
standing as (
    select
        purposes.execution_id, purposes.metric, purposes.is_primary, directed.level,
        bool_or(directed.verdict = 'worse') as is_beaten,
        bool_or(directed.verdict = 'better') as is_beating,
        bool_and(directed.verdict in ('better', 'worse', 'equivalent', 'undecided')) as is_comparable
    from purposes
    inner join directed on purposes.execution_id = directed.execution_id and purposes.metric = directed.metric
    group by purposes.execution_id, purposes.metric, purposes.is_primary, directed.level
),

fronts as (
    select
        standing.*,
        count(*) over (partition by execution_id, metric) as standing_levels,
        array_agg(level) over (partition by execution_id, metric) as tied_levels
    from standing
    where is_comparable and not is_beaten
),

against_baseline as (
    select directed.execution_id, directed.metric, directed.level, directed.effect_pct, directed.verdict
    from directed
    inner join {{ ref('int_levels') }} as levels on directed.execution_id = levels.execution_id and directed.other = levels.level and levels.is_baseline
),

against_default as (
    select directed.execution_id, directed.metric, directed.level, directed.effect_pct
    from directed
    inner join {{ ref('int_levels') }} as levels on directed.execution_id = levels.execution_id and directed.other = levels.level and levels.is_default
),

placed as (
    select
        fronts.execution_id, executions.experiment_id, fronts.level,
        case when fronts.is_primary then 'primary' else fronts.metric end as purpose, fronts.metric,
        fronts.standing_levels = 1 as is_best,
        fronts.standing_levels > 1 as is_tied,
        fronts.is_beating,
        exists (
            select 1
            from {{ ref('int_levels') }} as levels
            cross join lateral unnest(levels.factors, levels.positions) as here (factor, position)
            where
                levels.execution_id = fronts.execution_id and levels.level = fronts.level
                and here.position in (
                    select unnest(array[min(there.position), max(there.position)])
                    from {{ ref('int_levels') }} as others
                    cross join lateral unnest(others.factors, others.positions) as there (factor, position)
                    where others.execution_id = fronts.execution_id and there.factor = here.factor
                )
        ) as is_edge_of_grid,
        (select array_agg(tied order by tied collate "C") from unnest(fronts.tied_levels) as tied where tied <> fronts.level) as tied_with,
        against_baseline.effect_pct as gain_vs_baseline_pct,
        against_default.effect_pct as gain_vs_default_pct,
        against_baseline.verdict
    from fronts
    inner join {{ ref('stg_executions') }} as executions on fronts.execution_id = executions.execution_id
    left join against_baseline
        on fronts.execution_id = against_baseline.execution_id and fronts.metric = against_baseline.metric and fronts.level = against_baseline.level
    left join against_default
        on fronts.execution_id = against_default.execution_id and fronts.metric = against_default.metric and fronts.level = against_default.level
)

select * from placed
