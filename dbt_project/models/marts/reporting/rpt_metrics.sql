-- Everything that facts are about: measured metrics, and the wait events and statements that have shares.
with measured as (
    select execution_id, experiment_id, metric, unit, better, part_of, names, family, decimals, is_primary
    from {{ ref('int_metrics') }}
),

shared as (
    select distinct
        execution_id, experiment_id,
        kind || ':' || entity as metric, '%' as unit, 'none' as better, null::text as part_of,
        -- Two samplers tell of one event: only the name that says which keeps their shares apart.
        jsonb_build_object('en', jsonb_build_array(named), 'ru', jsonb_build_array(named)) as names,
        case when kind = 'statement' then 'statements' else 'waits' end as family,
        1 as decimals, false as is_primary
    from {{ ref('fct_pareto') }}
    cross join lateral (select label || case when kind = 'sampled_wait' then ' (pg_wait_sampling)' else '' end as named) as naming
    where {{ is_due('execution_id') }} and rank <= 20
),

-- What is counted beside what is measured: clients of a load step, levels of the Pareto front.
counted as (
    select distinct
        of_execution.execution_id, of_execution.experiment_id, of_execution.metric, 'count' as unit, 'none' as better, null::text as part_of,
        jsonb_build_object('en', jsonb_build_array(of_execution.en), 'ru', jsonb_build_array(of_execution.ru)) as names,
        'other' as family, 0 as decimals, false as is_primary
    from (
        select execution_id, experiment_id, 'clients' as metric, 'clients' as en, 'клиенты' as ru from {{ ref('fct_steps') }} where {{ is_due() }}
        union all
        select execution_id, experiment_id, 'pareto_front', 'Pareto front', 'фронт Парето' from {{ ref('fct_fronts') }} where {{ is_due() }}
    ) as of_execution
),

united as (
    select * from measured
    union all
    select * from shared
    union all
    select counted.*
    from counted
    left join measured on counted.execution_id = measured.execution_id and counted.metric = measured.metric
    where measured.metric is null
)

select * from united
