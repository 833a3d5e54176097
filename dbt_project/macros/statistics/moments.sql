{#
    Moments of one series (an array of double precision in a fixed order) as a lateral subquery: n, mean, stddev, min, max.
    Sums are taken in double precision about the first value by PostgreSQL's own aggregates (Youngs and Cramer 1971), ten times faster than in numeric and without
    its loss under an offset. Where the values lie closer together than a thousandth of their size, their binary form itself has lost digits that their decimal
    form had (NIST NumAcc3 and 4): there, and only there, sums are exact, in numeric. See docs/adr/0025.
#}
{% macro moments_of(samples) -%}
    (
        select
            plain.n,
            case when plain.is_narrow then exact.mean else plain.mean end as mean,
            case when plain.is_narrow then exact.stddev else plain.stddev end as stddev,
            plain.min,
            plain.max
        from (
            select
                summed.*,
                summed.min < summed.max and summed.max - summed.min < 0.001 * greatest(abs(summed.min), abs(summed.max)) as is_narrow
            from (
                select
                    count(*)::integer as n, pivot.value + avg(sample.value - pivot.value) as mean, stddev_samp(sample.value - pivot.value) as stddev,
                    min(sample.value) as min, max(sample.value) as max
                from (select unnest({{ samples }}) as value) as sample
                cross join (select ({{ samples }})[1] as value offset 0) as pivot
                group by pivot.value
            ) as summed
            offset 0
        ) as plain
        left join lateral (
            select avg(sample.value::numeric)::double precision as mean, stddev_samp(sample.value::numeric)::double precision as stddev
            from (select unnest(case when plain.is_narrow then {{ samples }} end) as value) as sample
        ) as exact on true
    )
{%- endmacro %}

{# The 5th, 50th, 95th and 99th percentile of a relation of samples as one array: linear between order statistics (type 7 of Hyndman and Fan 1996). #}
{% macro quantiles_of(from_samples) -%}
    (
        select percentile_cont(array[0.05, 0.5, 0.95, 0.99]) within group (order by sample.value) as quantiles
        from {{ from_samples }}
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
    Least squares line through an array of values at an array of positions, as a lateral subquery: n, slope, intercept (at position 0), r_squared.
    Both are centred on their first element before PostgreSQL's own aggregates sum them in double precision; the intercept is mean - slope * mean position.
    Where that difference leaves less than a hundredth of the mean it has lost two digits more, and is taken in numeric instead. Null where positions do not vary.
#}
{% macro line_of(positions, samples) -%}
    (
        select
            sums.n,
            sums.slope,
            case when sums.is_cancelled then exact.intercept else sums.intercept end as intercept,
            sums.r_squared
        from (
            select line.*, abs(line.intercept) < 0.01 * abs(line.y_mean) as is_cancelled
            from (
                select
                    count(*)::integer as n,
                    pivot.y + avg(point.y - pivot.y) as y_mean,
                    regr_slope(point.y - pivot.y, point.x - pivot.x) as slope,
                    pivot.y + avg(point.y - pivot.y) - regr_slope(point.y - pivot.y, point.x - pivot.x) * (pivot.x + avg(point.x - pivot.x)) as intercept,
                    case when regr_syy(point.y - pivot.y, point.x - pivot.x) > 0 then regr_r2(point.y - pivot.y, point.x - pivot.x) end as r_squared
                from (select unnest({{ positions }}) as x, unnest({{ samples }}) as y) as point
                cross join (select ({{ positions }})[1] as x, ({{ samples }})[1] as y offset 0) as pivot
                group by pivot.x, pivot.y
            ) as line
            offset 0
        ) as sums
        left join lateral (
            select
                (max(point.y_mean) - round(sum((point.x - point.x_mean) * (point.y - point.y_mean)), 40)
                / nullif(round(sum((point.x - point.x_mean) * (point.x - point.x_mean)), 40), 0) * max(point.x_mean))::double precision as intercept
            from (
                select
                    sample.x::numeric as x, sample.y::numeric as y,
                    round(avg(sample.x::numeric) over (), 25) as x_mean, round(avg(sample.y::numeric) over (), 25) as y_mean
                from (
                    select
                        unnest(case when sums.is_cancelled then {{ positions }} end) as x, unnest(case when sums.is_cancelled then {{ samples }} end) as y
                ) as sample
            ) as point
        ) as exact on true
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
