-- Which metrics of an execution are correlated: the listed pairs of our own, and an import's primary metric with each metric that it declared.
with metrics as (
    select * from {{ ref('int_metrics') }}
),

listed as (
    select one.execution_id, one.metric, other.metric as partner, pairs.is_part_of_whole
    from {{ ref('correlation_pairs') }} as pairs
    inner join metrics as one on pairs.metric = one.base_metric
    inner join metrics as other
        on pairs.partner = other.base_metric and one.execution_id = other.execution_id
        and (one.entity = other.entity or one.entity = '' or other.entity = '')
    union
    select one.execution_id, one.metric, other.metric as partner, coalesce(other.part_of = one.metric or one.part_of = other.metric, false)
    from metrics as one
    inner join metrics as other on one.execution_id = other.execution_id and one.metric <> other.metric
    where one.is_primary and other.base_metric not in (select known.metric from {{ ref('metrics') }} as known)
)

select * from listed
