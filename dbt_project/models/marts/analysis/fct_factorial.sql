-- Grids: F tests of main effects and two-factor interactions on logs, with blocks taken out and the residuals of the two-way analysis.
with cells as (
    select cells.execution_id, cells.metric, cells.level, levels.factors, levels.factor_levels, avg(cells.value) as mean, count(*) as blocks
    from {{ ref('int_effect_cells') }} as cells
    inner join {{ ref('int_levels') }} as levels on cells.execution_id = levels.execution_id and cells.level = levels.level
    where cells.outcome = 'value' and cells.role = 'level' and cardinality(levels.factors) > 1
    group by cells.execution_id, cells.metric, cells.level, levels.factors, levels.factor_levels
),

grids as (
    select execution_id, metric, avg(mean) as grand_mean, count(*) as cells, min(blocks) as blocks
    from cells
    group by execution_id, metric
),

mains as (
    select
        cells.execution_id, cells.metric, factor.position, factor.name as factor, factor.level as factor_level,
        avg(cells.mean) - max(grids.grand_mean) as effect, count(*) as cells, max(grids.blocks) as blocks
    from cells
    inner join grids on cells.execution_id = grids.execution_id and cells.metric = grids.metric
    cross join lateral unnest(cells.factors, cells.factor_levels) with ordinality as factor (name, level, position)
    group by cells.execution_id, cells.metric, factor.position, factor.name, factor.level
),

interactions as (
    select
        cells.execution_id, cells.metric, one.name || '*' || other.name as term, one.level as one_level, other.level as other_level,
        avg(cells.mean) - max(grids.grand_mean) - max(one_main.effect) - max(other_main.effect) as effect, count(*) as cells, max(grids.blocks) as blocks
    from cells
    inner join grids on cells.execution_id = grids.execution_id and cells.metric = grids.metric
    cross join lateral unnest(cells.factors, cells.factor_levels) with ordinality as one (name, level, position)
    cross join lateral unnest(cells.factors, cells.factor_levels) with ordinality as other (name, level, position)
    inner join mains as one_main
        on cells.execution_id = one_main.execution_id and cells.metric = one_main.metric and one.position = one_main.position and one.level = one_main.factor_level
    inner join mains as other_main
        on cells.execution_id = other_main.execution_id and cells.metric = other_main.metric
        and other.position = other_main.position and other.level = other_main.factor_level
    where one.position < other.position
    group by cells.execution_id, cells.metric, one.name, other.name, one.level, other.level
),

terms as (
    select execution_id, metric, factor as term, sum(effect * effect * cells * blocks) as square, count(*) - 1 as df_term
    from mains
    group by execution_id, metric, factor
    union all
    select execution_id, metric, term, sum(effect * effect * cells * blocks), (count(distinct one_level) - 1) * (count(distinct other_level) - 1)
    from interactions
    group by execution_id, metric, term
),

tested as (
    select
        terms.execution_id, executions.experiment_id, terms.term, terms.metric,
        terms.square::double precision / terms.df_term / nullif(fits.residual_variance, 0) as f_value,
        terms.df_term::integer as df_term, fits.df as df_error
    from terms
    inner join {{ ref('int_effect_fits') }} as fits on terms.execution_id = fits.execution_id and terms.metric = fits.metric and fits.outcome = 'value'
    inner join {{ ref('stg_executions') }} as executions on terms.execution_id = executions.execution_id and executions.status = 'complete'
    where terms.df_term > 0
),

judged as (
    select tested.*, {{ fisher_f_p('f_value', 'df_term', 'df_error') }} as p_value
    from tested
)

select * from judged
