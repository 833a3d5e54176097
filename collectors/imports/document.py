"""Reads YAML as people wrote it: every scalar stays text, and every value knows its line, so that errors can point."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped,unused-ignore]

from pgverdict.errors import Refused

Location = tuple[str | int, ...]

#: Aliases may multiply a small file without end; a manifest with more values than this is not one.
MOST_VALUES = 2_000_000
_DEEPEST = 50
_NULLS = ("", "~", "null", "Null", "NULL")
# libyaml's parser is some ten times faster, which a thousand manifests in a call notice.
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@dataclass
class Document:
    """A YAML file's data (mappings, lists, text, None) and the line (from 1) of every key and item."""

    path: Path
    data: Any = None
    lines: dict[Location, int] = field(default_factory=dict)

    def line(self, location: Location) -> int:
        """The line of the value there, or of the nearest thing around it that is written down."""
        while location and location not in self.lines:
            location = location[:-1]
        return self.lines.get(location, 1)


def read_document(path: Path) -> Document:
    """The parsed file. Errors: Refused with file and line when it cannot be read, is no YAML, or gives a key twice."""
    document = Document(path)
    try:
        node = yaml.compose(path.read_bytes(), Loader=_LOADER)
    except OSError as error:
        raise Refused(f"{path}: cannot be read ({error.strerror})") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Refused(f"{path}:{mark.line + 1 if mark else 1}: is not YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"{path}:1: is not YAML: {str(error).splitlines()[0]}") from None
    if node is None:
        raise Refused(f"{path}:1: is empty")
    document.data = _Builder(document).value(node, ())
    return document


class _Builder:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.values = 0

    def refuse(self, node: Any, reason: str) -> Refused:
        return Refused(f"{self.document.path}:{node.start_mark.line + 1}: {reason}")

    def value(self, node: Any, location: Location) -> Any:
        self.values += 1
        if self.values > MOST_VALUES or len(location) > _DEEPEST:
            raise self.refuse(node, "holds more values than a manifest can (aliases that repeat each other?)")
        self.document.lines.setdefault(location, node.start_mark.line + 1)
        if isinstance(node, yaml.ScalarNode):
            return None if node.style is None and node.value in _NULLS else node.value
        if isinstance(node, yaml.SequenceNode):
            return [self.value(item, (*location, index)) for index, item in enumerate(node.value)]
        return self.mapping(node, location)

    def mapping(self, node: Any, location: Location) -> dict[str, Any]:
        found: dict[str, Any] = {}
        merged: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise self.refuse(key_node, "a key must be a plain word")
            key = key_node.value
            if key == "<<":
                inherited = self.value(value_node, (*location, "<<"))
                for part in inherited if isinstance(inherited, list) else [inherited]:
                    if not isinstance(part, dict):
                        raise self.refuse(value_node, "<< takes mappings only")
                    merged = part | merged
                continue
            if key in found:
                raise self.refuse(key_node, f"the key {key!r} is given twice")
            self.document.lines[(*location, key)] = key_node.start_mark.line + 1
            found[key] = self.value(value_node, (*location, key))
        return merged | found
