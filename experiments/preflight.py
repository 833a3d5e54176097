"""What must be so before anything is touched: allowed, possible, enough room, and nobody else's server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from experiments import data, gucs, kernel, volumes
from experiments.desired import HUGE_PAGE_SETTINGS, touched
from experiments.hosts import is_root
from experiments.model import Experiment
from experiments.postgres import APPLICATION, Postgres
from experiments.validation import complain
from pgverdict.errors import Refused
from pgverdict.paths import state_directory
from pgverdict.units import size_bytes

#: Room to leave on any disk that we write to.
SPARE_BYTES = 1024**3


def check(postgres: Postgres, experiment: Experiment, confirm: bool) -> None:
    """All of it. Errors: Refused with every problem at once; nothing was changed."""
    problems: list[str] = []
    checks: list[Callable[[], None]] = [
        lambda: load_program(postgres),
        lambda: may_touch(postgres, experiment),
        lambda: levels(postgres, experiment),
        lambda: restarts(postgres, experiment),
        lambda: rights(postgres, experiment),
        lambda: room(postgres, experiment),
        lambda: connections(postgres, experiment),
        lambda: labels(experiment, confirm),
        lambda: production(postgres, confirm),
    ]
    for one in checks:
        try:
            one()
        except Refused as error:
            problems.append(str(error))
    if problems:
        raise Refused("\n".join(problems))


def load_program(postgres: Postgres) -> None:
    """pgbench is there, before a server is restarted for a load that cannot begin."""
    pgbench = postgres.client_binaries / "pgbench"
    if not os.access(pgbench, os.X_OK):
        raise Refused(
            f"there is no pgbench at {pgbench}: set `binaries` of {postgres.name} in {postgres.server.file} to a directory that has it; "
            "`pgverdict doctor` lists what was found"
        )


def may_touch(postgres: Postgres, experiment: Experiment) -> None:
    """Only what servers.yml allows."""
    server, wanted = postgres.server, touched(experiment)
    named = [("guc", name) for name in wanted.guc if not (wanted.huge_pages and name in HUGE_PAGE_SETTINGS)]
    named += [("sysctl", name) for name in wanted.sysctl]
    for kind, name in named:
        if not server.may_set(kind, name):
            raise Refused(
                f"{server.file}: servers.{server.name}.may_touch.{kind}: {name} is not allowed there; add it if pgverdict may change it"
            )
    allowed = server.form.may_touch
    if (wanted.huge_pages or wanted.transparent_huge_pages) and not allowed.huge_pages:
        raise Refused(f"{server.file}: servers.{server.name}.may_touch.huge_pages: must be true for this experiment")
    if wanted.volumes and not allowed.volumes:
        raise Refused(f"{server.file}: servers.{server.name}.may_touch.volumes: must be true for this experiment")


def levels(postgres: Postgres, experiment: Experiment) -> None:
    """Every level and every held value is one that this PostgreSQL and this kernel know and take."""
    with postgres.connect() as connection:
        settings = gucs.read_settings(connection)
    for index, factor in enumerate(experiment.form.factors):
        for position, level in enumerate(factor.levels):
            path = ("factors", index, "levels", position)
            if factor.kind == "guc":
                _guc(experiment, settings, factor.name, level, path, factor.scope)
            elif factor.kind == "sysctl" and kernel.read_sysctl(postgres.host, factor.name) is None:
                raise complain(
                    experiment.tree,
                    ("factors", index, "name"),
                    f"the kernel of {postgres.host.name} has no {factor.name}",
                )
    for name, value in experiment.form.hold.guc.items():
        _guc(experiment, settings, name, value, ("hold", "guc", name), "system")
    for name in experiment.form.hold.sysctl:
        if kernel.read_sysctl(postgres.host, name) is None:
            raise complain(
                experiment.tree, ("hold", "sysctl", name), f"the kernel of {postgres.host.name} has no {name}"
            )


def _guc(
    experiment: Experiment,
    settings: dict[str, gucs.Setting],
    name: str,
    value: str,
    path: tuple[object, ...],
    scope: str,
) -> None:
    try:
        setting = gucs.known_setting(name, settings)
        if setting.context == "internal":
            raise Refused(f"{name} is fixed when PostgreSQL is built or a cluster is made; it cannot be set")
        if scope != "system" and setting.context not in gucs.SESSION_CONTEXTS:
            raise Refused(f"{name} (context {setting.context}) cannot be set for a {scope}; leave `scope` out")
        gucs.canonical(value, setting)
    except Refused as error:
        raise complain(experiment.tree, path, str(error)) from None


def restarts(postgres: Postgres, experiment: Experiment) -> None:
    """A setting that needs a restart needs a server that we may and can restart."""
    wanted = touched(experiment)
    with postgres.connect() as connection:
        settings = gucs.read_settings(connection)
    names = [name for name in wanted.guc if name in settings and settings[name].context == "postmaster"]
    needs = names or (
        ["storage"]
        if any(f.kind == "storage" and f.placement == "data_directory" for f in experiment.form.factors)
        else []
    )
    if needs and not postgres.can_restart:
        raise Refused(
            f"{', '.join(needs)} needs restarts, and {postgres.server.file} does not say how server {postgres.name} is restarted "
            "(data_directory with binaries, or restart) or forbids it (may_touch.restart)"
        )


def rights(postgres: Postgres, experiment: Experiment) -> None:
    """Root on the server's host, where the kernel's side is touched."""
    wanted = touched(experiment)
    uses = [word for word, is_used in (
        ("sysctls", bool(wanted.sysctl)), ("huge pages", wanted.huge_pages or wanted.transparent_huge_pages),
        ("volumes", bool(wanted.volumes)), ("drop_caches", experiment.form.between_runs.drop_caches)) if is_used]  # fmt: skip
    if uses and not is_root(postgres.host):
        raise Refused(
            f"{', '.join(uses)} need root on {postgres.host.name}, or sudo without a password; nothing was touched"
        )
    if any("size" in volume for volume in experiment.spec.get("volumes", {}).values()) and wanted.volumes:
        missing = volumes.check(postgres.host)
        if missing:
            raise Refused(f"volumes cannot be made on {postgres.host.name}, there is no {', '.join(missing)}")
    if wanted.huge_pages:
        for factor in experiment.form.factors:
            for level in factor.levels if factor.kind == "huge_pages" else []:
                size = kernel.HUGE_PAGE_KB.get(level)
                if size and str(size) not in kernel.read_pools(postgres.host):
                    raise Refused(f"the kernel of {postgres.host.name} has no huge pages of {level}")


def room(postgres: Postgres, experiment: Experiment) -> None:
    """Disk for the test data, the volumes and our own files."""
    needed = data.disk_needed_bytes(experiment)
    free = data.free_bytes(postgres, postgres.data_directory)
    wanted = touched(experiment)
    made = sum(
        size_bytes(str(experiment.form.volumes[name].size))
        for name in wanted.volumes
        if experiment.form.volumes[name].size
    )
    if free < needed + made + SPARE_BYTES:
        raise Refused(
            f"{postgres.data_directory} on {postgres.host.name} has {free >> 20} MB free; "
            f"this experiment needs about {(needed + made + SPARE_BYTES) >> 20} MB"
        )
    _volumes_room(postgres, experiment)
    here = shutil.disk_usage(state_directory()).free
    if here < SPARE_BYTES:
        raise Refused(
            f"{state_directory()} has only {here >> 20} MB free; {SPARE_BYTES >> 20} MB are needed for samples and logs"
        )


def _volumes_room(postgres: Postgres, experiment: Experiment) -> None:
    """A made volume has to hold the whole data directory, test data included: one that is too small would end each of its runs."""
    if not any(f.kind == "storage" and f.placement == "data_directory" for f in experiment.form.factors):
        return
    done = postgres.host.run(["du", "-sb", "--exclude=pg_wal", postgres.data_directory], as_root=True, check=False)
    present = int(done.output.split()[0]) if done.output else 0
    needed = present + data.growth_bytes(postgres, experiment)
    for name in touched(experiment).volumes:
        size = experiment.form.volumes[name].size
        if size and size_bytes(str(size)) < needed:
            raise complain(
                experiment.tree,
                ("volumes", name, "size"),
                f"{size} is too small for the data directory with this experiment's data and WAL: about {needed / 1e9:.1f} GB",
            )


def connections(postgres: Postgres, experiment: Experiment) -> None:
    """Enough connection slots for the clients and for us."""
    cells = [dict.fromkeys((f.name for f in experiment.form.factors), "")]
    for factor in experiment.form.factors:
        cells = [cell | {factor.name: level} for cell in cells for level in factor.levels]
    most = max(step.clients for cell in cells for step in experiment.load_steps(cell))
    with postgres.connect() as connection:
        row = connection.execute(
            "select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
        ).fetchone()
    assert row is not None
    slots = int(experiment.form.hold.guc.get("max_connections", row[0]))
    if most + 10 > slots and not any(f.name == "max_connections" for f in experiment.form.factors):
        raise complain(
            experiment.tree, ("workload", "load"),
            f"{most} clients and 10 sessions of ours do not fit into {slots} connections; hold max_connections higher",
        )  # fmt: skip


def labels(experiment: Experiment, confirm: bool) -> None:
    """A label is changed by a person, who must be there to say so."""
    names = [factor.name for factor in experiment.form.factors if factor.kind == "label"]
    if names and not (confirm or _is_interactive()):
        raise Refused(
            f"{', '.join(names)}: a person changes a factor of kind label; run this in a terminal, where each change is asked for"
        )


def _is_interactive() -> bool:
    return os.isatty(0) and os.isatty(2)


def production(postgres: Postgres, confirm: bool) -> None:
    """Databases of others with activity make a server look like production."""
    if confirm or postgres.server.is_embedded:
        return
    with postgres.connect() as connection:
        busy = connection.execute(
            """select datname, count(*) from pg_stat_activity
               where backend_type = 'client backend' and pid <> pg_backend_pid() and coalesce(application_name, '') <> %s
                   and datname is not null and datname <> %s and datname not like %s
               group by datname order by 2 desc""",
            [APPLICATION, data.DATABASE, data.TEMPLATE_PREFIX + "%"],
        ).fetchall()
        worked = connection.execute(
            """select datname, xact_commit from pg_stat_database
               where datname not in ('postgres', 'template0', 'template1', %s) and datname not like %s and xact_commit > 1000""",
            [data.DATABASE, data.TEMPLATE_PREFIX + "%"],
        ).fetchall()
    if busy or worked:
        words = [f"{name}: {count} sessions" for name, count in busy] + [
            f"{name}: {count} transactions so far" for name, count in worked
        ]
        raise Refused(
            f"server {postgres.name} looks like production ({'; '.join(words)}). An experiment loads it, changes its settings and may restart it: "
            "give --confirm if that is meant"
        )
