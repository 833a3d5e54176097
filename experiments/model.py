"""An experiment as its file asks for it: profile merged, checked as far as a file alone can be, before anything is touched."""

from __future__ import annotations

import hashlib
import itertools
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from experiments.forms import ExperimentForm, Factor, Group, NamedWorkload, RampLoad, Script, Workload
from experiments.located import Located, merged, nearest, read_yaml
from experiments.validation import complain, validated
from pgverdict.errors import Refused
from pgverdict.units import seconds, size_bytes

WORKLOADS = Path(__file__).parent / "workloads"

#: Kinds of factor whose levels are not set on the server but in the load.
LOAD_KINDS = ("clients", "scale", "workload")


@dataclass(frozen=True)
class LoadStep:
    """One pgbench call a group: `clients` in all, for `duration_s`; `tps` is the target of an open load."""

    step: int
    clients: int
    duration_s: float
    tps: float | None = None
    latency_limit_ms: float | None = None


@dataclass(frozen=True)
class Experiment:
    """A checked experiment; `spec` is the file's plain content with the profile merged, as it is kept in the warehouse.

    `scripts_at` is the folder of a frozen experiment's own scripts; without it they are looked for where the file says.
    """

    file: Path
    profile: str | None
    form: ExperimentForm
    spec: dict[str, Any]
    tree: Located
    scripts_at: Path | None = None

    @property
    def id(self) -> str:
        return self.form.id

    @cached_property
    def spec_hash(self) -> str:
        """SHA-256 of what decides the runs: the merged file and the content of every script."""
        digest = hashlib.sha256(json.dumps(self.spec, sort_keys=True, ensure_ascii=False).encode())
        for name in self.script_names():
            digest.update(self.script_path(name).read_bytes())
        return digest.hexdigest()

    @property
    def minimum_effect_pct(self) -> float:
        return float(self.form.minimum_effect.rstrip("% "))

    @property
    def warm_up_s(self) -> float:
        return seconds(self.form.warm_up)

    def seed(self, execution: int = 1) -> int:
        """The seed of an execution: the file's (or one drawn from its name) for the first, another for each further one.

        With one order for all executions, what comes with a position would meet the same level every time.
        """
        first = self.form.seed if self.form.seed is not None else _number_of(self.id)
        return first if execution == 1 else _number_of(f"{first}/{execution}")

    def script_path(self, name: str) -> Path:
        """A script beside the experiment file, otherwise of the workloads folder."""
        if self.scripts_at is not None:
            return self.scripts_at / quote(name, safe="")
        beside = self.file.parent / name
        return beside if beside.exists() else WORKLOADS / name

    def script_names(self) -> list[str]:
        """Every script and every file of tables that the experiment names, as it names them."""
        names = {script.file for workload in self._all_workloads() for script in scripts_of(workload) if script.file}
        return sorted(names | set(self.form.workload.tables))

    def _all_workloads(self) -> list[Workload | NamedWorkload]:
        return [self.form.workload, *self.form.workloads.values()]

    def groups(self, levels: dict[str, str]) -> list[Group]:
        """The script groups of a run at these levels."""
        workload: Workload | NamedWorkload = self.form.workload
        for factor in self.form.factors:
            if factor.kind == "workload":
                workload = self.form.workloads[levels[factor.name]]
        if not workload.groups and not workload.scripts:
            workload = self.form.workload
        if workload.groups:
            return workload.groups
        return [Group(name="main", scripts=workload.scripts or [Script(builtin="tpcb-like")])]

    def query_mode(self, levels: dict[str, str]) -> str:
        for factor in self.form.factors:
            if factor.kind == "workload" and (mode := self.form.workloads[levels[factor.name]].query_mode):
                return mode
        return self.form.workload.query_mode

    def scale(self, levels: dict[str, str]) -> int:
        """The scale of a run: a factor of kind scale overrides the workload's."""
        return next((int(levels[f.name]) for f in self.form.factors if f.kind == "scale"), self.form.workload.scale)

    def scales(self) -> list[int]:
        """Every scale that a run of this experiment needs, in ascending order."""
        factor = next((f for f in self.form.factors if f.kind == "scale"), None)
        return sorted({int(level) for level in factor.levels}) if factor else [self.form.workload.scale]

    def load_steps(self, levels: dict[str, str]) -> list[LoadStep]:
        """The steps of a run's load; a factor of kind clients overrides the load's clients."""
        load = self.form.workload.load
        assert load is not None  # checked when the file was read
        clients = next((int(levels[f.name]) for f in self.form.factors if f.kind == "clients"), None)
        if isinstance(load, RampLoad):
            counts = load.clients_list or _ramp(load.from_ or 1, load.to or 1, load.steps or 1)
            return [LoadStep(i, count, seconds(load.step)) for i, count in enumerate(counts, start=1)]
        limit = getattr(load, "latency_limit", None)
        return [
            LoadStep(
                1,
                clients or load.clients,
                seconds(load.duration),
                getattr(load, "tps", None),
                seconds(limit) * 1000 if limit else None,
            )
        ]

    def load_s(self, levels: dict[str, str] | None = None) -> float:
        """Seconds of measured load in one run (the same at every level)."""
        return sum(
            step.duration_s for step in self.load_steps(levels or {f.name: f.levels[0] for f in self.form.factors})
        )


def _number_of(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def _ramp(first: int, last: int, steps: int) -> list[int]:
    if steps == 1:
        return [first]
    return [round(first + (last - first) * i / (steps - 1)) for i in range(steps)]


def scripts_of(workload: Workload | NamedWorkload) -> list[Script]:
    return [*(workload.scripts or []), *itertools.chain.from_iterable(group.scripts for group in workload.groups or [])]


def load_experiment(path: Path, profile: str | None = None, scripts_at: Path | None = None) -> Experiment:
    """Reads, merges and checks an experiment file; every profile in it is checked, whichever is asked for.

    Errors: Refused, one line a problem: `file:line: key: what; nearest: …`.
    """
    path = Path(path)
    tree = read_yaml(path)
    profiles = tree.value.get("profiles")
    named = dict(profiles.value) if profiles is not None and isinstance(profiles.value, dict) else {}
    if profile is not None and profile not in named:
        place = profiles or tree
        raise Refused(f"{path}:{place.line}: profiles: there is no profile {profile!r}{nearest(profile, named)}")
    base = Located({key: value for key, value in tree.value.items() if key != "profiles"}, tree.line, tree.file)
    result = _checked(path, None, base, scripts_at)
    for name, over in named.items():
        if not isinstance(over.value, dict):
            raise complain(tree, ("profiles", name), "must be a mapping of keys that replace the file's")
        for key in ("id", "profiles"):
            if key in over.value:
                raise complain(tree, ("profiles", name, key), "a profile cannot set this key; it belongs to the file")
        candidate = _checked(path, name, merged(base, over), scripts_at)
        if name == profile:
            result = candidate
    return result


def _checked(path: Path, profile: str | None, tree: Located, scripts_at: Path | None) -> Experiment:
    form = validated(ExperimentForm, tree)
    experiment = Experiment(path, profile, form, tree.plain(), tree, scripts_at)
    from experiments.checks import check_experiment  # it needs the Experiment above

    check_experiment(experiment)
    return experiment


__all__ = ["Experiment", "Factor", "LoadStep", "load_experiment", "size_bytes"]
