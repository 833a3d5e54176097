-- Every measured series in one form: run, metric, entity, instants and values in order of time; a transient table of the executions that are due.
{{ config(indexes=[{'columns': ['series_key']}, {'columns': ['execution_id', 'metric']}, {'columns': ['run_id', 'metric']}]) }}

with united as (
    {% for source in ['load', 'latency', 'wait', 'server', 'statement', 'host', 'disk', 'imported'] %}
    select run_id, metric, entity, seconds, samples, 1 as priority from {{ ref('int_' ~ source ~ '_samples') }}
    union all
    {% endfor %}
    select run_id, metric, entity, seconds, samples, 2 as priority from {{ ref('int_summary_samples') }}
),

-- Unknown intervals and values that are no numbers leave; most series have none, and pass as they are.
cleaned as (
    select
        united.run_id,
        united.metric,
        united.entity,
        united.priority,
        case when doubt.is_clean then united.seconds else kept.seconds end as seconds,
        case when doubt.is_clean then united.samples else kept.samples end as samples
    from united
    cross join lateral (
        select
            array_position(united.samples, null) is null and array_position(united.samples, 'NaN') is null
            and array_position(united.samples, 'Infinity') is null and array_position(united.samples, '-Infinity') is null as is_clean
        offset 0
    ) as doubt
    left join lateral (
        select array_agg(point.second order by point.position) as seconds, array_agg(point.value order by point.position) as samples
        from unnest(united.seconds, united.samples) with ordinality as point (second, value, position)
        where not doubt.is_clean and point.value > '-Infinity' and point.value < 'Infinity'
    ) as kept on true
),

known as (
    select
        runs.execution_id,
        cleaned.*,
        row_number() over (partition by cleaned.run_id, cleaned.metric, cleaned.entity order by cleaned.priority) as choice,
        min(cleaned.entity) over (partition by runs.execution_id, cleaned.metric)
        <> max(cleaned.entity) over (partition by runs.execution_id, cleaned.metric) as has_entities
    from cleaned
    inner join {{ ref('int_runs') }} as runs on cleaned.run_id = runs.run_id
    where cleaned.samples is not null
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
        cardinality(samples) as samples_taken,
        seconds,
        samples
    from known
    where choice = 1
    order by execution_id, metric, entity, run_id
)

select * from named
