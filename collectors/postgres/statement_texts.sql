-- Texts of the statements that moved in the run, after it. pg_stat_statements leaves literals in utility statements: the collector takes them
-- out before anything reaches the disk (collectors/normalise.py). Versions are those of the extension.
-- table: statement_texts
-- moments: after
-- needs: pg_stat_statements
-- of: stat_statements
-- clock: none
-- normalise: query
-- since: 1.9
select queryid, min(query) as query
from {schema}.pg_stat_statements(true)
where queryid is not null and userid <> current_user::regrole::oid and query <> '<insufficient privilege>'
group by queryid
