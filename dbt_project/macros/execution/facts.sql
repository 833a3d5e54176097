{# A fact's id: level, metric and statistic, then whatever tells it apart from others of the same (partner, run, scope). #}
{% macro fact_id(level, metric, stat, partner='null', run='null', scope="'run'") -%}
    concat(
        coalesce({{ level }}, '*'), '.', {{ metric }}, '.', {{ stat }}, '~' || {{ partner }}, '#' || {{ run }},
        case when {{ scope }} <> 'run' then '@' || {{ scope }} end
    )
{%- endmacro %}

{# Decimals to show: the metric's own, more where the value is small. #}
{% macro decimals_for(value, decimals) -%}
    (case
        when abs({{ value }}) >= 100 or {{ value }} = 0 then {{ decimals }}
        when abs({{ value }}) >= 10 then greatest({{ decimals }}, 1)
        when abs({{ value }}) >= 0.1 then greatest({{ decimals }}, 2)
        else greatest({{ decimals }}, 4)
    end)::integer
{%- endmacro %}
