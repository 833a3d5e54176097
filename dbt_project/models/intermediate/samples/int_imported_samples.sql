-- What imports bring as it was printed: iostat, vmstat, any series, and results of runs without samples.
{{ config(external=['seconds', 'samples']) }}

with disks as (
    {{ measured(ref('stg_iostat')) }}
    and not sampled.is_since_boot
),

processors as (
    {{ measured(ref('stg_iostat_cpu')) }}
    and not sampled.is_since_boot
),

virtual_memory as (
    {{ measured(ref('stg_vmstat')) }}
    and not sampled.is_since_boot
),

series as (
    {{ measured(ref('stg_series')) }}
),

united as (
    {{ collected('disks', {
        'r_iops': 'r_iops', 'w_iops': 'w_iops', 'iops': 'coalesce(r_iops + w_iops, tps)', 'read_mbps': 'read_mbps', 'write_mbps': 'write_mbps',
        'mbps': 'read_mbps + write_mbps', 'r_await_ms': 'r_await_ms', 'w_await_ms': 'w_await_ms', 'aqu_sz': 'aqu_sz', 'util_pct': 'util_pct',
    }, entity='device') }}
    union all
    {{ collected('virtual_memory', {
        'cpu_us_pct': 'cpu_us_pct', 'cpu_sy_pct': 'cpu_sy_pct', 'cpu_wa_pct': 'cpu_wa_pct', 'cpu_id_pct': 'cpu_id_pct', 'cpu_st_pct': 'cpu_st_pct',
        'run_queue': 'run_queue', 'context_switches_per_s': 'context_switches_per_s',
    }) }}
    union all
    select processor_series.*
    from ({{ collected('processors', {
        'cpu_us_pct': 'cpu_us_pct', 'cpu_sy_pct': 'cpu_sy_pct', 'cpu_wa_pct': 'cpu_wa_pct', 'cpu_id_pct': 'cpu_id_pct', 'cpu_st_pct': 'cpu_st_pct',
    }) }}) as processor_series
    where processor_series.run_id not in (select virtual_memory.run_id from virtual_memory)
    union all
    select gathered.run_id, gathered.metric, gathered.entity, kept.seconds, kept.samples
    from (
        select
            run_id, metric, entity,
            array_agg(seconds order by seconds) as seconds, array_agg(value order by seconds) as samples
        from series
        where is_measured
        group by run_id, metric, entity
    ) as gathered
    cross join lateral {{ known_samples('gathered.seconds', 'gathered.samples') }} as kept
    where cardinality(kept.samples) > 0
    union all
    select results.run_id, results.metric, '' as entity, array[0]::double precision[] as seconds, array[results.value] as samples
    from {{ ref('stg_results') }} as results
    inner join {{ ref('int_runs') }} as runs on results.run_id = runs.run_id
    where {{ in_due_nights('results.night') }} and results.value > '-Infinity' and results.value < 'Infinity'
)

select * from united
