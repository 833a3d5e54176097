-- Active sessions and what they wait for, second by second, from samples of pg_stat_activity; idle clients and background activity do not count.
{{ config(external=['seconds', 'samples']) }}

with sampled as (
    {{ measured(ref('stg_activity_waits')) }}
),

ticks as (
    {{ measured(ref('stg_ticks')) }}
),

-- Instants without any active session leave no row, so seconds come from the sampler's own book.
instants as (
    select run_id, floor(seconds) as second, sum(taken)::double precision as taken
    from ticks
    where family = 'activity_waits' and is_measured and taken > 0
    group by run_id, floor(seconds)
),

active as (
    select
        run_id,
        floor(seconds) as second,
        sum(backends)::double precision as active,
        {% for type in ['LWLock', 'Lock', 'IO', 'IPC', 'BufferPin', 'Timeout', 'Extension'] -%}
        coalesce(sum(backends) filter (where wait_event_type = '{{ type }}'), 0)::double precision as wait_{{ type | lower }},
        {% endfor -%}
        coalesce(sum(backends) filter (where wait_event is not null), 0)::double precision as waiting
    from sampled
    where
        is_measured and backend_type = 'client backend' and state = 'active'
        and (wait_event_type is null or wait_event_type not in ('Activity', 'Client'))
    group by run_id, floor(seconds)
),

shared as (
    select
        instants.run_id,
        instants.second as seconds,
        true as is_measured,
        coalesce(active.active, 0) / instants.taken as active_sessions,
        coalesce(active.waiting, 0) / instants.taken as waiting_sessions,
        100 * active.waiting / active.active as waits_share
        {%- for type in ['lwlock', 'lock', 'io', 'ipc', 'bufferpin', 'timeout', 'extension'] %},
        100 * active.wait_{{ type }} / active.active as wait_{{ type }}_share
        {%- endfor %}
    from instants
    left join active on instants.run_id = active.run_id and instants.second = active.second
),

united as (
    {{ collected('shared', {
        'active_sessions': 'active_sessions', 'waiting_sessions': 'waiting_sessions', 'waits_share': 'waits_share',
        'wait_lwlock_share': 'wait_lwlock_share', 'wait_lock_share': 'wait_lock_share', 'wait_io_share': 'wait_io_share',
        'wait_ipc_share': 'wait_ipc_share', 'wait_bufferpin_share': 'wait_bufferpin_share', 'wait_timeout_share': 'wait_timeout_share',
        'wait_extension_share': 'wait_extension_share',
    }) }}
)

select * from united
