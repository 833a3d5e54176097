"""Great Expectations as this room uses it: an ephemeral context, suites built from the catalogue, one checkpoint over the rows at hand.

Imported only inside a validation: importing Great Expectations takes seconds, of which `deferred` saves what is avoidable.
"""

import os
import warnings
from collections.abc import Sequence
from typing import Any

os.environ["GX_ANALYTICS_ENABLED"] = "false"

from expectations.checks import Suite  # noqa: E402
from expectations.deferred import deferred_imports  # noqa: E402
from pgverdict.errors import ComponentFailed  # noqa: E402
from pgverdict.warehouse import sqlalchemy_url  # noqa: E402

with deferred_imports("altair", "scipy.stats"), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import great_expectations as gx
    from great_expectations.core.batch_definition import BatchDefinition
    from great_expectations.core.expectation_validation_result import ExpectationSuiteValidationResult

    from expectations.within_bounds import ExpectMeasuredQuantityWithinBounds

#: A measured row is known by these; failing ones come back by them.
KEY = ("execution_id", "run_id", "metric", "entity")
Key = tuple[int, int | None, str | None, str | None]
Answers = dict[str, dict[str, set[Key]]]


def build_suite(suite: Suite) -> gx.ExpectationSuite:
    """A suite of the catalogue as Great Expectations' own."""
    return gx.ExpectationSuite(
        name=suite.name,
        expectations=[
            ExpectMeasuredQuantityWithinBounds(
                column=check.id,
                min_value=check.low,
                max_value=check.high,
                severity=check.severity,
                description=check.expects.en,
                notes=check.expects.ru,
                meta={"check": check.id, "unit": check.unit},
            )
            for check in suite.checks
        ],
        meta={"title": suite.title.en},
    )


def rows_query(suite: Suite, validation_id: int) -> str:
    """The query behind a suite's asset: the measured rows of this validation, a column a check."""
    columns = [f"(quantities ->> '{check.column}')::double precision as \"{check.id}\"" for check in suite.checks]
    return (
        f"select {', '.join(KEY)}, {', '.join(columns)} from quality.measurements"
        f" where validation_id = {int(validation_id)} and suite = '{suite.name}'"
    )


def run(suites: Sequence[Suite], validation_id: int, dsn: str) -> tuple[Answers, dict[str, Any]]:
    """Runs one checkpoint over the suites; gives the failing rows by suite and check, and the statistics by suite.

    Errors: ComponentFailed when an expectation raised an exception instead of answering.
    """
    if not suites:
        return {}, {}
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = {"globally": False, "metric_calculations": False}
    url = sqlalchemy_url(dsn).update_query_dict({"options": "-c role=pgverdict_quality -c timezone=UTC"})
    source = context.data_sources.add_sql("warehouse", connection_string=url.render_as_string(hide_password=False))
    try:
        checkpoint = gx.Checkpoint(
            name=f"validation_{validation_id}",
            validation_definitions=[
                context.validation_definitions.add(
                    gx.ValidationDefinition(
                        name=suite.name,
                        data=_batch(source, suite, validation_id),
                        suite=context.suites.add(build_suite(suite)),
                    )
                )
                for suite in suites
            ],
            result_format={"result_format": "COMPLETE", "unexpected_index_column_names": list(KEY)},
        )
        outcome = context.checkpoints.add(checkpoint).run()
        results = list(outcome.run_results.values())
        answers = {suite.name: _failing(suite, result) for suite, result in zip(suites, results, strict=True)}
        return answers, {s.name: r.statistics for s, r in zip(suites, results, strict=True)}
    finally:
        source.get_execution_engine().close()


def _batch(source: Any, suite: Suite, validation_id: int) -> BatchDefinition:
    asset = source.add_query_asset(suite.name, query=rows_query(suite, validation_id))
    batch: BatchDefinition = asset.add_batch_definition_whole_table("runs at hand")
    return batch


def _failing(suite: Suite, outcome: ExpectationSuiteValidationResult) -> dict[str, set[Key]]:
    """The keys of failing rows by check."""
    failing: dict[str, set[Key]] = {}
    for result in outcome.results:
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
    return int(row["execution_id"]), None if run_id is None or run_id != run_id else int(run_id), row["metric"], row["entity"]
