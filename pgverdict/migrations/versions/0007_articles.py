"""Pages and pictures of an article stand beside its Markdown, so that publishing reads the warehouse and computes nothing."""

from pathlib import Path

from alembic import op

revision = "0007"
down_revision = "0001"


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8").replace("%", "%%"))
