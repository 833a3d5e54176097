-- Operational speed: statements and rows a second, from pg_stat_statements; an eviction or a reset makes the interval null.
{{ config(external=['seconds', 'samples']) }}

with statements as (
    {{ measured(ref('stg_stat_statements'), margin_s=30) }}
),

{{ rates_of('statements', ['calls', 'returned_rows'], ['stats_reset', 'postmaster_started_at', 'dealloc'], ['database', 'queryid']) }},

-- One statement's unknown interval makes the whole instant unknown: a sum of the rest would be too small.
summed as (
    select
        run_id, seconds, is_measured, max(interval_s) as interval_s,
        case when count(*) filter (where interval_s is not null) = count(calls_per_s) then sum(calls_per_s) end as operational_speed,
        case when count(*) filter (where interval_s is not null) = count(returned_rows_per_s) then sum(returned_rows_per_s) end as rows_speed
    from statements_rated
    group by run_id, at, seconds, is_measured
),

united as (
    {{ collected('summed', {'operational_speed': 'operational_speed', 'rows_speed': 'rows_speed'}, rates=['operational_speed', 'rows_speed']) }}
)

select * from united
