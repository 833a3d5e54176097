-- Any metric at an instant, as imports and sar bring it: judged by what its unit allows and by what its own course shows.
with points as (
    select
        scope_runs.execution_id,
        scope_runs.run_id,
        scope_runs.level,
        scope_runs.measured_from,
        scope_runs.measured_to,
        scope_runs.primary_metric,
        rows.metric,
        rows.entity,
        rows.at,
        rows.value,
        row_number() over (partition by rows.run_id, rows.metric, rows.entity, rows.at order by rows.value) as copy,
        first_value(rows.value) over (partition by rows.run_id, rows.metric, rows.entity, rows.at order by rows.value) as first_copy,
        lag(rows.value) over by_time as previous,
        extract(epoch from rows.at - lag(rows.at) over by_time) as seconds,
        row_number() over by_time as position,
        count(*) over (partition by rows.run_id, rows.metric, rows.entity) as n
    from scope_runs
    inner join raw.series as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    window by_time as (partition by rows.run_id, rows.metric, rows.entity order by rows.at, rows.value)
),

streaked as (
    select
        points.*,
        sum(case when value is distinct from previous then 1 else 0 end)
            over (partition by run_id, metric, entity order by position) as streak
    from points
),

streaks as (
    select run_id, metric, entity, streak, count(*) as length, min(value) as value, min(at) as since
    from streaked
    group by run_id, metric, entity, streak
),

longest as (
    select distinct on (run_id, metric, entity) run_id, metric, entity, length, value, since
    from streaks
    where value <> 0 and value <> 'NaN'
    order by run_id, metric, entity, length desc, since
),

-- How often neighbours are equal outside the longest streak says how likely such a streak is by chance (log10).
repeats as (
    select
        streaks.run_id,
        streaks.metric,
        streaks.entity,
        (sum(streaks.length - 1) filter (where streaks.since <> longest.since))::float8
        / nullif(sum(streaks.length) filter (where streaks.since <> longest.since), 0) as repeat_share,
        max(longest.length) as longest_streak,
        max(longest.value) as stuck_value,
        max(longest.since) as stuck_since,
        count(*) as streaks
    from streaks
    inner join longest using (run_id, metric, entity)
    group by streaks.run_id, streaks.metric, streaks.entity
),

spacing as (
    select
        execution_id,
        run_id,
        level,
        metric,
        entity,
        max(primary_metric) = metric as is_primary,
        max(n) as n,
        max(measured_from) as measured_from,
        max(measured_to) as measured_to,
        min(at) as first_at,
        max(at) as last_at,
        percentile_cont(0.5) within group (order by seconds) filter (where seconds > 0) as typical_s,
        max(seconds) as longest_gap_s,
        count(*) filter (where copy > 1 and value is not distinct from first_copy) as repeated_rows,
        count(*) filter (where copy > 1 and value is distinct from first_copy) as contradicting_rows,
        count(*) filter (where value is null or value in ('NaN', 'Infinity', '-Infinity'))::float8 / max(n) as empty_share,
        count(*) filter (where value < 0)::float8 / max(n) as negative_share,
        min(value) filter (where value not in ('NaN', 'Infinity', '-Infinity')) as least,
        max(value) filter (where value not in ('NaN', 'Infinity', '-Infinity')) as greatest,
        percentile_cont(0.5) within group (order by value) filter (where value not in ('NaN', 'Infinity', '-Infinity')) as median,
        count(distinct value) as distinct_values,
        count(*) filter (where at < measured_from - interval '5 s' or at > measured_to + interval '5 s')::float8 / max(n) as outside_share
    from points
    group by execution_id, run_id, level, metric, entity
),

-- A change of unit inside a run: the medians on both sides of the best cut differ by a factor that no load makes.
halves as (
    select
        points.run_id,
        points.metric,
        points.entity,
        cut.share,
        percentile_cont(0.5) within group (order by ln(points.value)) filter (where points.position <= points.n * cut.share) as before,
        percentile_cont(0.5) within group (order by ln(points.value)) filter (where points.position > points.n * cut.share) as after,
        stddev_samp(ln(points.value)) filter (where points.position <= points.n * cut.share) as noise_before,
        stddev_samp(ln(points.value)) filter (where points.position > points.n * cut.share) as noise_after
    from points
    cross join (values (0.1), (0.2), (0.3), (0.4), (0.5), (0.6), (0.7), (0.8), (0.9)) as cut (share)
    where points.value > 0 and points.value <> 'Infinity' and points.value <> 'NaN' and points.n >= 20
    group by points.run_id, points.metric, points.entity, cut.share
),

jumps as (
    select run_id, metric, entity,
        max(abs(after - before) / ln(10)) filter (where abs(after - before) > 3 * greatest(noise_before, noise_after)) as jump
    from halves
    group by run_id, metric, entity
),

window_of_run as (
    select run_id, percentile_cont(0.5) within group (order by extract(epoch from first_at)) as usual_first,
        percentile_cont(0.5) within group (order by extract(epoch from last_at)) as usual_last, count(*) as series
    from spacing
    group by run_id
),

