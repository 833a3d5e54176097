-- Every measured series in one form: run, metric, entity, instants and values in order of time; a transient table of the executions that are due.
{{ config(
    indexes=[{'columns': ['series_key']}, {'columns': ['execution_id', 'metric']}, {'columns': ['run_id', 'metric']}],
    external=['seconds', 'samples']
) }}

with united as (
    {% for source in ['load', 'latency', 'wait', 'server', 'statement', 'host', 'disk', 'imported'] %}
    select run_id, metric, entity, seconds, samples, 1 as priority from {{ ref('int_' ~ source ~ '_samples') }}
    union all
    {% endfor %}
    select run_id, metric, entity, seconds, samples, 2 as priority from {{ ref('int_summary_samples') }}
),

-- Windows and sorts see names alone: the arrays would be sorted along and spilt to disk, one sort after the other.
known as (
    select
        runs.execution_id,
        united.run_id,
        united.metric,
        united.entity,
        united.priority,
        row_number() over (partition by united.run_id, united.metric, united.entity order by united.priority) as choice,
        min(united.entity) over (partition by runs.execution_id, united.metric)
        <> max(united.entity) over (partition by runs.execution_id, united.metric) as has_entities
    from united
    inner join {{ ref('int_runs') }} as runs on united.run_id = runs.run_id
),

-- A metric of several devices becomes a metric a device; with one device it keeps its plain name.
named as (
    select
        dense_rank() over (order by execution_id, metric, has_entities, entity)::integer as metric_key,
        row_number() over (order by execution_id, metric, has_entities, entity, run_id)::integer as series_key,
        execution_id,
        run_id,
        metric as base_metric,
        case when has_entities and entity <> '' then metric || ':' || entity else metric end as metric,
        entity,
        priority
    from known
    where choice = 1
),

filled as (
    select
        named.metric_key,
        named.series_key,
        named.execution_id,
        named.run_id,
        named.base_metric,
        named.metric,
        named.entity,
        cardinality(united.samples) as samples_taken,
        united.seconds,
        united.samples
    from named
    inner join united
        on named.run_id = united.run_id and named.base_metric = united.metric and named.entity = united.entity and named.priority = united.priority
)

select * from filled
