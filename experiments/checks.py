"""What the types cannot say about an experiment file: names that must meet, levels that must make sense, scripts that must exist."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from experiments.forms import ConstantLoad, Factor, NamedWorkload, RampLoad, Script, Volume, Workload
from experiments.located import nearest
from experiments.model import WORKLOADS, Experiment
from experiments.validation import complain
from pgverdict.errors import Refused
from pgverdict.units import UNITS, seconds, size_bytes

#: Shorter loads hold too few of the one-second samples.
LEAST_LOAD_S = 2
HUGE_PAGE_LEVELS = ("none", "2MB", "1GB")


def check_experiment(experiment: Experiment) -> None:
    """Everything that the file alone can decide. Errors: Refused, all problems at once."""
    problems: list[str] = []
    for check in CHECKS:
        try:
            check(experiment)
        except Refused as error:
            problems.append(str(error))
    if problems:
        raise Refused("\n".join(dict.fromkeys(problems)))


def _fail(experiment: Experiment, path: tuple[Any, ...], message: str) -> Refused:
    return complain(experiment.tree, path, message)


def _languages(experiment: Experiment) -> None:
    for key in ("title", "question"):
        words = getattr(experiment.form, key)
        for language in experiment.form.languages:
            if getattr(words, language) is None:
                raise _fail(experiment, (key,), f"there is no text in {language!r}, which `languages` asks for")


def _factor_names(experiment: Experiment) -> None:
    seen: set[str] = set()
    for index, factor in enumerate(experiment.form.factors):
        if factor.name in seen:
            raise _fail(experiment, ("factors", index, "name"), f"{factor.name!r} is a factor already")
        seen.add(factor.name)
    for kind in ("clients", "scale", "workload", "storage", "huge_pages"):
        of_kind = [i for i, factor in enumerate(experiment.form.factors) if factor.kind == kind]
        if len(of_kind) > 1:
            raise _fail(
                experiment,
                ("factors", of_kind[1], "kind"),
                f"a second factor of kind {kind}; one experiment varies it once",
            )


def _factor_levels(experiment: Experiment) -> None:
    for index, factor in enumerate(experiment.form.factors):
        path = ("factors", index, "levels")
        for position, level in enumerate(factor.levels):
            if level in factor.levels[:position]:
                raise _fail(experiment, (*path, position), f"level {level!r} stands twice")
            if "/" in level:
                raise _fail(
                    experiment, (*path, position), f"level {level!r} holds '/', which joins the levels of a grid"
                )
            LEVEL_CHECKS.get(factor.kind, _any_level)(experiment, index, position, level)
        needed = 1 if factor.kind in ("guc", "sysctl") or len(experiment.form.factors) > 1 else 2
        if len(factor.levels) < needed:
            raise _fail(experiment, path, "one level cannot be compared with anything; give at least two")
        _baseline(experiment, index, factor)
        if factor.scope != "system" and factor.kind != "guc":
            raise _fail(experiment, ("factors", index, "scope"), "only a factor of kind guc has a scope")
        if factor.unit is not None and factor.unit not in UNITS and factor.kind in ("guc", "sysctl"):
            raise _fail(
                experiment, ("factors", index, "unit"), f"{factor.unit!r} is no unit{nearest(factor.unit, UNITS)}"
            )


def _baseline(experiment: Experiment, index: int, factor: Factor) -> None:
    if factor.baseline is None or factor.baseline in factor.levels:
        return
    message = f"baseline {factor.baseline!r} is not among the levels{nearest(factor.baseline, factor.levels)}"
    raise _fail(experiment, ("factors", index, "baseline"), message)


def _any_level(experiment: Experiment, index: int, position: int, level: str) -> None:
    del experiment, index, position, level


def _whole_level(experiment: Experiment, index: int, position: int, level: str) -> None:
    if not re.fullmatch(r"[1-9]\d*", level):
        raise _fail(
            experiment, ("factors", index, "levels", position), f"{level!r} is not a whole number of at least 1"
        )


def _huge_page_level(experiment: Experiment, index: int, position: int, level: str) -> None:
    if level not in HUGE_PAGE_LEVELS:
        message = f"{level!r} is not one of {', '.join(HUGE_PAGE_LEVELS)}{nearest(level, HUGE_PAGE_LEVELS)}"
        raise _fail(experiment, ("factors", index, "levels", position), message)


def _volume_level(experiment: Experiment, index: int, position: int, level: str) -> None:
    if level not in experiment.form.volumes:
        message = f"{level!r} is not a name under `volumes`{nearest(level, experiment.form.volumes)}"
        raise _fail(experiment, ("factors", index, "levels", position), message)


def _workload_level(experiment: Experiment, index: int, position: int, level: str) -> None:
    if level not in experiment.form.workloads:
        message = f"{level!r} is not a name under `workloads`{nearest(level, experiment.form.workloads)}"
        raise _fail(experiment, ("factors", index, "levels", position), message)


def _sysctl_name(experiment: Experiment, index: int, position: int, level: str) -> None:
    del position, level
    name = experiment.form.factors[index].name
    if not re.fullmatch(r"[a-z0-9_]+(\.[A-Za-z0-9_\-]+)+", name):
        raise _fail(experiment, ("factors", index, "name"), f"{name!r} is not a sysctl like vm.vfs_cache_pressure")


LEVEL_CHECKS: dict[str, Callable[[Experiment, int, int, str], None]] = {
    "clients": _whole_level,
    "scale": _whole_level,
    "huge_pages": _huge_page_level,
    "storage": _volume_level,
    "workload": _workload_level,
    "sysctl": _sysctl_name,
}


def _hold(experiment: Experiment) -> None:
    form = experiment.form
    factors = {(factor.kind, factor.name) for factor in form.factors}
    for kind, names in (("guc", form.hold.guc), ("sysctl", form.hold.sysctl)):
        for name in names:
            if (kind, name) in factors:
                raise _fail(experiment, ("hold", kind, name), "is a factor; it cannot be held as well")
    kinds = {factor.kind for factor in form.factors}
    if "huge_pages" in kinds and form.hold.huge_pages is not None:
        raise _fail(experiment, ("hold", "huge_pages"), "is a factor; it cannot be held as well")
    if "huge_pages" in kinds or form.hold.huge_pages is not None:
        taken = {name for kind, name in factors if kind == "guc"} | set(form.hold.guc)
        for name in sorted(taken & {"huge_pages", "huge_page_size"}):
            raise _fail(experiment, ("hold", "guc", name), "belongs to the kind huge_pages, which sets it")


def _load(experiment: Experiment) -> None:
    workload = experiment.form.workload
    if workload.load is None:
        raise _fail(experiment, ("workload",), "this key is missing: load")
    if workload.scripts and workload.groups:
        raise _fail(experiment, ("workload", "groups"), "give `scripts` or `groups`, not both")
    has_clients = any(factor.kind == "clients" for factor in experiment.form.factors)
    if isinstance(workload.load, RampLoad):
        _ramp_load(experiment, workload.load)
        if has_clients:
            raise _fail(
                experiment,
                ("workload", "load", "kind"),
                "a ramp varies the clients within a run; a factor of kind clients needs a constant load",
            )
    elif seconds(workload.load.duration) < LEAST_LOAD_S:
        message = f"a run needs at least {LEAST_LOAD_S} s of load to be sampled"
        raise _fail(experiment, ("workload", "load", "duration"), message)
    else:
        most = min(_client_counts(experiment))
        if workload.groups and len(workload.groups) > most:
            raise _fail(
                experiment,
                ("workload", "groups"),
                f"{len(workload.groups)} groups need at least as many clients, there are {most}",
            )
    names = [group.name for group in workload.groups or []]
    for position, name in enumerate(names):
        if name in names[:position]:
            raise _fail(experiment, ("workload", "groups", position, "name"), f"{name!r} is a group already")


def _client_counts(experiment: Experiment) -> list[int]:
    load = experiment.form.workload.load
    factor = next((f for f in experiment.form.factors if f.kind == "clients"), None)
    counts = [int(level) for level in factor.levels if level.isdigit()] if factor else []
    return counts or [load.clients if not isinstance(load, RampLoad) and load else 1]


def _ramp_load(experiment: Experiment, load: RampLoad) -> None:
    path = ("workload", "load")
    if (load.clients_list is None) == (load.from_ is None and load.to is None and load.steps is None):
        raise _fail(experiment, path, "a ramp has either `clients_list`, or `from`, `to` and `steps`")
    if load.clients_list is None and None in (load.from_, load.to, load.steps):
        missing = next(
            key for key, value in (("from", load.from_), ("to", load.to), ("steps", load.steps)) if value is None
        )
        raise _fail(experiment, (*path, missing), "this key is missing")


def _scripts(experiment: Experiment) -> None:
    form = experiment.form
    places: list[tuple[tuple[Any, ...], list[Script]]] = []
    workloads: list[tuple[tuple[Any, ...], Workload | NamedWorkload]] = [(("workload",), form.workload)]
    workloads += [(("workloads", name), named) for name, named in form.workloads.items()]
    for path, workload in workloads:
        places.append(((*path, "scripts"), workload.scripts or []))
        places += [((*path, "groups", i, "scripts"), group.scripts) for i, group in enumerate(workload.groups or [])]
    for path, scripts in places:
        for index, script in enumerate(scripts):
            if (script.file is None) == (script.builtin is None):
                raise _fail(experiment, (*path, index), "a script is either a `file` or a `builtin`")
            if script.file is not None:
                _script_file(experiment, (*path, index, "file"), script.file)
    for index, name in enumerate(form.workload.tables):
        _script_file(experiment, ("workload", "tables", index), name)
    for name, named in form.workloads.items():
        if named.scripts and named.groups:
            raise _fail(experiment, ("workloads", name), "give `scripts` or `groups`, not both")


def _script_file(experiment: Experiment, path: tuple[Any, ...], name: str) -> None:
    if not experiment.script_path(name).is_file():
        known = [found.name for folder in (experiment.file.parent, WORKLOADS) for found in folder.glob("*.sql")]
        raise _fail(
            experiment, path, f"there is no script {name!r} beside this file or in {WORKLOADS}{nearest(name, known)}"
        )
    try:
        is_text = "\0" not in experiment.script_path(name).read_bytes().decode()
    except UnicodeDecodeError:
        is_text = False
    if not is_text:
        raise _fail(experiment, path, f"{experiment.script_path(name)} is not UTF-8 text")


def _volumes(experiment: Experiment) -> None:
    for name, volume in experiment.form.volumes.items():
        path = ("volumes", name)
        if (volume.path is None) == (volume.size is None):
            raise _fail(experiment, path, "a volume is either an existing `path` or is made with a `size`")
        if volume.path is not None and not volume.path.startswith("/"):
            raise _fail(experiment, (*path, "path"), "must be absolute")
        if volume.mbps is not None and (volume.read_mbps or volume.write_mbps):
            raise _fail(experiment, (*path, "mbps"), "stands for both directions; give it, or read_mbps and write_mbps")
        _volume_size(experiment, path, volume)


def _volume_size(experiment: Experiment, path: tuple[Any, ...], volume: Volume) -> None:
    least = {"ext4": "64MB", "xfs": "300MB"}[volume.fs]
    if volume.size is not None and size_bytes(volume.size) < size_bytes(least):
        raise _fail(experiment, (*path, "size"), f"{volume.fs} needs at least {least}")


def _data(experiment: Experiment) -> None:
    form = experiment.form
    if form.between_runs.restore_data == "none" and any(factor.kind == "scale" for factor in form.factors):
        raise _fail(
            experiment,
            ("between_runs", "restore_data"),
            "a factor of kind scale needs the data restored: template or reinitialise",
        )


def _warm_up(experiment: Experiment) -> None:
    load = experiment.form.workload.load
    if isinstance(load, ConstantLoad) and experiment.warm_up_s > 20 * seconds(load.duration):
        raise _fail(experiment, ("warm_up",), "is over twenty times as long as what is measured")


CHECKS = (_languages, _factor_names, _factor_levels, _hold, _load, _scripts, _volumes, _data, _warm_up)
