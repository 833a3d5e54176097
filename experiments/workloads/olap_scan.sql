-- A quarter of the facts, joined and grouped: sequential reading with a hash join and an aggregate.
\set first random(0, 540)
select stores.region, sum(sales.quantity * products.price * (1 - sales.discount)) as revenue
from sales
inner join products on products.product_id = sales.product_id
inner join stores on stores.store_id = sales.store_id
where sales.sold_on between date '2024-01-01' + :first and date '2024-01-01' + :first + 90
group by stores.region;
