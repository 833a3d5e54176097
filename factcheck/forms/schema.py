"""Generates the JSON Schemas of both forms from the types, so that form and code cannot drift apart.

`python -m factcheck.forms.schema` rewrites `factcheck/forms/schemas/*.json`; a test compares them with what is stored.
"""

from __future__ import annotations

import json
from pathlib import Path

from factcheck.forms.facts import Facts
from factcheck.forms.result import CheckResult

FOLDER = Path(__file__).parent / "schemas"


def schemas() -> dict[str, str]:
    """File name to text of each schema."""
    found = {}
    for name, form, mode in (
        ("facts.schema.json", Facts, "validation"),
        ("check.schema.json", CheckResult, "serialization"),
    ):
        schema = form.model_json_schema(mode=mode)  # type: ignore[arg-type]
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
        found[name] = json.dumps(schema, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    return found


def main() -> None:
    """Writes the schemas."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in schemas().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
