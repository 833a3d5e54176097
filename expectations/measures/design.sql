-- The design as it was carried out: every level in every block, and an order that a drift cannot be mistaken for a level in.
with cells as (
    select
        executions.execution_id,
        executions.repeats,
        executions.has_sentinel,
        (
            select coalesce(round(exp(sum(ln(greatest(jsonb_array_length(factor -> 'levels'), 1)))))::int, 1)
            from jsonb_array_elements(executions.factors) as factor
        ) as grid_cells
    from control.executions as executions
    where executions.execution_id = any(%(execution_ids)s)
),

planned as (
    select
        runs.execution_id,
        runs.block,
        runs.level,
        runs.role,
        bool_or(runs.status = 'done') as is_done,
        bool_or(runs.status in ('planned', 'running')) as is_open
    from control.runs as runs
    where runs.execution_id = any(%(execution_ids)s)
    group by runs.execution_id, runs.block, runs.level, runs.role
),

known_levels as (
    select distinct execution_id, level from planned
),

blocks as (
    select
        planned.execution_id,
        planned.block,
        count(distinct planned.level) filter (where planned.is_done and planned.role = 'level') as levels_done,
        count(*) filter (where planned.is_done and planned.role = 'sentinel') as sentinels_done,
        array_agg(planned.level) filter (where planned.is_done and planned.role = 'level') as done
    from planned
    group by planned.execution_id, planned.block
    having not bool_or(planned.is_open)
),

holes as (
    select
        blocks.execution_id,
        count(*) as finished_blocks,
        count(*) filter (where blocks.levels_done < cells.grid_cells) as incomplete_blocks,
        count(*) filter (where blocks.levels_done >= cells.grid_cells) as complete_blocks,
        string_agg(
            blocks.block || ': '
            || coalesce(
                (
                    select string_agg(known_levels.level, ', ' order by known_levels.level)
                    from known_levels
                    where known_levels.execution_id = blocks.execution_id
                        and known_levels.level <> all(coalesce(blocks.done, '{}'))
                ),
                '?'
            ),
            '; ' order by blocks.block
        ) filter (where blocks.levels_done < cells.grid_cells) as incomplete_blocks_detail,
        count(*) filter (where cells.has_sentinel and blocks.sentinels_done = 0) as blocks_without_sentinel,
        string_agg(blocks.block::text, ', ' order by blocks.block)
            filter (where cells.has_sentinel and blocks.sentinels_done = 0) as blocks_without_sentinel_detail
    from blocks
    inner join cells using (execution_id)
    group by blocks.execution_id
),

positions as (
    select
        execution_id,
        level,
        block,
        night,
        role,
        run_id,
        coalesce(run, planned_order) as position,
        rank() over (partition by execution_id, block order by coalesce(run, planned_order)) as position_in_block,
        avg(coalesce(run, planned_order)) over (partition by execution_id) as mean_position,
        avg(coalesce(run, planned_order)) over (partition by execution_id, level) as mean_position_of_level,
        count(*) over (partition by execution_id, coalesce(run, planned_order)) as runs_at_position,
        count(*) over (partition by execution_id, block, level, role) as runs_in_cell
    from scope_peers
    where role = 'level'
),

centred as (
    select
        positions.*,
        avg(position_in_block) over (partition by execution_id) as mean_in_block,
        avg(position_in_block) over (partition by execution_id, level) as mean_in_block_of_level
    from positions
),

orders as (
    select
        execution_id,
        count(*) as level_runs,
        count(distinct level) as levels,
        count(distinct block) as blocks,
        count(distinct night) as nights,
        sum((mean_position_of_level - mean_position) ^ 2) / nullif(sum((position - mean_position) ^ 2), 0) as order_by_level,
        sum((mean_in_block_of_level - mean_in_block) ^ 2) / nullif(sum((position_in_block - mean_in_block) ^ 2), 0)
            as order_in_block_by_level,
        sum(case when runs_at_position > 1 then 1 else 0 end) as shared_positions,
        sum(case when runs_in_cell > 1 then 1 else 0 end) as doubled_cells
    from centred
    group by execution_id
),

shared_nights as (
    select nights_of_levels.execution_id, max(nights_of_levels.levels) as most_levels_a_night
    from (
        select execution_id, night, count(distinct level) as levels from positions group by execution_id, night
    ) as nights_of_levels
    group by nights_of_levels.execution_id
),

measured as (
    select
        cells.execution_id,
        null::bigint as run_id,
        null::text as metric,
        null::text as entity,
        (select count(*) from scope_peers where scope_peers.execution_id = cells.execution_id) as runs_done,
        holes.incomplete_blocks,
        holes.incomplete_blocks_detail,
        case when cells.repeats > 1 and holes.finished_blocks > 0 then holes.complete_blocks end as complete_blocks,
        holes.blocks_without_sentinel,
        holes.blocks_without_sentinel_detail,
        -- Two runs a level or more, or nothing can be grouped.
        case when orders.level_runs >= 2 * orders.levels and orders.levels > 1 then orders.order_by_level end as order_by_level,
        -- The same order in every block by chance is rarer than 1 in 20 from here on.
        case
            when orders.levels > 1 and orders.blocks > 1
                and (orders.blocks - 1) * ln((select exp(sum(ln(n))) from generate_series(1, orders.levels) as n)) >= ln(20)
                then orders.order_in_block_by_level
        end as order_in_block_by_level,
        orders.shared_positions,
        orders.doubled_cells,
        case
            when orders.levels > 1 and orders.nights > 1 and orders.level_runs > orders.levels then shared_nights.most_levels_a_night
        end as most_levels_a_night
    from cells
    left join holes using (execution_id)
    left join orders using (execution_id)
    left join shared_nights using (execution_id)
)

select * from measured
