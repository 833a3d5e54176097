-- Correlation of listed pairs on raw samples within runs: raw r beside the r that controls the load step, with an effective number of samples.
with series as (
    select
        series.execution_id, series.run_id, series.metric, series.seconds, series.samples, ranked.ranks, ranked.lag1, runs.level, runs.step_starts, runs.steps
    from {{ ref('int_series_ranks') }} as ranked
    inner join {{ ref('int_series') }} as series on ranked.series_key = series.series_key
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
),

correlated as (
    select
        pairs.execution_id, pairs.metric, pairs.partner, pairs.is_part_of_whole, one.level, one.run_id,
        one.steps, one.lag1 as one_lag, other.lag1 as other_lag, together.*
    from {{ ref('int_correlation_pairs') }} as pairs
    inner join series as one on pairs.execution_id = one.execution_id and pairs.metric = one.metric
    inner join series as other on one.run_id = other.run_id and pairs.partner = other.metric
    cross join lateral {{ correlation_within_steps('one', 'other') }} as together
    where together.n >= 4 and together.pearson is not null
),

effective as (
    select
        correlated.*,
        least(n, n * (1 - memory) / (1 + memory)) - (steps_seen - 1) as n_effective,
        atanh({{ within_unit('pearson') }}) as pearson_z,
        atanh({{ within_unit('partial') }}) as partial_z,
        atanh({{ within_unit('spearman') }}) as spearman_z
    from (select correlated.*, {{ within_unit('one_lag * other_lag') }} as memory from correlated) as correlated
),

-- A level's r is the mean of its runs' Fisher z, weighted by what each run can tell; from five runs on their spread gives the interval.
pooled as (
    select
        execution_id, metric, partner, is_part_of_whole, level,
        count(*)::integer as runs,
        sum(n)::integer as n,
        sum(n_effective order by run_id) as n_effective,
        (sum(pearson_z * weight order by run_id) / sum(weight order by run_id)) as pearson_z,
        (sum(partial_z * weight order by run_id) / sum(weight order by run_id)) as partial_z,
        (sum(spearman_z * weight order by run_id) / sum(weight order by run_id)) as spearman_z,
        case when count(*) >= 5 then stddev_samp(pearson_z::numeric)::double precision / sqrt(count(*)) else 1 / sqrt(nullif(sum(greatest(n_effective - 3, 0) order by run_id), 0)) end as pearson_error,
        case when count(*) >= 5 then stddev_samp(partial_z::numeric)::double precision / sqrt(count(*)) else 1 / sqrt(nullif(sum(greatest(n_effective - 3, 0) order by run_id), 0)) end as partial_error
    from (select effective.*, greatest(n_effective - 3, 0.001) as weight from effective) as weighted
    group by execution_id, metric, partner, is_part_of_whole, grouping sets ((level), ())
),

critical as (
    select distinct_runs.runs, case when distinct_runs.runs >= 5 then {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} else 1.959963984540054 end as critical
    from (select distinct runs from pooled) as distinct_runs
),

tested as (
    select
        pooled.*,
        critical.critical,
        case
            when pooled.runs >= 5 then {{ student_t_p(ratio('pooled.partial_z', 'pooled.partial_error'), 'pooled.runs - 1') }}
            else {{ normal_p('pooled.partial_z / pooled.partial_error') }}
        end as p_value
    from pooled
    inner join critical on pooled.runs = critical.runs
),

ranked as (
    select
        tested.*,
        row_number() over (partition by execution_id order by p_value nulls last, metric collate "C", partner collate "C", level collate "C" nulls first) as p_rank,
        count(p_value) over (partition by execution_id) as family_size
    from tested
),

claimed as (
    select
        ranked.execution_id, executions.experiment_id, level, metric, partner, is_part_of_whole, runs, n, n_effective,
        tanh(pearson_z) as pearson, tanh(pearson_z - critical * pearson_error) as pearson_low, tanh(pearson_z + critical * pearson_error) as pearson_high,
        tanh(spearman_z) as spearman,
        tanh(partial_z) as partial, tanh(partial_z - critical * partial_error) as partial_low, tanh(partial_z + critical * partial_error) as partial_high,
        p_value,
        {{ holm('p_value', 'p_rank', 'family_size', 'ranked.execution_id') }} as p_adjusted
    from ranked
    inner join {{ ref('stg_executions') }} as executions on ranked.execution_id = executions.execution_id
)

select * from claimed
