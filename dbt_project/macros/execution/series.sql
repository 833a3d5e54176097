{#
    From samples to series. A series is one row: a run, a metric, an entity, and two arrays in order of time (seconds since the run's
    measurement began, values). Arrays keep 12 million samples of a night as a few thousand rows: no sort, no hash of millions, and sums are taken in
    one fixed order, so that a digit never depends on a plan.
#}

{# The samples of a source in the measured windows of due runs, with `seconds` since the measurement began. #}
{% macro measured(relation, margin_s=0) %}
    select
        sampled.*,
        extract(epoch from sampled.at - runs.measured_from)::double precision as seconds,
        sampled.at >= runs.measured_from and sampled.at < runs.measured_to as is_measured
    from {{ relation }} as sampled
    inner join {{ ref('int_runs') }} as runs on sampled.run_id = runs.run_id
    where
        {{ in_due_nights('sampled.night') }}
        and sampled.at >= runs.measured_from - interval '{{ margin_s }} s' and sampled.at < runs.measured_to
{% endmacro %}

{#
    Three steps (CTEs) from cumulative counters to rates of one run and `keys`; the last is `<relation>_rated` with `<counter>_per_s` and `interval_s`.
    Where the statistics epoch changed (a reset, a restart), a counter fell, or a gap (over 2.5 typical intervals) lies between, the rate is null.
#}
{% macro rates_of(relation, counters, epoch=[], keys=[]) %}
{{ relation }}_differenced as (
    select
        {{ relation }}.*,
        extract(epoch from at - lag(at) over in_time)::double precision as interval_s,
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

{{ relation }}_spacing as (
    select run_id, percentile_disc(0.5) within group (order by interval_s) as typical_s
    from {{ relation }}_differenced
    where interval_s > 0
    group by run_id
),

{{ relation }}_rated as (
    select
        differenced.*
        {%- for counter in counters %},
        case
            when differenced.is_same_epoch and differenced.{{ counter }}_growth >= 0
                and differenced.interval_s > 0 and differenced.interval_s <= 2.5 * spacing.typical_s
            then differenced.{{ counter }}_growth::double precision / differenced.interval_s
        end as {{ counter }}_per_s
        {%- endfor %}
    from {{ relation }}_differenced as differenced
    inner join {{ relation }}_spacing as spacing on differenced.run_id = spacing.run_id
)
{% endmacro %}

{# Columns of samples to series: one row a run, metric and entity, with arrays in order of time. `metrics` maps ids to expressions. #}
{% macro collected(relation, metrics, entity="''") %}
    select gathered.run_id, unpivoted.metric, gathered.entity, gathered.seconds, unpivoted.samples
    from (
        select
            run_id,
            {{ entity }} as entity,
            array_agg(seconds order by seconds) as seconds
            {%- for metric, expression in metrics.items() %},
            array_agg(({{ expression }})::double precision order by seconds) as {{ metric }}
            {%- endfor %}
        from {{ relation }}
        where is_measured
        group by 1, 2
    ) as gathered
    cross join lateral (
        values
        {%- for metric in metrics %}
        ('{{ metric }}', gathered.{{ metric }}){{ ',' if not loop.last }}
        {%- endfor %}
    ) as unpivoted (metric, samples)
{% endmacro %}
