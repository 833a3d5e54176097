-- All sales of one product, through an index over the whole table: random reading.
\set product random(1, 10000)
select date_trunc('month', sold_on) as month, count(*), sum(quantity), max(note)
from sales
where product_id = :product
group by month
order by month;
