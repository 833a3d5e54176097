-- Shares: between nothing and the whole, and together not more than the whole.
with rows as (
    select *
    from marts.rpt_pareto
    where execution_id = any(%(execution_ids)s)
),

measured as (
    select
        execution_id,
        null::bigint as run_id,
        kind as metric,
        coalesce(level, '*') as entity,
        max(share_of_total) as greatest_share,
        min(share_of_total) as least_share,
        sum(share_of_total) as shares_together,
        max(cumulative_share) as cumulative_share,
        count(*) filter (where share_of_type < share_of_total * 0.999999) as type_below_total,
        count(*) filter (where share_of_total < share_low - 1e-3 or share_of_total > share_high + 1e-3) as estimate_outside,
        count(*) filter (where is_dominant) as dominant
    from rows
    group by execution_id, kind, level
)

select * from measured
