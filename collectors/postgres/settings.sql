-- Every setting as it was in force while the run was measured, and again when it ended: what changed in between is tampering.
-- Connection strings may carry passwords and are hidden.
-- table: settings
-- moments: active, after
-- since: 14
select
    $1::text as moment, name, case when name in ('primary_conninfo', 'ssl_passphrase_command') and setting <> '' then '(hidden)' else setting end as setting,
    unit, vartype, context, source, boot_val, min_val, max_val, pending_restart
from pg_catalog.pg_settings
