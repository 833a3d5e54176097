-- What is compared, as weights of cells: pairs of levels, main effects and interactions of a grid, and each sentinel with its own baseline.
with levels as (
    select * from {{ ref('int_levels') }}
),

grids as (
    select execution_id, count(*) as cells, max(cardinality(factors)) as factors from levels group by execution_id
),

-- Levels of a factor in their order, the baseline told apart; only factors that vary.
factor_levels as (
    select distinct
        levels.execution_id,
        factor.position as factor_position,
        factor.name as factor,
        factor.level as factor_level,
        factor.level_position,
        factor.is_at_baseline
    from levels
    cross join lateral unnest(levels.factors, levels.factor_levels, levels.positions, levels.at_baseline)
        with ordinality as factor (name, level, level_position, is_at_baseline, position)
),

factor_pairs as (
    select
        one.execution_id,
        one.factor,
        one.factor_position,
        case when other.is_at_baseline then one.factor_level else other.factor_level end as factor_level,
        case when other.is_at_baseline then other.factor_level else one.factor_level end as against_level
    from factor_levels as one
    inner join factor_levels as other
        on one.execution_id = other.execution_id and one.factor_position = other.factor_position
        and (one.level_position, one.factor_level collate "C") < (other.level_position, other.factor_level collate "C")
),

pair_weights as (
    select pairs.execution_id, 'pair' as kind, pairs.level, pairs.baseline, pairs.factor, side.cell_level, 'level' as cell_role, side.weight
    from {{ ref('int_pairs') }} as pairs
    cross join lateral (values (pairs.level, 1::numeric), (pairs.baseline, -1::numeric)) as side (cell_level, weight)
),

sentinel_weights as (
    select levels.execution_id, 'sentinel' as kind, levels.level, levels.level as baseline, null::text as factor, levels.level as cell_level, side.role, side.weight
    from levels
    cross join lateral (values ('sentinel', 1::numeric), ('level', -1::numeric)) as side (role, weight)
    where levels.is_baseline
),

main_weights as (
    select
        factor_pairs.execution_id, 'main' as kind,
        factor_pairs.factor || '=' || factor_pairs.factor_level as level,
        factor_pairs.factor || '=' || factor_pairs.against_level as baseline,
        factor_pairs.factor, levels.level as cell_level, 'level' as cell_role,
        case when levels.factor_levels[factor_pairs.factor_position] = factor_pairs.factor_level then 1 else -1 end::numeric as weight
    from factor_pairs
    inner join grids on factor_pairs.execution_id = grids.execution_id and grids.factors > 1
    inner join levels
        on factor_pairs.execution_id = levels.execution_id
        and levels.factor_levels[factor_pairs.factor_position] in (factor_pairs.factor_level, factor_pairs.against_level)
),

interaction_weights as (
    select
        one.execution_id, 'interaction' as kind,
        one.factor || '=' || one.factor_level || '*' || other.factor || '=' || other.factor_level as level,
        one.factor || '=' || one.against_level || '*' || other.factor || '=' || other.against_level as baseline,
        null::text as factor, levels.level as cell_level, 'level' as cell_role,
        (case when levels.factor_levels[one.factor_position] = one.factor_level then 1 else -1 end
        * case when levels.factor_levels[other.factor_position] = other.factor_level then 1 else -1 end)::numeric as weight
    from factor_pairs as one
    inner join factor_pairs as other on one.execution_id = other.execution_id and one.factor_position < other.factor_position
    inner join levels
        on one.execution_id = levels.execution_id
        and levels.factor_levels[one.factor_position] in (one.factor_level, one.against_level)
        and levels.factor_levels[other.factor_position] in (other.factor_level, other.against_level)
),

-- A side of a main effect is the mean of its cells: weights of one sign add up to one.
united as (
    select execution_id, kind, level, baseline, factor, cell_level, cell_role, weight from pair_weights
    union all
    select * from sentinel_weights
    union all
    select
        execution_id, kind, level, baseline, factor, cell_level, cell_role,
        weight / sum(abs(weight) / 2) over (partition by execution_id, kind, level, baseline)
    from main_weights
    union all
    select
        execution_id, kind, level, baseline, factor, cell_level, cell_role,
        weight / sum(abs(weight) / 4) over (partition by execution_id, kind, level, baseline)
    from interaction_weights
),

counted as (
    select
        execution_id, kind, level, baseline, factor, cell_level, cell_role, trim_scale(weight) as weight,
        count(*) over (partition by execution_id, kind, level, baseline)::integer as cells
    from united
)

select * from counted
