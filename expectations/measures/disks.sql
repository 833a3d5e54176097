-- Disks as the kernel counted them: never busier than the clock, and the database's own device among them.
with totals as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        rows.device,
        bool_or(rows.is_data_device) as is_data_device,
        extract(epoch from max(rows.at) - min(rows.at)) as seconds,
        max(rows.io_ms) - min(rows.io_ms) as io_ms,
        max(rows.reads) - min(rows.reads) + max(rows.writes) - min(rows.writes) as requests,
        (max(rows.sectors_read) - min(rows.sectors_read) + max(rows.sectors_written) - min(rows.sectors_written)) * 512.0 as bytes,
        (max(rows.sectors_written) - min(rows.sectors_written)) * 512.0 as bytes_written,
        max(rows.weighted_io_ms) - min(rows.weighted_io_ms) as weighted_io_ms,
        max(rows.read_ms) - min(rows.read_ms) + max(rows.write_ms) - min(rows.write_ms) as request_ms,
        min(rows.in_flight) as least_in_flight
    from scope_runs
    inner join raw.os_disk as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.execution_id, scope_runs.run_id, rows.device
),

data_devices as (
    select run_id, count(*) filter (where is_data_device) as data_devices, sum(bytes_written) filter (where is_data_device) as data_bytes_written
    from totals
    group by run_id
),

wal as (
    select scope_runs.run_id, max(rows.wal_bytes) - min(rows.wal_bytes) as wal_bytes, max(rows.wal_sync) - min(rows.wal_sync) as wal_syncs
    from scope_runs
    inner join raw.stat_wal as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        and rows.at between scope_runs.measured_from and scope_runs.measured_to
    group by scope_runs.run_id
),

limits as (
    select scope_runs.run_id, max((volume.value ->> 'mbps')::float8) as limit_mbps
    from scope_runs
    cross join lateral jsonb_array_elements(scope_runs.factors) as factor
    cross join lateral jsonb_each(coalesce(nullif(scope_runs.spec -> 'volumes', 'null'), '{}')) as volume
    where factor ->> 'kind' = 'storage' and volume.key = scope_runs.levels ->> (factor ->> 'name')
        and jsonb_typeof(volume.value) = 'object' and volume.value ->> 'mbps' ~ '^[0-9.]+$'
    group by scope_runs.run_id
),

measured as (
    select
        totals.execution_id,
        totals.run_id,
        null::text as metric,
        totals.device as entity,
        case when totals.seconds >= 5 then totals.io_ms / nullif(totals.seconds * 1000, 0) end as busy_share,
        case when totals.requests >= 100 then totals.bytes / totals.requests / 1024 end as request_kb,
        -- 64 MB of WAL and more cannot hide in a cache that is synced.
        case
            when totals.is_data_device and data_devices.data_devices = 1 and wal.wal_bytes > 67108864 and wal.wal_syncs > 0
                then totals.bytes_written / wal.wal_bytes
        end as written_by_wal,
        case when totals.seconds >= 5 and totals.is_data_device then totals.bytes / 1e6 / totals.seconds / limits.limit_mbps end as mbps_by_limit
    from totals
    inner join data_devices using (run_id)
    left join wal using (run_id)
    left join limits using (run_id)
),

found as (
    select
        totals.execution_id,
        totals.run_id,
        null::text as metric,
        null::text as entity,
        least(max(data_devices.data_devices), 1) as has_data_device
    from totals
    inner join data_devices using (run_id)
    group by totals.execution_id, totals.run_id
)

select measured.*, null::int as has_data_device from measured
union all
select found.execution_id, found.run_id, found.metric, found.entity, null, null, null, null, found.has_data_device from found
