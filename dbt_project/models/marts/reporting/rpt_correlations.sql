-- Correlations with their strength in words, and whether anything may be claimed of them.
with correlations as (
    select * from {{ ref('fct_correlations') }}
    where {{ is_due('execution_id') }}
),

judged as (
    select
        execution_id, experiment_id, level, metric, partner, n, n_effective, runs, pearson, pearson_low, pearson_high, spearman,
        partial, partial_low, partial_high, p_adjusted, is_part_of_whole,
        {{ chaddock('partial') }} as strength,
        coalesce(n_effective >= 10 and not is_part_of_whole and p_adjusted < 0.05, false) as is_claimable,
        case
            when n_effective < 10 or n_effective is null then 'too_few_effective_samples'
            when is_part_of_whole then 'part_of_whole'
            when p_adjusted < 0.05 then 'significant'
            else 'not_significant'
        end as reason_code
    from correlations
)

select * from judged
