"""Great Expectations as this room uses it: an ephemeral context, suites built from the catalogue, one checkpoint over the rows at hand.

Imported only inside a validation: importing Great Expectations takes seconds, of which `deferred` saves what is avoidable.
"""

import logging
import os
import warnings
from collections.abc import Sequence
from typing import Any

from expectations.checks import Check, Suite
from expectations.deferred import deferred_imports
from pgverdict.errors import ComponentFailed
from pgverdict.warehouse import sqlalchemy_url

os.environ["GX_ANALYTICS_ENABLED"] = "false"
logging.getLogger("great_expectations").setLevel(logging.WARNING)

with deferred_imports("altair", "scipy.stats"), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import great_expectations as gx
    from great_expectations.core.batch_definition import BatchDefinition
    from great_expectations.core.expectation_validation_result import ExpectationSuiteValidationResult
    from great_expectations.data_context.types.base import ProgressBarsConfig
    from great_expectations.expectations.metadata_types import FailureSeverity

    from expectations.within_bounds import ExpectMeasuredQuantityWithinBounds

#: A measured row is known by these; failing ones come back by them.
KEY = ("execution_id", "run_id", "metric", "entity")
Key = tuple[int, int | None, str | None, str | None]
Answers = dict[str, dict[str, set[Key]]]


def build_suite(suite: Suite, checks: Sequence[Check]) -> gx.ExpectationSuite:
    """These checks of a suite of the catalogue, as Great Expectations' own suite."""
    return gx.ExpectationSuite(
        name=suite.name,
        expectations=[
            ExpectMeasuredQuantityWithinBounds(
                column=check.id,
                min_value=check.low,
                max_value=check.high,
                severity=FailureSeverity(check.severity),
                description=check.expects.en,
                notes=check.expects.ru,
                meta={"check": check.id, "unit": check.unit},
            )
            for check in checks
        ],
        meta={"title": suite.title.en},
    )


def rows_query(suite: Suite, checks: Sequence[Check], validation_id: int) -> str:
    """The query behind a suite's asset: the measured rows of this validation, a column a check."""
    columns = [f"(quantities ->> '{check.column}')::double precision as \"{check.id}\"" for check in checks]
    return (
        f"select {', '.join(KEY)}, {', '.join(columns)} from quality.measurements"
        f" where validation_id = {int(validation_id)} and suite = '{suite.name}'"
    )


def run(asked: Sequence[tuple[Suite, Sequence[Check]]], validation_id: int, dsn: str) -> tuple[Answers, dict[str, Any]]:
    """Runs one checkpoint over the suites, each with the checks that have something to judge.

    Gives the failing rows by suite and check, and Great Expectations' statistics by suite.

    Errors: ComponentFailed when an expectation raised an exception instead of answering.
    """
    if not asked:
        return {}, {}
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False, metric_calculations=False)
    url = sqlalchemy_url(dsn).update_query_dict({"options": "-c role=pgverdict_quality -c timezone=UTC"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its own PostgreSQL source insists on a host and on psycopg2
        source = context.data_sources.add_sql("warehouse", connection_string=url.render_as_string(hide_password=False))
    try:
        checkpoint = gx.Checkpoint(
            name=f"validation_{validation_id}",
            validation_definitions=[
                context.validation_definitions.add(
                    gx.ValidationDefinition(
                        name=suite.name,
                        data=_batch(source, suite, checks, validation_id),
                        suite=context.suites.add(build_suite(suite, checks)),
                    )
                )
                for suite, checks in asked
            ],
            result_format={"result_format": "COMPLETE", "unexpected_index_column_names": list(KEY)},
        )
        outcome = context.checkpoints.add(checkpoint).run()
        results = list(outcome.run_results.values())
        answers = {suite.name: _failing(suite, result) for (suite, _), result in zip(asked, results, strict=True)}
        return answers, {suite.name: r.statistics for (suite, _), r in zip(asked, results, strict=True)}
    finally:
        source.get_execution_engine().close()


def _batch(source: Any, suite: Suite, checks: Sequence[Check], validation_id: int) -> BatchDefinition[Any]:
    asset = source.add_query_asset(suite.name, query=rows_query(suite, checks, validation_id))
    batch: BatchDefinition[Any] = asset.add_batch_definition_whole_table("runs at hand")
    return batch


def _failing(suite: Suite, outcome: ExpectationSuiteValidationResult) -> dict[str, set[Key]]:
    """The keys of failing rows by check."""
    failing: dict[str, set[Key]] = {}
    for result in outcome.results:
        assert result.expectation_config is not None and result.expectation_config.meta is not None
        check_id = result.expectation_config.meta["check"]
        if result.exception_info and result.exception_info.get("raised_exception"):
            raise ComponentFailed(
                f"Great Expectations could not answer {suite.name}.{check_id}: {result.exception_info.get('exception_message')}"
            )
        rows = result.result.get("unexpected_index_list") or []
        failing[check_id] = {_key(row) for row in rows}
        if bool(failing[check_id]) == bool(result.success):
            raise ComponentFailed(
                f"Great Expectations says {'yes' if result.success else 'no'} to {suite.name}.{check_id}"
                f" and names {len(rows)} failing rows"
            )
    return failing


def _key(row: dict[str, Any]) -> Key:
    run_id = row["run_id"]
    return (
        int(row["execution_id"]),
        None if run_id is None or run_id != run_id else int(run_id),
        row["metric"],
        row["entity"],
    )
