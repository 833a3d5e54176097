-- Effects and their verdicts: no verdict that its own figures do not carry.
with effects as (
    select rpt_effects.*, rpt_metrics.better
    from marts.rpt_effects
    left join marts.rpt_metrics using (execution_id, metric)
    where rpt_effects.execution_id = any(%(execution_ids)s)
),

measured as (
    select
        execution_id,
        null::bigint as run_id,
        metric,
        concat_ws(' / ', level, baseline) as entity,
        case when effect_low_pct is not null and effect_pct is not null then
            case when effect_pct between effect_low_pct - 1e-6 and effect_high_pct + 1e-6 then 0 else 1 end
        end as estimate_outside,
        concat(effect_pct, ' ∉ ', effect_low_pct, '…', effect_high_pct) as estimate_outside_detail,
        (verdict not in ('better', 'worse', 'equivalent', 'undecided', 'single_run', 'drifting', 'invalid'))::int as unknown_verdict,
        verdict as unknown_verdict_detail,
        greatest(p_value, p_adjusted, p_paired, sentinel_p) as greatest_p,
        least(p_value, p_adjusted, p_paired, sentinel_p) as least_p,
        case when verdict in ('better', 'worse') then
            case when runs >= 2 and coalesce(p_adjusted, 1) < 0.05 and coalesce(p_paired, 1) < 0.05
                and (effect_pct is null or abs(ln(greatest(1 + effect_pct / 100, 1e-9))) >= ln(1 + minimum_effect_pct / 100) * 0.999999)
                and coalesce(sentinel_p, 1) > 0.05 then 0 else 1 end
        end as unproven,
        concat_ws(', ', verdict, 'p=' || p_adjusted, effect_pct || '%%', 'runs=' || runs) as unproven_detail,
        case when verdict in ('better', 'worse') and better in ('higher', 'lower') then
            case when (verdict = 'better') = ((coalesce(effect_pct, effect_abs) > 0) = (better = 'higher')) then 0 else 1 end
        end as wrong_side,
        case when verdict = 'equivalent' and effect_low_pct is not null then
            case when abs(effect_pct) < minimum_effect_pct then 0 else 1 end
        end as unlike,
        case when effect_pct is not null then effect_pct end as effect_pct,
        case when runs < 2 then (verdict not in ('single_run', 'invalid', 'undecided'))::int end as claimed_of_one
    from effects
)

select * from measured
