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
