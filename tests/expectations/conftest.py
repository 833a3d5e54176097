"""What the tests of this room share: nights in a warehouse, and the folder's own modules on the path."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import measured_nights as nights
import reporting


@pytest.fixture(scope="module")
def warehouse_with_nights(module_warehouse_dsn: str) -> tuple[str, dict[str, nights.Night]]:
    """A warehouse with a clean night of our own and a clean imported one, its reporting marts filled for the former."""
    with psycopg.connect(module_warehouse_dsn) as connection:
        connection.execute("set timezone = 'UTC'")
        found = {"own": nights.own_night(connection, blocks=3), "import": nights.imported_night(connection, blocks=3)}
        reporting.create(connection)
        reporting.fill(connection, found["own"].execution_id)
    return module_warehouse_dsn, found


@pytest.fixture
def spoilable(warehouse_with_nights: tuple[str, dict[str, nights.Night]]) -> Iterator[psycopg.Connection[Any]]:
    """A connection as the owner; whatever a test spoils is rolled back."""
    with psycopg.connect(warehouse_with_nights[0]) as connection:
        connection.execute("set timezone = 'UTC'")
        connection.commit()
        yield connection
        connection.rollback()
