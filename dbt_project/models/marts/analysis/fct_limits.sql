-- What limits a level: a resource is named only where two kinds of evidence agree; otherwise it is not determined.
with levels as (
    select execution_id, experiment_id, level
    from {{ ref('int_runs') }}
    where is_counted and role = 'level'
    group by execution_id, experiment_id, level
),

-- The devices of a metric count by their busiest one.
measured as (
    select
        boundaries.execution_id, boundaries.level, metrics.base_metric as metric,
        max(boundaries.mean) as mean, max(boundaries.p95) as p95
    from {{ ref('fct_boundaries') }} as boundaries
    inner join {{ ref('int_metrics') }} as metrics on boundaries.execution_id = metrics.execution_id and boundaries.metric = metrics.metric
    where boundaries.run is null and {{ is_due('boundaries.execution_id') }}
    group by boundaries.execution_id, boundaries.level, metrics.base_metric
),

pivoted as (
    select
        levels.execution_id, levels.experiment_id, levels.level,
        {% for metric in ['util_pct', 'aqu_sz', 'psi_io_pct', 'psi_cpu_pct', 'cpu_us_pct', 'cpu_sy_pct', 'run_queue', 'r_iops', 'w_iops', 'mbps'] -%}
        max(measured.mean) filter (where measured.metric = '{{ metric }}') as {{ metric }}{{ ',' if not loop.last }}
        {% endfor %}
    from levels
    left join measured on levels.execution_id = measured.execution_id and levels.level = measured.level
    group by levels.execution_id, levels.experiment_id, levels.level
),

-- Limits of devices are known where the experiment made the volumes itself.
volumes as (
    select
        executions.execution_id, volume.key as volume,
        (volume.value ->> 'read_iops')::double precision as read_iops,
        (volume.value ->> 'write_iops')::double precision as write_iops,
        (volume.value ->> 'mbps')::double precision as mbps
    from {{ ref('stg_executions') }} as executions
    cross join lateral jsonb_each(case when jsonb_typeof(executions.spec -> 'volumes') = 'object' then executions.spec -> 'volumes' else '{}' end) as volume
    where executions.execution_id in (select levels.execution_id from levels) and jsonb_typeof(volume.value) = 'object'
),

-- The largest share counts where its interval stands apart from those of all others (with one run a level there is none).
waits as (
    select
        execution_id, level, entity, share_of_total, share_low,
        row_number() over (partition by execution_id, level order by share_of_total desc, entity collate "C") as place,
        max(share_high) over (
            partition by execution_id, level order by share_of_total desc, entity collate "C" rows between 1 following and unbounded following
        ) as others_high
    from {{ ref('fct_pareto') }}
    where kind = 'wait_type' and {{ is_due() }}
),

wal_waits as (
    select execution_id, level, sum(share_of_total::numeric)::double precision as share
    from {{ ref('fct_pareto') }}
    where kind = 'wait' and entity ~ '^(LWLock|IO):WAL' and {{ is_due() }}
    group by execution_id, level
),

-- A plateau: over the last half of a ramp clients grow by a half and speed by less than a tenth of that.
steps as (
    select
        runs.execution_id, runs.level, load_steps.step, avg(load_steps.clients) as clients, avg(sampled.speed) as speed
    from {{ ref('int_runs') }} as runs
    inner join {{ ref('stg_load_steps') }} as load_steps on runs.run_id = load_steps.run_id and not load_steps.is_warm_up
    inner join {{ ref('int_series') }} as series on runs.run_id = series.run_id and series.metric = 'tps'
    cross join lateral (
        select avg(point.value) as speed
        from unnest(series.seconds, series.samples) as point (second, value)
        where
            point.second >= extract(epoch from load_steps.starts_at - runs.measured_from)
            and point.second < extract(epoch from load_steps.ends_at - runs.measured_from)
    ) as sampled
    where runs.is_counted and runs.role = 'level' and runs.steps >= 3
    group by runs.execution_id, runs.level, load_steps.step
),

