-- Drops of speed, and what sessions waited for meanwhile.
with drops as (
    select * from {{ ref('fct_drops') }}
    where {{ is_due('execution_id') }}
),

waited as (
    select
        drops.run_id, drops.metric, drops.drop_name, coalesce(waits.wait_event_type || ':' || waits.wait_event, 'CPU') as event, sum(waits.backends) as backends
    from drops
    inner join {{ ref('stg_activity_waits') }} as waits
        on drops.run_id = waits.run_id and waits.at >= drops.starts_at and waits.at <= drops.ends_at
    where
        {{ in_due_nights('waits.night') }} and waits.backend_type = 'client backend' and waits.state = 'active'
        and (waits.wait_event_type is null or waits.wait_event_type not in ('Activity', 'Client'))
    group by drops.run_id, drops.metric, drops.drop_name, 4
),

foremost as (
    select distinct on (run_id, metric, drop_name) run_id, metric, drop_name, event
    from waited
    order by run_id, metric, drop_name, backends desc, event collate "C"
),

described as (
    select
        drops.execution_id, drops.experiment_id, drops.level, drops.run, drops.drop_name, drops.metric, drops.starts_at, drops.ends_at, drops.depth_pct,
        drops.lowest_value, drops.recovered_after_s, drops.is_censored, foremost.event as wait_during, drops.smallest_visible_pct
    from drops
    left join foremost on drops.run_id = foremost.run_id and drops.metric = foremost.metric and drops.drop_name = foremost.drop_name
)

select * from described
