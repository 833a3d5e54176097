{#
    Statistics of one series (an array of double precision) as a lateral subquery. Mean and standard deviation are taken in numeric: sums are exact, so
    neither order nor a large offset costs a digit (NIST NumAcc4 keeps 15); percentiles interpolate linearly between order statistics (type 7 of Hyndman & Fan).
    Columns: n, first, last, mean, stddev, min, p5, median, p95, p99, max.
#}
{% macro moments_of(from_samples) -%}
    (
        select
            count(*)::integer as n,
            avg(exact)::double precision as mean,
            stddev_samp(exact)::double precision as stddev,
            min(value) as min,
            max(value) as max,
            percentile_cont(array[0.05, 0.5, 0.95, 0.99]) within group (order by value) as quantiles
        from (select sample.value, sample.value::numeric as exact from {{ from_samples }} offset 0) as sample
    )
{%- endmacro %}

{# Lag-1 autocorrelation of an array in order of time: sum (y_t - m)(y_t+1 - m) / sum (y_t - m)^2, never corr(y, lag(y)). #}
{% macro lag1_of(samples, mean) -%}
    (
        select (sum(centred.deviation * centred.next_deviation) / nullif(sum(centred.deviation * centred.deviation), 0))::double precision
        from (
            select sample.value::numeric - {{ mean }} as deviation, lead(sample.value::numeric) over (order by sample.position) - {{ mean }} as next_deviation
            from unnest({{ samples }}) with ordinality as sample (value, position)
        ) as centred
    )
{%- endmacro %}

{#
    Least squares line through an array of values at an array of positions, as a lateral subquery: n, slope, intercept (at position 0), r_squared, mean_position.
    Centred first, in numeric: the intercept is mean - slope * mean position, and a large offset costs no digit. Null where positions do not vary.
#}
{% macro line_of(positions, samples) -%}
    (
        select
            sums.n,
            (sums.xy / nullif(sums.xx, 0))::double precision as slope,
            (sums.y_mean - sums.xy / nullif(sums.xx, 0) * sums.x_mean)::double precision as intercept,
            case when sums.yy > 0 then (sums.xy / nullif(sums.xx, 0) * sums.xy / sums.yy)::double precision end as r_squared
        from (
            select
                count(*)::integer as n, max(point.x_mean) as x_mean, max(point.y_mean) as y_mean,
                round(sum((point.x - point.x_mean) * (point.x - point.x_mean)), 40) as xx,
                round(sum((point.x - point.x_mean) * (point.y - point.y_mean)), 40) as xy,
                round(sum((point.y - point.y_mean) * (point.y - point.y_mean)), 40) as yy
            from (
                select
                    sample.x::numeric as x, sample.y::numeric as y,
                    round(avg(sample.x::numeric) over (), 25) as x_mean, round(avg(sample.y::numeric) over (), 25) as y_mean
                from unnest({{ positions }}, {{ samples }}) as sample (x, y)
            ) as point
        ) as sums
    )
{%- endmacro %}

{#
    One-way analysis of variance of a relation: F with its degrees of freedom, as a subquery. Sums of squares about means in numeric (SmLs07 to 09 keep no
    digit otherwise). For data without blocks; ours have blocks and use the two-way residuals instead.
#}
{% macro one_way_anova(relation, treatment, value) -%}
    (
        select
            count(distinct treated.treatment) - 1 as df_between,
            count(*) - count(distinct treated.treatment) as df_within,
            (
                (sum((treated.treatment_mean - treated.grand_mean) * (treated.treatment_mean - treated.grand_mean)) / (count(distinct treated.treatment) - 1))
                / nullif(sum((treated.value - treated.treatment_mean) * (treated.value - treated.treatment_mean)) / (count(*) - count(distinct treated.treatment)), 0)
            )::double precision as f_value
        from (
            select
                source.{{ treatment }} as treatment, source.{{ value }}::numeric as value,
                round(avg(source.{{ value }}::numeric) over (partition by source.{{ treatment }}), 30) as treatment_mean,
                round(avg(source.{{ value }}::numeric) over (), 30) as grand_mean
            from {{ relation }} as source
        ) as treated
    )
{%- endmacro %}
