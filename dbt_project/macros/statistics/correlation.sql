{# r kept inside (-1, 1), where Fisher's z is finite. #}
{% macro within_unit(r) -%}
    (case when {{ r }} > 0.999999999999 then 0.999999999999 when {{ r }} < -0.999999999999 then -0.999999999999 else {{ r }} end)
{%- endmacro %}

{#
    Correlation of two series of one run (rows with `seconds`, `samples`, `step_starts`), paired by instants (equal clocks) or by whole seconds.
    Columns: n, steps_seen, pearson (raw), partial (deviations from each load step's means: what is left when load is controlled), spearman,
    one_lag and other_lag (lag-1 autocorrelations of those deviations).
#}
{% macro correlation_within_steps(one, other) -%}
    (
        select
            count(*)::integer as n,
            count(distinct ranked.step)::integer as steps_seen,
            corr(ranked.x, ranked.y) as pearson,
            corr(ranked.x - ranked.x_mean, ranked.y - ranked.y_mean) as partial,
            corr(ranked.x_rank, ranked.y_rank) as spearman,
            sum((ranked.x - ranked.x_mean) * ranked.x_next) / nullif(sum((ranked.x - ranked.x_mean) ^ 2), 0) as one_lag,
            sum((ranked.y - ranked.y_mean) * ranked.y_next) / nullif(sum((ranked.y - ranked.y_mean) ^ 2), 0) as other_lag
        from (
            select
                stepped.*,
                lead(x - x_mean) over in_time as x_next,
                lead(y - y_mean) over in_time as y_next,
                rank() over (order by x) + (count(*) over (partition by x) - 1) / 2.0 as x_rank,
                rank() over (order by y) + (count(*) over (partition by y) - 1) / 2.0 as y_rank
            from (
                select paired.*, avg(x) over (partition by step) as x_mean, avg(y) over (partition by step) as y_mean
                from (
                    select matched.*, width_bucket(matched.second, {{ one }}.step_starts) as step
                    from (select {{ one }}.seconds = {{ other }}.seconds as is_same offset 0) as clock
                    cross join lateral (
                        select x.value as x, y.value as y, x.second
                        from unnest({{ one }}.seconds, {{ one }}.samples) with ordinality as x (second, value, position)
                        inner join unnest({{ other }}.seconds, {{ other }}.samples) with ordinality as y (second, value, position)
                            on case when clock.is_same then x.position else floor(x.second)::bigint end
                            = case when clock.is_same then y.position else floor(y.second)::bigint end
                        order by x.second, x.position, y.position
                    ) as matched
                ) as paired
            ) as stepped
            window in_time as (order by second)
            order by second
        ) as ranked
    )
{%- endmacro %}

{# Chaddock's scale of |r|. #}
{% macro chaddock(r) -%}
    case
        when abs({{ r }}) < 0.1 then 'none' when abs({{ r }}) < 0.3 then 'weak' when abs({{ r }}) < 0.5 then 'moderate'
        when abs({{ r }}) < 0.7 then 'noticeable' when abs({{ r }}) < 0.9 then 'high' else 'very_high'
    end
{%- endmacro %}
