-- Does a metric follow an ordered factor: a linear contrast on the log of the dose (ranks where it is no positive number) and the ordered means, both.
with cells as (
    select * from {{ ref('int_effect_cells') }} where outcome = 'value' and role = 'level'
),

placed as (
    select
        levels.execution_id, levels.level, factor.name as factor, factor.level as factor_level, factor.dose, factor.position
    from {{ ref('int_levels') }} as levels
    cross join lateral unnest(levels.factors, levels.factor_levels, levels.doses, levels.positions) as factor (name, level, dose, position)
),

doses as (
    select
        placed.execution_id, placed.factor, placed.factor_level,
        dense_rank() over (partition by placed.execution_id, placed.factor order by placed.dose nulls last, placed.position) as dose_rank,
        case
            when min(placed.dose) over (partition by placed.execution_id, placed.factor) > 0
                and count(placed.dose) over (partition by placed.execution_id, placed.factor) = count(*) over (partition by placed.execution_id, placed.factor)
            then ln(placed.dose)
        end as log_dose,
        count(placed.dose) over (partition by placed.execution_id, placed.factor)
        = count(*) over (partition by placed.execution_id, placed.factor) as is_ordered
    from (select distinct execution_id, factor, factor_level, dose, position from placed) as placed
),

scored as (
    select
        doses.*,
        coalesce(log_dose, dose_rank) - avg(coalesce(log_dose, dose_rank)) over (partition by execution_id, factor) as score,
        count(*) over (partition by execution_id, factor) as doses
    from doses
),

-- Means over the cells of a dose: in a grid the other factors are averaged out.
means as (
    select
        cells.execution_id, cells.metric, scored.factor, scored.factor_level, scored.dose_rank, scored.score, scored.is_ordered,
        avg(cells.value)::double precision as mean, count(*) as cells
    from cells
    inner join placed on cells.execution_id = placed.execution_id and cells.level = placed.level
    inner join scored on placed.execution_id = scored.execution_id and placed.factor = scored.factor and placed.factor_level = scored.factor_level
    where scored.doses >= 3
    group by cells.execution_id, cells.metric, scored.factor, scored.factor_level, scored.dose_rank, scored.score, scored.is_ordered
),

contrasts as (
    select
        means.execution_id, means.metric, means.factor, bool_and(means.is_ordered) as is_ordered,
        array_agg(means.factor_level order by means.dose_rank) as levels,
        array_agg(means.mean order by means.dose_rank) as log_means,
        array_agg(boundaries.mean order by means.dose_rank) as means,
        sum(means.score * means.mean order by means.dose_rank) as contrast,
        sqrt(sum(means.score * means.score / means.cells order by means.dose_rank) * max(fits.residual_variance)) as contrast_error,
        max(fits.df) as df
    from means
    inner join {{ ref('int_effect_fits') }} as fits
        on means.execution_id = fits.execution_id and means.metric = fits.metric and fits.outcome = 'value'
    left join lateral (
        select avg(boundaries.mean::numeric)::double precision as mean
        from {{ ref('fct_boundaries') }} as boundaries
        inner join placed
            on boundaries.execution_id = placed.execution_id and boundaries.level = placed.level
            and placed.factor = means.factor and placed.factor_level = means.factor_level
        where {{ is_due('boundaries.execution_id') }} and boundaries.execution_id = means.execution_id and boundaries.metric = means.metric and boundaries.run is null
    ) as boundaries on true
    group by means.execution_id, means.metric, means.factor
),

tested as (
    select
        contrasts.*, executions.experiment_id, metrics.is_primary,
        jsonb_array_length(executions.factors) > 1 as is_grid,
        case when jsonb_array_length(executions.factors) > 1 then contrasts.factor || '=' else '' end as prefix,
        {{ student_t_p(ratio('contrasts.contrast', 'contrasts.contrast_error'), 'contrasts.df') }} as contrast_p,
        (select bool_and(step.value > step.before and step.shown > step.shown_before) from (
            select
                item.value, lag(item.value) over (order by item.position) as before,
                item.shown, lag(item.shown) over (order by item.position) as shown_before
            from unnest(contrasts.log_means, contrasts.means) with ordinality as item (value, shown, position)
        ) as step where step.before is not null) as is_ascending,
        (select bool_and(step.value < step.before and step.shown < step.shown_before) from (
            select
                item.value, lag(item.value) over (order by item.position) as before,
                item.shown, lag(item.shown) over (order by item.position) as shown_before
            from unnest(contrasts.log_means, contrasts.means) with ordinality as item (value, shown, position)
        ) as step where step.before is not null) as is_descending
    from contrasts
    inner join {{ ref('stg_executions') }} as executions on contrasts.execution_id = executions.execution_id and executions.status = 'complete'
    inner join {{ ref('int_metrics') }} as metrics on contrasts.execution_id = metrics.execution_id and contrasts.metric = metrics.metric
),

-- Neighbouring doses must be shown to differ (Holm), not only be in order: of a grid, by the factor's main effects.
neighbours as (
    select
        tested.execution_id, tested.metric, tested.factor,
        bool_and(coalesce(effects.p_adjusted < effects.family_level, false)) as are_separated
    from tested
    cross join lateral (
        select item.level, lag(item.level) over (order by item.position) as before
        from unnest(tested.levels) with ordinality as item (level, position)
    ) as step
    left join {{ ref('fct_effects') }} as effects
        on tested.execution_id = effects.execution_id and tested.metric = effects.metric and {{ is_due('effects.execution_id') }}
        and tested.factor = effects.factor and effects.kind = case when tested.is_grid then 'main' else 'pair' end
        and (
            (effects.level = tested.prefix || step.level and effects.baseline = tested.prefix || step.before)
            or (effects.baseline = tested.prefix || step.level and effects.level = tested.prefix || step.before)
        )
    where step.before is not null
    group by tested.execution_id, tested.metric, tested.factor
),

-- Words have no order: only levels that are numbers can show a trend. The means of logs and the means that are printed must both be ordered.
reasoned as (
    select
        tested.*,
        case
            when not tested.is_ordered then 'levels_not_ordered'
            when tested.contrast_p is null then 'no_repeats'
            when tested.contrast_p >= case when tested.is_primary then 0.04 else 0.01 end then 'contrast_not_significant'
            when not (tested.is_ascending or tested.is_descending) then 'means_not_ordered'
            when not coalesce(neighbours.are_separated, false) then 'neighbours_not_separated'
            else 'contrast_and_order'
        end as reason_code
    from tested
    left join neighbours
        on tested.execution_id = neighbours.execution_id and tested.metric = neighbours.metric and tested.factor = neighbours.factor
),

shaped as (
    select
        execution_id, experiment_id, factor, metric, levels, means, log_means, contrast_p,
        case reason_code
            when 'means_not_ordered' then 'not_monotone'
            when 'contrast_and_order' then case when is_ascending then 'rising' else 'falling' end
            else 'not_shown'
        end as shape,
        reason_code
    from reasoned
)

select * from shaped
