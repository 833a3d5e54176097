{#
    What is due in this pass, as literals: only literals let the planner prune the partitions of other nights,
    so that a warehouse's history costs a build nothing.
#}

{% macro due_relation() %}
    {{- due_relation_object() -}}
{% endmacro %}

{# `night in (…)` over the nights of the executions that are due; `false` when there are none, `true` where nothing was built yet (docs). #}
{% macro in_due_nights(column='night') %}
    {%- if not execute or load_relation(due_relation_object()) is none -%}
        true
    {%- else -%}
        {%- set found = run_query("select distinct unnest(nights) as night from " ~ due_relation() ~ " order by 1").columns[0].values() -%}
        {%- if found | length == 0 -%}
            false
        {%- else -%}
            {{ column }} in ({% for night in found %}date '{{ night }}'{{ ', ' if not loop.last }}{% endfor %})
        {%- endif -%}
    {%- endif -%}
{% endmacro %}

{% macro due_relation_object() %}
    {{ return(api.Relation.create(database=target.database, schema='intermediate', identifier='int_executions_due')) }}
{% endmacro %}

{# Settings of every session that builds: exact plans do not depend on parallel workers or on where a shared scan happens to start. #}
{% macro session_settings() %}
    set local timezone = 'UTC'; set local work_mem = '96MB'; set local jit = off; set local synchronize_seqscans = off;
    set local max_parallel_workers_per_gather = 0; set local client_min_messages = warning
{% endmacro %}

{% macro generate_schema_name(custom_schema_name, node) %}
    {{- custom_schema_name or target.schema -}}
{% endmacro %}

{# `execution_id in (…)` with the due executions as literals: the planner then knows how few rows of a mart with history it will read. #}
{% macro is_due(column='execution_id') %}
    {%- if not execute or load_relation(due_relation_object()) is none -%}
        true
    {%- else -%}
        {%- set found = run_query("select execution_id from " ~ due_relation() ~ " where not is_gone order by 1").columns[0].values() -%}
        {%- if found | length == 0 -%}
            false
        {%- else -%}
            {{ column }} in ({{ found | join(', ') }})
        {%- endif -%}
    {%- endif -%}
{% endmacro %}
