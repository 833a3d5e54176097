-- Every comparison as numbers: difference of means, its tests against zero (pooled and paired), and against the minimum effect.
with differences as (
    select
        contrasts.execution_id, contrasts.kind, contrasts.level, contrasts.baseline, contrasts.factor, cells.metric, cells.outcome, cells.block,
        sum(contrasts.weight * cells.value) as difference,
        sum(contrasts.weight * contrasts.weight) as weight_square,
        array_agg(contrasts.cell_level || '/' || contrasts.cell_role order by contrasts.cell_level collate "C", contrasts.cell_role) as contrast_treatments
    from {{ ref('int_contrasts') }} as contrasts
    inner join {{ ref('int_effect_cells') }} as cells
        on contrasts.execution_id = cells.execution_id and contrasts.cell_level = cells.level and contrasts.cell_role = cells.role
    group by
        contrasts.execution_id, contrasts.kind, contrasts.level, contrasts.baseline, contrasts.factor, cells.metric, cells.outcome, cells.block, contrasts.cells
    having count(*) = contrasts.cells
),

summed as (
    select
        execution_id, kind, level, baseline, factor, metric, outcome,
        avg(difference)::double precision as difference,
        stddev_samp(difference)::double precision as deviation,
        max(weight_square)::double precision as weight_square,
        min(contrast_treatments) as contrast_treatments,
        array_agg(difference::double precision order by block) as block_differences
    from differences
    group by execution_id, kind, level, baseline, factor, metric, outcome
),

joined as (
    select
        summed.*,
        fits.blocks, fits.treatments, fits.df, fits.residual_variance, fits.has_sentinel, fits.drift_p, fits.treatment_names, fits.slopes, fits.slope_ts, fits.noisy_treatments,
        sqrt(summed.weight_square * fits.residual_variance / fits.blocks) as standard_error,
        summed.deviation / sqrt(fits.blocks) as paired_error,
        ln(1 + executions.minimum_effect_pct / 100) as margin
    from summed
    inner join {{ ref('int_effect_fits') }} as fits
        on summed.execution_id = fits.execution_id and summed.metric = fits.metric and summed.outcome = fits.outcome
    inner join {{ ref('stg_executions') }} as executions on summed.execution_id = executions.execution_id
),

-- Where a treatment is noisier than the rest, or the pair's own differences vary more than the pool (F, p < 0.1), the pool's precision is not theirs:
-- the pair's blocks alone speak.
chosen as (
    select
        joined.*,
        joined.contrast_treatments && joined.noisy_treatments or coalesce(
            {{ fisher_f_p('(joined.paired_error / nullif(joined.standard_error, 0)) ^ 2', 'joined.blocks - 1', 'joined.df') }} < 0.1, false
        ) as is_noisier
    from joined
),

-- Hodges-Lehmann: the median of the Walsh averages of the block differences.
tested as (
    select
        joined.*,
        case when joined.is_noisier then joined.paired_error else joined.standard_error end as interval_error,
        case when joined.is_noisier then joined.blocks - 1 else joined.df end as interval_df,
        {{ student_t_p(
            ratio('joined.difference', 'case when joined.is_noisier then joined.paired_error else joined.standard_error end'),
            'case when joined.is_noisier then joined.blocks - 1 else joined.df end'
        ) }} as p_value,
        {{ student_t_p(ratio('joined.difference', 'joined.paired_error'), 'joined.blocks - 1') }} as p_paired,
        greatest(
            {{ student_t_below(ratio('abs(joined.difference) - joined.margin', 'joined.standard_error'), 'joined.df') }},
            {{ student_t_below(ratio('abs(joined.difference) - joined.margin', 'joined.paired_error'), 'joined.blocks - 1') }}
        ) as p_equivalence,
        walsh.hodges_lehmann
    from chosen as joined
    cross join lateral (
        select percentile_cont(0.5) within group (order by (one.value + other.value) / 2) as hodges_lehmann
        from unnest(joined.block_differences) with ordinality as one (value, position)
        inner join unnest(joined.block_differences) with ordinality as other (value, position) on one.position <= other.position
    ) as walsh
)

select * from tested
