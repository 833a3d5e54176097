"""A link that is said to be alike at all levels is held to the signs of its coefficients."""

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import verdicts

FACTS = document(
    "ratio", "ratio", None, ["5", "10", "20", "40"],
    {
        "tps": metric("1/s", "higher", 0, "throughput", "скорость", {"mean": [4100, 6300, 8800, 8100]}),
        "iops": metric("1/s", "none", 0, "IOPS", "IOPS", {"mean": [900, 1000, 1200, 1300]}),
        "wa": metric("%", "lower", 1, "I/O wait", "ожидание ввода-вывода", {"mean": [9.0, 8.0, 6.0, 7.0]}),
    },
    repeats=1, primary="tps", baseline="5",
    correlations=[("tps", "iops", "pearson", [0.61, 0.44, 0.18, -0.37]), ("tps", "wa", "pearson", [-0.61, -0.44, -0.52, -0.37])],
)  # fmt: skip

TWINS = [
    ("All four runs show the same kind of link between throughput and I/O wait.", "All four runs show the same kind of link between throughput and IOPS."),
    ("Во всех прогонах скорость связана с ожиданием ввода-вывода одинаково по знаку.", "Во всех прогонах скорость связана с IOPS одинаково."),
    ("Every level tells the same story: the more I/O wait, the lower the throughput.", "Every level tells the same story: the more IOPS, the higher the throughput."),
    ("Все четыре уровня дают схожую картину: чем выше ожидание ввода-вывода, тем ниже скорость.", "Все четыре уровня дают схожую картину: чем больше IOPS, тем выше скорость."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_link_alike_everywhere_has_one_sign(true: str, false: str) -> None:
    assert "contradicted" not in verdicts(true, FACTS), true
    assert "contradicted" in verdicts(false, FACTS), false


@pytest.mark.parametrize(
    "text",
    [
        "The link between throughput and IOPS is not the same in all runs.",
        "All runs but the last show the same link between throughput and IOPS.",
        "Связь скорости с IOPS одинакова во всех прогонах, кроме последнего.",
    ],
)
def test_an_exception_or_a_denial_is_no_such_statement(text: str) -> None:
    assert "contradicted" not in verdicts(text, FACTS)
