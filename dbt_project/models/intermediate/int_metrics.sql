-- The metrics of an execution with everything needed to name, compare and round them: ours from the seed, an import's own as it declared them.
with present as (
    select
        series.execution_id, series.metric, series.base_metric, max(series.entity) as entity, min(moments.min) as smallest_value, max(moments.max) as largest_value
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_series_moments') }} as moments on series.series_key = moments.series_key
    group by series.execution_id, series.metric, series.base_metric
),

ours as (
    select * from {{ ref('metrics') }}
),

declared as (
    select * from {{ ref('stg_metric_declarations') }}
),

described as (
    select
        present.execution_id,
        executions.experiment_id,
        present.metric,
        present.base_metric,
        present.entity,
        coalesce(declared.unit, ours.unit, '') as unit,
        coalesce(declared.better, ours.better, 'none') as better,
        coalesce(declared.part_of, ours.part_of) as part_of,
        coalesce(
            nullif(declared.names, '{}'),
            jsonb_build_object('en', to_jsonb(string_to_array(ours.names_en, '|')), 'ru', to_jsonb(string_to_array(ours.names_ru, '|')))
        ) as plain_names,
        coalesce(
            ours.family,
            case
                when declared.unit in ('1/s', '1/min', '1/h') and declared.better = 'higher' then 'throughput'
                when declared.unit in ('us', 'ms', 's') and declared.better = 'lower' then 'latency'
                else 'other'
            end
        ) as family,
        coalesce(
            ours.decimals,
            case
                when greatest(abs(present.smallest_value), abs(present.largest_value)) >= 1000 then 0
                when greatest(abs(present.smallest_value), abs(present.largest_value)) >= 100 then 1
                when greatest(abs(present.smallest_value), abs(present.largest_value)) >= 1 then 2
                else 4
            end
        ) as decimals,
        case
            when present.smallest_value < 0 then 'signed'
            else coalesce(ours.scale, case when declared.unit in ('1/s', '1/min', '1/h') then 'rate' when declared.unit = '%' then 'share' else 'positive' end)
        end as scale,
        coalesce(ours.zero_step, 0.5) as zero_step,
        coalesce(ours.is_pictured, true) as is_pictured,
        present.smallest_value = 0 and present.largest_value = 0 as is_always_zero,
        present.base_metric = executions.primary_metric as is_primary
    from present
    inner join {{ ref('stg_executions') }} as executions on present.execution_id = executions.execution_id
    left join ours on present.base_metric = ours.metric
    left join declared on present.execution_id = declared.execution_id and present.base_metric = declared.metric
),

named as (
    select
        described.*,
        described.family = 'throughput' and described.better = 'higher' and described.scale <> 'signed' as is_throughput,
        case
            when described.plain_names is null or described.plain_names = '{}' or described.plain_names -> 'en' = 'null'
                then jsonb_build_object('en', jsonb_build_array(described.metric), 'ru', jsonb_build_array(described.metric))
            when described.metric <> described.base_metric then jsonb_build_object(
                'en', jsonb_build_array((described.plain_names -> 'en' ->> 0) || ' (' || described.entity || ')', described.metric),
                'ru', jsonb_build_array((described.plain_names -> 'ru' ->> 0) || ' (' || described.entity || ')', described.metric)
            )
            else described.plain_names
        end as names
    from described
)

select * from named
