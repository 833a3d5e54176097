-- Tables of the OLTP mix: a few hot rows that sessions contend for, and a queue that is written at one end and emptied at the other.
-- MB a unit of scale: 5
create table hot_rows (
    hot_id integer primary key,
    hits bigint not null default 0,
    touched_at timestamptz not null default now()
) with (fillfactor = 50);

insert into hot_rows (hot_id)
select generate_series(1, 20);

create table queue (
    message_id bigint generated always as identity primary key,
    account_id integer not null,
    amount integer not null,
    body text not null,
    sent_at timestamptz not null default now()
);

insert into queue (account_id, amount, body)
select
    1 + (position * 7919) % (100000 * :scale),
    position % 5000,
    repeat(md5(position::text), 4)
from generate_series(1, 20000 * :scale) as position;

create index queue_account_id on queue (account_id);
