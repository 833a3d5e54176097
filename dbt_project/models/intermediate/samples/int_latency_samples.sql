-- The 95th and 99th percentile of latency every five seconds, from histograms; within a bucket latencies are taken as log-uniform.
{{ config(external=['seconds', 'samples']) }}

with histograms as (
    {{ measured(ref('stg_latency_histograms')) }}
),

gathered as (
    select
        run_id, floor(seconds / 5) * 5 as seconds, lower_us, upper_us, bool_and(is_measured) as is_measured,
        sum(transactions)::double precision as transactions
    from histograms
    group by run_id, floor(seconds / 5) * 5, lower_us, upper_us
),

cumulated as (
    select
        gathered.*,
        sum(transactions) over up_to_here as reached,
        sum(transactions) over (partition by run_id, seconds) as total
    from gathered
    window up_to_here as (partition by run_id, seconds order by lower_us, upper_us)
),

-- At least 20 transactions beyond the percentile's own fraction, otherwise it is one transaction's latency.
located as (
    select
        cumulated.run_id,
        cumulated.seconds,
        cumulated.is_measured,
        quantile.name,
        exp(
            ln(greatest(cumulated.lower_us, 1))
            + (quantile.fraction * cumulated.total - (cumulated.reached - cumulated.transactions)) / cumulated.transactions
            * (ln(greatest(cumulated.upper_us, 1)) - ln(greatest(cumulated.lower_us, 1)))
        ) / 1000 as latency_ms
    from cumulated
    cross join lateral (values ('latency_p95_ms', 0.95::double precision), ('latency_p99_ms', 0.99::double precision)) as quantile (name, fraction)
    where
        cumulated.transactions > 0 and cumulated.total * (1 - quantile.fraction) >= 1
        and cumulated.reached >= quantile.fraction * cumulated.total
        and cumulated.reached - cumulated.transactions < quantile.fraction * cumulated.total
),

pivoted as (
    select
        run_id, seconds, bool_and(is_measured) as is_measured,
        max(latency_ms) filter (where name = 'latency_p95_ms') as latency_p95_ms,
        max(latency_ms) filter (where name = 'latency_p99_ms') as latency_p99_ms
    from located
    group by run_id, seconds
),

united as (
    {{ collected('pivoted', {'latency_p95_ms': 'latency_p95_ms', 'latency_p99_ms': 'latency_p99_ms'}) }}
)

select * from united
