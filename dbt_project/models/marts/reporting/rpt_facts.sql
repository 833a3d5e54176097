-- One row a fact in the form of contracts.md 3; what prose may say, it finds here. Each mart's facts are made in a model of their own.
with united as (
    {% for source in ['boundary', 'comparison', 'relation', 'share', 'window', 'step', 'front'] %}
    select
        execution_id, experiment_id, fact_id, level, run, metric, stat, value, unit, decimals, n, runs, ci_low, ci_high, scope, partner, denominator, parents, source_model
    from {{ ref('int_' ~ source ~ '_facts') }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
),

known as (
    select * from united
    where value is not null and value > '-Infinity' and value < 'Infinity'
)

select * from known
