"""Renders the handbook's page of the command from the command itself, so that it cannot lie (`make handbook` writes it)."""

from pathlib import Path

import typer.main
from typer.testing import CliRunner

from pgverdict.command.verbs import app
from pgverdict.paths import PROJECT_ROOT

PAGE = PROJECT_ROOT / "docs" / "handbook" / "command.md"

HEAD = """\
# The command

Every verb works without Airflow, and is what the DAG task of the same name calls. Messages and progress go to standard error,
answers to standard output. Exit status: 0 done; 1 done, and the answer is no; 2 refused for its input, nothing changed;
3 interrupted or a component failed, and what was begun is restored or resumable.

This page is made from the command's own `--help`.
"""


def render() -> str:
    """The page's text: every verb's help at 100 columns."""
    runner = CliRunner(env={"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    parts = [HEAD]
    for verb in ("", *typer.main.get_group(app).commands):
        shown = runner.invoke(
            app, [*([verb] if verb else []), "--help"], prog_name="pgverdict", terminal_width=100
        ).output
        text = "\n".join(line.rstrip() for line in shown.strip().splitlines())
        parts.append(f"## `{f'pgverdict {verb}'.strip()}`\n\n```text\n{text}\n```\n")
    return "\n".join(parts)


def write(page: Path = PAGE) -> None:
    """Writes the page."""
    page.write_text(render(), encoding="utf-8")


if __name__ == "__main__":
    write()
