-- The ledger: which state of an execution its marts were built from. Written last, so that an interrupted build is due again.
{{ config(materialized='by_execution') }}
-- depends_on: {{ ref('fct_boundaries') }}
-- depends_on: {{ ref('fct_checkpoints') }}
-- depends_on: {{ ref('fct_correlations') }}
-- depends_on: {{ ref('fct_dose_responses') }}
-- depends_on: {{ ref('fct_drops') }}
-- depends_on: {{ ref('fct_effects') }}
-- depends_on: {{ ref('fct_factorial') }}
-- depends_on: {{ ref('fct_fronts') }}
-- depends_on: {{ ref('fct_limits') }}
-- depends_on: {{ ref('fct_nightly_changes') }}
-- depends_on: {{ ref('fct_optima') }}
-- depends_on: {{ ref('fct_pareto') }}
-- depends_on: {{ ref('fct_run_intervals') }}
-- depends_on: {{ ref('fct_slopes') }}
-- depends_on: {{ ref('fct_stability') }}
-- depends_on: {{ ref('fct_steps') }}
-- depends_on: {{ ref('rpt_checkpoints') }}
-- depends_on: {{ ref('rpt_correlations') }}
-- depends_on: {{ ref('rpt_dose_response') }}
-- depends_on: {{ ref('rpt_drops') }}
-- depends_on: {{ ref('rpt_effects') }}
-- depends_on: {{ ref('rpt_experiments') }}
-- depends_on: {{ ref('rpt_factorial') }}
-- depends_on: {{ ref('rpt_facts') }}
-- depends_on: {{ ref('rpt_fronts') }}
-- depends_on: {{ ref('rpt_limits') }}
-- depends_on: {{ ref('rpt_metrics') }}
-- depends_on: {{ ref('rpt_nightly_changes') }}
-- depends_on: {{ ref('rpt_optima') }}
-- depends_on: {{ ref('rpt_pareto') }}
-- depends_on: {{ ref('rpt_run_intervals') }}
-- depends_on: {{ ref('rpt_runs') }}
-- depends_on: {{ ref('rpt_series') }}
-- depends_on: {{ ref('rpt_settings') }}
-- depends_on: {{ ref('rpt_slopes') }}
-- depends_on: {{ ref('rpt_stability') }}
-- depends_on: {{ ref('rpt_steps') }}
-- depends_on: {{ ref('rpt_windows') }}

with due as (
    select * from {{ ref('int_executions_due') }}
),

built as (
    select execution_id, experiment_id, fingerprint, batches, validation_id
    from due
    where not is_gone
)

select * from built
