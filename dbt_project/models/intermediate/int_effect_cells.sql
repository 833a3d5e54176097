-- The table behind every comparison: one value a treatment (level or sentinel) and complete block; incomplete blocks are left out.
with measured as (
    select
        values_of_runs.execution_id,
        values_of_runs.metric,
        runs.run_id,
        runs.block,
        runs.level,
        runs.role,
        values_of_runs.value,
        values_of_runs.total_value
    from {{ ref('int_run_values') }} as values_of_runs
    inner join {{ ref('int_runs') }} as runs on values_of_runs.run_id = runs.run_id
    where runs.is_counted
),

blocks as (
    select execution_id, metric, block, count(*) filter (where role = 'level') as levels, bool_or(role = 'sentinel') as has_sentinel
    from measured
    group by execution_id, metric, block
),

designs as (
    select
        measured_levels.execution_id, measured_levels.metric, measured_levels.levels,
        count(*) filter (where blocks.has_sentinel) * 2 > count(*) as has_sentinel
    from (
        select execution_id, metric, count(distinct level) as levels
        from measured
        where role = 'level'
        group by execution_id, metric
    ) as measured_levels
    inner join blocks
        on measured_levels.execution_id = blocks.execution_id and measured_levels.metric = blocks.metric and measured_levels.levels = blocks.levels
    group by measured_levels.execution_id, measured_levels.metric, measured_levels.levels
),

complete as (
    select
        measured.*,
        designs.levels,
        designs.has_sentinel,
        dense_rank() over (partition by measured.execution_id, measured.metric order by measured.block) as block_order
    from measured
    inner join designs on measured.execution_id = designs.execution_id and measured.metric = designs.metric
    inner join blocks
        on measured.execution_id = blocks.execution_id and measured.metric = blocks.metric and measured.block = blocks.block
        and designs.levels = blocks.levels and (blocks.has_sentinel or not designs.has_sentinel)
    where measured.role = 'level' or designs.has_sentinel
),

-- Numeric from here on: sums are exact, so that neither their order nor a common offset costs a digit.
cells as (
    select
        complete.execution_id,
        complete.metric,
        outcome.name as outcome,
        complete.run_id,
        complete.block,
        complete.block_order,
        complete.level,
        complete.role,
        complete.levels,
        complete.has_sentinel,
        outcome.value::numeric as value
    from complete
    cross join lateral (
        values
        ('value', complete.value), ('total', complete.total_value), ('stalls', complete.total_value - complete.value)
    ) as outcome (name, value)
    where outcome.value is not null
)

select * from cells
