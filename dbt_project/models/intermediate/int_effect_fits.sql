-- Two-way analysis (treatments and blocks) of each metric: what is left over, and whether treatments drift apart with the order of blocks.
with cells as (
    select
        cells.*,
        avg(value) over (partition by execution_id, metric, outcome, level, role) as treatment_mean,
        avg(value) over (partition by execution_id, metric, outcome, block) as block_mean,
        avg(value) over (partition by execution_id, metric, outcome) as grand_mean,
        block_order - avg(block_order::numeric) over (partition by execution_id, metric, outcome) as block_position
    from {{ ref('int_effect_cells') }} as cells
),

slopes as (
    select
        execution_id, metric, outcome, level, role,
        sum(block_position * value) / nullif(sum(block_position * block_position), 0) as slope,
        sum(block_position * block_position) as position_square,
        sum((value - treatment_mean) * (value - treatment_mean)) as square_about_mean,
        count(*) as blocks
    from cells
    group by execution_id, metric, outcome, level, role
),

-- The steepest trend of a single treatment over its repeats: its change from the first to the last, and its own t test.
trends as (
    select
        execution_id, metric, outcome,
        sum((slope - mean_slope) * (slope - mean_slope) * position_square) as drift_square,
        array_agg(level || '/' || role order by level collate "C", role collate "C") as treatments,
        array_agg(slope::double precision order by level collate "C", role collate "C") as slopes,
        array_agg(
            case
                when blocks > 2 and square_about_mean > slope * slope * position_square
                    then (slope / sqrt((square_about_mean - slope * slope * position_square) / (blocks - 2) / position_square))::double precision
            end
            order by level collate "C", role collate "C"
        ) as slope_ts
    from (
        select slopes.*, avg(slope) over (partition by execution_id, metric, outcome) as mean_slope from slopes
    ) as centred
    group by execution_id, metric, outcome
),

treatment_squares as (
    select
        execution_id, metric, outcome, level || '/' || role as treatment,
        max(levels) as levels, bool_or(has_sentinel) as has_sentinel, count(*)::integer as blocks,
        sum((value - treatment_mean - block_mean + grand_mean) * (value - treatment_mean - block_mean + grand_mean)) as square
    from cells
    group by execution_id, metric, outcome, level, role
),

residuals as (
    select
        execution_id, metric, outcome,
        max(levels) as levels, bool_or(has_sentinel) as has_sentinel,
        max(blocks) as blocks,
        count(*)::integer as treatments,
        sum(square) as residual_square
    from treatment_squares
    group by execution_id, metric, outcome
),

-- Is one treatment noisier than the rest: its contrast with the others' mean against the two-way residuals of the others, which are independent of it.
-- Materialised: guessed to be few rows, it would be computed anew for each row that it is joined to.
noisy as materialized (
    select
        squares.execution_id, squares.metric, squares.outcome,
        array_agg(squares.treatment order by squares.treatment collate "C") as noisy_treatments
    from (
        select
            execution_id, metric, outcome, treatment, blocks,
            count(*) over in_analysis as treatments,
            (square * count(*) over in_analysis / nullif(count(*) over in_analysis - 1, 0))::double precision as own_square,
            (sum(square) over in_analysis)::double precision as residual_square
        from treatment_squares
        window in_analysis as (partition by execution_id, metric, outcome)
    ) as squares
    where squares.blocks > 1 and squares.treatments > 2
        and {{ fisher_f_p(
            ratio('squares.own_square * (squares.treatments - 2)', 'squares.residual_square - squares.own_square'),
            'squares.blocks - 1', '(squares.blocks - 1) * (squares.treatments - 2)'
        ) }} < 0.1
    group by squares.execution_id, squares.metric, squares.outcome
),

fitted as (
    select
        residuals.execution_id,
        residuals.metric,
        residuals.outcome,
        residuals.levels::integer as levels,
        residuals.has_sentinel,
        residuals.blocks,
        residuals.treatments,
        (residuals.blocks - 1) * (residuals.treatments - 1) as df,
        residuals.residual_square::double precision as residual_square,
        (residuals.residual_square / nullif((residuals.blocks - 1) * (residuals.treatments - 1), 0))::double precision as residual_variance,
        case
            when residuals.blocks >= 5 and residuals.treatments >= 2 and residuals.residual_square > trends.drift_square
                then (
                    trends.drift_square / (residuals.treatments - 1)
                    / ((residuals.residual_square - trends.drift_square) / ((residuals.blocks - 2) * (residuals.treatments - 1)))
                )::double precision
        end as drift_f,
        trends.treatments as treatment_names,
        trends.slopes,
        trends.slope_ts
    from residuals
    inner join trends
        on residuals.execution_id = trends.execution_id and residuals.metric = trends.metric and residuals.outcome = trends.outcome
),

tested as (
    select
        fitted.*,
        coalesce(noisy.noisy_treatments, '{}') as noisy_treatments,
        {{ fisher_f_p('drift_f', 'treatments - 1', '(blocks - 2) * (treatments - 1)') }} as drift_p
    from fitted
    left join noisy on fitted.execution_id = noisy.execution_id and fitted.metric = noisy.metric and fitted.outcome = noisy.outcome
)

select * from tested
