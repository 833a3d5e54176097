"""The types of the files that people write: experiments (contracts.md 1) and servers; schemas and checks both come from here."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from pgverdict.errors import Refused
from pgverdict.units import seconds, size_bytes


def _duration(text: str) -> str:
    try:
        value = seconds(text)
    except Refused as error:
        raise ValueError(str(error)) from None
    if value <= 0:
        raise ValueError(f"{text!r} must be longer than nothing")
    return text


def _duration_or_none(text: str) -> str:
    return text if text in ("0", "0s") else _duration(text)


def _size(text: str) -> str:
    try:
        if size_bytes(text) <= 0:
            raise ValueError(f"{text!r} must be more than nothing")
    except Refused as error:
        raise ValueError(str(error)) from None
    return text


def _percent(text: str) -> str:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)\s*%", text)
    if not match or not 0 < float(match[1]) < 1000:
        raise ValueError(f"{text!r} is not a percentage like 3%")
    return text


def _strict_bool(value: Any) -> Any:
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(value, str):
        if value.lower() not in words:
            raise ValueError(f"{value!r} is neither true nor false")
        return words[value.lower()]
    return value


def _whole(value: Any) -> Any:
    if isinstance(value, str) and not re.fullmatch(r"-?\d+", value):
        raise ValueError(f"{value!r} is not a whole number")
    return value


#: What a file may hold where a value is read as text: YAML's own types are taken as they were written.
SCALAR_SCHEMA = {"type": ["string", "number", "integer", "boolean"]}
Text = Annotated[str, Field(min_length=1), WithJsonSchema(SCALAR_SCHEMA)]
Duration = Annotated[
    str, AfterValidator(_duration), WithJsonSchema({"type": ["string", "number"], "examples": ["30min", "20s"]})
]
WarmUp = Annotated[
    str, AfterValidator(_duration_or_none), WithJsonSchema({"type": ["string", "number"], "examples": ["5min", "0s"]})
]
Size = Annotated[str, AfterValidator(_size), WithJsonSchema({"type": ["string", "integer"], "examples": ["8GB"]})]
Percent = Annotated[str, AfterValidator(_percent), WithJsonSchema({"type": "string", "pattern": r"^\d+(\.\d+)?\s*%$"})]
Switch = Annotated[bool, BeforeValidator(_strict_bool)]
Whole = Annotated[int, BeforeValidator(_whole)]
Count = Annotated[int, BeforeValidator(_whole), Field(ge=1)]
Identifier = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,62}$")]


class Form(BaseModel):
    """A mapping that people write: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class Bilingual(Form):
    """The same thing in each language of the articles."""

    en: str | None = Field(None, min_length=1)
    ru: str | None = Field(None, min_length=1)


class Factor(Form):
    """What is varied. `levels` are text as written; `baseline` is what they are compared with."""

    name: Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_.\-]*$")]
    kind: Literal["guc", "sysctl", "huge_pages", "storage", "clients", "scale", "workload", "label"]
    levels: list[Text] = Field(min_length=1)
    unit: str | None = None
    baseline: Text | None = None
    scope: Literal["system", "database", "role"] = Field(
        "system", description="guc: for the server, the load's database, or its role"
    )
    placement: Literal["data_directory", "tablespace"] = Field(
        "data_directory",
        description="storage: what lies on the volume, the whole data directory or the load's tablespace",
    )


class Script(Form):
    """One pgbench script with its weight: a file of the workloads folder (or beside the experiment), or a built-in."""

    file: str | None = None
    builtin: Literal["tpcb-like", "simple-update", "select-only"] | None = None
    weight: Count = 1


class ConstantLoad(Form):
    kind: Literal["constant"]
    clients: Count
    duration: Duration


class RampLoad(Form):
    """Steps of growing load: `from`, `to` and `steps`, or `clients_list`; each lasts `step`."""

    kind: Literal["ramp"]
    from_: Count | None = Field(None, alias="from")
    to: Count | None = None
    steps: Count | None = None
    clients_list: list[Count] | None = Field(None, min_length=1)
    step: Duration


class RateLoad(Form):
    """An open load of `tps` transactions a second (Poisson), as many as `clients` can carry."""

    kind: Literal["rate"]
    clients: Count
    tps: Annotated[float, Field(gt=0)]
    latency_limit: Duration | None = None
    duration: Duration


Load = Annotated[ConstantLoad | RampLoad | RateLoad, Field(discriminator="kind")]


class Group(Form):
    """Scripts that run in a pgbench of their own, beside the other groups, with a share of the clients."""

    name: Identifier
    scripts: list[Script] = Field(min_length=1)
    share: Count = Field(default=1, description="parts of the clients; the groups' parts together are the whole")


class Workload(Form):
    """What the server is asked to do."""

    scale: Count = 1
    scripts: list[Script] | None = Field(None, min_length=1)
    groups: list[Group] | None = Field(None, min_length=1)
    load: Load | None = None
    query_mode: Literal["simple", "extended", "prepared"] = "simple"
    tables: list[str] = Field(default_factory=list, description="SQL files that make further tables, run with :scale")
    log: Literal["auto", "transactions", "aggregate"] = "auto"


