-- The tied sets, levels that nothing is shown to beat.
with described as (
    select
        execution_id,
        experiment_id,
        level,
        purpose,
        is_best,
        is_tied,
        is_edge_of_grid,
        tied_with,
        gain_vs_baseline_pct,
        gain_vs_default_pct,
        verdict
    from {{ ref('fct_optima') }}
    where {{ is_due('execution_id') }}
)

select * from described
