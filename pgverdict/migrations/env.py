"""Alembic's door: runs the versions in one transaction; the version table lives in schema control."""

from alembic import context
from sqlalchemy import create_engine, pool

engine = create_engine(context.config.attributes["url"], poolclass=pool.NullPool)
with engine.connect() as connection:
    context.configure(connection=connection, version_table_schema="control")
    with context.begin_transaction():
        context.run_migrations()
