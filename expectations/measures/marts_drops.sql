-- Drops and stability: windows that go forward and are no deeper than all.
select
    rpt_drops.execution_id,
    null::bigint as run_id,
    rpt_drops.metric,
    concat_ws(', ', rpt_drops.level, rpt_drops.drop_name) as entity,
    (rpt_drops.ends_at < rpt_drops.starts_at)::int as backward,
    rpt_drops.depth_pct,
    rpt_drops.recovered_after_s,
    null::float8 as drop_minutes_per_h,
    null::float8 as p5_to_p50
from marts.rpt_drops
where rpt_drops.execution_id = any(%(execution_ids)s)
union all
select
    rpt_stability.execution_id,
    null,
    rpt_stability.metric,
    rpt_stability.level,
    null,
    null,
    null,
    rpt_stability.drop_minutes_per_h,
    rpt_stability.p5_to_p50
from marts.rpt_stability
where rpt_stability.execution_id = any(%(execution_ids)s)
