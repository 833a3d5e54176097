-- Requests, bytes, waiting and utilisation of the data devices, from /proc/diskstats, with sysstat's own meanings of the names.
{{ config(external=['seconds', 'samples']) }}

with disks as (
    {{ measured(ref('stg_os_disk'), margin_s=30) }}
),

-- Where the data device is known only it counts; otherwise every device that moved anything.
chosen as (
    select disks.*
    from disks
    inner join (
        select run_id, bool_or(is_data_device) as is_known
        from {{ ref('stg_os_disk') }}
        where {{ in_due_nights() }}
        group by run_id
    ) as known on disks.run_id = known.run_id
    where disks.is_data_device or not known.is_known
),

{{ rates_of('chosen', ['reads', 'writes', 'read_bytes', 'written_bytes', 'read_ms', 'write_ms', 'io_ms', 'weighted_io_ms'], [], ['device']) }},

united as (
    {{ collected('chosen_rated', {
        'r_iops': 'reads_per_s', 'w_iops': 'writes_per_s', 'iops': 'reads_per_s + writes_per_s',
        'read_mbps': 'read_bytes_per_s / 1048576', 'write_mbps': 'written_bytes_per_s / 1048576',
        'mbps': '(read_bytes_per_s + written_bytes_per_s) / 1048576',
        'r_await_ms': 'read_ms_per_s / nullif(reads_per_s, 0)', 'w_await_ms': 'write_ms_per_s / nullif(writes_per_s, 0)',
        'aqu_sz': 'weighted_io_ms_per_s / 1000', 'util_pct': 'case when io_ms_per_s > 1000 then 100 else io_ms_per_s / 10 end',
    }, entity='device', rates=[
        'r_iops', 'w_iops', 'iops', 'read_mbps', 'write_mbps', 'mbps', 'r_await_ms', 'w_await_ms', 'aqu_sz', 'util_pct',
    ]) }}
)

select * from united