class NamedWorkload(Form):
    """A level of a factor of kind workload: what it names replaces the same keys of `workload`."""

    scripts: list[Script] | None = Field(None, min_length=1)
    groups: list[Group] | None = Field(None, min_length=1)
    query_mode: Literal["simple", "extended", "prepared"] | None = None


class Volume(Form):
    """A place for data: an existing `path`, or a volume that is made: a file of `size` on a loop device with limits."""

    path: str | None = None
    size: Size | None = None
    fs: Literal["ext4", "xfs"] = "ext4"
    mount_options: str | None = None
    read_iops: Count | None = None
    write_iops: Count | None = None
    mbps: Count | None = Field(None, description="MB/s for reads and for writes")
    read_mbps: Count | None = None
    write_mbps: Count | None = None


class Hold(Form):
    """Set for every run, and restored like a factor."""

    guc: dict[str, Text] = Field(default_factory=dict)
    sysctl: dict[str, Text] = Field(default_factory=dict)
    huge_pages: Literal["none", "2MB", "1GB"] | None = None
    transparent_huge_pages: Literal["always", "madvise", "never"] | None = None


class BetweenRuns(Form):
    """What happens before each run, so that all begin alike."""

    checkpoint: Switch = True
    drop_caches: Switch = False
    prewarm: Switch = False
    restore_data: Literal["template", "reinitialise", "none"] = "template"


class ExperimentForm(Form):
    """An experiment file."""

    id: Identifier
    title: Bilingual
    question: Bilingual
    server: str = "local"
    factors: list[Factor] = Field(min_length=1)
    hold: Hold = Field(default_factory=Hold)
    workload: Workload
    workloads: dict[Identifier, NamedWorkload] = Field(default_factory=dict)
    volumes: dict[str, Volume] = Field(default_factory=dict)
    warm_up: WarmUp = "0s"
    repeats: Count = 7
    order: Literal["randomised", "as_listed"] = "randomised"
    seed: Whole | None = None
    between_runs: BetweenRuns = Field(default_factory=BetweenRuns)
    primary: str = Field("tps", min_length=1)
    minimum_effect: Percent = "3%"
    languages: list[Literal["ru", "en"]] = Field(["ru", "en"], min_length=1)
    profiles: dict[Identifier, dict[str, Any]] = Field(default_factory=dict)


class PostgresForm(Form):
    """How a PostgreSQL is reached and driven; what is left out is found or not needed."""

    binaries: str = Field("embedded", description="`embedded`, or the directory of postgres, pg_ctl and pgbench")
    data_directory: str | None = None
    dsn: str | None = Field(
        None, description="libpq connection string of a superuser, without password (PGPASSFILE or environment)"
    )
    load_dsn: str | None = Field(None, description="how pgbench logs in, where it may not be dsn with another database")
    collector_dsn: str | None = Field(None, description="how the collectors log in; pg_monitor is enough")
    user: str | None = Field(
        None, description="operating system user that the server runs as; default: owner of the data directory"
    )
    start: str | None = None
    stop: str | None = None
    restart: str | None = None
    log_file: str | None = None
    config_file: str | None = Field(None, description="postgresql.conf where it is not in the data directory (Debian)")


class SshForm(Form):
    """How the server's host is reached. Host keys are checked, always."""

    host: str
    port: Count = 22
    user: str
    known_hosts: str | None = None
    key_file: str | None = None
    sudo: Switch = False


class MayTouch(Form):
    """What pgverdict may change there; names or patterns like `vm.*`. Nothing else is touched."""

    guc: list[str] = Field(default_factory=list)
    sysctl: list[str] = Field(default_factory=list)
    huge_pages: Switch = False
    volumes: Switch = False
    restart: Switch = True


class ServerForm(Form):
    """A server under test."""

    postgres: PostgresForm = Field(default_factory=lambda: PostgresForm.model_validate({}))
    ssh: SshForm | None = None
    may_touch: MayTouch = Field(default_factory=lambda: MayTouch.model_validate({}))
    window: Annotated[str, StringConstraints(pattern=r"^\d\d:\d\d-\d\d:\d\d( \S+)?$")] | None = None
    experiments: list[str] = Field(default_factory=list)
    cadence: Annotated[str, StringConstraints(pattern=r"^\S+( \S+){0,4}$")] | None = Field(
        None, description="when a night begins, as cron; default: each day at the window's start"
    )
    queue: str | None = Field(None, description="Celery queue; default: the server's name")
    volumes_directory: str | None = Field(None, description="where volumes that pgverdict makes keep their files")
    keep_data: Switch | None = Field(
        None, description="keep the load's databases after a night; default: only on embedded servers"
    )


class ServersForm(Form):
    """The file servers.yml."""

    servers: dict[Identifier, ServerForm] = Field(min_length=1)
