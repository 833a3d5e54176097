-- Correlations: inside their range, inside their interval, and claimed only where there is something to claim.
select
    rpt_correlations.execution_id,
    null::bigint as run_id,
    rpt_correlations.metric,
    concat_ws(' × ', rpt_correlations.level, rpt_correlations.partner) as entity,
    greatest(abs(rpt_correlations.pearson), abs(rpt_correlations.spearman), abs(rpt_correlations.partial)) as strongest,
    case when rpt_correlations.pearson_low is not null
        then (rpt_correlations.pearson not between rpt_correlations.pearson_low - 1e-9 and rpt_correlations.pearson_high + 1e-9)::int end
        as estimate_outside,
    rpt_correlations.n_effective / nullif(rpt_correlations.n, 0) as effective_of_all,
    case when rpt_correlations.is_claimable then rpt_correlations.n_effective end as claimed_on,
    case when rpt_metrics.part_of = rpt_correlations.partner then (not rpt_correlations.is_part_of_whole)::int end as unflagged_part
from marts.rpt_correlations
left join marts.rpt_metrics using (execution_id, metric)
where rpt_correlations.execution_id = any(%(execution_ids)s)
