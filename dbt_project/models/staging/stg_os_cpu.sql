-- /proc/stat since boot; guest time is part of user time already.
with source as (
    select * from {{ source('raw', 'os_cpu') }}
),

renamed as (
    select
        run_id,
        night,
        at,
        cpus,
        user_ticks + nice_ticks as us_ticks,
        system_ticks + irq_ticks + softirq_ticks as sy_ticks,
        iowait_ticks as wa_ticks,
        idle_ticks as id_ticks,
        steal_ticks as st_ticks,
        context_switches,
        procs_running,
        procs_blocked,
        booted_at
    from source
)

select * from renamed
