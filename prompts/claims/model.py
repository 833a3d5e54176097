"""A claim: what may be said, over which rows of the marts, how sure, and what would refute it. Language comes later."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from prompts.rows import FactRow, Findings

#: Predicates that a claim may have (writing.md); `quality` and `design` say how the figures were come by.
PREDICATES = frozenset(
    (
        "value",
        "delta",
        "ratio",
        "order",
        "best",
        "monotone",
        "not_monotone",
        "share",
        "dominates",
        "correlates",
        "slope",
        "stable",
        "window",
        "limiting",
        "within_noise",
        "equivalent",
        "undecided",
        "edge_of_grid",
        "contradiction",
        "hypothesis",
        "recommendation",
        "quality",
        "design",
        "change",
    )
)
#: The paragraph of a claim that only a table words.
IN_TABLE = -1
#: A sequence over more levels than this is no longer read as a sentence and becomes a table.
MOST_IN_SENTENCE = 6
MODALITIES = frozenset(("observed", "derived", "hypothesis", "domain"))


@dataclass(frozen=True)
class Figure:
    """A number that prose may show: exactly one column of one row of a mart.

    `decimals` is the precision at which it is shown, `unit` an id of `pgverdict.units`, `query` finds the row again.
    """

    id: str
    value: float
    decimals: int
    unit: str
    source: str
    query: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Level:
    """A level as the facts spell it; wording decides how it is shown."""

    text: str


@dataclass(frozen=True)
class Claim:
    """One statement over facts.

    `form` is the key of its wordings; `args` hold figures, levels, metric ids and words. `assertion` is what a later
    night can confirm or contradict (None: nothing beyond the night's own figures); `refuted_by` a key of `refute.*`.
    """

    id: str
    predicate: str
    form: str
    topic: str
    args: Mapping[str, Any] = field(default_factory=dict)
    modality: str = "observed"
    paragraph: int = 0
    is_mandatory: bool = False
    assertion: str | None = None
    refuted_by: str | None = None
    caveats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.predicate not in PREDICATES or self.modality not in MODALITIES:
            raise ValueError(f"claim {self.id}: {self.predicate} or {self.modality} is not a word of writing.md")

    @property
    def figures(self) -> tuple[Figure, ...]:
        """All figures in its arguments, in their order."""
        return tuple(walk_figures(self.args))

    @property
    def fact_ids(self) -> tuple[str, ...]:
        """The ids of its figures, each once."""
        return tuple(dict.fromkeys(figure.id for figure in self.figures))


def walk_figures(value: Any) -> Iterator[Figure]:
    """Every figure within nested arguments."""
    if isinstance(value, Figure):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from walk_figures(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk_figures(item)


def of_fact(fact: FactRow | None, execution_id: int) -> Figure | None:
    """The figure of a fact; None stays None so that callers can drop what the marts do not hold."""
    if fact is None or fact.value is None:
        return None
    return Figure(
        fact.fact_id,
        fact.value,
        fact.decimals,
        fact.unit,
        fact.source_model,
        f"select value from marts.rpt_facts where execution_id = {execution_id} and fact_id = {quoted(fact.fact_id)}",
        fact.ci_low,
        fact.ci_high,
    )


def of_column(
    findings: Findings,
    table: str,
    column: str,
    key: Mapping[str, Any],
    value: float | None,
    decimals: int,
    unit: str,
    low: float | None = None,
    high: float | None = None,
) -> Figure | None:
    """The figure of a column of another reporting mart, addressed by the row's key; None stays None."""
    if value is None:
        return None
    where = " and ".join(f"{name} is null" if v is None else f"{name} = {quoted(v)}" for name, v in key.items())
    short = ".".join("all" if v is None else str(v) for v in key.values())
    query = f"select {column} from marts.{table} where execution_id = {findings.execution_id}" + (
        f" and {where}" if where else ""
    )
    return Figure(
        f"{table.removeprefix('rpt_')}:{short}.{column}".replace(":.", ":"),
        value,
        decimals,
        unit,
        f"marts.{table}",
        query,
        low,
        high,
    )


def quoted(value: Any) -> str:
    """An SQL literal, so that the query under a number can be pasted as it is."""
    if isinstance(value, bool | int | float):
        return str(value).lower()
    return "'" + str(value).replace("'", "''") + "'"


def finding_fact(
    findings: Findings,
    metric: str,
    stat: str,
    level: str | None,
    partner: str | None = None,
    scope: str = "run",
    denominator: str | None = None,
    run: int | None = None,
) -> Figure | None:
    """The figure of the fact at that address, over all runs of a level unless `run` is given."""
    return of_fact(findings.fact(metric, stat, level, partner, run, scope, denominator), findings.execution_id)


def column_of_experiment(
    findings: Findings, column: str, value: float | None, unit: str = "count", decimals: int = 0
) -> Figure | None:
    """A figure of the experiment's own row: repeats, numbers of runs, the minimum effect."""
    return of_column(findings, "rpt_experiments", column, {}, value, decimals, unit)
