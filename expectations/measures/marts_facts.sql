-- Facts against each other: the statistics of one series cannot contradict, and one value to the last digit is not two levels'.
with facts as (
    select *
    from marts.rpt_facts
    where execution_id = any(%(execution_ids)s)
),

series as (
    select
        execution_id,
        metric,
        level,
        run,
        scope,
        max(unit) as unit,
        max(value) filter (where stat = 'min') as least,
        max(value) filter (where stat = 'max') as greatest,
        max(value) filter (where stat = 'mean') as mean,
        max(value) filter (where stat = 'median') as median,
        max(value) filter (where stat = 'p95') as p95,
        max(value) filter (where stat = 'p99') as p99,
        max(value) filter (where stat = 'amplitude') as amplitude,
        max(value) filter (where stat = 'stddev') as stddev,
        max(value) filter (where stat = 'angle' and partner is null) as angle,
        max(value) filter (where stat = 'r_squared' and partner is null) as r_squared,
        max(abs(value)) filter (where stat in ('pearson', 'spearman', 'partial')) as strongest,
        max(value) filter (where stat = 'share') as share,
        min(value) filter (where stat = 'share') as least_share,
        max(unit) filter (where stat = 'share') as share_unit,
        max(value) filter (where stat = 'r_squared') as greatest_fit,
        min(value) filter (where stat = 'r_squared') as least_fit,
        count(*) filter (where value in ('NaN', 'Infinity', '-Infinity')) as bad_values,
        count(*) filter (where stat <> 'share' and (value < ci_low - 1e-6 * abs(ci_low) or value > ci_high + 1e-6 * abs(ci_high))) as outside_interval,
        max(fact_id) filter (where stat <> 'share' and (value < ci_low - 1e-6 * abs(ci_low) or value > ci_high + 1e-6 * abs(ci_high))) as outside_interval_detail
    from facts
    group by execution_id, metric, level, run, scope
),

-- Two levels may share a median of buckets, a minimum of ticks, or the mean of a few counts; whose mean, bounds and median are
-- all equal to the last digit, one was copied from the other.
levels as (
    select
        series.execution_id,
        series.metric,
        series.level,
        count(*) over copies - 1 as twin_levels,
        string_agg(series.level, ', ') over copies as twin_levels_detail
    from series
    where series.level is not null and series.run is null and series.scope = 'run'
        and length(regexp_replace(regexp_replace(series.mean::text, 'e.*$', ''), '[^0-9]|^[-0.]+', '', 'g')) >= 8
    window copies as (
        partition by series.execution_id, series.metric, series.mean, series.least, series.greatest, series.median
    )
),

parts as (
    select
        part.execution_id,
        part.metric,
        part.level,
        part.run,
        part.scope,
        max(part.mean / nullif(whole.mean, 0)) as part_of_whole,
        max(rpt_metrics.part_of) as part_of_whole_detail
    from series as part
    inner join marts.rpt_metrics on part.execution_id = rpt_metrics.execution_id and part.metric = rpt_metrics.metric and rpt_metrics.part_of is not null
    inner join series as whole
        on part.execution_id = whole.execution_id and rpt_metrics.part_of = whole.metric and part.level is not distinct from whole.level
        and part.run is not distinct from whole.run and part.scope = whole.scope
    where whole.mean > 0
    group by part.execution_id, part.metric, part.level, part.run, part.scope
),

orphans as (
    select facts.execution_id, facts.metric, facts.level, facts.run, facts.scope, count(*) as orphans, max(parent.fact_id) as orphans_detail
    from facts
    cross join lateral unnest(facts.parents) as parent (fact_id)
    where not exists (select from facts as known where known.execution_id = facts.execution_id and known.fact_id = parent.fact_id)
    group by facts.execution_id, facts.metric, facts.level, facts.run, facts.scope
),

measured as (
    select
        series.execution_id,
        null::bigint as run_id,
        series.metric,
        concat_ws(', ', series.level, 'run ' || series.run, nullif(series.scope, 'run')) as entity,
        series.bad_values,
        case when series.mean is not null and series.least is not null and series.greatest is not null then
            case when series.mean between series.least - 1e-9 * abs(series.least) and series.greatest + 1e-9 * abs(series.greatest) then 0 else 1 end
        end as mean_outside,
        concat(series.mean, ' ∉ ', series.least, '…', series.greatest) as mean_outside_detail,
        case when series.median < series.least - 1e-9 * abs(series.least) or series.p95 < series.median - 1e-9 * abs(series.median)
            or series.p99 < series.p95 - 1e-9 * abs(series.p95) or series.greatest < series.p99 - 1e-9 * abs(series.p99)
            or series.greatest < series.p95 - 1e-9 * abs(series.p95) or series.greatest < series.least then 1
        else 0 end as disordered,
        case when series.amplitude is not null and series.greatest is not null and series.least is not null
            then abs(series.amplitude - (series.greatest - series.least)) / greatest(abs(series.greatest), abs(series.least), 1e-12) end as amplitude_off,
        case when series.stddev is not null and series.greatest is not null
            then series.stddev / nullif(series.greatest - series.least, 0) end as spread_of_range,
        greatest(
            case series.share_unit when '%%' then series.share / 100 else series.share end,
            case when series.unit = '%%' then series.greatest / 100 end
        ) as share_of_whole,
        series.least_share,
        series.strongest,
        series.greatest_fit,
        series.least_fit,
        case when series.angle is not null and series.r_squared is not null and abs(series.angle) <= 45.5
            then (abs(tan(radians(series.angle)) ^ 2 - series.r_squared) < 0.02)::int end as angle_is_fit,
        series.outside_interval,
        series.outside_interval_detail,
        case when series.run is null and series.scope = 'run' then levels.twin_levels end as twin_levels,
        levels.twin_levels_detail,
        parts.part_of_whole,
        parts.part_of_whole_detail,
        coalesce(orphans.orphans, 0) as orphans,
        orphans.orphans_detail
    from series
    left join levels
        on series.execution_id = levels.execution_id and series.metric = levels.metric and series.level = levels.level
    left join parts
        on series.execution_id = parts.execution_id and series.metric = parts.metric and series.level is not distinct from parts.level
        and series.run is not distinct from parts.run and series.scope = parts.scope
    left join orphans
        on series.execution_id = orphans.execution_id and series.metric = orphans.metric and series.level is not distinct from orphans.level
        and series.run is not distinct from orphans.run and series.scope = orphans.scope
)

select * from measured
