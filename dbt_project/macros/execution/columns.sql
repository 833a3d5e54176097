{# dbt asks information_schema, which calls every array "ARRAY"; unit tests then cast to a type that does not exist. The catalog knows the element's type. #}
{% macro postgres__get_columns_in_relation(relation) -%}
    {% call statement('get_columns_in_relation', fetch_result=True) %}
        select
            attribute.attname as column_name,
            format_type(attribute.atttypid, null) as data_type,
            null::integer as character_maximum_length,
            null::integer as numeric_precision,
            null::integer as numeric_scale
        from pg_catalog.pg_attribute as attribute
        inner join pg_catalog.pg_class as class on attribute.attrelid = class.oid
        inner join pg_catalog.pg_namespace as namespace on class.relnamespace = namespace.oid
        where
            class.relname = '{{ relation.identifier }}' {% if relation.schema %}and namespace.nspname = '{{ relation.schema }}'{% endif %}
            and attribute.attnum > 0 and not attribute.attisdropped
        order by attribute.attnum
    {% endcall %}
    {% set table = load_result('get_columns_in_relation').table %}
    {{ return(sql_convert_columns_in_relation(table)) }}
{%- endmacro %}
