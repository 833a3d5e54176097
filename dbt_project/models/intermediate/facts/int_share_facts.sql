-- Facts of shares: of all active session time, and of an event's own type; the denominator is part of the fact.
{{ config(materialized='ephemeral') }}

with shares as (
    select
        execution_id, experiment_id, level, kind || ':' || entity as metric, statistic.value, statistic.ci_low, statistic.ci_high, statistic.denominator, runs
    from {{ ref('fct_pareto') }}
    cross join lateral (
        values
        (100 * share_of_total, 100 * share_low, 100 * share_high, case kind when 'statement' then 'execution_time' when 'sampled_wait' then 'sampled_time' else 'active_session_time' end),
        (100 * share_of_type, null, null, case when kind = 'wait' then 'wait_type:' || split_part(entity, ':', 1) end)
    ) as statistic (value, ci_low, ci_high, denominator)
    where {{ is_due('execution_id') }} and rank <= 20
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', 'metric', "'share'", partner='denominator') }} as fact_id, level, null::integer as run, metric, 'share' as stat,
        value, '%' as unit, {{ decimals_for('value', '1') }} as decimals, null::integer as n, runs, ci_low, ci_high, 'run' as scope, null::text as partner, denominator,
        '{}'::text[] as parents, 'fct_pareto' as source_model
    from shares
    where denominator is not null
)

select * from named
