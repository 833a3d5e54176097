"""Outlines of statements about a table of results (`factcheck/outlining`), and what its levels and heads are called otherwise: true statements and their false twins."""

from __future__ import annotations

import pytest

from factcheck.forms.facts import facts_of
from tests.factcheck.helpers import DOCUMENT
from tests.factcheck.plain import facts_of_table, is_refused_of

CORES = """CPU cores,tps,context switches (k/s),run queue
2,2140,18.4,9.2
4,4360,31.7,5.1
8,8240,52.9,2.6
16,13600,118.3,2.6
24,14880,241.6,3.9
"""
REPLICAS = """replicas,read tps,write tps,lag (ms)
0,8120,2460,0
1,15340,2310,14
2,22180,2310,19
3,28450,2180,47
"""
INDEXES = """index type,build time [s],size [MB],lookup time [ms]
btree,48.2,1284,0.12
hash,71.6,1540,0.12
brin,6.4,0.4,41.3
gin,134.5,410,0.35
"""
TIMEOUTS = """checkpoint_timeout,tps,p99_latency_ms,recovery_time_s
1min,8120,48,9
30min,11310,22,212
60min,11290,35,455
"""
POOLERS = """pooler,clients,TPS,RAM (GB)
none,50,12400,1.2
none,500,9150,7.9
odyssey,50,11320,1.0
odyssey,500,13640,1.6
"""
UPGRADE = """upgrade,tps,size_gb
before,5240,412
after,6130,331
"""
MODES = """synchronous_commit,tps,commits lost
off,14820,412
local,6240,37
on,4710,0
"""


TWINS = (
    # levels by what they count, in words, elided, joined, absent, by what is added
    (CORES, "Sixteen cores still fall short of twenty-four in throughput.", "Twenty-four cores fall short of sixteen in throughput."),
    (CORES, "На восьми ядрах очередь короче, чем на двух.", "На восьми ядрах очередь длиннее, чем на двух."),
    (CORES, "The eight-core machine delivered 8240 tps.", "The eight-core machine delivered 4360 tps."),
    (CORES, "Двухъядерная машина выдала 2140 tps.", "Двухъядерная машина выдала 4360 tps."),
    (CORES, "Four cores deliver roughly half the throughput of eight.", "Eight cores deliver roughly half the throughput of four."),
    (REPLICAS, "Без реплик чтение даёт 8120 tps.", "Без реплик чтение даёт 15 340 tps."),
    (REPLICAS, "With a single replica lag is 14 ms.", "With a single replica lag is 19 ms."),
    (REPLICAS, "The third replica added 6270 read tps.", "The third replica added 8270 read tps."),
    (TIMEOUTS, "p99 на часе хуже, чем на получасе.", "p99 на часе лучше, чем на получасе."),
    (TIMEOUTS, "The p99 latency is worst at one minute.", "The p99 latency is worst at an hour."),
    # names of levels and heads otherwise
    (INDEXES, "The B-tree takes 1284 MB.", "The B-tree takes 1540 MB."),
    (INDEXES, "Хеш строится дольше, чем B-дерево.", "Хеш строится быстрее, чем B-дерево."),
    (INDEXES, "Время построения хеша — 71,6 с.", "Время построения хеша — 48,2 с."),
    (INDEXES, "The hash index was built in 71.6 s.", "The hash index was built in 61.7 s."),
    (MODES, "При local потеряно 37 коммитов.", "При local потеряно 412 коммитов."),
    # one level against another, extremes, sameness
    (MODES, "По tps off обходит local.", "По tps on обходит local."),
    (INDEXES, "BRIN is the slowest to look up: 41.3 ms of lookup time.", "GIN has the longest lookup time."),
    (REPLICAS, "Write throughput is the same with one and two replicas.", "Write throughput is the same with two and three replicas."),
    (INDEXES, "The hash index is larger than the B-tree.", "The B-tree is larger than the hash index."),
    (INDEXES, "По размеру хеш в 1,2 раза больше B-дерева.", "По размеру хеш вдвое больше B-дерева."),
    # amounts, which way they go, marks and how many pass them
    (CORES, "Going from 16 to 24 cores brought 1280 tps.", "Going from 16 to 24 cores brought 2280 tps."),
    (TIMEOUTS, "Going from 30min to 60min costs 20 tps.", "Going from 30min to 60min gained 20 tps."),
    (CORES, "Two of the five configurations exceed 10,000 tps.", "Three of the five configurations exceed 10,000 tps."),
    (CORES, "На двух и четырёх ядрах меньше 5000 tps.", "Все конфигурации дают больше 5000 tps."),
    (REPLICAS, "Запись нигде не опускалась ниже 2000 tps.", "Запись нигде не опускалась ниже 2200 tps."),
    # orders, steps, ties
    (INDEXES, "Ranked by size, largest first: hash, btree, gin, brin.", "Ranked by size, largest first: hash, gin, btree, brin."),
    (CORES, "Context switches grow with every step.", "The run queue grows with every step."),
    (MODES, "No two settings share a throughput.", "Throughput does not depend on synchronous_commit."),
    # a grid, before and after
    (POOLERS, "При 500 клиентах odyssey быстрее: 13 640 TPS.", "При 500 клиентах odyssey даёт 11 320 TPS."),
    (POOLERS, "At 50 clients none has the highest TPS.", "At 50 clients odyssey has the highest TPS."),
    (UPGRADE, "The database shrank by 81 GB.", "The database grew by 81 GB."),
    (UPGRADE, "После апгрейда tps — 6130.", "После апгрейда tps — 5240."),
)  # fmt: skip


@pytest.mark.parametrize(("table", "true", "false"), TWINS)
def test_twins(table: str, true: str, false: str) -> None:
    assert not is_refused_of(table, true, strict=False)
    assert is_refused_of(table, false)  # what is held in doubt of it is for the trees to say


OPEN = (
    (CORES, "Throughput per watt rises from 16 to 24 cores."),
    (CORES, "Doubling the cores from 4 to 8 pays."),
    (INDEXES, "The fastest database is not measured here."),
    (INDEXES, "BRIN is the second slowest to build? No, the quickest."),
    (POOLERS, "Half of the clients were idle at 500."),
)  # fmt: skip


@pytest.mark.parametrize(("table", "text"), OPEN)
def test_what_is_not_said_of_the_table_alone_is_not_refused(table: str, text: str) -> None:
    assert not is_refused_of(table, text, strict=False)


def test_facts_with_more_than_values_are_not_read_by_outlines() -> None:
    from factcheck.binding.scene import World
    from factcheck.binding.vocabulary import Vocabulary
    from factcheck.outlining.judge import judge_outlines
    from factcheck.reading.document import read

    for told, said in ((facts_of(DOCUMENT), False), (facts_of_table(CORES), True)):
        blocks = read("Throughput is higher at 2 than at 4." if said else "Throughput is higher at 50 than at 100.")
        world = World(Vocabulary(told), "en", blocks)
        found = [ruled for block in blocks for scene in world.scenes_of(block) for ruled in judge_outlines(scene)]
        assert bool(found) is said
