-- The ledger: which state of an execution its marts were built from. Written last, so that an interrupted build is due again.
{{ config(materialized='by_execution') }}
{% for mart in graph.nodes.values() | selectattr('resource_type', 'equalto', 'model') | selectattr('config.materialized', 'equalto', 'by_execution') if mart.name != 'int_executions_built' %}
-- after {{ mart.name }}
{%- endfor %}

with due as (
    select * from {{ ref('int_executions_due') }}
),

built as (
    select execution_id, experiment_id, fingerprint, batches, validation_id
    from due
    where not is_gone
)

select * from built
