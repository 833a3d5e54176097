-- What an application reads between its writes: an account, and the messages that wait for it.
\set account random(1, 100000 * :scale)
select abalance from pgbench_accounts where aid = :account;
select count(*), coalesce(sum(amount), 0) from queue where account_id = :account;
