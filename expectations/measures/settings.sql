-- Settings as read back: the level must be active, and it must be the only difference between the runs.
with units (unit, dimension, factor) as (
    values
    ('B', 'bytes', 1::float8), ('kB', 'bytes', 1024), ('8kB', 'bytes', 8192), ('MB', 'bytes', 1048576),
    ('16MB', 'bytes', 16777216), ('GB', 'bytes', 1073741824), ('TB', 'bytes', 1099511627776),
    ('us', 'time', 1e-6), ('ms', 'time', 1e-3), ('s', 'time', 1), ('min', 'time', 60), ('h', 'time', 3600), ('d', 'time', 86400)
),

kinds as (
    select
        execution_id,
        array_agg(factor ->> 'name') filter (where factor ->> 'kind' = 'guc') as gucs,
        array_agg(factor ->> 'name') filter (where factor ->> 'kind' = 'sysctl') as sysctls,
        bool_or(factor ->> 'kind' = 'storage') as has_storage,
        bool_or(factor ->> 'kind' = 'huge_pages') as has_huge_pages
    from (select distinct execution_id, factors from scope_peers) as executions
    cross join lateral jsonb_array_elements(executions.factors) as factor
    group by execution_id
),

wanted as (
    select
        scope_runs.run_id,
        factor ->> 'kind' as kind,
        factor ->> 'name' as name,
        scope_runs.levels ->> (factor ->> 'name') as level,
        factor ->> 'unit' as factor_unit
    from scope_runs
    cross join lateral jsonb_array_elements(scope_runs.factors) as factor
    -- What is set for the load's role only the load sees; run control proved it in a session like the load's.
    where factor ->> 'kind' in ('guc', 'sysctl')
        and not exists (
            select from jsonb_array_elements(coalesce(nullif(scope_runs.spec -> 'factors', 'null'), '[]')) as specified
            where specified ->> 'name' = factor ->> 'name' and specified ->> 'scope' = 'role'
        )
    union all
    select scope_runs.run_id, 'guc', held.key, held.value #>> '{}', null
    from scope_runs
    cross join lateral jsonb_each(coalesce(nullif(scope_runs.spec #> '{hold,guc}', 'null'), '{}')) as held
),

wanted_parts as (
    select
        wanted.*,
        (regexp_match(wanted.level, '^\s*(-?[0-9]+(?:\.[0-9]*)?)\s*([A-Za-z]*)\s*$'))[1]::float8 as number,
        coalesce(
            nullif((regexp_match(wanted.level, '^\s*(-?[0-9]+(?:\.[0-9]*)?)\s*([A-Za-z]*)\s*$'))[2], ''), wanted.factor_unit
        ) as unit
    from wanted
),

snapshots as (
    select rows.run_id, rows.moment, rows.name, rows.setting, rows.unit, rows.vartype, rows.context, rows.source, rows.pending_restart,
        scope_peers.execution_id
    from scope_peers
    inner join raw.settings as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s)
),

active as (
    select * from snapshots where moment = 'active'
),

guc_levels as (
    select
        wanted_parts.run_id,
        wanted_parts.name,
        wanted_parts.level,
        active.setting,
        active.unit,
        active.name is null as is_unread,
        coalesce(active.pending_restart, false) as is_pending,
        case
            when active.name is null then null
            when lower(wanted_parts.level) = lower(active.setting) then true
            when lower(active.setting) in ('on', 'off') then
                (lower(wanted_parts.level) in ('on', 'true', 'yes', '1')) = (lower(active.setting) = 'on')
            when wanted_parts.number is not null and active.setting ~ '^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$' then
                -- The server rounds to its own unit, so half of one may be lost.
                abs(
                    wanted_parts.number * coalesce(level_unit.factor, setting_unit.factor, 1)
                    - active.setting::float8 * coalesce(setting_unit.factor, 1)
                ) <= coalesce(setting_unit.factor, abs(active.setting::float8) * 1e-6) * 0.501
            else trim(both '''" ' from wanted_parts.level) = active.setting
        end as is_active
    from wanted_parts
    inner join (select distinct run_id from active) as with_snapshot using (run_id)
    left join active on wanted_parts.run_id = active.run_id and lower(wanted_parts.name) = lower(active.name)
    left join units as setting_unit on active.unit = setting_unit.unit
    left join units as level_unit on wanted_parts.unit = level_unit.unit and setting_unit.dimension = level_unit.dimension
    where wanted_parts.kind = 'guc' and wanted_parts.level is not null
),

guc_answers as (
    select
        run_id,
        count(*) filter (where not is_active or is_pending) as inactive_settings,
        string_agg(name || '=' || coalesce(setting, '?') || coalesce(' ' || unit, '') || ' ≠ ' || level || case when is_pending then ' (restart)' else '' end, ', ')
            filter (where not is_active or is_pending) as inactive_settings_detail,
        count(*) filter (where is_unread) as unread_settings,
        string_agg(name, ', ') filter (where is_unread) as unread_settings_detail
    from guc_levels
    group by run_id
),

-- Computed from other settings, or of the session that reads: a difference there is not somebody's change.
compared as (
    select active.execution_id, active.run_id, active.name, active.setting
    from active
    inner join kinds using (execution_id)
    where active.name <> all(coalesce(kinds.gucs, '{}'))
        and coalesce(active.context, '') <> 'internal'
        and coalesce(active.source, '') not in ('client', 'session', 'interactive', 'environment variable')
        and active.name not in (
            'wal_buffers', 'shared_memory_size', 'shared_memory_size_in_huge_pages', 'num_os_semaphores', 'in_hot_standby',
            'commit_timestamp_buffers', 'subtransaction_buffers', 'transaction_buffers', 'io_max_concurrency',
            'application_name', 'transaction_isolation', 'transaction_read_only', 'transaction_deferrable'
        )
        and not (
            coalesce(kinds.has_storage, false)
            and (
                active.name like '%%director%%' or active.name like '%%\_file' or active.name like '%%tablespace%%' or active.name = 'port'
            )
        )
        and not (coalesce(kinds.has_huge_pages, false) and (active.name like 'huge_page%%' or active.name = 'shared_memory_type'))
),

usual as (
    select execution_id, name, mode() within group (order by setting) as setting, count(*) as runs, count(distinct setting) as variants
    from compared
    group by execution_id, name
),

differences as (
    select
        compared.run_id,
        count(*) filter (where compared.setting is distinct from usual.setting) as other_settings,
        string_agg(compared.name || '=' || coalesce(compared.setting, '') || ' ≠ ' || coalesce(usual.setting, ''), ', ' order by compared.name)
            filter (where compared.setting is distinct from usual.setting) as other_settings_detail
    from compared
    inner join usual using (execution_id, name)
    where usual.runs > 1
    group by compared.run_id
),

-- A setting that differs before and after the load was changed under it.
moved as (
    select
        active.run_id,
        count(*) filter (where after.setting is distinct from active.setting) as moved_settings,
        string_agg(active.name || ': ' || coalesce(active.setting, '') || ' → ' || coalesce(after.setting, ''), ', ' order by active.name)
            filter (where after.setting is distinct from active.setting) as moved_settings_detail
    from active
    inner join snapshots as after
        on active.run_id = after.run_id and active.name = after.name and after.moment = 'after'
    where coalesce(active.context, '') <> 'internal' and active.name not in ('in_hot_standby')
        and coalesce(active.source, '') not in ('client', 'session', 'interactive', 'environment variable')
    group by active.run_id
),

kernel_active as (
    select distinct on (rows.run_id, rows.name) scope_peers.execution_id, rows.run_id, rows.name, rows.value
    from scope_peers
    inner join raw.kernel_settings as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and rows.moment = 'active'
    order by rows.run_id, rows.name, rows.at desc
),

sysctl_answers as (
    select
        wanted.run_id,
        count(*) filter (where trim(kernel_active.value) is distinct from trim(wanted.level)) as inactive_sysctls,
        string_agg(wanted.name || '=' || coalesce(kernel_active.value, '?') || ' ≠ ' || wanted.level, ', ')
            filter (where trim(kernel_active.value) is distinct from trim(wanted.level)) as inactive_sysctls_detail
    from wanted
    inner join (select distinct run_id from kernel_active) as with_snapshot using (run_id)
    left join kernel_active on wanted.run_id = kernel_active.run_id and wanted.name = kernel_active.name
    where wanted.kind = 'sysctl'
    group by wanted.run_id
),

kernel_usual as (
    select execution_id, name, mode() within group (order by value) as value, count(*) as runs
    from kernel_active
    group by execution_id, name
),

kernel_differences as (
    select
        kernel_active.run_id,
        count(*) filter (where kernel_active.value is distinct from kernel_usual.value) as other_sysctls,
        string_agg(kernel_active.name || '=' || coalesce(kernel_active.value, '') || ' ≠ ' || coalesce(kernel_usual.value, ''), ', ' order by kernel_active.name)
            filter (where kernel_active.value is distinct from kernel_usual.value) as other_sysctls_detail
    from kernel_active
    inner join kernel_usual using (execution_id, name)
    inner join kinds using (execution_id)
    where kernel_usual.runs > 1
        and kernel_active.name <> all(coalesce(kinds.sysctls, '{}'))
        and kernel_active.name ~ '^(vm|kernel)\.'
        and not (coalesce(kinds.has_huge_pages, false) and kernel_active.name like '%%hugepage%%')
    group by kernel_active.run_id
),

measured as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        null::text as metric,
        null::text as entity,
        guc_answers.inactive_settings,
        guc_answers.inactive_settings_detail,
        guc_answers.unread_settings,
        guc_answers.unread_settings_detail,
        differences.other_settings,
        left(differences.other_settings_detail, 300) as other_settings_detail,
        moved.moved_settings,
        left(moved.moved_settings_detail, 300) as moved_settings_detail,
        sysctl_answers.inactive_sysctls,
        sysctl_answers.inactive_sysctls_detail,
        kernel_differences.other_sysctls,
        left(kernel_differences.other_sysctls_detail, 300) as other_sysctls_detail
    from scope_runs
    left join guc_answers using (run_id)
    left join differences using (run_id)
    left join moved using (run_id)
    left join sysctl_answers using (run_id)
    left join kernel_differences using (run_id)
    where coalesce(guc_answers.run_id, differences.run_id, moved.run_id, sysctl_answers.run_id, kernel_differences.run_id) is not null
)

select * from measured
