-- Slopes: inside their interval, with a fit that is a share, and a verdict on the side of the slope.
select
    execution_id,
    null::bigint as run_id,
    metric,
    level as entity,
    case when slope_low is not null and slope_per_min is not null
        then (slope_per_min not between slope_low - 1e-9 * abs(slope_low) and slope_high + 1e-9 * abs(slope_high))::int end as estimate_outside,
    r_squared,
    kendall_p,
    case when verdict in ('rising', 'falling') then ((verdict = 'rising') <> (coalesce(theil_sen_per_min, slope_per_min) > 0))::int end as wrong_side
from marts.rpt_slopes
where execution_id = any(%(execution_ids)s)