plateaus as (
    select execution_id, level
    from (
        select steps.*, percent_rank() over (partition by execution_id, level order by step) as progress from steps
    ) as placed
    where progress >= 0.5
    group by execution_id, level
    having max(clients) >= 1.5 * min(clients)
        and max(speed) / nullif(min(speed), 0) - 1 < 0.1 * (max(clients)::double precision / min(clients) - 1)
),

evidence as (
    select execution_id, level, 'disk' as resource, 'utilisation_with_queue' as code, 'util_pct' as metric, util_pct as value
    from pivoted
    where util_pct >= 90 and (aqu_sz >= 2 or psi_io_pct >= 20)
    union all
    select execution_id, level, 'disk', 'pressure', 'psi_io_pct', psi_io_pct from pivoted where psi_io_pct >= 20
    union all
    select
        pivoted.execution_id, pivoted.level, 'disk', 'known_limit_reached', volumes.volume,
        greatest(pivoted.r_iops / volumes.read_iops, pivoted.w_iops / volumes.write_iops, pivoted.mbps / volumes.mbps) * 100
    from pivoted
    inner join volumes on pivoted.execution_id = volumes.execution_id and position(volumes.volume in pivoted.level) > 0
    where greatest(pivoted.r_iops / volumes.read_iops, pivoted.w_iops / volumes.write_iops, pivoted.mbps / volumes.mbps) >= 0.95
    union all
    select execution_id, level, 'cpu', 'utilisation_with_queue', 'cpu_us_pct', cpu_us_pct + cpu_sy_pct
    from pivoted
    where cpu_us_pct + cpu_sy_pct >= 85 and (run_queue >= 2 or psi_cpu_pct >= 10)
    union all
    select execution_id, level, 'cpu', 'pressure', 'psi_cpu_pct', psi_cpu_pct from pivoted where psi_cpu_pct >= 20
    union all
    select
        waits.execution_id, waits.level,
        case waits.entity when 'CPU' then 'cpu' when 'IO' then case when wal_waits.share > waits.share_of_total / 2 then 'wal' else 'disk' end
            when 'Lock' then 'locks' when 'LWLock' then case when wal_waits.share > waits.share_of_total / 2 then 'wal' else 'locks' end
            when 'Client' then 'network' end,
        'largest_share_of_time', waits.entity, 100 * waits.share_of_total
    from waits
    left join wal_waits on waits.execution_id = wal_waits.execution_id and waits.level = wal_waits.level
    where waits.place = 1 and waits.entity in ('CPU', 'IO', 'Lock', 'LWLock', 'Client')
        and coalesce(waits.share_low > waits.others_high, true)
),

-- A plateau under growing load supports whatever else points somewhere.
gathered as (
    select execution_id, level, resource, code, metric, value from evidence
    union all
    select distinct evidence.execution_id, evidence.level, evidence.resource, 'plateau', 'tps', null::double precision
    from evidence
    inner join plateaus on evidence.execution_id = plateaus.execution_id and evidence.level = plateaus.level
),

-- Pressure and utilisation with a queue are one kind of evidence: both say that requests wait for the device.
weighed as (
    select
        execution_id, level, resource,
        count(distinct case when code = 'pressure' then 'utilisation_with_queue' else code end)::integer as evidence_count,
        jsonb_agg(jsonb_build_object('code', code, 'metric', metric, 'value', value) order by code, metric) as evidence
    from gathered
    group by execution_id, level, resource
),

best as (
    select weighed.*, row_number() over (partition by execution_id, level order by evidence_count desc, resource) as place,
        count(*) filter (where evidence_count >= 2) over (partition by execution_id, level) as candidates
    from weighed
),

limited as (
    select
        levels.execution_id, levels.experiment_id, levels.level,
        case when best.evidence_count >= 2 and best.candidates = 1 then best.resource else 'not_determined' end as resource,
        coalesce(best.evidence, '[]') as evidence,
        coalesce(best.evidence_count, 0) as evidence_count
    from levels
    left join best on levels.execution_id = best.execution_id and levels.level = best.level and best.place = 1
)

select * from limited
