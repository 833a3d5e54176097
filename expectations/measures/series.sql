-- Any metric at an instant, as imports and sar bring it: judged by what its unit allows and by what its own course shows.
-- Imports may hold millions of points, so series get a number, are sorted once, and everything else is one pass.
with series as (
    select
        row_number() over () as series_id,
        scope_runs.execution_id,
        scope_runs.run_id,
        scope_runs.level,
        scope_runs.measured_from,
        scope_runs.measured_to,
        scope_runs.primary_metric,
        found.metric,
        found.entity,
        found.n
    from (
        select rows.run_id, rows.metric, rows.entity, count(*) as n
        from raw.series as rows
        where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
        group by rows.run_id, rows.metric, rows.entity
    ) as found
    inner join scope_runs using (run_id)
),

points as (
    select
        series.series_id,
        series.n,
        rows.at,
        rows.value,
        lag(rows.value) over by_time as previous,
        lag(rows.at) over by_time as previous_at,
        row_number() over by_time as position
    from series
    inner join raw.series as rows using (run_id, metric, entity)
    where rows.night = any(%(nights)s) and rows.run_id = any(%(run_ids)s)
    window by_time as (partition by series.series_id order by rows.at, rows.value)
),

-- The position at which the present run of equal values began; zero is no stuck sensor, idle machines show it.
streaked as (
    select
        points.*,
        case when value <> 0 and value <> 'NaN' then
            position - max(case when value is distinct from previous then position end)
                over (partition by series_id order by at, value rows unbounded preceding) + 1
        end as streak
    from points
),

courses as (
    select
        series_id,
        min(at) as first_at,
        max(at) as last_at,
        percentile_cont(0.5) within group (order by extract(epoch from at - previous_at)) filter (where at > previous_at) as typical_s,
        extract(epoch from max(at - previous_at)) as longest_gap_s,
        count(*) filter (where at = previous_at and value is not distinct from previous) as repeated_rows,
        count(*) filter (where at = previous_at and value is distinct from previous) as contradicting_rows,
        avg(case when value is null or value in ('NaN', 'Infinity', '-Infinity') then 1.0 else 0 end)::float8 as empty_share,
        avg(case when value < 0 then 1.0 else 0 end)::float8 as negative_share,
        min(value) filter (where value not in ('NaN', 'Infinity', '-Infinity')) as least,
        max(value) filter (where value not in ('NaN', 'Infinity', '-Infinity')) as greatest,
        avg(ln(case when value > 0 and value not in ('NaN', 'Infinity') then value end)) as log_mean,
        -- The longest run of one value, and how often neighbours are equal elsewhere: how likely is it by chance?
        max(array[streak::float8, value]) filter (where streak is not null) as longest,
        count(*) filter (where value = previous) as equal_neighbours,
        count(*) filter (where value is distinct from previous) as streaks
    from streaked
    group by series_id
),

outside as (
    select
        points.series_id,
        avg(
            case when points.at < series.measured_from - interval '5 s' or points.at > series.measured_to + interval '5 s' then 1.0 else 0 end
        )::float8 as outside_share
    from points
    inner join series using (series_id)
    group by points.series_id
),

-- A change of unit inside a run: twenty pieces, and the best cut between them.
pieces as (
    select
        series_id,
        (position - 1) * 20 / n as piece,
        avg(ln(case when value > 0 and value not in ('NaN', 'Infinity') then value end)) as y,
        stddev_samp(ln(case when value > 0 and value not in ('NaN', 'Infinity') then value end)) as noise
    from points
    where n >= 20
    group by series_id, (position - 1) * 20 / n
),

cuts as (
    select
        pieces.series_id,
        cut.piece,
        percentile_cont(0.5) within group (order by pieces.y) filter (where pieces.piece < cut.piece) as before,
        percentile_cont(0.5) within group (order by pieces.y) filter (where pieces.piece >= cut.piece) as after,
        greatest(
            stddev_samp(pieces.y) filter (where pieces.piece < cut.piece), stddev_samp(pieces.y) filter (where pieces.piece >= cut.piece),
            percentile_cont(0.5) within group (order by pieces.noise)
        ) as noise
    from pieces
    cross join generate_series(2, 18) as cut (piece)
    group by pieces.series_id, cut.piece
),

jumps as (
    select series_id, coalesce(max(abs(after - before)) filter (where abs(after - before) > 3 * noise), 0) / ln(10) as unit_jump
    from cuts
    where before is not null and after is not null
    group by series_id
),

windows as (
    select series.run_id, percentile_cont(0.5) within group (order by extract(epoch from courses.first_at)) as usual_first,
        percentile_cont(0.5) within group (order by extract(epoch from courses.last_at)) as usual_last, count(*) as series
    from courses
    inner join series using (series_id)
    group by series.run_id
),

-- The same metric in the other runs: of the same level where there are any, otherwise of all.
peers as (
    select scope_peers.execution_id, scope_peers.run_id, scope_peers.level, found.metric, found.entity, found.log_mean
    from (
        select rows.run_id, rows.metric, rows.entity, avg(ln(rows.value)) as log_mean
        from raw.series as rows
        where rows.night = any(%(nights)s) and rows.run_id = any(%(peer_ids)s) and rows.value > 0 and rows.value not in ('NaN', 'Infinity')
        group by rows.run_id, rows.metric, rows.entity
    ) as found
    inner join scope_peers using (run_id)
),

