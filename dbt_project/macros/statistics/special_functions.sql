{#
    Special functions as SQL expressions (scalar subqueries), for PostgreSQL 14 and later: lgamma, erfc and the distributions are not built in everywhere.
    All arguments are double precision expressions. Underflow raises an error in PostgreSQL, so every exponential is guarded at exp(-700).
#}

{# ln(Gamma(z)), z > 0: Stirling's series (Abramowitz & Stegun 6.1.41) at z + 8, brought back by the recurrence; about 1e-15 of its terms. #}
{% macro ln_gamma(z) %}
    (select
        (w - 0.5) * ln(w) - w + 0.918938533204672741780329736406
        + (1.0 / 12 - (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - (1.0 / 1188 - (691.0 / 360360 - 1.0 / 156 / w2) / w2) / w2) / w2) / w2) / w2)::double precision / w
        - ln(z * (z + 1) * (z + 2) * (z + 3)) - ln((z + 4) * (z + 5) * (z + 6) * (z + 7))
    from (select z + 8 as w, (z + 8) * (z + 8) as w2, z from (select ({{ z }})::double precision as z) as given) as shifted)
{% endmacro %}

{#
    The regularised incomplete beta function I_x(a, b), `y` = 1 - x given apart so that no digit is lost near 1.
    Continued fraction of DLMF 8.17.22 by Lentz's method, swapped by I_x(a, b) = 1 - I_y(b, a) where it converges slowly.
#}
{% macro incomplete_beta(x, y, a, b) %}
    (with recursive given as (
        select
            case when x <= (a + 1) / (a + b + 2) then x else y end as x, case when x <= (a + 1) / (a + b + 2) then y else x end as y,
            case when x <= (a + 1) / (a + b + 2) then a else b end as a, case when x <= (a + 1) / (a + b + 2) then b else a end as b,
            x > (a + 1) / (a + b + 2) as is_swapped
        from (
            select ({{ x }})::double precision as x, ({{ y }})::double precision as y, ({{ a }})::double precision as a, ({{ b }})::double precision as b
        ) as asked
    ),
    fraction as (
        select 0 as m, x, a, b, 1::double precision as c, 1 / (1 - (a + b) * x / (a + 1)) as d, 1 / (1 - (a + b) * x / (a + 1)) as h, 0::double precision as ratio
        from given
        where x > 0 and y > 0
        union all
        select odd.m, odd.x, odd.a, odd.b, odd.c, odd.d, odd.h * odd.c * odd.d, odd.c * odd.d
        from (
            select
                even.m, even.x, even.a, even.b, even.h * even.c * even.d as h,
                1 / (1 + even.step * even.d) as d, 1 + even.step / even.c as c
            from (
                select
                    first.m, first.x, first.a, first.b, first.h,
                    1 / (1 + first.step * first.d) as d, 1 + first.step / first.c as c,
                    -(first.a + first.m) * (first.a + first.b + first.m) * first.x / ((first.a + 2 * first.m) * (first.a + 2 * first.m + 1)) as step
                from (
                    select m + 1 as m, x, a, b, c, d, h, (m + 1) * (b - m - 1) * x / ((a + 2 * m + 1) * (a + 2 * m + 2)) as step
                    from fraction
                    where m < 2000 and abs(ratio - 1) > 2e-16
                ) as first
                offset 0
            ) as even
            offset 0
        ) as odd
    ),
    lead as (
        select is_swapped, x, y, a, b, a * ln(x) + b * ln(y) - {{ ln_gamma('a') }} - {{ ln_gamma('b') }} + {{ ln_gamma('a + b') }} as log_lead
        from given
        where x > 0 and y > 0
    )
    select
        case
            when given.x <= 0 then case when given.is_swapped then 1 else 0 end
            when given.y <= 0 then case when given.is_swapped then 0 else 1 end
            when lead.log_lead < -700 then case when given.is_swapped then 1 else 0 end
            when given.is_swapped then 1 - exp(lead.log_lead) * (select h from fraction order by m desc limit 1) / given.a
            else exp(lead.log_lead) * (select h from fraction order by m desc limit 1) / given.a
        end::double precision
    from given
    left join lead on true)
{% endmacro %}

{# Two-sided p of Student's t with df > 0 degrees of freedom: I_x(df/2, 1/2) at x = df / (df + t^2) (DLMF 8.17.20; Abramowitz & Stegun 26.7.1). Null arguments give null. #}
{% macro student_t_p(t, df) %}
    (select
        case when t is not null and df > 0 then
            {{ incomplete_beta('df / (df + t * t)', 't * t / (df + t * t)', 'df / 2', '0.5') }}
        end
    from (
        -- least() and greatest() pass over nulls: an unknown t must stay unknown.
        select case when raw.t > 1e100 then 1e100 when raw.t < 1e-150 then 1e-150 else raw.t end as t, raw.df
        from (select abs(({{ t }})::double precision) as t, ({{ df }})::double precision as df offset 0) as raw
    ) as student)
{% endmacro %}

{# Upper tail of Fisher's F with d1 and d2 degrees of freedom: I_x(d2/2, d1/2) at x = d2 / (d2 + d1 F) (Abramowitz & Stegun 26.6.2). #}
{% macro fisher_f_p(f, d1, d2) %}
    (select
        case when f is not null and d1 > 0 and d2 > 0 then
            {{ incomplete_beta('d2 / (d2 + d1 * f)', 'd1 * f / (d2 + d1 * f)', 'd2 / 2', 'd1 / 2') }}
        end
    from (
        select
            case when ({{ f }})::double precision > 1e200 then 1e200 when ({{ f }})::double precision < 0 then 0 else ({{ f }})::double precision end as f,
            ({{ d1 }})::double precision as d1, ({{ d2 }})::double precision as d2
        offset 0
    ) as fisher)
{% endmacro %}

{#
    Quantile of Student's t: the t that |T| exceeds with probability alpha. Newton's method from the normal quantile (Abramowitz & Stegun 26.2.23),
    which lies to the left; the tail is convex, so every step goes the same way. Costs a dozen tails: use it on distinct (alpha, df).
#}
{% macro student_t_critical(alpha, df) %}
    (with recursive given as (
        select ({{ alpha }})::double precision as alpha, ({{ df }})::double precision as df
    ),
    started as (
        select alpha, df, r - (2.515517 + 0.802853 * r + 0.010328 * r * r) / (1 + 1.432788 * r + 0.189269 * r * r + 0.001308 * r * r * r) - 0.001 as t
        from (select alpha, df, sqrt(-2 * ln(alpha / 2)) as r from given where df > 0 and alpha > 0 and alpha < 1) as rooted
    ),
    stepped as (
        select 0 as step, alpha, df, greatest(t, 0) as t, 1::double precision as moved, {{ ln_gamma('(df + 1) / 2') }} - {{ ln_gamma('df / 2') }} - 0.5 * ln(df * pi()) as log_scale
        from started
        union all
        select
            moved.step + 1, moved.alpha, moved.df, moved.t + moved.by, moved.by, moved.log_scale
        from (
            select
                stepped.*,
                ({{ student_t_p('stepped.t', 'stepped.df') }} - alpha) / (2 * exp(log_scale - (df + 1) / 2 * ln(1 + t * t / df))) as by
            from stepped
            where step < 100 and abs(moved) > 1e-14 * t
            offset 0
        ) as moved
    )
    select t from stepped order by step desc limit 1)
{% endmacro %}

{# Two-sided p of the normal distribution, erfc(|z| / sqrt 2): series of DLMF 7.6.2 below 1.5, continued fraction of DLMF 7.9.1 above. #}
{% macro normal_p(z) %}
    (with recursive given as (
        select case when abs(({{ z }})::double precision) > 1e10 then 1e10 else abs(({{ z }})::double precision) end / sqrt(2::double precision) as x
    ),
    series as (
        select 0 as n, x, x as term, x as total from given where x < 1.5
        union all
        select n + 1, x, term * 2 * x * x / (2 * n + 3), total + term * 2 * x * x / (2 * n + 3) from series where term > 1e-18 * total
    ),
    fraction as (
        select 120 as k, x, x as value from given where x >= 1.5
        union all
        select k - 1, x, x + (k / 2.0)::double precision / value from fraction where k > 0
    )
    select
        case
            when x is null then null
            when x * x > 700 then 0
            when x < 1.5 then 1 - 2 / sqrt(pi()) * exp(-x * x) * (select total from series order by n desc limit 1)
            else exp(-x * x) / sqrt(pi()) / (select value from fraction where k = 0)
        end
    from given)
{% endmacro %}

{# A difference over its standard error; differences without any spread are infinitely many errors from zero, except zero itself. Null where there is no error. #}
{% macro ratio(difference, error) %}
    (case
        when ({{ error }}) > 0 then ({{ difference }}) / ({{ error }})
        when ({{ error }}) = 0 then sign({{ difference }}) * 1e100
    end)
{%- endmacro %}

{# One-sided p: the probability that T lies below t (small where t is far below zero). #}
{% macro student_t_below(t, df) %}
    (select case when one_sided.t < 0 then one_sided.p / 2 else 1 - one_sided.p / 2 end
    from (select given.t, {{ student_t_p('given.t', 'given.df') }} as p from (select ({{ t }})::double precision as t, ({{ df }})::double precision as df offset 0) as given offset 0) as one_sided)
{%- endmacro %}
