-- Decisions: no best among equals, no limit on one piece of evidence, no trend of too few nights, no order that the means do not have.
with dose as (
    select
        execution_id,
        metric,
        factor as entity,
        case when shape in ('rising', 'falling') then (
            select count(*)
            from unnest(means) with ordinality as here (mean, position)
            inner join unnest(means) with ordinality as following (mean, position) on following.position = here.position + 1
            where case when shape = 'rising' then following.mean <= here.mean else following.mean >= here.mean end
        ) end as shape_broken
    from marts.rpt_dose_response
    where execution_id = any(%(execution_ids)s)
)

select execution_id, null::bigint as run_id, metric, entity, shape_broken, null::int as best_among_equals, null::int as thin_limit,
    null::int as early_trend
from dose
union all
select execution_id, null, purpose, level, null, (is_best and (is_tied or coalesce(cardinality(tied_with), 0) > 0))::int, null, null
from marts.rpt_optima
where execution_id = any(%(execution_ids)s)
union all
select execution_id, null, null, level, null, null, (resource <> 'not_determined' and evidence_count < 2)::int, null
from marts.rpt_limits
where execution_id = any(%(execution_ids)s)
union all
select execution_id, null, metric, level, null, null, null, (verdict in ('rising', 'falling', 'shifted') and nights < 10)::int
from marts.rpt_nightly_changes
where execution_id = any(%(execution_ids)s)
