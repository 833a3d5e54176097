"""Writes the JSON Schemas of the files that people write, from the types that check them: `python -m experiments.schema`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from experiments.forms import ExperimentForm, ServersForm

FOLDER = Path(__file__).parent / "schemas"
FORMS: dict[str, type[BaseModel]] = {"experiment.schema.json": ExperimentForm, "servers.schema.json": ServersForm}


def schema(form: type[BaseModel]) -> dict[str, Any]:
    """A form's JSON Schema (draft 2020-12), with the names that the files use."""
    made = form.model_json_schema(by_alias=True)
    _loosen(made)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | made


def _loosen(node: Any) -> None:
    """Numbers and switches may also be written as text, as the reader takes them (`repeats: "5"`, `checkpoint: on`)."""
    if isinstance(node, dict):
        if node.get("type") == "integer":
            node["type"] = ["integer", "string"]
        elif node.get("type") == "boolean":
            node["type"] = ["boolean", "string"]
        for value in list(node.values()):
            _loosen(value)
    elif isinstance(node, list):
        for value in node:
            _loosen(value)


def texts() -> dict[str, str]:
    """File name to content."""
    return {name: json.dumps(schema(form), indent=2, ensure_ascii=False) + "\n" for name, form in FORMS.items()}


def main() -> None:
    """Writes all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