against_peers as (
    select
        series.series_id,
        percentile_cont(0.5) within group (order by peers.log_mean) filter (where peers.level = series.level) as same_level,
        percentile_cont(0.5) within group (order by peers.log_mean) as all_levels
    from series
    inner join peers
        on series.execution_id = peers.execution_id and series.metric = peers.metric and series.entity = peers.entity
        and series.run_id <> peers.run_id
    group by series.series_id
),

declared as (
    select execution_id, metric, unit, part_of
    from raw.metric_declarations
    where execution_id = any(%(execution_ids)s)
),

parts as (
    select
        part_series.series_id,
        avg(case when part.value > whole.value * 1.001 + 1e-9 then 1.0 else 0 end)::float8 as over_whole_share,
        max(whole_series.metric) as whole_metric
    from series as part_series
    inner join declared
        on part_series.execution_id = declared.execution_id and part_series.metric = declared.metric and declared.part_of is not null
    inner join series as whole_series
        on part_series.run_id = whole_series.run_id and declared.part_of = whole_series.metric
        and (part_series.entity = whole_series.entity or whole_series.entity = '')
    inner join points as part on part_series.series_id = part.series_id
    inner join points as whole on whole_series.series_id = whole.series_id and part.at = whole.at
    group by part_series.series_id
),

spaced as (
    select
        series.*,
        courses.first_at, courses.last_at, courses.typical_s, courses.longest_gap_s, courses.repeated_rows, courses.contradicting_rows,
        courses.empty_share, courses.negative_share, courses.greatest, courses.log_mean, courses.longest, courses.streaks,
        extract(epoch from series.measured_to - series.measured_from) as measured_s,
        coalesce(declared.unit, case when series.metric ~ '(_pct|^%%)' then '%%' when series.metric ~ '_share$' then '1' end) as unit,
        series.n - courses.repeated_rows - courses.contradicting_rows as instants,
        (courses.equal_neighbours - courses.longest[1] + 1)::float8 / nullif(series.n - courses.longest[1], 0) as repeat_share
    from series
    inner join courses using (series_id)
    left join declared using (execution_id, metric)
),

measured as (
    select
        spaced.execution_id,
        spaced.run_id,
        spaced.metric,
        nullif(spaced.entity, '') as entity,
        case when spaced.n > 4 and spaced.typical_s > 0 then
            greatest(0, spaced.measured_s / spaced.typical_s - spaced.instants - 2) / nullif(spaced.measured_s / spaced.typical_s, 0)
        end as missing_share,
        round(spaced.longest_gap_s)::text as missing_share_detail,
        case when spaced.n > 4 and spaced.typical_s > 0 and spaced.metric = spaced.primary_metric then
            greatest(0, spaced.measured_s / spaced.typical_s - spaced.instants - 2) / nullif(spaced.measured_s / spaced.typical_s, 0)
        end as primary_missing_share,
        round(spaced.longest_gap_s)::text as primary_missing_share_detail,
        case when spaced.n > 10 and spaced.typical_s > 0 then
            greatest(0, spaced.instants - extract(epoch from spaced.last_at - spaced.first_at) / spaced.typical_s - 2) / spaced.n
        end as crowded_share,
        spaced.repeated_rows,
        spaced.contradicting_rows,
        spaced.empty_share,
        case when spaced.unit in ('%%', '1', '1/s', 'ms', 's', 'us', 'kB', 'MB', 'GB', 'B', 'kB/s', 'MB/s', 'count', 'sessions', 'requests', '1/min', '1/h')
            then spaced.negative_share end as negative_share,
        case when spaced.unit = '%%' then spaced.greatest / 100 when spaced.unit = '1' and spaced.metric ~ '(share|ratio|util)' then spaced.greatest end
            as share_of_whole,
        greatest(outside.outside_share, case when windows.series > 2 and spaced.measured_s > 0
            and (extract(epoch from spaced.first_at) > windows.usual_last or extract(epoch from spaced.last_at) < windows.usual_first)
            then 1 else 0 end) as outside_share,
        case when spaced.longest[1] >= 8 and spaced.streaks >= 4 and spaced.repeat_share is not null then
            -(spaced.longest[1] - 1) * log(greatest(spaced.repeat_share, 1.0 / spaced.n)::numeric)::float8 - log(spaced.n::numeric)::float8
        end as stuck_surprise,
        spaced.longest[1] || ' × ' || spaced.longest[2] as stuck_surprise_detail,
        jumps.unit_jump,
        abs(spaced.log_mean - coalesce(against_peers.same_level, against_peers.all_levels)) / ln(10) as scale_off,
        parts.over_whole_share,
        parts.whole_metric as over_whole_share_detail
    from spaced
    inner join outside using (series_id)
    left join windows using (run_id)
    left join jumps using (series_id)
    left join against_peers using (series_id)
    left join parts using (series_id)
)

select * from measured
