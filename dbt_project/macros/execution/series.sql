{#
    From samples to series. A series is one row: a run, a metric, an entity, and two arrays in order of time (seconds since the run's
    measurement began, values). Arrays keep 12 million samples of a night as a few thousand rows: no sort, no hash of millions, and sums are taken in
    one fixed order, so that a digit never depends on a plan.
#}

{# The samples of a source in the measured windows of due runs, with `seconds` since the measurement began. date_part counts in double precision; extract would in numeric. #}
{% macro measured(relation, margin_s=0) %}
    select
        sampled.*,
        date_part('epoch', sampled.at - runs.measured_from) as seconds,
        sampled.at >= runs.measured_from and sampled.at < runs.measured_to as is_measured
    from {{ relation }} as sampled
    inner join {{ ref('int_runs') }} as runs on sampled.run_id = runs.run_id
    where
        {{ in_due_nights('sampled.night') }}
        and sampled.at >= runs.measured_from - interval '{{ margin_s }} s' and sampled.at < runs.measured_to
{% endmacro %}

{#
    Two steps (CTEs) from cumulative counters to rates of one run and `keys`; the last is `<relation>_rated` with `<counter>_per_s`, `interval_s`, the keys and
    what else is `carried`. Where the statistics epoch changed (a reset, a restart) or a counter fell the rate is null; `collected` takes out gaps.
#}
{% macro rates_of(relation, counters, epoch=[], keys=[], carried=[]) %}
{{ relation }}_differenced as (
    select
        run_id,
        at,
        seconds,
        is_measured,
        {% for column in keys + carried -%}
        {{ column }},
        {% endfor -%}
        date_part('epoch', at - lag(at) over in_time) as interval_s,
        {% for part in epoch -%}
        {{ part }} is not distinct from lag({{ part }}) over in_time and {{ ' ' }}
        {%- endfor -%}
        true as is_same_epoch
        {%- for counter in counters %},
        {{ counter }} - lag({{ counter }}) over in_time as {{ counter }}_growth
        {%- endfor %}
    from {{ relation }}
    window in_time as (partition by run_id{% for key in keys %}, {{ key }}{% endfor %} order by at)
),

{{ relation }}_rated as (
    select
        run_id,
        at,
        seconds,
        is_measured,
        {% for column in keys + carried -%}
        {{ column }},
        {% endfor -%}
        interval_s
        {%- for counter in counters %},
        case when is_same_epoch and {{ counter }}_growth >= 0 and interval_s > 0 then {{ counter }}_growth::double precision / interval_s end as {{ counter }}_per_s
        {%- endfor %}
    from {{ relation }}_differenced
)
{% endmacro %}

{#
    Columns of samples to series: one row a run, metric and entity, with arrays in order of time. `metrics` maps ids to expressions. Those of `rates` are known over
    `interval_s`: across a gap (an interval of over 2.5 typical ones of the run) they are unknown. What is unknown or no number leaves the arrays.
#}
{% macro collected(relation, metrics, entity="''", rates=[]) %}
{{ unpivoted('(' ~ gathered(relation, metrics, entity, rates) ~ ')', metrics, rates) }}
{% endmacro %}

{# The first half of `collected`: one row a run and entity, an array a metric; `sums` maps names to further aggregates of the run, which then cost no scan of their own. #}
{% macro gathered(relation, metrics, entity="''", rates=[], sums={}) %}
    select
        run_id,
        {{ entity }} as entity,
        array_agg(seconds order by seconds) as seconds,
        {% if rates -%}
        array_agg(interval_s order by seconds) as intervals,
        max(interval_s) > 2.5 * min(interval_s) filter (where interval_s > 0) as may_have_gaps
        {%- else -%}
        null::double precision[] as intervals,
        false as may_have_gaps
        {%- endif %}
        {%- for metric, expression in metrics.items() %},
        array_agg(({{ expression }})::double precision order by seconds) as {{ metric }}
        {%- endfor %}
        {%- for name, aggregate in sums.items() %},
        {{ aggregate }} as {{ name }}
        {%- endfor %}
    from {{ relation }}
    where is_measured{{ ' and interval_s is not null' if rates | length == metrics | length }}
    group by 1, 2
{% endmacro %}

{# The second half: a row a metric. The typical interval, a median, is only sought where the longest is over 2.5 times the shortest. #}
{% macro unpivoted(relation, metrics, rates=[]) %}
    select gathered.run_id, unpivoted.metric, gathered.entity, kept.seconds, kept.samples
    from {{ relation }} as gathered
    cross join lateral (
        select max(elapsed.interval_s) as longest_s, 2.5 * percentile_disc(0.5) within group (order by elapsed.interval_s) as gap_s
        from unnest(case when gathered.may_have_gaps then gathered.intervals end) as elapsed (interval_s)
        where elapsed.interval_s > 0
    ) as spacing
    cross join lateral (
        values
        {%- for metric in metrics %}
        ('{{ metric }}', gathered.{{ metric }}, {{ 'spacing.longest_s > spacing.gap_s' if metric in rates else 'false' }}){{ ',' if not loop.last }}
        {%- endfor %}
    ) as unpivoted (metric, samples, has_gaps)
    cross join lateral {{ known_samples('gathered.seconds', 'unpivoted.samples', 'unpivoted.has_gaps', 'gathered.intervals', 'spacing.gap_s') }} as kept
    where cardinality(kept.samples) > 0
{% endmacro %}

{#
    The samples of a series that are numbers, with their seconds, as a lateral subquery; with `has_gaps`, only those of intervals no longer than `gap_s`.
    Most series are clean, or but for the first difference: they pass as they are.
#}
{% macro known_samples(seconds, samples, has_gaps='false', intervals='null::double precision[]', gap_s='null::double precision') -%}
    (
        select
            case when doubt.is_clean then given.seconds else known.seconds end as seconds,
            case when doubt.is_clean then given.samples else known.samples end as samples
        from (
            select
                case when ({{ samples }})[1] is null then ({{ seconds }})[2:] else {{ seconds }} end as seconds,
                case when ({{ samples }})[1] is null then ({{ samples }})[2:] else {{ samples }} end as samples,
                case when ({{ samples }})[1] is null then ({{ intervals }})[2:] else {{ intervals }} end as intervals
            offset 0
        ) as given
        cross join lateral (
            select
                {{ has_gaps }} is not true and array_position(given.samples, null) is null and array_position(given.samples, 'NaN') is null
                and array_position(given.samples, 'Infinity') is null and array_position(given.samples, '-Infinity') is null as is_clean
            offset 0
        ) as doubt
        left join lateral (
            select array_agg(point.second order by point.position) as seconds, array_agg(point.value order by point.position) as samples
            from unnest(given.seconds, given.samples, given.intervals) with ordinality as point (second, value, interval_s, position)
            where
                not doubt.is_clean and point.value > '-Infinity' and point.value < 'Infinity'
                and ({{ has_gaps }} is not true or point.interval_s <= {{ gap_s }})
        ) as known on true
    )
{%- endmacro %}
