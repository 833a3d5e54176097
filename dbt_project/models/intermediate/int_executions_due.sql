-- What this pass builds: executions whose runs, samples or verdicts changed since their marts were built, as many as memory allows.
{%- set ledger = load_relation(api.Relation.create(database=target.database, schema='intermediate', identifier='int_executions_built')) if execute else none %}

with executions as (
    select * from {{ ref('stg_executions') }}
),

runs as (
    select * from {{ ref('stg_runs') }}
),

ledger as (
    {% if ledger is not none and not flags.FULL_REFRESH %}
    select execution_id, fingerprint, batches, validation_id from intermediate.int_executions_built
    {% else %}
    select null::bigint as execution_id, null::text as fingerprint, null::text as batches, null::bigint as validation_id where false
    {% endif %}
),

-- Late batches come within a week of their night; older nights need not be counted again.
recent_batches as (
    select runs.execution_id, count(*) || '/' || sum(batches.row_count) as batches
    from {{ ref('stg_batches') }} as batches
    inner join runs on batches.run_id = runs.run_id
    where batches.night >= (select max(night) - 7 from runs)
    group by runs.execution_id
),

run_states as (
    select
        execution_id,
        string_agg(concat_ws('/', run_id, run, status, role, attempt, level, block, measured_from, measured_to), ';' order by run_id) as state,
        array_agg(distinct night) filter (where night is not null) as nights,
        coalesce(sum(least(extract(epoch from measured_to - measured_from), 100000)), 0) + count(*) as weight
    from runs
    group by execution_id
),

validated as (
    select unnest(execution_ids) as execution_id, max(validation_id) as validation_id
    from {{ ref('stg_validations') }}
    where boundary <> 'marts'
    group by 1
),

fingerprinted as (
    select
        executions.execution_id,
        executions.experiment_id,
        md5(concat_ws('|', executions.status, executions.spec_hash, executions.source_hash, executions.completed_at, run_states.state)) as fingerprint,
        recent_batches.batches,
        coalesce(validated.validation_id, 0) as validation_id,
        coalesce(run_states.nights, '{}') as nights,
        coalesce(run_states.weight, 0) * 4 as weight
    from executions
    left join run_states on executions.execution_id = run_states.execution_id
    left join recent_batches on executions.execution_id = recent_batches.execution_id
    left join validated on executions.execution_id = validated.execution_id
),

compared as (
    select
        fingerprinted.*,
        count(*) over () as due,
        sum(fingerprinted.weight) over (order by fingerprinted.execution_id) - fingerprinted.weight as weight_before
    from fingerprinted
    left join ledger on fingerprinted.execution_id = ledger.execution_id
    where
        ledger.execution_id is null
        or ledger.fingerprint <> fingerprinted.fingerprint
        or fingerprinted.validation_id > ledger.validation_id
        or ledger.batches <> fingerprinted.batches
        or (ledger.batches is null and fingerprinted.batches is not null)
),

taken as (
    select * from compared
    where weight_before < {{ var('rows_a_pass') }}
),

gone as (
    select ledger.execution_id
    from ledger
    left join executions on ledger.execution_id = executions.execution_id
    where executions.execution_id is null
),

due as (
    select
        execution_id, experiment_id, fingerprint, batches, validation_id, nights, weight, false as is_gone,
        due - count(*) over () as left_over
    from taken
    union all
    select execution_id, null, null, null, 0, '{}', 0, true, 0 from gone
)

select * from due