-- The same metric in the other runs: of the same level where there are any, otherwise of all.
peer_medians as (
    select rows.run_id, scope_peers.execution_id, scope_peers.level, rows.metric, rows.entity,
        percentile_cont(0.5) within group (order by rows.value) as median
    from scope_peers
    inner join raw.series as rows using (run_id)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and rows.value > 0 and rows.value <> 'NaN' and rows.value <> 'Infinity'
    group by rows.run_id, scope_peers.execution_id, scope_peers.level, rows.metric, rows.entity
),

against_peers as (
    select
        spacing.run_id,
        spacing.metric,
        spacing.entity,
        percentile_cont(0.5) within group (order by ln(peers.median)) filter (where peers.level = spacing.level) as same_level,
        percentile_cont(0.5) within group (order by ln(peers.median)) as all_levels,
        count(*) as others
    from spacing
    inner join peer_medians as peers
        on spacing.execution_id = peers.execution_id and spacing.metric = peers.metric and spacing.entity = peers.entity
        and spacing.run_id <> peers.run_id
    group by spacing.run_id, spacing.metric, spacing.entity
),

declared as (
    select execution_id, metric, unit, part_of
    from raw.metric_declarations
    where execution_id = any(%(execution_ids)s)
),

known as (
    select spacing.*, coalesce(declared.unit, case when spacing.metric ~ '(_pct|^%%|%%)' then '%%' when spacing.metric ~ '_share$' then '1' end) as unit
    from spacing
    left join declared using (execution_id, metric)
),

parts as (
    select
        part.run_id,
        part.metric,
        part.entity,
        avg(case when part.value > whole.value * 1.001 + 1e-9 then 1 else 0 end) as over_whole_share,
        max(declared.part_of) as whole_metric
    from points as part
    inner join declared on part.execution_id = declared.execution_id and part.metric = declared.metric and declared.part_of is not null
    inner join points as whole
        on part.run_id = whole.run_id and declared.part_of = whole.metric and part.at = whole.at
        and (part.entity = whole.entity or whole.entity = '')
    group by part.run_id, part.metric, part.entity
),

measured as (
    select
        known.execution_id,
        known.run_id,
        known.metric,
        nullif(known.entity, '') as entity,
        case when known.n > 4 and known.typical_s > 0 then
            greatest(0, extract(epoch from known.measured_to - known.measured_from) / known.typical_s - known.n + known.repeated_rows
                + known.contradicting_rows - 2)
            / nullif(extract(epoch from known.measured_to - known.measured_from) / known.typical_s, 0)
        end as missing_share,
        round(known.longest_gap_s)::text as missing_share_detail,
        case when known.n > 4 and known.is_primary and known.typical_s > 0 then
            greatest(0, extract(epoch from known.measured_to - known.measured_from) / known.typical_s - known.n + known.repeated_rows
                + known.contradicting_rows - 2)
            / nullif(extract(epoch from known.measured_to - known.measured_from) / known.typical_s, 0)
        end as primary_missing_share,
        round(known.longest_gap_s)::text as primary_missing_share_detail,
        case when known.n > 10 and known.typical_s > 0 then
            greatest(0, known.n - known.repeated_rows - known.contradicting_rows
                - extract(epoch from known.last_at - known.first_at) / known.typical_s - 2) / known.n
        end as crowded_share,
        known.repeated_rows,
        known.contradicting_rows,
        known.empty_share,
        case when known.unit in ('%%', '1', '1/s', 'ms', 's', 'us', 'kB', 'MB', 'GB', 'B', 'kB/s', 'MB/s', 'count', 'sessions', 'requests', '1/min', '1/h')
            then known.negative_share end as negative_share,
        case when known.unit = '%%' then known.greatest / 100 when known.unit = '1' and known.metric ~ '(share|ratio|util)' then known.greatest end
            as share_of_whole,
        greatest(known.outside_share, case when window_of_run.series > 2
            and extract(epoch from known.measured_to - known.measured_from) > 0
            and (extract(epoch from known.first_at) > window_of_run.usual_last or extract(epoch from known.last_at) < window_of_run.usual_first)
            then 1 else 0 end) as outside_share,
        case when repeats.longest_streak >= 8 and repeats.streaks >= 4 and repeats.repeat_share is not null then
            -(repeats.longest_streak - 1) * log(greatest(repeats.repeat_share, 1.0 / known.n)::numeric)::float8 - log(known.n::numeric)::float8
        end as stuck_surprise,
        repeats.longest_streak || ' × ' || repeats.stuck_value as stuck_surprise_detail,
        coalesce(jumps.jump, case when known.n >= 20 and known.least > 0 then 0 end) as unit_jump,
        case when known.median > 0 and against_peers.others > 0
            then abs(ln(known.median) - coalesce(against_peers.same_level, against_peers.all_levels)) / ln(10) end as scale_off,
        parts.over_whole_share,
        parts.whole_metric as over_whole_share_detail
    from known
    left join repeats using (run_id, metric, entity)
    left join jumps using (run_id, metric, entity)
    left join window_of_run using (run_id)
    left join against_peers using (run_id, metric, entity)
    left join parts using (run_id, metric, entity)
)

select * from measured
