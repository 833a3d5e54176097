"""An expectation that the library lacks: a measured quantity is a real number within its bounds, NaN and infinity failing.

`ExpectColumnValuesToBeBetween` passes NaN against a lower bound, because PostgreSQL sorts NaN above every number.
Written as extensions are meant to be: a map metric with its condition for each engine, and a ColumnMapExpectation on it.
"""

from typing import Any

import sqlalchemy
from great_expectations.execution_engine.pandas_execution_engine import PandasExecutionEngine
from great_expectations.execution_engine.sqlalchemy_execution_engine import SqlAlchemyExecutionEngine
from great_expectations.expectations.expectation import ColumnMapExpectation
from great_expectations.expectations.metrics.map_metric_provider.column_condition_partial import (
    column_condition_partial,
)
from great_expectations.expectations.metrics.map_metric_provider.column_map_metric_provider import (
    ColumnMapMetricProvider,
)
from great_expectations.render.components import LegacyRendererType, RenderedStringTemplateContent
from great_expectations.render.renderer.renderer import renderer


class ColumnValuesWithinBounds(ColumnMapMetricProvider):
    """The map metric: true where the value is finite or allowed, not NaN, and within the inclusive bounds."""

    condition_metric_name = "column_values.within_bounds"
    condition_value_keys = ("min_value", "max_value")

    @column_condition_partial(engine=SqlAlchemyExecutionEngine)
    def _sqlalchemy(cls, column: Any, min_value: float | None, max_value: float | None, **kwargs: Any) -> Any:  # noqa: N805
        condition = sqlalchemy.cast(column, sqlalchemy.Text) != "NaN"
        if min_value is not None:
            condition = sqlalchemy.and_(condition, column >= min_value)
        if max_value is not None:
            condition = sqlalchemy.and_(condition, column <= max_value)
        return condition

    @column_condition_partial(engine=PandasExecutionEngine)
    def _pandas(cls, column: Any, min_value: float | None, max_value: float | None, **kwargs: Any) -> Any:  # noqa: N805
        condition = column == column  # NaN is not itself
        if min_value is not None:
            condition &= column >= min_value
        if max_value is not None:
            condition &= column <= max_value
        return condition


class ExpectMeasuredQuantityWithinBounds(ColumnMapExpectation):
    """Expect every measured quantity to be a number within its bounds; rows without the quantity do not count."""

    min_value: float | None = None
    max_value: float | None = None

    map_metric = "column_values.within_bounds"
    success_keys = ("min_value", "max_value", "mostly")
    library_metadata = {"maturity": "production", "tags": ["measurement"], "contributors": []}  # noqa: RUF012

    @classmethod
    @renderer(renderer_type=LegacyRendererType.PRESCRIPTIVE)
    def _prescriptive_renderer(
        cls, configuration: Any = None, result: Any = None, runtime_configuration: Any = None
    ) -> list[RenderedStringTemplateContent]:
        low, high = configuration.kwargs.get("min_value"), configuration.kwargs.get("max_value")
        bounds = " and ".join(
            text
            for text in (
                f"at least {low:g}" if low is not None else "",
                f"at most {high:g}" if high is not None else "",
            )
            if text
        )
        return [
            RenderedStringTemplateContent(
                content_block_type="string_template",
                string_template={
                    "template": "$description ($column is $bounds)",
                    "params": {
                        "description": configuration.description or "a measured quantity keeps its bounds",
                        "column": configuration.kwargs["column"],
                        "bounds": bounds,
                    },
                },
            )
        ]
