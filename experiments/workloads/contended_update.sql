-- Many sessions, few rows: every transaction takes one of twenty row locks and changes an account under it.
\set hot random(1, 20)
\set account random(1, 100000 * :scale)
\set delta random(-5000, 5000)
begin;
update hot_rows set hits = hits + 1, touched_at = now() where hot_id = :hot;
update pgbench_accounts set abalance = abalance + :delta where aid = :account;
end;
