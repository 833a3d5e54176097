"""The import manifest (contracts.md 2) as types: what may be written, and what is said when something else is."""

import difflib
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from collectors.imports.document import Document, Location, read_document
from pgverdict.errors import Refused
from pgverdict.units import seconds, split_quantity

Kind = Literal[
    "pgbench_summary", "pgbench_progress", "pgbench_log", "pgbench_aggregate", "iostat", "vmstat", "sar",
    "postgres_log", "pg_settings", "series", "wait_events", "statements",
]  # fmt: skip
KINDS: tuple[str, ...] = get_args(Kind)
FactorKind = Literal["guc", "sysctl", "huge_pages", "storage", "clients", "scale", "workload", "label"]


def _duration(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return seconds(value)
    except Refused as error:
        raise ValueError(str(error)) from None


def _percent(value: object) -> object:
    """'2%' and '2' are both 2 per cent."""
    if not isinstance(value, str):
        return value
    try:
        number, unit = split_quantity(value)
    except Refused as error:
        raise ValueError(str(error)) from None
    if unit not in ("", "%"):
        raise ValueError("must be a percentage such as 2%")
    return number


def _as_utc(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _both_languages(value: object) -> object:
    """A bare text is the same in both languages."""
    return {"en": value, "ru": value} if isinstance(value, str) else value


def _lists(value: object) -> object:
    if isinstance(value, dict):
        return {language: [names] if isinstance(names, str) else names for language, names in value.items()}
    return value


Duration = Annotated[float, BeforeValidator(_duration), Field(gt=0, json_schema_extra={"type": ["string", "number"]})]
Percent = Annotated[
    float, BeforeValidator(_percent), Field(ge=0, lt=100, json_schema_extra={"type": ["string", "number"]})
]
Languages = Annotated[dict[Literal["en", "ru"], str], BeforeValidator(_both_languages)]
Utc = Annotated[datetime, Field(description="without a zone: UTC")]


class Part(BaseModel):
    """Whatever people write: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Factor(Part):
    """What was varied. `levels` are text as written; `baseline` defaults to the first."""

    name: str = Field(min_length=1)
    kind: FactorKind = "label"
    unit: str | None = None
    levels: list[str] = Field(min_length=1)
    baseline: str | None = None

    @model_validator(mode="after")
    def _levels_are_distinct(self) -> "Factor":
        if len(set(self.levels)) < len(self.levels):
            raise ValueError("a level is listed twice")
        if self.baseline is not None and self.baseline not in self.levels:
            raise ValueError(f"baseline {self.baseline!r} is not one of the levels {', '.join(self.levels)}")
        return self

    def level(self, text: str) -> str | None:
        """The level that `text` means, as listed: exactly, with the factor's unit attached, or as an equal number."""
        if text in self.levels:
            return text
        wanted = _comparable(text, self.unit)
        return next((level for level in self.levels if _comparable(level, self.unit) == wanted), None)

    @property
    def base(self) -> str:
        return self.levels[0] if self.baseline is None else self.baseline


def _comparable(text: str, unit: str | None) -> str | float:
    bare = text.strip()
    if unit and bare.endswith(unit):
        bare = bare[: -len(unit)].rstrip()
    return float(bare) if re.fullmatch(r"[-+]?\d+(\.\d*)?([eE][-+]?\d+)?", bare) else bare


class Experiment(Part):
    """The question that the runs answer."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", max_length=100)
    title: Languages = Field(default_factory=dict)
    question: Languages = Field(default_factory=dict)
    primary: str = Field(min_length=1)
    minimum_effect: Percent = 0.0
    factors: list[Factor] = Field(min_length=1)
    warm_up: Duration | None = None
    environment: dict[str, str] = Field(default_factory=dict)
    languages: list[Literal["ru", "en"]] = ["ru", "en"]

    @field_validator("factors")
    @classmethod
    def _names_are_distinct(cls, factors: list[Factor]) -> list[Factor]:
        if len({factor.name for factor in factors}) < len(factors):
            raise ValueError("two factors have one name")
        return factors


class Metric(Part):
    """A metric that pgverdict does not know."""

    id: str = Field(min_length=1)
    unit: str = ""
    better: Literal["higher", "lower", "none"] = "none"
    part_of: str | None = None
    names: Annotated[dict[Literal["en", "ru"], list[str]], BeforeValidator(_lists)] = Field(default_factory=dict)


class File(Part):
    """One file, or several by a pattern (`*`), of a run."""

    kind: Kind
    path: str = Field(min_length=1)
    sampling_rate: float = Field(default=1.0, gt=0, le=1, description="pgbench_log: as given to --sampling-rate")
    interval: Duration | None = Field(default=None, description="of the samples, where the file does not tell it")
    group: str = Field(default="main", description="pgbench files: which of several pgbench of one run")
    is_since_boot: bool | None = Field(
        default=None, description="iostat, vmstat: whether the first report is the average since boot; default: yes"
    )
    unit: Literal["k", "K", "m", "M"] = Field(default="K", description="vmstat: as given to -S")


class Run(Part):
    """One run. Two runs of the baseline in a block are told apart by `order` or `role`."""

    level: dict[str, str]
    repeat: int = Field(default=1, ge=1)
    started_at: Utc | None = None
    order: int | None = Field(default=None, ge=1)
    role: Literal["level", "sentinel"] | None = None
    files: list[File] = Field(default_factory=list)
    results: dict[str, float] = Field(default_factory=dict)

    @field_validator("started_at")
    @classmethod
    def _in_utc(cls, value: datetime | None) -> datetime | None:
        return None if value is None else _as_utc(value)

    @field_validator("results")
    @classmethod
    def _finite(cls, results: dict[str, float]) -> dict[str, float]:
        for metric, value in results.items():
            if value != value or value in (float("inf"), float("-inf")):
                raise ValueError(f"{metric} is not a finite number")
        return results


class Columns(Part):
    """What the columns of a table of many runs are called; each has its own name by default."""

    level: dict[str, str] | str | None = None
    repeat: str | None = None
    order: str | None = None
    at: str | None = None
    metric: str = "metric"
    entity: str | None = None
    value: str = "value"


class SeriesTable(Part):
    """Many runs in one CSV."""

    path: str = Field(min_length=1)
    columns: Columns = Columns()


class Manifest(Part):
    """A whole manifest."""

    experiment: Experiment
    metrics: list[Metric] = Field(default_factory=list)
    runs: list[Run] = Field(default_factory=list)
    series_tables: list[SeriesTable] = Field(default_factory=list)

    @model_validator(mode="after")
    def _has_something(self) -> "Manifest":
        if not self.runs and not self.series_tables:
            raise ValueError("neither `runs` nor `series_tables`: there is nothing to import")
        return self


def read_manifest(path: Path) -> tuple[Manifest, Document]:
    """A checked manifest with its document. Errors: Refused, one line an error: file:line: key: what, nearest known key."""
    document = read_document(path)
    try:
        manifest = Manifest.model_validate(document.data)
    except ValidationError as error:
        found = [_explained(document, problem) for problem in error.errors(include_url=False)]
        raise Refused("\n".join(dict.fromkeys(found))) from None
    _check_levels(manifest, document)
    return manifest, document


def _explained(document: Document, problem: Any) -> str:
    location: Location = tuple(part for part in problem["loc"] if part != "[key]")
    where = f"{document.path}:{document.line(location)}"
    key = ".".join(str(part) for part in location) or "the manifest"
    if problem["type"] == "extra_forbidden":
        known = _known_keys(location[:-1])
        near = difflib.get_close_matches(str(location[-1]), known, n=1, cutoff=0.0)
        return f"{where}: {key}: unknown key; the nearest known key is {near[0] if near else 'none'}"
    if problem["type"] == "literal_error":
        known = re.findall(r"'([^']*)'", str(problem.get("ctx", {}).get("expected", "")))
        near = difflib.get_close_matches(str(problem["input"]), known, n=1, cutoff=0.0)
        return f"{where}: {key}: {problem['input']!r} is none of {', '.join(known)}; the nearest is {near[0] if near else 'none'}"
    said = problem["msg"].removeprefix("Value error, ")
    return f"{where}: {key}: {said[:1].lower() + said[1:]}" + (
        f" (found {problem['input']!r})" if isinstance(problem["input"], str) else ""
    )


def _known_keys(location: Location) -> list[str]:
    model: Any = Manifest
    for part in location:
        field = model.model_fields.get(str(part)) if isinstance(model, type) and issubclass(model, BaseModel) else None
        if field is not None:
            model = _inner_model(field.annotation) or model
    return list(model.model_fields)


def _inner_model(annotation: Any) -> Any:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for inner in get_args(annotation) if (found := _inner_model(inner))), None)


def _check_levels(manifest: Manifest, document: Document) -> None:
    """Every run names a level of every factor, and nothing else."""
    factors = {factor.name: factor for factor in manifest.experiment.factors}
    errors = []
    for index, run in enumerate(manifest.runs):
        here: Location = ("runs", index, "level")
        for name, text in run.level.items():
            where = f"{document.path}:{document.line((*here, name))}: runs.{index}.level.{name}"
            if name not in factors:
                near = difflib.get_close_matches(name, list(factors), n=1, cutoff=0.0)
                errors.append(f"{where}: there is no such factor; the nearest is {near[0]}")
            elif factors[name].level(text) is None:
                errors.append(f"{where}: {text!r} is none of the levels {', '.join(factors[name].levels)}")
        errors += [
            f"{document.path}:{document.line(here)}: runs.{index}.level: the level of {name} is missing"
            for name in factors
            if name not in run.level
        ]
        if not run.files and not run.results and not manifest.series_tables:
            errors.append(f"{document.path}:{document.line(here[:2])}: runs.{index}: has neither files nor results")
    if errors:
        raise Refused("\n".join(errors))
