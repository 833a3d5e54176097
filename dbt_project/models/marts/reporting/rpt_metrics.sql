-- Everything that facts are about: measured metrics, and the wait events and statements that have shares.
with measured as (
    select execution_id, experiment_id, metric, unit, better, part_of, names, family, decimals, is_primary
    from {{ ref('int_metrics') }}
),

shared as (
    select distinct
        execution_id, experiment_id,
        kind || ':' || entity as metric, '%' as unit, 'none' as better, null::text as part_of,
        jsonb_build_object('en', jsonb_build_array(label), 'ru', jsonb_build_array(label)) as names,
        case when kind = 'statement' then 'statements' else 'waits' end as family,
        1 as decimals, false as is_primary
    from {{ ref('fct_pareto') }}
    where {{ is_due('execution_id') }} and rank <= 20
),

united as (
    select * from measured
    union all
    select * from shared
)

select * from united
