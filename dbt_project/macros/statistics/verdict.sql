{# The verdict rule of method.md, as expressions over the columns of int_effect_statistics (joined with the execution's own in fct_effects). #}

{# A log difference as a percentage: exp(d) - 1; null where it is unknown or beyond what double precision holds. #}
{% macro percent_of_log(difference) -%}
    (case when {{ difference }} between -690 and 690 then 100 * (exp({{ difference }}) - 1) end)
{%- endmacro %}

{#
    Without randomised order: does a level's own trend over its repeats (p < 0.01, five blocks or more) reach the size of the effect?
#}
{% macro drifts_with_order(treatments, slopes, slope_ts, blocks, difference) -%}
    coalesce((
        select bool_or(
            abs(trend.slope) * ({{ blocks }} - 1) >= abs({{ difference }})
            and {{ student_t_p('trend.t', blocks ~ ' - 2') }} < 0.01
        )
        from unnest({{ slopes }}, {{ slope_ts }}) as trend (slope, t)
        where {{ blocks }} >= 5
    ), false)
{%- endmacro %}

{#
    The reason of a verdict: the first that applies, in the order invalid, single_run, drifting, better or worse, equivalent, undecided.
    `differs_in_stalls`: total work over time says something else than the median over time, and their difference is no accident (p < 0.05).
#}
{% macro verdict_reason() -%}
    case
        when failed_en is not null then 'failed_checks'
        when blocks is null and has_failed_runs then 'failed_checks'
        when blocks is null then 'no_data'
        when blocks = 1 then 'one_run_a_level'
        when drift_p < 0.01 then 'levels_drift'
        when is_randomised is not true and trends_like_effect then 'order_confounded'
        when {{ is_shown() }} and abs(difference) >= margin then
            case
                when has_sentinel and coalesce(sentinel_p, 0) <= 0.05 then 'sentinel_differs'
                when has_sentinel and abs(difference) <= abs(sentinel_difference) then 'sentinel_differs'
                when {{ stalls_disagree() }} then 'differs_in_stalls'
                when better = 'none' then 'differs_without_direction'
                else 'significant'
            end
        when scale <> 'signed' and p_equivalence < 0.05 then
            case when {{ stalls_disagree() }} then 'differs_in_stalls' else 'equivalent_shown' end
        when {{ is_shown() }} then 'below_minimum_effect'
        when p_adjusted < family_level then 'not_confirmed_by_blocks'
        else 'too_few_repeats'
    end
{%- endmacro %}

{# A difference is shown: Holm's p below its family's level, and the pair's own blocks confirm it, so that a noisy level cannot borrow precision. #}
{% macro is_shown() -%}
    (p_adjusted < family_level and p_paired < 0.05)
{%- endmacro %}

{# +1, 0 or -1: which side of the minimum effect a log difference lies on. #}
{% macro side_of_margin(difference) -%}
    (case when {{ difference }} >= margin then 1 when {{ difference }} <= -margin then -1 else 0 end)
{%- endmacro %}

{% macro stalls_disagree() -%}
    coalesce(stalls_p < 0.05 and {{ side_of_margin('total_difference') }} <> {{ side_of_margin('difference') }}, false)
{%- endmacro %}

{# The verdict that a reason stands for; better and worse follow the metric's own direction; a metric without one is never either. #}
{% macro verdict_of(reason_code) -%}
    case {{ reason_code }}
        when 'failed_checks' then 'invalid'
        when 'no_data' then 'invalid'
        when 'one_run_a_level' then 'single_run'
        when 'levels_drift' then 'drifting'
        when 'order_confounded' then 'drifting'
        when 'significant' then case when (difference > 0) = (better = 'higher') then 'better' else 'worse' end
        when 'equivalent_shown' then 'equivalent'
        else 'undecided'
    end
{%- endmacro %}

{#
    Repeats that would show the minimum effect with 80% power: R = v (t_level + t_power)^2 / margin^2 with v the variance of one block's contrast, the quantiles of the
    design at hand shrunk to the normal's by Guenther's correction t^2 / (2 (K - 1)). Null above 1000: such an experiment is another one.
#}
{% macro repeats_to_settle(variance, t_level, t_power, margin, treatments) -%}
    (select case when wanted.repeats <= 1000 then wanted.repeats::integer end
    from (select ceil({{ variance }} * ({{ t_level }} + {{ t_power }}) ^ 2 / nullif({{ margin }}, 0) ^ 2) as repeats) as wanted)
{%- endmacro %}
