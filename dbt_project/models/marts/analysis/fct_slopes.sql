-- Change within a run, of the metrics that pictures show: least squares for each level with an interval from its runs, Theil-Sen and Mann-Kendall on at most 60 means for claims.
with series as (
    select series.execution_id, series.run_id, series.metric, series.seconds, series.samples, series.samples_taken, runs.level, runs.experiment_id
    from {{ ref('int_series') }} as series
    inner join {{ ref('int_runs') }} as runs on series.run_id = runs.run_id
    inner join {{ ref('int_metrics') }} as metrics on series.execution_id = metrics.execution_id and series.metric = metrics.metric
    where runs.is_counted and runs.role = 'level' and series.samples_taken >= 8 and (metrics.is_pictured or metrics.is_primary)
),

-- The least squares line of each run; time in minutes.
run_slopes as (
    select
        series.execution_id, series.experiment_id, series.level, series.metric, series.run_id, line.n, line.slope * 60 as slope, line.intercept, line.r_squared,
        series.seconds[series.samples_taken] as duration_s
    from series
    cross join lateral {{ line_of('series.seconds', 'series.samples') }} as line
),

-- Sixtieths of the longest run; a level's curve is the mean of its runs.
curves as (
    select series.execution_id, series.level, series.metric, bucket.position, avg(bucket.value::numeric)::double precision as value
    from series
    inner join (
        select execution_id, metric, max(duration_s) as duration_s from run_slopes group by execution_id, metric
    ) as lengths on series.execution_id = lengths.execution_id and series.metric = lengths.metric and lengths.duration_s > 0
    cross join lateral (
        select least(floor(point.second / lengths.duration_s * 60), 59)::integer as position, avg(point.value) as value
        from (select unnest(series.seconds) as second, unnest(series.samples) as value) as point
        group by 1
    ) as bucket
    group by series.execution_id, series.level, series.metric, bucket.position
),

-- Materialised: guessed to be one row, it would be computed anew for each level that it is joined to.
trends as materialized (
    select curves.execution_id, curves.level, curves.metric, trend.*
    from (
        select execution_id, level, metric, array_agg(position::double precision order by position) as positions, array_agg(value order by position) as means
        from curves
        group by execution_id, level, metric
    ) as curves
    cross join lateral {{ mann_kendall('curves.positions', 'curves.means') }} as trend
),

pooled as (
    select
        execution_id, experiment_id, level, metric, count(*)::integer as runs, max(duration_s) as duration_s,
        avg(slope::numeric)::double precision as slope,
        stddev_samp(slope::numeric)::double precision / sqrt(count(*)) as slope_error,
        avg(intercept::numeric)::double precision as intercept,
        avg(r_squared::numeric)::double precision as r_squared
    from run_slopes
    group by execution_id, experiment_id, level, metric
),

critical as (
    select distinct_runs.runs, {{ student_t_critical('0.05', 'distinct_runs.runs - 1') }} as critical
    from (select distinct runs from pooled where runs > 1) as distinct_runs
),

sloped as (
    select
        pooled.execution_id, pooled.experiment_id, pooled.level, pooled.metric, pooled.runs,
        pooled.slope as slope_per_min,
        pooled.intercept,
        pooled.slope - critical.critical * pooled.slope_error as slope_low,
        pooled.slope + critical.critical * pooled.slope_error as slope_high,
        trends.theil_sen / nullif(pooled.duration_s / 60, 0) * 60 as theil_sen_per_min,
        trends.p_value as kendall_p,
        pooled.r_squared,
        boundaries.mean as level_mean,
        pooled.duration_s / 60 as minutes,
        executions.minimum_effect_pct
    from pooled
    inner join trends on pooled.execution_id = trends.execution_id and pooled.level = trends.level and pooled.metric = trends.metric
    left join critical on pooled.runs = critical.runs
    inner join {{ ref('fct_boundaries') }} as boundaries
        on {{ is_due('boundaries.execution_id') }} and pooled.execution_id = boundaries.execution_id and pooled.level = boundaries.level and pooled.metric = boundaries.metric and boundaries.run is null
    inner join {{ ref('stg_executions') }} as executions on pooled.execution_id = executions.execution_id
),

-- A trend needs both: Mann-Kendall on the level's curve, and an interval of the runs' slopes (three or more) that leaves out zero.
judged as (
    select
        sloped.*,
        case
            when kendall_p < 0.01 and theil_sen_per_min > 0 and (runs < 3 or slope_low > 0) then 'rising'
            when kendall_p < 0.01 and theil_sen_per_min < 0 and (runs < 3 or slope_high < 0) then 'falling'
            when runs >= 3 and greatest(abs(slope_low), abs(slope_high)) * minutes < abs(level_mean) * minimum_effect_pct / 100 then 'flat'
            else 'not_shown'
        end as verdict
    from sloped
)

select * from judged
