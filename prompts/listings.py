"""Listings of an article: the experiment as it was executed, as a file that runs, and the commands that run it."""

import io
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from prompts.document import Code
from prompts.rows import Findings


def listings(findings: Findings) -> dict[str, Code]:
    """The experiment's YAML and the commands; an import has only its specification."""
    experiment = findings.experiment
    if experiment.origin == "import":
        return _of_import(findings)
    found = {"spec": Code(as_yaml(experiment.spec), "yaml")} if experiment.spec else {}
    file = f"{experiment.experiment_id}.yml"
    found["commands"] = Code(
        f"pgverdict plan {file}\npgverdict run {file}\npgverdict write {experiment.experiment_id}", "sh"
    )
    return found


def _of_import(findings: Findings) -> dict[str, Code]:
    """The head of the manifest that an import came from, and the commands that bring it in again; nothing where no manifest is known."""
    spec = findings.experiment.spec
    manifest = (spec.get("import") or {}).get("manifest")
    if not manifest:
        return {}
    known = ("id", "title", "question", "primary", "minimum_effect", "factors", "warm_up")
    head = {key: spec[key] for key in known if spec.get(key)}
    text = f"# {manifest}; its runs and files follow\n{as_yaml({'experiment': head})}"
    commands = f"pgverdict import {manifest}\npgverdict build\npgverdict write {findings.experiment.experiment_id}"
    return {"manifest": Code(text, "yaml"), "import": Code(commands, "sh")}


def as_yaml(value: dict[str, Any]) -> str:
    """A mapping as YAML text in the order of its keys."""
    yaml = YAML(typ="rt", pure=True)
    yaml.allow_unicode = True
    yaml.width = 150
    stream = io.StringIO()
    yaml.dump(_styled(value), stream)
    return stream.getvalue()


#: Keys whose digits are counts; the scalars of levels and settings stay text.
COUNTS = frozenset(("repeats", "scale", "clients", "clients_list", "threads", "seed", "weight", "from", "to", "steps"))
#: Keys whose words are truths.
TRUTHS = frozenset(("checkpoint", "drop_caches"))


def _plain(key: str, item: Any, depth: int) -> Any:
    """A count as a number, a truth as a truth; the rest is styled."""
    if key in COUNTS and isinstance(item, list) and all(str(one).isdigit() for one in item):
        return _styled([int(one) for one in item], depth + 1)
    if key in COUNTS and str(item).isdigit():
        return int(item)
    if key in TRUTHS and str(item).lower() in ("true", "false"):
        return str(item).lower() == "true"
    return _styled(item, depth + 1)


def _styled(value: Any, depth: int = 0) -> Any:
    """Flow style for small inner values; words that some YAML reader takes for a truth or a number are quoted."""
    if isinstance(value, dict):
        mapping = CommentedMap((key, _plain(key, item, depth)) for key, item in value.items() if item is not None)
        if depth and all(not isinstance(item, dict | list) for item in mapping.values()) and len(mapping) <= 4:
            mapping.fa.set_flow_style()
        return mapping
    if isinstance(value, list):
        sequence = CommentedSeq(_styled(item, depth + 1) for item in value)
        if all(not isinstance(item, dict | list) for item in value):
            sequence.fa.set_flow_style()
        return sequence
    if isinstance(value, str) and (
        value.lower() in ("on", "off", "yes", "no", "true", "false", "null", "~")
        or value.replace(".", "", 1).isdigit()
        or ":" in value
    ):
        return DoubleQuotedScalarString(value)
    return value
