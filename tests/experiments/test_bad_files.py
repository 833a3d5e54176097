"""Every mistake in an experiment file is refused before anything is touched, with file, line, key and the nearest right one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from experiments.model import load_experiment
from pgverdict.errors import Refused
from tests.experiments.conftest import GOOD


def edited(old: str, new: str) -> str:
    assert old in GOOD, old
    return GOOD.replace(old, new)


LOAD = "{kind: constant, clients: 2, duration: 1s}"
FACTOR = "{name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB}"

#: name: (text, line, what the message must hold)
BAD = {
    "an unknown key": (GOOD + "minimun_effect: 3%\n", 11, ["minimun_effect: unknown key", "nearest: minimum_effect"]),
    "an unknown key in a factor": (
        edited("kind: guc,", "kind: guc, level: [1],"),
        5,
        ["factors[0].level: unknown key", "nearest: levels"],
    ),
    "an unknown key in the load": (
        edited("clients: 2,", "client: 2, clients: 2,"),
        9,
        ["load.client", "nearest: clients"],
    ),
    "an unknown key in a script": (
        edited("{builtin: select-only}", "{built_in: select-only}"),
        8,
        ["built_in", "nearest: builtin"],
    ),
    "an unknown key in between_runs": (
        GOOD + "between_runs:\n  drop_cache: true\n",
        12,
        ["between_runs.drop_cache", "nearest: drop_caches"],
    ),
    "a missing id": (edited("id: small\n", ""), 1, ["id: this key is missing"]),
    "a missing workload": (GOOD[: GOOD.index("workload:")] + "repeats: 1\n", 1, ["workload: this key is missing"]),
    "a missing load": (edited(f"  load: {LOAD}\n", ""), 6, ["workload", "missing: load"]),
    "an unknown kind of factor": (edited("kind: guc", "kind: gucs"), 5, ["'gucs' is not one of", "nearest: guc"]),
    "an unknown kind of load": (edited("kind: constant", "kind: constnat"), 9, ["load.kind", "nearest: constant"]),
    "a load without a kind": (edited("kind: constant, ", ""), 9, ["load.kind: this key is missing"]),
    "an unknown built-in": (edited("select-only", "select_only"), 8, ["'select_only'", "nearest: select-only"]),
    "a script that is not there": (
        edited("{builtin: select-only}", "{file: olap_sorts.sql}"),
        8,
        ["no script 'olap_sorts.sql'", "nearest: olap_sort.sql"],
    ),
    "a script that is two things": (
        edited("{builtin: select-only}", "{builtin: select-only, file: a.sql}"),
        8,
        ["either a `file` or a `builtin`"],
    ),
    "a duration without meaning": (
        edited("duration: 1s", "duration: soon"),
        9,
        ["duration", "'soon' is not a number with a unit"],
    ),
    "a duration in bytes": (edited("duration: 1s", "duration: 2MB"), 9, ["'2MB' is not a duration"]),
    "a load too short to be sampled": (edited("duration: 1s", "duration: 100ms"), 9, ["to be sampled"]),
    "clients that are none": (edited("clients: 2", "clients: 0"), 9, ["clients", "greater than or equal to 1"]),
    "clients that are words": (edited("clients: 2", "clients: two"), 9, ["'two' is not a whole number"]),
    "repeats of zero": (edited("repeats: 1", "repeats: 0"), 10, ["repeats", "greater than or equal to 1"]),
    "a percentage without its sign": (GOOD + "minimum_effect: 3\n", 11, ["'3' is not a percentage like 3%"]),
    "one level only": (
        edited("kind: guc, levels: [2MB, 8MB], baseline: 2MB", "kind: label, levels: [old]"),
        5,
        ["one level cannot be compared"],
    ),
    "a level twice": (edited("[2MB, 8MB]", "[2MB, 8MB, 2MB]"), 5, ["levels[2]", "'2MB' stands twice"]),
    "a level that would break a grid": (edited("8MB]", "a/b]"), 5, ["'a/b' holds '/'"]),
    "a baseline that is no level": (
        edited("baseline: 2MB", "baseline: 2Mb"),
        5,
        ["baseline '2Mb' is not among the levels", "nearest: 2MB"],
    ),
    "no levels": (edited("[2MB, 8MB]", "[]"), 5, ["levels", "at least 1 item"]),
    "a factor twice": (edited(f"- {FACTOR}", f"- {FACTOR}\n  - {FACTOR}"), 6, ["'work_mem' is a factor already"]),
    "a factor that is held too": (
        GOOD + "hold: {guc: {work_mem: 4MB}}\n",
        11,
        ["hold.guc.work_mem", "it cannot be held as well"],
    ),
    "a sysctl that is none": (
        edited("name: work_mem, kind: guc", "name: swappiness, kind: sysctl"),
        5,
        ["not a sysctl like vm."],
    ),
    "huge pages of no size": (
        edited(
            "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
            "name: huge_pages, kind: huge_pages, levels: [none, 1Gb]",
        ),
        5,
        ["levels[1]", "'1Gb' is not one of none, 2MB, 1GB", "nearest: 1GB"],
    ),
    "a volume that is not there": (
        edited(
            "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
            "name: disk, kind: storage, levels: [sdd, hdd]",
        )
        + "volumes:\n  ssd: {size: 1GB}\n  hdd: {size: 1GB}\n",
        5,
        ["'sdd' is not a name under `volumes`", "nearest: ssd"],
    ),
    "a volume of two natures": (
        GOOD + "volumes:\n  ssd: {size: 1GB, path: /mnt}\n",
        12,
        ["volumes.ssd", "either an existing `path` or is made"],
    ),
    "a volume of nothing": (GOOD + "volumes:\n  ssd: {fs: ext4}\n", 12, ["volumes.ssd"]),
    "a file system that we do not make": (
        GOOD + "volumes:\n  ssd: {size: 1GB, fs: ext3}\n",
        12,
        ["'ext3' is not one of ext4, xfs", "nearest: ext4"],
    ),
    "a volume too small for its file system": (
        GOOD + "volumes:\n  ssd: {size: 10MB, fs: xfs}\n",
        12,
        ["xfs needs at least 300MB"],
    ),
    "a workload that is not there": (
        edited(
            "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
            "name: load, kind: workload, levels: [raed, write]",
        )
        + "workloads:\n  read: {scripts: [{builtin: select-only}]}\n  write: {scripts: [{builtin: tpcb-like}]}\n",
        5,
        ["'raed' is not a name under `workloads`", "nearest: read"],
    ),
    "clients as a fraction": (
        edited(
            "name: work_mem, kind: guc, levels: [2MB, 8MB], baseline: 2MB",
            "name: clients, kind: clients, levels: [1.5, 4]",
        ),
        5,
        ["'1.5' is not a whole number"],
    ),
    "a ramp that is two": (
        edited(LOAD, "{kind: ramp, from: 1, to: 4, steps: 2, clients_list: [1], step: 5s}"),
        9,
        ["either `clients_list`, or"],
    ),
    "a ramp without an end": (
        edited(LOAD, "{kind: ramp, from: 1, steps: 2, step: 5s}"),
        9,
        ["load.to: this key is missing"],
    ),
    "a rate without a rate": (edited(LOAD, "{kind: rate, clients: 2, duration: 5s}"), 9, ["tps: this key is missing"]),
    "groups beside scripts": (
        edited(f"  load: {LOAD}", f"  groups: [{{name: a, scripts: [{{builtin: tpcb-like}}]}}]\n  load: {LOAD}"),
        9,
        ["`scripts` or `groups`, not both"],
    ),
    "a language without its title": (edited(", ru: Малый вопрос", ""), 2, ["title", "no text in 'ru'"]),
    "an unknown language": (GOOD + "languages: [de]\n", 11, ["'de' is not one of ru, en"]),
    "a key twice": (GOOD + "repeats: 2\n", 11, ["repeats: this key stands twice", "first on line 10"]),
    "YAML that is none": (edited("repeats: 1", "repeats: [1"), 11, ["not valid YAML"]),
    "a tab for indentation": (GOOD + "hold:\n\tguc: {}\n", 12, ["not valid YAML"]),
    "a list at the top": ("- id: small\n", 1, ["must be a mapping"]),
    "an empty file": ("", 1, ["is empty"]),
    "two documents": (GOOD + "---\nid: other\n", 12, ["a second document begins here"]),
    "a profile with an unknown key": (
        GOOD + "profiles:\n  short:\n    repeat: 3\n",
        13,
        ["repeat: unknown key", "nearest: repeats"],
    ),
    "a profile that renames the experiment": (
        GOOD + "profiles:\n  short: {id: other}\n",
        12,
        ["profiles.short.id", "cannot set this key"],
    ),
    "a profile that is no mapping": (GOOD + "profiles:\n  short: 3\n", 12, ["profiles.short"]),
    "an id that is none": (edited("id: small", "id: Small one"), 1, ["id: 'Small one' does not have the form"]),
    "an order that is none": (
        GOOD + "order: random\n",
        11,
        ["'random' is not one of randomised, as_listed", "nearest: randomised"],
    ),
    "a scope for what has none": (
        edited("kind: guc, levels: [2MB, 8MB], baseline: 2MB", "kind: label, scope: role, levels: [a, b]"),
        5,
        ["scope", "only a factor of kind guc"],
    ),
    "a unit that is none": (edited("kind: guc,", "kind: guc, unit: Mb,"), 5, ["'Mb' is no unit", "nearest: MB"]),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_its_line_and_the_nearest_right_key(name: str, write: Callable[..., Path]) -> None:
    text, line, words = BAD[name]
    path = write(text)
    with pytest.raises(Refused) as refused:
        load_experiment(path)
    message = str(refused.value)
    assert refused.value.exit_status == 2
    assert f"{path}:{line}:" in message, message
    for word in words:
        assert word in message, message


def test_at_least_thirty_mistakes_are_tried() -> None:
    assert len(BAD) >= 30


def test_the_file_that_all_of_them_spoil_is_good(write: Callable[..., Path]) -> None:
    assert load_experiment(write()).id == "small"


def test_several_mistakes_are_told_at_once(write: Callable[..., Path]) -> None:
    text = GOOD.replace("repeats: 1", "repeats: 0").replace("clients: 2", "clients: 0") + "sed: 3\n"
    with pytest.raises(Refused) as refused:
        load_experiment(write(text))
    assert len(str(refused.value).splitlines()) == 3


def test_an_unknown_profile_is_refused_with_the_nearest(write: Callable[..., Path]) -> None:
    with pytest.raises(Refused, match=r"no profile 'shorter'; nearest: short"):
        load_experiment(write(GOOD + "profiles:\n  short: {repeats: 3}\n"), "shorter")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="cannot be read"):
        load_experiment(tmp_path / "nothing.yml")
