-- Effects with their verdicts: the first of the method's order that applies, with its reason. The rule stands in one place, here.
with statistics as (
    select * from {{ ref('int_effect_statistics') }}
),

executions as (
    select * from {{ ref('stg_executions') }}
),

-- Checks of the execution or of a metric; runs that failed theirs have left their blocks already.
failed as (
    select
        verdicts.execution_id, verdicts.metric,
        string_agg(verdicts.message_en, '; ' order by verdicts.expectation collate "C", verdicts.message_en collate "C") as message_en,
        string_agg(verdicts.message_ru, '; ' order by verdicts.expectation collate "C", verdicts.message_ru collate "C") as message_ru
    from {{ ref('stg_verdicts_in_force') }} as verdicts
    inner join {{ ref('stg_validations') }} as validations on verdicts.validation_id = validations.validation_id
    where
        {{ is_due('verdicts.execution_id') }}
        and validations.boundary <> 'marts' and verdicts.severity = 'critical' and not verdicts.is_success and verdicts.run_id is null
    group by verdicts.execution_id, verdicts.metric
),

failed_levels as (
    select execution_id, array_agg(distinct level) as levels
    from {{ ref('int_runs') }}
    where not is_valid
    group by execution_id
),

judged as (
    select
        statistics.*,
        executions.experiment_id, executions.minimum_effect_pct, executions.is_randomised, executions.is_preregistered, executions.repeats as repeats_planned,
        coalesce(failed_metric.message_en, failed_all.message_en) as failed_en,
        coalesce(failed_metric.message_ru, failed_all.message_ru) as failed_ru,
        coalesce(failed_levels.levels && array[statistics.level, statistics.baseline], false) as has_failed_runs,
        {{ drifts_with_order('statistics.treatment_names', 'statistics.slopes', 'statistics.slope_ts', 'statistics.blocks', 'statistics.difference') }} as trends_like_effect
    from statistics
    inner join executions on statistics.execution_id = executions.execution_id
    left join failed as failed_metric on statistics.execution_id = failed_metric.execution_id and statistics.metric = failed_metric.metric
    left join failed as failed_all on statistics.execution_id = failed_all.execution_id and failed_all.metric is null
    left join failed_levels on statistics.execution_id = failed_levels.execution_id
),

decided as (
    select judged.*, {{ verdict_reason() }} as reason_code
    from judged
),

worded as (
    select
        decided.execution_id, decided.experiment_id, decided.metric, decided.kind, decided.level, decided.baseline, decided.factor,
        case when scale <> 'signed' then {{ percent_of_log('difference') }} end as effect_pct,
        case when scale <> 'signed' and blocks > 1 then {{ percent_of_log('difference - t_interval * standard_error') }} end as effect_low_pct,
        case when scale <> 'signed' and blocks > 1 then {{ percent_of_log('difference + t_interval * standard_error') }} end as effect_high_pct,
        difference, t_interval * standard_error as half_width, standard_error, residual_variance, scale,
        p_value, p_adjusted, p_paired, p_equivalence, drift_p,
        case when scale <> 'signed' then {{ percent_of_log('hodges_lehmann') }} end as hodges_lehmann_pct,
        case when scale <> 'signed' then {{ percent_of_log('sentinel_difference') }} end as sentinel_pct, sentinel_p,
        {{ percent_of_log('total_difference') }} as total_effect_pct, stalls_p,
        coalesce(blocks, 0) as blocks, treatments, df, minimum_effect_pct, family_level, family_size,
        case when scale <> 'signed' then {{ percent_of_log('(t_level + t_power) * standard_error') }} end as detectable_pct,
        case
            when reason_code in ('too_few_repeats', 'below_minimum_effect', 'not_confirmed_by_blocks')
                then {{ repeats_to_settle('weight_square * residual_variance', 't_level', 't_power', 'margin', 'treatments') }}
        end as repeats_needed,
        is_primary, is_randomised, is_preregistered, has_sentinel, better, failed_en, failed_ru,
        {{ verdict_of('reason_code') }} as verdict,
        reason_code
    from decided
)

select * from worded
