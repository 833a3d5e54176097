-- Shares of active session time by wait event, wait type and statement, by level.
with shares as (
    select
        execution_id, experiment_id, level, kind, entity, label, share_of_total, share_low, share_high, share_of_type, rank, cumulative_share,
        membership, is_dominant, runs, sampler, resolution_ms
    from {{ ref('fct_pareto') }}
    where {{ is_due('execution_id') }}
)

select * from shares
