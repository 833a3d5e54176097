-- Everything that a verdict is decided on, one row a comparison and metric: Holm's correction, the sentinel, total work, what could have been seen.
with executions as (
    select * from {{ ref('stg_executions') }}
    where {{ is_due('execution_id') }} and status = 'complete'
),

metrics as (
    select metrics.*
    from {{ ref('int_metrics') }} as metrics
    inner join executions on metrics.execution_id = executions.execution_id
    where not metrics.is_always_zero
),

wanted as (
    select distinct
        contrasts.execution_id, contrasts.kind, contrasts.level, contrasts.baseline, contrasts.factor,
        metrics.metric, metrics.is_primary, metrics.is_throughput, metrics.better, metrics.scale
    from {{ ref('int_contrasts') }} as contrasts
    inner join metrics on contrasts.execution_id = metrics.execution_id
    where contrasts.kind <> 'sentinel'
),

tests as (
    select * from {{ ref('int_effect_pairs') }}
),

-- The primary metric's pairs and main effects are one family (0.04), every other metric that can be better or worse a second one (0.01): 0.05 in all.
-- What has no direction (a diagnosis: most of an import's sar columns, say) can never be better or worse: it has a family of its own and costs the promised comparisons nothing.
ranked as (
    select
        wanted.*,
        tests.outcome, tests.difference, tests.interval_error as standard_error, tests.interval_df, tests.is_noisier, tests.paired_error, tests.blocks, tests.treatments, tests.df, tests.residual_variance,
        tests.weight_square, tests.p_value, tests.p_paired, tests.p_equivalence, tests.hodges_lehmann, tests.drift_p, tests.has_sentinel,
        tests.treatment_names, tests.slopes, tests.slope_ts, tests.margin,
        row_number() over in_family as p_rank,
        count(tests.p_value) over (partition by wanted.execution_id, wanted.family) as family_size
    from (
        select
            wanted.*,
            case when wanted.is_primary and wanted.kind <> 'interaction' then 'primary' when wanted.better <> 'none' then 'promised' else 'diagnostic' end as family
        from wanted
    ) as wanted
    left join tests
        on wanted.execution_id = tests.execution_id and wanted.kind = tests.kind and wanted.level = tests.level
        and wanted.baseline = tests.baseline and wanted.metric = tests.metric and tests.outcome = 'value'
    window in_family as (
        partition by wanted.execution_id, wanted.family
        order by tests.p_value nulls last, wanted.metric collate "C", wanted.kind, wanted.level collate "C", wanted.baseline collate "C"
    )
),

corrected as (
    select
        ranked.*,
        case when ranked.family = 'primary' then 0.04 else 0.01 end::double precision as family_level,
        {{ holm('ranked.p_value', 'ranked.p_rank', 'ranked.family_size', 'ranked.execution_id, ranked.family') }} as p_adjusted
    from ranked
),

-- The quantiles that detectable effects need, each distinct one computed once.
critical as (
    select
        distinct_levels.strictest, distinct_levels.interval_df,
        {{ student_t_critical('distinct_levels.strictest', 'distinct_levels.interval_df') }} as t_level,
        {{ student_t_critical('0.4', 'distinct_levels.interval_df') }} as t_power,
        {{ student_t_critical('0.05', 'distinct_levels.interval_df') }} as t_interval
    from (select distinct family_level / greatest(family_size, 1) as strictest, interval_df from corrected where interval_df > 0) as distinct_levels
),

gathered as (
    select
        corrected.*,
        critical.t_level, critical.t_power, critical.t_interval,
        sentinels.difference as sentinel_difference, sentinels.p_value as sentinel_p,
        total.difference as total_difference, total.standard_error as total_error,
        stalls.p_value as stalls_p
    from corrected
    left join critical on corrected.interval_df = critical.interval_df and corrected.family_level / greatest(corrected.family_size, 1) = critical.strictest
    left join tests as sentinels
        on corrected.execution_id = sentinels.execution_id and corrected.metric = sentinels.metric
        and sentinels.kind = 'sentinel' and sentinels.outcome = 'value'
    left join tests as total
        on corrected.execution_id = total.execution_id and corrected.metric = total.metric and corrected.kind = total.kind
        and corrected.level = total.level and corrected.baseline = total.baseline and total.outcome = 'total'
    left join tests as stalls
        on corrected.execution_id = stalls.execution_id and corrected.metric = stalls.metric and corrected.kind = stalls.kind
        and corrected.level = stalls.level and corrected.baseline = stalls.baseline and stalls.outcome = 'stalls'
)

select * from gathered
