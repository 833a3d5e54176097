-- The levels of an execution in the order of its grid, and which of them is where every factor stands at its baseline.
{{ config(indexes=[{'columns': ['execution_id']}]) }}

with due as (
    select execution_id from {{ ref('int_executions_due') }} where not is_gone
),

factors as (
    select
        executions.execution_id,
        factor.ordinality as factor_position,
        factor.value ->> 'name' as factor,
        factor.value ->> 'kind' as kind,
        factor.value ->> 'baseline' as baseline,
        factor.value ->> 'default' as factory_default,
        factor.value -> 'levels' as levels
    from {{ ref('stg_executions') }} as executions
    inner join due on executions.execution_id = due.execution_id
    cross join lateral jsonb_array_elements(executions.factors) with ordinality as factor (value, ordinality)
),

used as (
    select distinct execution_id, level, levels from {{ ref('int_runs') }}
),

-- A level's place in its factor's list; one that the list lacks (an added baseline) comes last.
placed as (
    select
        used.execution_id,
        used.level,
        factors.factor_position,
        factors.factor,
        factors.kind,
        used.levels ->> factors.factor as factor_level,
        coalesce(listed.position, 1000) as level_position,
        coalesce(used.levels ->> factors.factor = factors.baseline, false) as is_at_baseline,
        coalesce(used.levels ->> factors.factor = factors.factory_default, false) as is_at_default,
        {{ quantity_of("used.levels ->> factors.factor") }} as dose
    from used
    inner join factors on used.execution_id = factors.execution_id
    left join lateral (
        select item.ordinality as position
        from jsonb_array_elements_text(factors.levels) with ordinality as item (value, ordinality)
        where item.value = used.levels ->> factors.factor
        limit 1
    ) as listed on true
),

gridded as (
    select
        execution_id,
        level,
        array_agg(factor order by factor_position) as factors,
        array_agg(kind order by factor_position) as kinds,
        array_agg(factor_level order by factor_position) as factor_levels,
        array_agg(level_position order by factor_position) as positions,
        array_agg(is_at_baseline order by factor_position) as at_baseline,
        array_agg(dose order by factor_position) as doses,
        bool_and(is_at_baseline) as is_baseline,
        bool_and(is_at_default) as is_default
    from placed
    group by execution_id, level
),

ordered as (
    select gridded.*, row_number() over (partition by execution_id order by positions, level collate "C") as level_order
    from gridded
)

select * from ordered
