{#
    The number that a level's text stands for, in the base unit of its spelling (seconds, bytes), or null: '15min' is 900, '64MB' is 67108864, 'on' is null.
    Units are those of PostgreSQL's settings; a bare number stands for itself.
#}
{% macro quantity_of(text) %}
    (case when ({{ text }}) ~ '^-?[0-9]+([.][0-9]+)?(us|ms|s|min|h|d|B|kB|MB|GB|TB)?$' then
        substring({{ text }} from '^-?[0-9]+(?:[.][0-9]+)?')::double precision
        * case substring({{ text }} from '[A-Za-z]+$')
            when 'us' then 0.000001 when 'ms' then 0.001 when 'min' then 60 when 'h' then 3600 when 'd' then 86400
            when 'kB' then 1024 when 'MB' then 1048576 when 'GB' then 1073741824 when 'TB' then 1099511627776
            else 1
        end
    end)
{% endmacro %}
