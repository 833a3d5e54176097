-- Effects with verdicts, intervals and reasons in both languages.
with effects as (
    select * from {{ ref('fct_effects') }}
    where {{ is_due('execution_id') }}
),

-- Differences on the metric's own scale: of the baseline's mean, or of the values themselves where a metric can be negative.
scaled as (
    select
        effects.*,
        case when effects.scale = 'signed' then effects.difference else baseline.mean * effects.effect_pct / 100 end as effect_abs,
        case when effects.scale = 'signed' then effects.difference - effects.half_width else baseline.mean * effects.effect_low_pct / 100 end as effect_abs_low,
        case when effects.scale = 'signed' then effects.difference + effects.half_width else baseline.mean * effects.effect_high_pct / 100 end as effect_abs_high
    from effects
    left join {{ ref('fct_boundaries') }} as baseline
        on effects.execution_id = baseline.execution_id and effects.metric = baseline.metric and effects.baseline = baseline.level and baseline.run is null
        and {{ is_due('baseline.execution_id') }}
),

worded as (
    select
        execution_id, experiment_id, metric, level, baseline, kind, effect_pct, effect_low_pct, effect_high_pct,
        effect_abs, effect_abs_low, effect_abs_high, p_value, p_adjusted, p_paired, hodges_lehmann_pct, sentinel_pct, sentinel_p,
        total_effect_pct as stalls_effect_pct, blocks as runs, blocks, df, minimum_effect_pct, detectable_pct, repeats_needed, is_primary, verdict, reason_code,
        {{ reason_text('en') }} as reason_en,
        {{ reason_text('ru') }} as reason_ru
    from scaled
)

select * from worded
