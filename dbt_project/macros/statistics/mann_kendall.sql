{#
    Theil-Sen slope and Mann-Kendall test of a series (arrays of positions and values), as a lateral subquery with columns n, theil_sen, s, tau, z, p_value, rho.

    S counts signs of all pairs; its variance is corrected for ties, n(n-1)(2n+5)/18 - sum t(t-1)(2t+5)/18, and multiplied by (1 + rho) / (1 - rho) with rho the lag-1
    autocorrelation of the ranks after the Theil-Sen trend was taken out, corrected for its bias ((n rho + 1) / (n - 4), Kendall 1954, zero at least, 0.95 at most).
    z carries the continuity correction. Without autocorrelation it is the textbook test (Mann 1945, Kendall 1975).
#}
{% macro mann_kendall(positions, values_, is_corrected=true) -%}
    (
        with point as (
            select * from unnest({{ positions }}, {{ values_ }}) with ordinality as point (x, y, position)
        ),
        pairs as (
            select
                count(*) as pairs,
                sum(sign(later.y - earlier.y)) as s,
                percentile_cont(0.5) within group (order by (later.y - earlier.y) / (later.x - earlier.x)) as theil_sen
            from point as earlier
            inner join point as later on earlier.position < later.position
        ),
        ties as (
            select sum(tied * (tied - 1) * (2 * tied + 5)) as correction, sum(tied) as n
            from (select count(*) as tied from point group by y) as tied
        ),
        detrended as (
            select position, rank() over (order by residual) + (count(*) over (partition by residual) - 1) / 2.0 as residual_rank
            from (select point.position, round((point.y - pairs.theil_sen * point.x)::numeric, 12) as residual from point cross join pairs) as residuals
        ),
        memory as (
            select sum(deviation * next_deviation) / nullif(sum(deviation * deviation), 0) as lag1
            from (
                select deviation, lead(deviation) over (order by position) as next_deviation
                from (select position, residual_rank - avg(residual_rank) over () as deviation from detrended) as centred
            ) as paired
        ),
        tested as (
            select
                ties.n::integer as n,
                pairs.theil_sen,
                pairs.s,
                {% if is_corrected -%}
                least(greatest(coalesce((ties.n * memory.lag1 + 1) / nullif(ties.n - 4, 0), 0), 0), 0.95)::double precision as rho,
                {%- else -%}
                0::double precision as rho,
                {%- endif %}
                ((ties.n * (ties.n - 1) * (2 * ties.n + 5) - ties.correction) / 18)::double precision as variance
            from pairs cross join ties cross join memory
        )
        select
            tested.n, tested.theil_sen, tested.s, tested.rho,
            case when tested.variance > 0 then sign(tested.s) * greatest(abs(tested.s) - 1, 0) / sqrt(tested.variance * (1 + tested.rho) / (1 - tested.rho)) end as z,
            case when tested.variance > 0 then {{ normal_p('greatest(abs(tested.s) - 1, 0) / sqrt(tested.variance * (1 + tested.rho) / (1 - tested.rho))') }} end as p_value
        from tested
    )
{%- endmacro %}
