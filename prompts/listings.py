"""Listings of an article: the experiment as it was executed, as a file that runs, and the commands that run it."""

import io
from typing import Any

from ruamel.yaml import YAML

from prompts.document import Code
from prompts.rows import Findings


def listings(findings: Findings) -> dict[str, Code]:
    """The experiment's YAML and the commands; an import has only its specification."""
    experiment = findings.experiment
    found = {"spec": Code(as_yaml(experiment.spec), "yaml")} if experiment.spec else {}
    file = f"{experiment.experiment_id}.yml"
    found["commands"] = Code(f"pgverdict plan {file}\npgverdict run {file}\npgverdict write {experiment.experiment_id}", "sh")
    return found


def as_yaml(value: dict[str, Any]) -> str:
    """A mapping as YAML text in the order of its keys."""
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = None
    yaml.sort_base_mapping_type_on_output = False
    yaml.allow_unicode = True
    yaml.width = 110
    stream = io.StringIO()
    yaml.dump(value, stream)
    return stream.getvalue()
