-- A queue: three messages come in, the three oldest that nobody holds go out, so that its size stays as it is.
\set account random(1, 100000 * :scale)
\set amount random(1, 5000)
begin;
insert into queue (account_id, amount, body)
select :account, :amount + step, repeat(md5((:account + step)::text), 4)
from generate_series(1, 3) as step;
delete from queue
where message_id in (
    select message_id from queue order by message_id limit 3 for update skip locked
);
end;
