-- Facts of the Pareto front: how many levels are on it, and by how many others each level is beaten without gaining anything.
{{ config(materialized='ephemeral') }}

with fronts as (
    select * from {{ ref('fct_fronts') }}
    where {{ is_due() }}
),

counted as (
    select execution_id, experiment_id, null::text as level, max(front_levels)::double precision as value
    from fronts
    group by execution_id, experiment_id
    union all
    select execution_id, experiment_id, level, cardinality(dominated_by)::double precision from fronts
),

named as (
    select
        execution_id, experiment_id, {{ fact_id('level', "'pareto_front'", "'count'", partner="case when level is not null then 'dominated_by' end") }} as fact_id, level, null::integer as run, 'pareto_front' as metric, 'count' as stat,
        value, 'count' as unit, 0 as decimals, null::integer as n, null::integer as runs, null::double precision as ci_low, null::double precision as ci_high,
        'run' as scope, case when level is not null then 'dominated_by' end as partner, null::text as denominator, '{}'::text[] as parents, 'fct_fronts' as source_model
    from counted
)

select * from named
