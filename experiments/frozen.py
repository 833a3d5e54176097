"""An experiment as it was when its night began, kept with the saved state: a file edited in mid-night changes no run of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from experiments.model import Experiment, load_experiment
from pgverdict.errors import ComponentFailed


def freeze(experiment: Experiment) -> dict[str, Any]:
    """All that the runs need of the file and its scripts, as JSON."""
    # Bytes, not text mode: line ends are part of what was hashed.
    scripts = {name: experiment.script_path(name).read_bytes().decode() for name in experiment.script_names()}
    return {"spec": experiment.spec, "scripts": scripts}


def thaw(state: dict[str, Any], folder: Path) -> Experiment:
    """The experiment of a saved state; its file and scripts are written below `folder`, where pgbench reads them.

    Errors: ComponentFailed when they cannot be written (full disk).
    """
    kept, scripts, file = state["experiment"], folder / "scripts", folder / "experiment.yml"
    try:
        scripts.mkdir(parents=True, exist_ok=True)
        for name, text in kept["scripts"].items():
            (scripts / quote(name, safe="")).write_bytes(text.encode())
        file.write_bytes(json.dumps(kept["spec"], ensure_ascii=False, indent=2).encode())  # JSON is YAML
    except OSError as error:
        raise ComponentFailed(
            f"the experiment cannot be written to {folder} ({error.strerror}); make room, then `pgverdict resume`"
        ) from None
    return replace(load_experiment(file, scripts_at=scripts), profile=state["profile"])
