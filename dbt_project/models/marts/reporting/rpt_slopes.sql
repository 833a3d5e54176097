-- Change within a run, per minute, by level.
with slopes as (
    select
        slopes.execution_id, slopes.experiment_id, slopes.level, slopes.metric, slopes.runs, slopes.slope_per_min, slopes.slope_low, slopes.slope_high,
        slopes.theil_sen_per_min, slopes.kendall_p, slopes.r_squared, metrics.unit || '/min' as unit, slopes.verdict
    from {{ ref('fct_slopes') }} as slopes
    inner join {{ ref('int_metrics') }} as metrics on slopes.execution_id = metrics.execution_id and slopes.metric = metrics.metric
    where {{ is_due('slopes.execution_id') }}
)

select * from slopes
