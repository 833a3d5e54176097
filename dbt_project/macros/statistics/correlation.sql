{# r kept inside (-1, 1), where Fisher's z is finite. #}
{% macro within_unit(r) -%}
    (case when {{ r }} > 0.999999999999 then 0.999999999999 when {{ r }} < -0.999999999999 then -0.999999999999 else {{ r }} end)
{%- endmacro %}

{#
    What correlations need of one series (a row with `seconds`, `samples`, `samples_taken`, `step_starts`) alone, once and not once a pair, as a lateral subquery: `ranks` (mid-ranks, in the order of the samples) and
    `lag1`, the lag-1 autocorrelation of the deviations from each load step's own mean.
#}
{% macro ranked_within_steps(series) -%}
    (
        with step as (
            select
                width_bucket(point.second, {{ series }}.step_starts) as step, avg(point.value) as mean, regr_sxx(point.value, point.value) as square
            from (select unnest({{ series }}.seconds) as second, unnest({{ series }}.samples) as value) as point
            group by 1
        ),
        -- Neighbours in time, by the steps of both; the last sample has none.
        neighbours as (
            select
                width_bucket(point.second, {{ series }}.step_starts) as step, width_bucket(point.next_second, {{ series }}.step_starts) as next_step,
                count(*)::double precision as n, avg(point.value) as mean, avg(point.next_value) as next_mean, regr_sxy(point.next_value, point.value) as product
            from (
                select
                    unnest({{ series }}.seconds) as second, unnest({{ series }}.samples) as value,
                    unnest({{ series }}.seconds[2:]) as next_second, unnest({{ series }}.samples[2:]) as next_value
            ) as point
            where point.next_second is not null
            group by 1, 2
        )
        select
            (
                select array_agg(placed.value_rank order by placed.position)
                from (
                    -- A tie's mid-rank lies between the first and the last place of its equals.
                    select
                        point.position,
                        (rank() over by_value + round(cume_dist() over by_value * {{ series }}.samples_taken)) / 2 as value_rank
                    from (select unnest({{ series }}.samples) as value, generate_series(1, {{ series }}.samples_taken) as position) as point
                    window by_value as (order by point.value)
                ) as placed
            ) as ranks,
            (
                select sum(
                    neighbours.product + neighbours.n * (neighbours.mean - here.mean) * (neighbours.next_mean - there.mean)
                    order by neighbours.step, neighbours.next_step
                )
                from neighbours
                inner join step as here on neighbours.step = here.step
                inner join step as there on neighbours.next_step = there.step
            ) / nullif((select sum(step.square order by step.step) from step), 0) as lag1
    )
{%- endmacro %}

{#
    Correlation of two series of one run (rows with `seconds`, `samples`, `ranks`, `step_starts`), paired by instants (equal clocks) or by whole seconds.
    Columns: n, steps_seen, pearson (raw), partial (within load steps: what is left when load is controlled), spearman (Pearson's r of the ranks that values have in
    their own series). PostgreSQL sums squares and products about the means of a load step; steps are put together by their means: every sample is read once.
#}
{% macro correlation_within_steps(one, other) -%}
    (
        select
            sum(step.n)::integer as n,
            count(*)::integer as steps_seen,
            {{ correlation_of_steps('step.sxy', 'step.sxx', 'step.syy', 'step.n', 'step.x - step.x_mean', 'step.y - step.y_mean') }} as pearson,
            {{ correlation_of_steps('step.sxy', 'step.sxx', 'step.syy') }} as partial,
            {{ correlation_of_steps('step.rank_sxy', 'step.rank_sxx', 'step.rank_syy', 'step.n', 'step.x_rank - step.x_rank_mean', 'step.y_rank - step.y_rank_mean') }} as spearman
        from (
            select
                by_step.*,
                sum(n * x) over () / sum(n) over () as x_mean, sum(n * y) over () / sum(n) over () as y_mean,
                sum(n * x_rank) over () / sum(n) over () as x_rank_mean, sum(n * y_rank) over () / sum(n) over () as y_rank_mean
            from (
                select
                    width_bucket(paired.second, {{ one }}.step_starts) as step,
                    count(*)::double precision as n,
                    regr_avgx(paired.y, paired.x) as x, regr_avgy(paired.y, paired.x) as y,
                    regr_sxx(paired.y, paired.x) as sxx, regr_syy(paired.y, paired.x) as syy, regr_sxy(paired.y, paired.x) as sxy,
                    regr_avgx(paired.y_rank, paired.x_rank) as x_rank, regr_avgy(paired.y_rank, paired.x_rank) as y_rank,
                    regr_sxx(paired.y_rank, paired.x_rank) as rank_sxx, regr_syy(paired.y_rank, paired.x_rank) as rank_syy,
                    regr_sxy(paired.y_rank, paired.x_rank) as rank_sxy
                from (select {{ one }}.seconds = {{ other }}.seconds as is_same offset 0) as clock
                cross join lateral (
                    select
                        unnest(case when clock.is_same then {{ one }}.seconds end) as second,
                        unnest(case when clock.is_same then {{ one }}.samples end) as x, unnest(case when clock.is_same then {{ other }}.samples end) as y,
                        unnest(case when clock.is_same then {{ one }}.ranks end) as x_rank, unnest(case when clock.is_same then {{ other }}.ranks end) as y_rank
                    union all
                    (
                        select here.second, here.value, there.value, here.value_rank, there.value_rank
                        from {{ points_unless('clock.is_same', one) }} as here
                        inner join {{ points_unless('clock.is_same', other) }} as there on floor(here.second) = floor(there.second)
                        order by here.second, there.second
                    )
                ) as paired
                group by 1
                order by 1
            ) as by_step
        ) as step
    )
{%- endmacro %}

{% macro points_unless(condition, series) -%}
    (
        select
            unnest(case when not {{ condition }} then {{ series }}.seconds end) as second,
            unnest(case when not {{ condition }} then {{ series }}.samples end) as value,
            unnest(case when not {{ condition }} then {{ series }}.ranks end) as value_rank
    )
{%- endmacro %}

{# r out of the sums of squares and products of groups; with their sizes and their means' deviations, of all values together, otherwise within the groups. #}
{% macro correlation_of_steps(sxy, sxx, syy, n=none, x=none, y=none) -%}
    (
        sum({{ sxy }}{% if n %} + {{ n }} * ({{ x }}) * ({{ y }}){% endif %} order by step.step)
        / nullif(sqrt(
            sum({{ sxx }}{% if n %} + {{ n }} * ({{ x }}) ^ 2{% endif %} order by step.step) * sum({{ syy }}{% if n %} + {{ n }} * ({{ y }}) ^ 2{% endif %} order by step.step)
        ), 0)
    )
{%- endmacro %}

{# Chaddock's scale of |r|. #}
{% macro chaddock(r) -%}
    case
        when abs({{ r }}) < 0.1 then 'none' when abs({{ r }}) < 0.3 then 'weak' when abs({{ r }}) < 0.5 then 'moderate'
        when abs({{ r }}) < 0.7 then 'noticeable' when abs({{ r }}) < 0.9 then 'high' else 'very_high'
    end
{%- endmacro %}
