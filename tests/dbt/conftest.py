"""Fixtures of the marts' tests: macros rendered by dbt itself, and marts built on generated experiments."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pgverdict.command.build import Dbt

sys.path.insert(0, str(Path(__file__).parent))  # truth_generator is shared with tests/benchmarks


@pytest.fixture(scope="module")
def render(module_warehouse_dsn: str) -> Callable[[dict[str, str]], dict[str, str]]:
    """Compiles Jinja expressions with the project's macros, all in one dbt invocation: {name: text} to {name: SQL}."""
    dbt = Dbt(module_warehouse_dsn)

    def rendered(expressions: dict[str, str]) -> dict[str, str]:
        marked = "\n".join(f"--<<{name}>>\n{text}" for name, text in expressions.items())
        result = dbt.invoke("compile", "--inline", marked)
        compiled = result.results[0].node.compiled_code
        parts = compiled.split("--<<")[1:]
        return {part.split(">>", 1)[0]: part.split(">>", 1)[1].strip() for part in parts}

    return rendered


@pytest.fixture(scope="module")
def warehouse(module_warehouse_dsn: str) -> Any:
    """A connection to the module's warehouse."""
    with psycopg.connect(module_warehouse_dsn, autocommit=True) as connection:
        yield connection
