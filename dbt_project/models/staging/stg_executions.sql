-- What was asked: one complete set of blocks a row.
with source as (
    select * from {{ source('control', 'executions') }}
),

renamed as (
    select
        execution_id,
        experiment_id,
        execution,
        origin,
        profile,
        server,
        status,
        spec,
        spec_hash,
        source_hash,
        factors,
        repeats,
        primary_metric,
        minimum_effect_pct,
        is_randomised,
        has_sentinel,
        is_preregistered,
        seed,
        environment,
        planned_at,
        started_at,
        completed_at
    from source
)

select * from renamed
