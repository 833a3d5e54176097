-- A small star: facts of two years in the order of their days, products and stores around them.
-- MB a unit of scale: 46
create table stores (
    store_id integer primary key,
    region text not null
);

insert into stores
select position, (array['north', 'east', 'south', 'west'])[1 + position % 4]
from generate_series(1, 200) as position;

create table products (
    product_id integer primary key,
    category text not null,
    price numeric(10, 2) not null
);

insert into products
select position, 'category ' || position % 40, 1 + (position * 37) % 900
from generate_series(1, 10000) as position;

create table sales (
    sold_on date not null,
    store_id integer not null,
    product_id integer not null,
    quantity integer not null,
    discount numeric(4, 2) not null,
    note text not null
);

insert into sales
select
    date '2024-01-01' + ((position * 730) / (500000 * :scale))::integer,
    1 + (position * 7919) % 200,
    1 + (position * 104729) % 10000,
    1 + (position * 31) % 9,
    ((position * 17) % 30) / 100.0,
    repeat(md5(position::text), 1)
from generate_series(1::bigint, 500000 * :scale) as position;

create index sales_sold_on on sales using brin (sold_on);
create index sales_product_id on sales (product_id);
