{# The sentence behind a reason code, in `language`; columns are those of fct_effects. #}
{% macro reason_text(language) -%}
    concat(
        case reason_code
        {%- if language == 'en' %}
            when 'failed_checks' then 'failed checks: ' || coalesce(failed_en, 'the runs of a level failed theirs')
            when 'no_data' then 'no block holds both levels'
            when 'one_run_a_level' then 'one run a level'
            when 'levels_drift' then 'the levels drift apart from block to block'
            when 'order_confounded' then 'a level trends over its repeats as much as the effect, and the order was not random'
            when 'sentinel_differs' then 'two equal runs of a block differ as much'
            when 'differs_in_stalls' then 'differs in stalls: total work says something else than the median'
            when 'differs_without_direction' then 'a significant difference, but neither direction is better in itself'
            when 'significant' then 'significant after correction, confirmed by blocks, above the minimum effect'
            when 'equivalent_shown' then 'shown to be smaller than the minimum effect'
            when 'below_minimum_effect' then 'significant, but smaller than the minimum effect'
            when 'not_confirmed_by_blocks' then 'significant on the whole, but not within its own blocks'
            else 'too few repeats for this variation'
        end,
        case when verdict in ('better', 'worse', 'equivalent', 'undecided') and not has_sentinel then '; no sentinel' end,
        case when verdict in ('better', 'worse') and not is_preregistered then '; repeats not pre-registered' end
        {%- else %}
            when 'failed_checks' then 'проверки не пройдены: ' || coalesce(failed_ru, 'прогоны уровня не прошли свои проверки')
            when 'no_data' then 'нет блока, где есть оба уровня'
            when 'one_run_a_level' then 'по одному прогону на уровень'
            when 'levels_drift' then 'уровни расходятся от блока к блоку'
            when 'order_confounded' then 'повторы одного уровня меняются так же сильно, как сам эффект, а порядок не был случайным'
            when 'sentinel_differs' then 'два одинаковых прогона блока различаются так же'
            when 'differs_in_stalls' then 'разница в провалах: общая работа говорит не то, что медиана'
            when 'differs_without_direction' then 'разница значима, но ни одно направление само по себе не лучше'
            when 'significant' then 'значимо после поправки, подтверждено блоками, больше минимального эффекта'
            when 'equivalent_shown' then 'показано, что эффект меньше минимального'
            when 'below_minimum_effect' then 'значимо, но меньше минимального эффекта'
            when 'not_confirmed_by_blocks' then 'значимо в целом, но не внутри собственных блоков'
            else 'мало повторов при таком разбросе'
        end,
        case when verdict in ('better', 'worse', 'equivalent', 'undecided') and not has_sentinel then '; без контрольного прогона' end,
        case when verdict in ('better', 'worse') and not is_preregistered then '; число повторов не объявлено заранее' end
        {%- endif %}
    )
{%- endmacro %}
