"""Turns what a type says about a file into complaints with file, line, key and the nearest right one."""

from __future__ import annotations

import types
import typing
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from experiments.located import Located, nearest
from pgverdict.errors import Refused

Model = TypeVar("Model", bound=BaseModel)


def validated(form: type[Model], tree: Located, path: tuple[Any, ...] = ()) -> Model:
    """The tree as a `form`. Errors: Refused, one line a problem, each `file:line: key: what`."""
    try:
        return form.model_validate(tree.plain())
    except ValidationError as error:
        lines = [_complaint(form, tree, item) for item in error.errors()]  # type: ignore[arg-type]
        raise Refused("\n".join(dict.fromkeys(lines))) from None


def complain(tree: Located, path: typing.Sequence[Any], message: str) -> Refused:
    """A refusal that points at `path` in the tree."""
    place = tree.at(path)
    return Refused(f"{place.file}:{place.line}: {_key(path)}: {message}")


def _complaint(form: type[BaseModel], tree: Located, item: dict[str, Any]) -> str:
    path = _real_path(tree, item["loc"])
    kind = item["type"]
    place = tree.at(path)
    if kind == "extra_forbidden":
        known = _known_keys(form, item["loc"][:-1])
        return f"{place.file}:{place.line}: {_key(path)}: unknown key{nearest(str(path[-1]), known)}"
    if kind == "missing":
        parent = tree.at(path[:-1])
        return f"{parent.file}:{parent.line}: {_key(path)}: this key is missing"
    if kind == "literal_error":
        expected = [word.strip().strip("'") for word in str(item["ctx"]["expected"]).replace(" or ", ", ").split(",")]
        return f"{place.file}:{place.line}: {_key(path)}: {item['input']!r} is not one of {', '.join(expected)}{_near(item['input'], expected)}"
    if kind == "union_tag_invalid":
        expected = [word.strip().strip("'") for word in str(item["ctx"]["expected_tags"]).split(",")]
        tag = str(item["ctx"]["tag"])
        return f"{place.file}:{place.line}: {_key((*path, 'kind'))}: {tag!r} is not one of {', '.join(expected)}{_near(tag, expected)}"
    if kind == "union_tag_not_found":
        return f"{place.file}:{place.line}: {_key((*path, 'kind'))}: this key is missing"
    if kind == "string_pattern_mismatch":
        return f"{place.file}:{place.line}: {_key(path)}: {item['input']!r} does not have the form {item['ctx']['pattern']}"
    if kind == "value_error":
        return f"{place.file}:{place.line}: {_key(path)}: {item['ctx']['error']}"
    return f"{place.file}:{place.line}: {_key(path)}: {item['msg']}, got {_shown(item['input'])}"


def _near(word: Any, expected: list[str]) -> str:
    text = nearest(str(word), expected)
    return text if text.startswith("; nearest") else ""


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else repr(value)


def _real_path(tree: Located, loc: tuple[Any, ...]) -> tuple[Any, ...]:
    """Pydantic's path without the tags of unions and the `[key]` markers, which the file does not hold."""
    path: list[Any] = []
    here: Located | None = tree
    for position, part in enumerate(loc):
        if part == "[key]":
            continue
        value = here.value if here is not None else None
        is_there = (isinstance(value, dict) and part in value) or (isinstance(value, list) and isinstance(part, int))
        is_last = position == len(loc) - 1
        if is_there or is_last or (here is None):
            path.append(part)
            here = here.at([part]) if is_there and here is not None else None
    return tuple(path)


def _key(path: typing.Sequence[Any]) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else str(part))
    return text or "(top level)"


def _known_keys(form: type[BaseModel], loc: tuple[Any, ...]) -> list[str]:
    """The keys that a form knows at a pydantic path."""
    here: Any = form
    for part in loc:
        here = _step(here, part)
        if here is None:
            return []
    return [
        name for model in _models(here) for name in (field.alias or key for key, field in model.model_fields.items())
    ]


def _step(annotation: Any, part: Any) -> Any:
    for model in _models(annotation):
        for key, field in model.model_fields.items():
            if part in (key, field.alias):
                return field.annotation
        for field in model.model_fields.values():
            if typing.get_origin(field.annotation) is typing.Literal and part in typing.get_args(field.annotation):
                return model  # the tag of a union
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is list:
        return arguments[0]
    if origin is dict:
        return arguments[1]
    if origin is typing.Annotated:
        return _step(arguments[0], part)
    if origin in (typing.Union, types.UnionType):
        return next((found for found in (_step(argument, part) for argument in arguments) if found is not None), None)
    return None


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if typing.get_origin(annotation) in (typing.Annotated, typing.Union, types.UnionType):
        return [model for argument in typing.get_args(annotation) for model in _models(argument)]
    return []
