{#
    Materializations that know executions.

    `by_execution`: a mart that keeps every execution. A build deletes the rows of the executions that are due (int_executions_due) and inserts
    them anew, in one transaction; nothing else is read or written, so that a night costs what the night holds. A full refresh makes the table anew.

    `transient`: an unlogged table of the executions that are due in this pass and of nothing else. Its long arrays (`external`) are stored uncompressed:
    PostgreSQL's own compression takes several times as long as writing them does, and finds little in measured numbers.

    dbt's own incremental materialization writes the new rows twice (a temporary table first) and its table materialization renames three times.
#}

{% materialization by_execution, adapter='postgres' %}
    {%- set existing = load_cached_relation(this) -%}
    {%- set target_relation = this.incorporate(type='table') -%}
    {%- set is_new = existing is none or should_full_refresh() or existing.type != 'table' -%}

    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}

    {% if is_new %}
        {% if existing is not none %}
            {% do adapter.drop_relation(existing) %}
        {% endif %}
        {% call statement('main') %}
            {{ get_create_table_as_sql(False, target_relation, sql) }}
        {% endcall %}
        {% do create_indexes(target_relation) %}
        {% call statement('grants') %}
            {{ grants_of(target_relation) }}
            analyze {{ target_relation }};
        {% endcall %}
    {% else %}
        {% call statement('main') %}
            delete from {{ target_relation }} where execution_id in (select due.execution_id from {{ due_relation() }} as due);
            {% if config.get('contract').enforced %}
            insert into {{ target_relation }} ({{ adapter.dispatch('get_column_names', 'dbt')() }})
            {{ get_select_subquery(sql) }};
            {% else %}
            insert into {{ target_relation }}
            select * from ({{ sql }}) as rebuilt;
            {% endif %}
        {% endcall %}
    {% endif %}

    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {{ adapter.commit() }}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{% materialization transient, adapter='postgres' %}
    {%- set target_relation = this.incorporate(type='table') -%}
    {{ run_hooks(pre_hooks, inside_transaction=False) }}
    {{ run_hooks(pre_hooks, inside_transaction=True) }}
    {% call statement('main') %}
        drop table if exists {{ target_relation }} cascade;
        create unlogged table {{ target_relation }} as
        {{ sql }}
        {% if config.get('external') -%}
        with no data;
        alter table {{ target_relation }} {% for column in config.get('external') %}alter column {{ column }} set storage external{{ ', ' if not loop.last }}{% endfor %};
        insert into {{ target_relation }}
        {{ sql }}
        {%- endif %};
        {% for index in config.get('indexes', []) %}
        create index on {{ target_relation }} ({{ index['columns'] | join(', ') }});
        {% endfor %}
        analyze {{ target_relation }};
        grant select on {{ target_relation }} to pgverdict_reader;
    {% endcall %}
    {{ run_hooks(post_hooks, inside_transaction=True) }}
    {{ adapter.commit() }}
    {{ run_hooks(post_hooks, inside_transaction=False) }}
    {{ return({'relations': [target_relation]}) }}
{% endmaterialization %}

{# Prose reads reporting marts only; readers and data checks read every mart. #}
{% macro grants_of(relation) %}
    grant select on {{ relation }} to pgverdict_reader, pgverdict_quality{{ ', pgverdict_prompts' if relation.identifier.startswith('rpt_') }};
{% endmacro %}
