-- How a level changes over the executions (nights) of its experiment: Theil-Sen with a corrected Mann-Kendall, and Pettitt's test for a shift.
with due as (
    select execution_id, experiment_id from {{ ref('int_executions_due') }} where not is_gone
),

-- History up to and including each execution: a night's row does not change when later nights come.
history as (
    select
        due.execution_id, due.experiment_id, boundaries.level, boundaries.metric,
        executions.execution, executions.started_at, boundaries.mean
    from due
    inner join {{ ref('stg_executions') }} as current_execution on due.execution_id = current_execution.execution_id
    inner join {{ ref('stg_executions') }} as executions
        on due.experiment_id = executions.experiment_id and executions.execution <= current_execution.execution and executions.status = 'complete'
        and executions.factors = current_execution.factors
    inner join {{ ref('fct_boundaries') }} as boundaries on executions.execution_id = boundaries.execution_id and boundaries.run is null
    inner join {{ ref('metrics') }} as known on boundaries.metric = known.metric and known.is_pictured
),

sequences as (
    select
        execution_id, experiment_id, level, metric, count(*)::integer as nights,
        array_agg(row_number::double precision order by execution) as positions,
        array_agg(mean order by execution) as means,
        array_agg(started_at order by execution) as starts
    from (select history.*, row_number() over (partition by execution_id, level, metric order by execution) from history) as numbered
    group by execution_id, experiment_id, level, metric
    having count(*) >= 2
),

tested as (
    select
        sequences.execution_id, sequences.experiment_id, sequences.level, sequences.metric, sequences.nights, sequences.starts,
        trend.theil_sen, trend.p_value, trend.rho, shift.p_value as pettitt_p, shift.position as pettitt_position
    from sequences
    cross join lateral {{ mann_kendall('sequences.positions', 'sequences.means') }} as trend
    cross join lateral {{ pettitt('sequences.means') }} as shift
),

-- Autocorrelated nights look shifted: Pettitt's p counts only as far as the effective number of nights goes.
judged as (
    select
        execution_id, experiment_id, level, metric, nights,
        theil_sen as theil_sen_per_night,
        p_value as kendall_p,
        pettitt_p,
        starts[pettitt_position]::date as pettitt_night,
        case
            when nights < 10 then 'too_few_nights'
            when p_value < 0.01 and theil_sen > 0 then 'rising'
            when p_value < 0.01 and theil_sen < 0 then 'falling'
            when pettitt_p < 0.01 and rho < 0.3 then 'shifted'
            else 'not_shown'
        end as verdict
    from tested
)

select * from judged
