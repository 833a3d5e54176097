"""Writes the manifest's JSON Schema from its types: `python -m collectors.imports.schema` (a test checks that it is current)."""

import json
from pathlib import Path

from collectors.imports.manifest import Manifest

SCHEMA = Path(__file__).resolve().parent.parent / "schemas" / "import_manifest.schema.json"


def schema_text() -> str:
    """The schema as it is stored."""
    schema = Manifest.model_json_schema()
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "pgverdict import manifest"
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def main() -> None:
    """Writes the file."""
    SCHEMA.parent.mkdir(exist_ok=True)
    SCHEMA.write_text(schema_text())


if __name__ == "__main__":
    main()
