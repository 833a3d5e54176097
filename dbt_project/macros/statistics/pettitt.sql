{#
    Pettitt's test for one shift in a series (Pettitt 1979), as a lateral subquery: position is the first value after the shift,
    p about 2 exp(-6 K^2 / (n^3 + n^2)), at most 1.
#}
{% macro pettitt(values_) -%}
    (
        with point as (
            select * from unnest({{ values_ }}) with ordinality as point (y, position)
        ),
        -- Pettitt's own recurrence: U grows by the signs of one value against all, so that pairs are looked at once and not once a split.
        placed as (
            select one.position, sum(sign(other.y - one.y)) as v
            from point as one
            cross join point as other
            group by one.position
        ),
        split as (
            select position + 1 as position, sum(v) over (order by position) as u
            from placed
            where position < (select count(*) from point)
        ),
        strongest as (
            select position, abs(u) as k from split order by abs(u) desc, position limit 1
        )
        select
            strongest.position,
            strongest.k,
            least(1, 2 * exp(greatest(-6 * strongest.k * strongest.k / (power(counted.n, 3) + power(counted.n, 2)), -700)))::double precision as p_value
        from strongest
        cross join (select count(*)::double precision as n from point) as counted
    )
{%- endmacro %}
