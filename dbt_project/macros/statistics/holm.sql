{#
    Holm's step-down adjustment (Holm 1979): the running maximum of (m - rank + 1) p, at most 1. `p_rank` counts from 1 in ascending p within `partition`,
    `size` is the number of p-values of the family.
#}
{% macro holm(p, p_rank, size, partition) -%}
    case when {{ p }} is not null then
        least(1, max(({{ size }} - {{ p_rank }} + 1) * {{ p }}) over (partition by {{ partition }} order by {{ p_rank }}))
    end
{%- endmacro %}
