"""Reads YAML that people write so that every complaint can name the file and the line; scalars stay the text that was written."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode

from pgverdict.errors import Refused

#: Plain scalars that mean "nothing"; quoted ones are text.
NULLS = {"", "~", "null", "Null", "NULL"}


@dataclass
class Located:
    """One value of a YAML file: a str, None, a dict of Located or a list of Located, with its line (counted from 1)."""

    value: Any
    line: int
    file: str = ""  # where the value was written; profiles keep theirs

    def plain(self) -> Any:
        """The same value without lines."""
        if isinstance(self.value, dict):
            return {key: item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value

    def at(self, path: Sequence[Any]) -> Located:
        """The deepest value on the way along `path` (keys and indexes); parts that are not there are skipped.

        Skipping serves validation errors, whose paths also hold the tags of unions.
        """
        here = self
        for part in path:
            if (isinstance(here.value, dict) and part in here.value) or (
                isinstance(here.value, list) and isinstance(part, int) and part < len(here.value)
            ):
                here = here.value[part]
        return here


def read_yaml(path: Path) -> Located:
    """The file's single document, a mapping. Errors: Refused with file and line (unreadable, no mapping, duplicate key)."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(
            f"{path}: cannot be read ({error.strerror}); `pgverdict list` names the catalog's files"
        ) from None
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise Refused(f"{path}:{line}: is not UTF-8 text") from None
    return parse_yaml(text, str(path))


def parse_yaml(text: str, file: str) -> Located:
    """As `read_yaml`, from text; `file` is what messages call it."""
    try:
        nodes = list(YAML(typ="rt", pure=True).compose_all(text))
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f":{mark.line + 1}" if mark else ""
        raise Refused(f"{file}{where}: is not valid YAML: {error.problem or error.context}") from None
    except YAMLError as error:
        raise Refused(f"{file}: is not valid YAML: {error}") from None
    nodes = [node for node in nodes if node is not None]
    if not nodes:
        raise Refused(f"{file}:1: is empty; it must be a mapping of keys")
    if len(nodes) > 1:
        raise Refused(f"{file}:{nodes[1].start_mark.line + 1}: a second document begins here; one file holds one")
    located = _locate(nodes[0], file)
    if not isinstance(located.value, dict):
        raise Refused(f"{file}:{located.line}: must be a mapping of keys")
    return located


def _locate(node: Any, file: str) -> Located:
    line = node.start_mark.line + 1
    if isinstance(node, ScalarNode):
        is_null = node.style is None and node.value in NULLS
        return Located(None if is_null else node.value, line, file)
    if isinstance(node, SequenceNode):
        return Located([_locate(item, file) for item in node.value], line, file)
    assert isinstance(node, MappingNode)
    items: dict[str, Located] = {}
    for key_node, value_node in node.value:
        key_line = key_node.start_mark.line + 1
        if not isinstance(key_node, ScalarNode):
            raise Refused(f"{file}:{key_line}: a key must be plain text")
        if key_node.value in items:
            first = items[key_node.value].line
            raise Refused(f"{file}:{key_line}: {key_node.value}: this key stands twice (first on line {first})")
        value = _locate(value_node, file)
        # A complaint about a key points at the key, not at a value that begins lines below it.
        items[key_node.value] = Located(value.value, key_line, file)
    return Located(items, line, file)


def merged(base: Located, over: Located, path: tuple[str, ...] = ()) -> Located:
    """A profile over its file: mappings merge by key, `factors` by name, `load` is replaced whole, all else replaces."""
    if path[-1:] == ("load",):
        return over
    if isinstance(base.value, dict) and isinstance(over.value, dict):
        items = dict(base.value)
        for key, value in over.value.items():
            items[key] = merged(items[key], value, (*path, key)) if key in items else value
        return Located(items, over.line, over.file)
    if path == ("factors",) and isinstance(base.value, list) and isinstance(over.value, list):
        return _merged_factors(base, over)
    return over


def _merged_factors(base: Located, over: Located) -> Located:
    result = list(base.value)
    positions = {_name(item): index for index, item in enumerate(result) if _name(item) is not None}
    for item in over.value:
        index = positions.get(_name(item))
        if index is None:
            result.append(item)
        else:
            result[index] = merged(result[index], item, ("factors", "[]"))
    return Located(result, over.line, over.file)


def _name(item: Located) -> Any:
    return item.value["name"].value if isinstance(item.value, dict) and "name" in item.value else None


def nearest(word: str, known: Iterable[str]) -> str:
    """', nearest: X' where something known resembles `word`, otherwise the list of what is known."""
    names = sorted(set(known))
    close = difflib.get_close_matches(word, names, n=1, cutoff=0.5)
    if close:
        return f"; nearest: {close[0]}"
    return f"; known: {', '.join(names)}" if names else ""
