"""The ledger of claims over nights: a later execution confirms, contradicts or outdates what an earlier one claimed."""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from prompts.claims.model import Claim, Figure

#: Assertions that decide nothing; all others say something that can be contradicted.
UNDECIDED = frozenset(
    (
        "undecided", "single_run", "drifting", "invalid", "not_shown", "too_few_nights", "no_data", "progress", "tied", "difference",
        "not_determined",
    )
)  # fmt: skip
#: A wait event that is first without being separated from the second.
_NOT_SEPARATED = ":first"
#: Statements that fell or were outdated, and statements that held: an article names this many of each.
MOST_FALLEN, MOST_HELD = 5, 3
#: Said by another claim as well: the optimum of the primary metric is the answer.
TWINS = {"best.primary": "answer.best"}


def is_decided(assertion: str) -> bool:
    """True for an assertion that a later night can contradict."""
    return assertion not in UNDECIDED and not assertion.endswith(_NOT_SEPARATED)


def compare(earlier: str, later: str | None) -> str:
    """What `later` (None: no longer claimed) says of `earlier`: confirmed, contradicted or outdated.

    Only two decided assertions can contradict each other; a decided one that is no longer decided is outdated, since
    a lack of evidence is no evidence against it. A group of levels that grew or shrank (`off,local`) does not contradict
    the one before as long as they share a level.
    """
    if later == earlier:
        return "confirmed"
    if later is None or not (is_decided(later) and is_decided(earlier)):
        return "outdated"
    return "outdated" if set(earlier.split(",")) & set(later.split(",")) else "contradicted"


def changes_since(
    connection: psycopg.Connection[Any], experiment_id: str, execution_id: int, claims: Sequence[Claim]
) -> list[dict[str, Any]]:
    """What these claims say of those of the experiment's previous execution: at most MOST_FALLEN, contradictions first, then
    MOST_HELD that were confirmed.

    A claim that was undecided before and still is, is no news. `claim` is today's claim; `is_resized` says that it held while
    its difference left the earlier interval altogether.
    """
    earlier = _previous(connection, experiment_id, execution_id)
    today = {claim.id: claim for claim in claims if claim.assertion is not None}
    changes = []
    for claim_id, payload in earlier.items():
        claim = today.get(claim_id)
        if not is_decided(payload["assertion"]) or claim is None:
            continue
        status = compare(payload["assertion"], claim.assertion)
        changes.append(
            {
                "claim_id": claim_id,
                "status": status,
                "is_resized": status == "confirmed" and _is_apart(payload.get("size"), _size(claim)),
                "claim": claim,
                "before": payload["assertion"],
                "execution": payload.get("execution"),
                "is_mandatory": claim.is_mandatory,
            }
        )
    order = {"contradicted": 0, "outdated": 1, "confirmed": 2}
    found = {change["claim_id"] for change in changes}
    changes = [change for change in changes if TWINS.get(change["claim_id"]) not in found]
    changes.sort(key=lambda change: (order[change["status"]], not change["is_mandatory"], change["claim_id"]))
    held = _told_once([change for change in changes if change["status"] == "confirmed"])
    return [change for change in changes if change["status"] != "confirmed"][:MOST_FALLEN] + held[:MOST_HELD]


def _told_once(changes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without those whose estimates one before them tells as well: the answer's own effect, once more as an effect."""
    told: set[str] = set()
    kept = []
    for change in changes:
        estimates = {figure.id for figure in change["claim"].figures if figure.low is not None}
        if not estimates or not estimates <= told:
            kept.append(change)
        told |= estimates
    return kept


def _previous(connection: psycopg.Connection[Any], experiment_id: str, execution_id: int) -> dict[str, dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        rows = cursor.execute(
            """
            select claim_id, payload from articles.claim_ledger
            where experiment_id = %(experiment)s and execution_id = (
                select max(execution_id) from articles.claim_ledger
                where experiment_id = %(experiment)s and execution_id < %(execution)s
            )
            """,
            {"experiment": experiment_id, "execution": execution_id},
        ).fetchall()
    return {row["claim_id"]: row["payload"] for row in rows}


def record(
    connection: psycopg.Connection[Any], experiment_id: str, execution_id: int, execution: int, claims: Sequence[Claim]
) -> None:
    """Writes the execution's claims into the ledger (again: replaces them), and errata for articles that it contradicts."""
    earlier = _previous(connection, experiment_id, execution_id)
    today = {claim.id: claim for claim in claims if claim.assertion is not None}
    rows = [
        (
            claim.id,
            experiment_id,
            execution_id,
            "first" if claim.id not in earlier else compare(earlier[claim.id]["assertion"], claim.assertion),
            _payload(claim, execution),
        )
        for claim in today.values()
    ]
    rows += [
        (
            claim_id,
            experiment_id,
            execution_id,
            "outdated",
            Jsonb(payload | {"assertion": payload["assertion"], "is_repeated": False}),
        )
        for claim_id, payload in earlier.items()
        if claim_id not in today and payload.get("is_repeated", True)
    ]
    with connection.cursor() as cursor:
        cursor.execute("delete from articles.claim_ledger where execution_id = %s", [execution_id])
        cursor.executemany(
            "insert into articles.claim_ledger (claim_id, experiment_id, execution_id, status, payload) values (%s, %s, %s, %s, %s)",
            rows,
        )
        cursor.execute("delete from articles.errata where newer_execution_id = %s", [execution_id])
        cursor.execute(
            """
            insert into articles.errata (article_id, claim_id, newer_execution_id)
            select claims.article_id, claims.claim_id, ledger.execution_id
            from articles.claim_ledger as ledger
            join articles.articles as older
                on older.experiment_id = ledger.experiment_id and older.execution_id < ledger.execution_id and older.status = 'published'
            join articles.claims as claims on claims.article_id = older.article_id and claims.claim_id = ledger.claim_id
            where ledger.execution_id = %s and ledger.status = 'contradicted' and claims.payload ->> 'assertion' <> ledger.payload ->> 'assertion'
            on conflict do nothing
            """,
            [execution_id],
        )


def _size(claim: Claim) -> tuple[str, float, float] | None:
    """The unit and the interval of the difference that a claim tells; equivalence has a margin instead of a size."""
    if claim.predicate not in ("delta", "best"):
        return None
    figure = next((arg for arg in claim.args.values() if isinstance(arg, Figure) and arg.low is not None), None)
    return (
        None if figure is None or figure.low is None or figure.high is None else (figure.unit, figure.low, figure.high)
    )


def _is_apart(earlier: Sequence[Any] | None, later: Sequence[Any] | None) -> bool:
    """Whether two intervals of one unit have nothing in common: the direction held, the size did not."""
    if not earlier or not later or earlier[0] != later[0]:
        return False
    return bool(earlier[2] < later[1] or later[2] < earlier[1])


def _payload(claim: Claim, execution: int) -> Jsonb:
    return Jsonb(
        {
            "assertion": claim.assertion,
            "predicate": claim.predicate,
            "form": claim.form,
            "execution": execution,
            "facts": list(claim.fact_ids),
            "size": _size(claim),
            "is_repeated": True,
        }
    )
