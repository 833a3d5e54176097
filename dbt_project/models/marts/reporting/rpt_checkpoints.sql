-- Checkpoints of a level and whether its runs were long enough to judge them.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        runs,
        cycles_per_run,
        timed,
        requested,
        wal_bytes_per_run,
        is_short_run,
        timeout_s
    from {{ ref('fct_checkpoints') }}
    where {{ is_due('execution_id') }}
)

select * from described
