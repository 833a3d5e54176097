-- What pictures show against what tables say: a bucket's value lies between the run's own minimum and maximum.
with extremes as (
    select execution_id, metric, run,
        max(value) filter (where stat = 'min') as least,
        max(value) filter (where stat = 'max') as greatest
    from marts.rpt_facts
    where execution_id = any(%(execution_ids)s) and run is not null and scope = 'run' and stat in ('min', 'max')
    group by execution_id, metric, run
)

select
    rpt_series.execution_id,
    null::bigint as run_id,
    rpt_series.metric,
    'run ' || rpt_series.run as entity,
    count(*) filter (
        where rpt_series.value < extremes.least - 1e-6 * abs(extremes.least) or rpt_series.value > extremes.greatest + 1e-6 * abs(extremes.greatest)
    )::float8 / count(*) as outside_share,
    count(*) filter (where rpt_series.value < rpt_series.value_low or rpt_series.value > rpt_series.value_high) as estimate_outside
from marts.rpt_series
inner join extremes using (execution_id, metric, run)
where rpt_series.execution_id = any(%(execution_ids)s) and coalesce(rpt_series.entity, '') = ''
group by rpt_series.execution_id, rpt_series.metric, rpt_series.run
