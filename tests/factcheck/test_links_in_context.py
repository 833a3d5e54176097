"""Links whose pair stands before them, wholly or but for one metric: each true twin passes, each false one is refused, and what may be of another pair stays open."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factcheck.corpus.build import document, metric
from tests.factcheck.helpers import is_refused, run

RENDERING: dict[str, Any] = document(
    "rendering", "render_threads", None, ["3", "6", "12", "24"],
    {
        "pages": metric("1/h", "higher", 0, "pages per hour", "страницы в час", {"mean": [410, 640, 820, 790]}),
        "render": metric("s", "lower", 2, "render time", "время отрисовки", {"mean": [8.71, 5.62, 4.38, 4.55]}),
        "heat": metric("°C", "none", 0, "core temperature", "температура ядра", {"mean": [48, 55, 67, 81]}),
        "swaps": metric("1/s", "lower", 1, "swap requests", "обращения к подкачке", {"mean": [9.0, 6.4, 3.3, 1.2]}),
    },
    repeats=1, primary="pages", baseline="3",
    correlations=[("pages", "render", "pearson", [-0.82, -0.61, -0.35, -0.08]), ("pages", "heat", "pearson", [0.21, 0.44, 0.63, 0.91]), ("swaps", "render", "pearson", [0.52, 0.44, 0.66, 0.31])],
)  # fmt: skip

TWINS = [
    # the whole pair stands before
    ("Pages per hour and render time are linked negatively at every level. The link weakens step by step.", "Pages per hour and render time are linked negatively at every level. The link strengthens step by step."),
    ("Pages per hour and render time are correlated. It is tightest at 3 and weakens step by step.", "Pages per hour and core temperature are correlated. It is tightest at 24 and weakens step by step."),
    ("Pages per hour and core temperature are correlated. The correlation is strongest at 24.", "Pages per hour and core temperature are correlated. The correlation is strongest at 12."),
    ("Pages per hour go with core temperature. At 24 they are tightly linked.", "Pages per hour go with render time. At 24 they are tightly linked."),
    ("Pages per hour go with render time. At 24 they are hardly linked at all.", "Pages per hour go with render time. At 3 they are hardly linked at all."),
    ("Страницы в час связаны с временем отрисовки отрицательно, сильнее всего при 3.", "Страницы в час связаны с временем отрисовки отрицательно, сильнее всего при 24."),
    ("Страницы в час связаны с временем отрисовки. Слабее всего при 24.", "Страницы в час связаны с временем отрисовки. Слабее всего при 3."),
    ("Страницы в час связаны с температурой ядра положительно, слабее всего при 3.", "Страницы в час связаны с температурой ядра положительно, слабее всего при 12."),
    # what holds at one level holds "hardly at all" at another
    ("Pages per hour and render time are correlated at 3, but hardly at all at 24.", "Pages per hour and render time are correlated at 24, but hardly at all at 3."),
    ("Pages per hour and render time are correlated, tightest at 3, and hardly at all at 24.", "Pages per hour and render time are correlated, and hardly at all at 6."),
    # one of the pair is named, the other is what is spoken of
    ("Теперь о страницах в час. С температурой ядра связь везде прямая и от шага к шагу только крепнет.", "Теперь о страницах в час. С температурой ядра связь везде прямая и от шага к шагу только слабеет."),
    ("Теперь о страницах в час. С временем отрисовки связь везде обратная и от шага к шагу только слабеет.", "Теперь о страницах в час. С временем отрисовки связь везде обратная и от шага к шагу только крепнет."),
    ("Теперь о страницах в час. С температурой ядра связь везде прямая.", "Теперь о страницах в час. С температурой ядра связь везде обратная."),
    ("Now for pages per hour. The link with core temperature is strongest at 24.", "Now for pages per hour. The link with core temperature is strongest at 6."),
    ("Now for pages per hour. The link with render time is negative at every level.", "Now for pages per hour. The link with core temperature is negative at every level."),
    # one is named, and the facts hold a single partner of it
    ("The correlation with swap requests is positive at every level.", "The correlation with swap requests is negative at every level."),
    ("The correlation with swap requests is strongest at 12.", "The correlation with swap requests is strongest at 6."),
    ("Связь с обращениями к подкачке сильнее всего при 12.", "Связь с обращениями к подкачке сильнее всего при 3."),
    # the other stands in the list item before
    ("- Pages per hour and render time: negative at every level.\n- With core temperature the link is positive at every level and strongest at 24.", "- Pages per hour and render time: negative at every level.\n- With core temperature the link is positive at every level and strongest at 6."),
    ("- Pages per hour and render time: negative at every level.\n- With core temperature: positive at every level.", "- Pages per hour and render time: negative at every level.\n- With core temperature: negative at every level."),
    ("- Страницы в час и время отрисовки: связь везде обратная.\n- С температурой ядра связь везде прямая.", "- Страницы в час и время отрисовки: связь везде обратная.\n- С температурой ядра связь везде обратная."),
]  # fmt: skip


@pytest.mark.parametrize(("true", "false"), TWINS)
def test_a_link_is_read_with_the_pair_before_it(true: str, false: str) -> None:
    opening = "We rendered a book.\n\n" if true.isascii() else "Мы отрисовали книгу.\n\n"
    assert not is_refused(opening + true, RENDERING)
    assert is_refused(opening + false, RENDERING)


@pytest.mark.parametrize(
    "text",
    [
        # the number, or what it is held against, is of another pair
        "Pages per hour and core temperature are linked. At 6 the coefficient is −0.61.",
        "Pages per hour and the core temperature are linked. It is −0.61 at 6.",
        "Страницы в час связаны с температурой ядра. При 12 коэффициент −0,35.",
        "Pages per hour and core temperature are linked. The link is weaker at 6 than with render time.",
        "Pages per hour and core temperature are linked. At 6 it is weaker than with render time.",
        "Страницы в час связаны с температурой ядра. При 6 связь слабее, чем с временем отрисовки.",
        # which pair is meant is open
        "Of core temperature, render time and pages per hour the link is strongest at 3.",
        "Now for the render time. The link is strongest at 24.",
        # a force, and no link before it
        "Pages per hour and core temperature were recorded. Of all fans the one at 12 is strongest.",
    ],
)
def test_a_link_that_may_be_of_another_pair_stays_open(text: str) -> None:
    opening = "We rendered a book.\n\n" if "the" in text else "Мы отрисовали книгу.\n\n"
    assert not is_refused(opening + text, RENDERING)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We rendered a book.\n\nPages per hour and render time are linked. The link weakens step by step.", "3.pages.pearson~render"),
        ("We rendered a book.\n\nPages per hour and core temperature are linked. It tightens step by step.", "12.pages.pearson~heat"),
        ("Мы отрисовали книгу.\n\nТеперь о страницах в час. С температурой ядра связь везде прямая и от шага к шагу только крепнет.", "24.pages.pearson~heat"),
    ],
)  # fmt: skip
def test_a_link_that_holds_is_supported_by_its_coefficients(text: str, fact: str) -> None:
    supported = [claim for claim in run(text, RENDERING).claims if claim.predicate == "stated"]
    assert [claim.verdict for claim in supported] == ["supported"]
    assert fact in supported[0].facts and supported[0].expected is None
