-- Processors, memory and pressure of the host, from /proc counters.
{{ config(external=['seconds', 'samples']) }}

with cpu as (
    {{ measured(ref('stg_os_cpu'), margin_s=30) }}
),

{{ rates_of('cpu', ['us_ticks', 'sy_ticks', 'wa_ticks', 'id_ticks', 'st_ticks', 'context_switches'], ['booted_at', 'cpus'], carried=['procs_running']) }},

cpu_shares as (
    select cpu_rated.*, nullif(us_ticks_per_s + sy_ticks_per_s + wa_ticks_per_s + id_ticks_per_s + st_ticks_per_s, 0) as ticks_per_s
    from cpu_rated
),

memory as (
    {{ measured(ref('stg_os_memory')) }}
),

pressure_by_resource as (
    {{ measured(ref('stg_os_pressure'), margin_s=30) }}
    and sampled.kind = 'some'
),

-- The resources of an instant become its columns before anything is differenced: a third of the rows.
pressure as (
    select
        run_id, at, seconds, is_measured,
        max(total_us) filter (where resource = 'cpu') as cpu_us,
        max(total_us) filter (where resource = 'io') as io_us,
        max(total_us) filter (where resource = 'memory') as memory_us
    from pressure_by_resource
    group by run_id, at, seconds, is_measured
),

{{ rates_of('pressure', ['cpu_us', 'io_us', 'memory_us']) }},

united as (
    {{ collected('cpu_shares', {
        'cpu_us_pct': '100 * us_ticks_per_s / ticks_per_s', 'cpu_sy_pct': '100 * sy_ticks_per_s / ticks_per_s',
        'cpu_wa_pct': '100 * wa_ticks_per_s / ticks_per_s', 'cpu_id_pct': '100 * id_ticks_per_s / ticks_per_s',
        'cpu_st_pct': '100 * st_ticks_per_s / ticks_per_s', 'run_queue': 'procs_running', 'context_switches_per_s': 'context_switches_per_s',
    }, rates=['cpu_us_pct', 'cpu_sy_pct', 'cpu_wa_pct', 'cpu_id_pct', 'cpu_st_pct', 'context_switches_per_s']) }}
    union all
    {{ collected('memory', {'mem_available_mb': 'mem_available_mb', 'dirty_mb': 'dirty_mb'}) }}
    union all
    {{ collected('pressure_rated', {
        'psi_cpu_pct': 'cpu_us_per_s / 10000', 'psi_io_pct': 'io_us_per_s / 10000', 'psi_memory_pct': 'memory_us_per_s / 10000',
    }, rates=['psi_cpu_pct', 'psi_io_pct', 'psi_memory_pct']) }}
)

select * from united
