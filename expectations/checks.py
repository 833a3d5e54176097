"""What a check is: a quantity measured in SQL, the bounds that it must keep, how grave it is, and what a DBA says when it does not.

Great Expectations' suites and the check right after a run are both made from these definitions; neither has bounds of its own.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pgverdict.i18n import NO_BREAK_SPACE, number
from pgverdict.units import unit as known_unit

Severity = Literal["critical", "warning", "info"]
Boundary = Literal["raw", "marts"]
MEASURES = Path(__file__).parent / "measures"


#: What the kinds of `rpt_pareto` are shares of, in words.
SHARES = {
    "en": {"wait": "wait events", "wait_type": "wait classes", "sampled_wait": "sampled wait events", "statement": "statements"},
    "ru": {"wait": "событий ожидания", "wait_type": "классов ожидания", "sampled_wait": "событий ожидания по pg_wait_sampling", "statement": "запросов"},
}  # fmt: skip


@dataclass(frozen=True)
class Texts:
    """The same thing said in English and in Russian; placeholders: {observed} {low} {high} {detail} {metric} {entity}, and {shares} for what shares are of."""

    en: str
    ru: str

    def __getitem__(self, language: str) -> str:
        return self.ru if language == "ru" else self.en


@dataclass(frozen=True)
class Check:
    """One expectation: `low <= quantity <= high` for every measured row; null means that the check does not apply to it.

    `expects` says what should hold, `says` what a DBA says when it does not, with the consequence. `graver` names the
    check on the same quantity with the wider bounds: where that one fails, this one has nothing to add and stays silent.
    """

    id: str
    severity: Severity
    expects: Texts
    says: Texts
    low: float | None = None
    high: float | None = None
    quantity: str = ""  # the measure's column; default: the id
    unit: str = "1"  # of the bounds and of what is shown; "%" shows a ratio times 100
    decimals: int = 0
    graver: str | None = None

    def __post_init__(self) -> None:
        if self.low is None and self.high is None:
            raise ValueError(f"check {self.id!r} has no bound, so it cannot fail")

    @property
    def column(self) -> str:
        return self.quantity or self.id

    def holds(self, value: float) -> bool:
        """True when the value is a number within the bounds, which are allowed themselves."""
        if math.isnan(value):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def shown(self, value: float | None, language: str) -> str:
        """The value as people read it, with its unit; NaN and infinities by name."""
        if value is None:
            return "—"
        if not math.isfinite(value):
            return "NaN" if math.isnan(value) else ("∞" if value > 0 else "−∞")
        scaled = value * 100 if self.unit == "%" else value
        text = number(scaled, self.decimals, language)
        name = known_unit(self.unit)
        label = name.ru if language == "ru" else name.en
        if not label:
            return text
        return f"{text}%" if label == "%" and language == "en" else f"{text}{NO_BREAK_SPACE}{label}"

    def expected(self, language: str = "en") -> str:
        """The bounds in words: 'at least 98%', 'between 0.9 and 1.1', 'exactly 0'."""
        low, high = self.shown(self.low, language), self.shown(self.high, language)
        russian = language == "ru"
        if self.low is None:
            return f"не более {high}" if russian else f"at most {high}"
        if self.high is None:
            return f"не менее {low}" if russian else f"at least {low}"
        if self.low == self.high:
            return f"ровно {low}" if russian else f"exactly {low}"
        return f"от {low} до {high}" if russian else f"between {low} and {high}"

    def sentence(self, language: str, value: float, context: Mapping[str, Any]) -> str:
        """What a DBA says of this failure."""
        shown = {k: ("" if v is None else v) for k, v in context.items()}
        return self.says[language].format(
            **{"detail": "", "metric": "", "entity": "", **shown},
            shares=SHARES[language].get(str(shown.get("metric")), shown.get("metric", "")),
            observed=self.shown(value, language),
            low=self.shown(self.low, language),
            high=self.shown(self.high, language),
        )


@dataclass(frozen=True)
class Suite:
    """The checks of one source or mart. `measure` is a query: one row a run (and metric, entity), a column a quantity.

    The query reads `scope_runs` (the runs at hand) and `scope_peers` (all runs of their executions), and begins with
    execution_id, run_id, metric, entity; `<quantity>_detail` columns hold what the sentences add. `needs` are the
    tables without which nothing applies; `after_run` suites are also asked right after each run.
    """

    name: str
    boundary: Boundary
    title: Texts
    measure: str
    checks: tuple[Check, ...]
    needs: tuple[str, ...] = ()
    after_run: bool = False

    def __post_init__(self) -> None:
        names = [check.id for check in self.checks]
        if not names or len(names) != len(set(names)):
            raise ValueError(f"suite {self.name!r} is empty or names a check twice: {names}")
        unknown = [check.graver for check in self.checks if check.graver and check.graver not in names]
        if unknown:
            raise ValueError(f"suite {self.name!r}: no check is called {unknown}")

    def check(self, check_id: str) -> Check:
        return next(check for check in self.checks if check.id == check_id)


SuiteBuilder = Callable[[], Suite]


def measure_file(name: str) -> str:
    """The text of a measuring query, by its file's name."""
    return (MEASURES / f"{name}.sql").read_text(encoding="utf-8")


def graded(
    check_id: str,
    expects: Texts,
    says: Texts,
    *,
    warning: tuple[float | None, float | None],
    critical: tuple[float | None, float | None],
    critically: Texts,
    quantity: str = "",
    unit: str = "1",
    decimals: int = 0,
) -> tuple[Check, Check]:
    """Two checks on one quantity: beyond `warning` a warning, beyond `critical` the run is invalid (`<id>_badly`)."""
    common: dict[str, Any] = {"quantity": quantity or check_id, "unit": unit, "decimals": decimals, "expects": expects}
    grave = Check(f"{check_id}_badly", "critical", says=critically, low=critical[0], high=critical[1], **common)
    mild = Check(check_id, "warning", says=says, low=warning[0], high=warning[1], graver=grave.id, **common)
    return grave, mild
