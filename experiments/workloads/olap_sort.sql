-- The best sellers of a month, ranked within their category: an aggregate, a sort and a window.
\set first random(0, 690)
select category, product_id, sold, rank() over (partition by category order by sold desc) as place
from (
    select products.category, sales.product_id, sum(sales.quantity) as sold
    from sales
    inner join products on products.product_id = sales.product_id
    where sales.sold_on between date '2024-01-01' + :first and date '2024-01-01' + :first + 30
    group by products.category, sales.product_id
) as monthly
order by category, place
limit 100;
