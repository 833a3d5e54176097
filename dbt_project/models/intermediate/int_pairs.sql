-- The comparisons of an execution: every two levels that differ in exactly one factor, once; the baseline of a pair by contracts.md 3.
with levels as (
    select * from {{ ref('int_levels') }}
),

differing as (
    select
        one.execution_id,
        one.level as one_level,
        other.level as other_level,
        one.level_order as one_order,
        other.level_order as other_order,
        difference.factor,
        difference.one_at_baseline,
        difference.other_at_baseline,
        count(*) over (partition by one.execution_id, one.level, other.level) as differences
    from levels as one
    inner join levels as other on one.execution_id = other.execution_id and one.level_order < other.level_order
    cross join lateral (
        select item.factor, item.one_at_baseline, item.other_at_baseline
        from unnest(one.factors, one.factor_levels, other.factor_levels, one.at_baseline, other.at_baseline)
            as item (factor, one_level, other_level, one_at_baseline, other_at_baseline)
        where item.one_level is distinct from item.other_level
    ) as difference
),

directed as (
    select
        execution_id,
        factor,
        case when other_at_baseline then one_level else other_level end as level,
        case when other_at_baseline then other_level else one_level end as baseline,
        case when other_at_baseline then one_order else other_order end as level_order,
        case when other_at_baseline then other_order else one_order end as baseline_order
    from differing
    where differences = 1
)

select * from directed
