"""Factors that a person changes by hand: asks for each change, and remembers what stands."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from experiments.control import Control
from experiments.model import Experiment
from pgverdict.errors import ComponentFailed


def confirm_labels(
    control: Control,
    saved: dict[str, Any],
    experiment: Experiment,
    planned: dict[str, Any],
    ask: Callable[[str], bool] | None,
) -> None:
    """Asks a person for each label whose level changes. Errors: ComponentFailed when he declines or is not there."""
    standing: dict[str, str] = saved["holder"].setdefault("labels", {})
    for factor in experiment.form.factors:
        level = planned["levels"][factor.name]
        if factor.kind != "label" or standing.get(factor.name) == level:
            continue
        if not (ask or ask_in_terminal)(f"Set {factor.name} to {level} by hand now. Is it done?"):
            raise ComponentFailed(f"{factor.name} was not set to {level}; `pgverdict resume` asks again")
        standing[factor.name] = level
        control.hold(saved["saved_state_id"], saved["holder"])


def ask_in_terminal(question: str) -> bool:
    """y or yes, anything else is no; without a terminal it is no."""
    if not (os.isatty(0) and os.isatty(2)):
        return False
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes", "д", "да")
