-- Facts of correlations and slopes.
{{ config(materialized='ephemeral') }}

with correlations as (
    select
        execution_id, experiment_id, level, metric, partner, statistic.stat, statistic.value, '1' as unit, 2 as decimals, n, runs,
        statistic.ci_low, statistic.ci_high, 'fct_correlations' as source_model
    from {{ ref('fct_correlations') }}
    cross join lateral (
        values
        ('pearson', pearson, pearson_low, pearson_high), ('spearman', spearman, null, null), ('partial', partial, partial_low, partial_high)
    ) as statistic (stat, value, ci_low, ci_high)
    where {{ is_due('execution_id') }}
),

slopes as (
    select
        slopes.execution_id, slopes.experiment_id, slopes.level, slopes.metric, null::text as partner, statistic.stat, statistic.value, statistic.unit,
        statistic.decimals, null::integer as n, slopes.runs, statistic.ci_low, statistic.ci_high, 'fct_slopes' as source_model
    from {{ ref('fct_slopes') }} as slopes
    inner join {{ ref('int_metrics') }} as metrics on slopes.execution_id = metrics.execution_id and slopes.metric = metrics.metric
    cross join lateral (
        values
        ('slope', slopes.slope_per_min, metrics.unit || '/min', {{ decimals_for('slopes.slope_per_min', 'metrics.decimals') }}, slopes.slope_low, slopes.slope_high),
        ('r_squared', slopes.r_squared, '1', 2, null, null)
    ) as statistic (stat, value, unit, decimals, ci_low, ci_high)
    where {{ is_due('slopes.execution_id') }}
),

united as (
    select * from correlations
    union all
    select * from slopes
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', 'metric', 'stat', partner='partner') }} as fact_id, level, null::integer as run, metric, stat, value, unit,
        decimals::integer as decimals, n, runs, ci_low, ci_high, 'run' as scope, partner, null::text as denominator, '{}'::text[] as parents, source_model
    from united
)

select * from named
