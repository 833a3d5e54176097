{#
    Mean of one series and its standard error from the means of `batches` equal stretches of it (Schmeiser 1982), as a lateral subquery: mean, error, lag1.
    The stretches' means are nearly independent where single samples are not; t has batches - 1 degrees of freedom. What is left over at the end (fewer samples than
    there are batches) goes to the last one. lag1 is the lag-1 autocorrelation of the batch means, by which `largest_batch_memory` judges whether they were long enough.
#}
{% macro batch_means(samples, samples_taken, batches) -%}
    (
        select
            max(paired.grand) as mean,
            stddev_samp(paired.mean) / sqrt(count(*)) as error,
            sum((paired.mean - paired.centre) * (paired.next_mean - paired.centre)) / nullif(sum((paired.mean - paired.centre) ^ 2), 0) as lag1
        from (
            select
                batch.mean, lead(batch.mean) over (order by batch.position) as next_mean, avg(batch.mean) over () as centre,
                sum(batch.mean * batch.n) over () / sum(batch.n) over () as grand
            from (
                select least((point.position - 1) / ({{ samples_taken }} / {{ batches }}), {{ batches }} - 1) as position, avg(point.value) as mean, count(*) as n
                from (select unnest({{ samples }}) as value, generate_series(1, {{ samples_taken }}) as position) as point
                group by 1
            ) as batch
            order by batch.position
        ) as paired
    )
{%- endmacro %}

{# The lag-1 autocorrelation that independent batch means exceed in one case of twenty: 1.645 / sqrt(batches) below its bias -1 / batches. #}
{% macro largest_batch_memory(batches) -%}
    (1.645 / sqrt({{ batches }}) - 1.0::double precision / {{ batches }})
{%- endmacro %}
