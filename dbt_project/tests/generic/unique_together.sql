{# No two rows agree in all of `columns`; nulls count as equal. #}
{% test unique_together(model, columns) %}
select {{ columns | join(', ') }}, count(*) as rows_found
from {{ model }}
group by {{ columns | join(', ') }}
having count(*) > 1
{% endtest %}
