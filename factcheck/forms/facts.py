"""Loads and validates facts (form `pgverdict-facts/1`) and answers which values exist for a metric, level and statistic.

Unknown keys are ignored, numbers are accepted for strings, and anything that may be missing may be missing; what
cannot be used is refused with its place.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

FORM = "pgverdict-facts/1"
Text = Annotated[str, BeforeValidator(lambda value: _as_text(value))]
Names = Annotated[list[str], BeforeValidator(lambda value: [value] if isinstance(value, str) else value)]
Verdict = Literal["better", "worse", "equivalent", "undecided", "single_run", "drifting", "invalid"]


class UnusableFacts(ValueError):
    """The facts file cannot be used; the message says where and what to do."""


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value) if isinstance(value, (int, float)) else value


class _Form(BaseModel):
    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)


class Factor(_Form):
    """A factor and its levels in their order."""

    name: Text
    unit: Text | None = None
    levels: list[Text] = []
    baseline: Text | None = None
    default: Text | None = None


class Experiment(_Form):
    """What was varied, how often, and what the question is decided on."""

    id: Text
    title: dict[str, str] | str = {}
    factors: list[Factor] = []
    repeats: int | None = None
    primary: Text | None = None
    minimum_effect_pct: float | None = None
    execution: int | str | None = None
    environment: dict[str, Any] | None = None


class Metric(_Form):
    """A metric: its unit, which direction is better, and how people call it."""

    id: Text
    unit: Text | None = None
    better: Literal["higher", "lower", "none"] | None = None
    part_of: Text | None = None
    names: dict[str, Names] = {}


class Fact(_Form):
    """One value with everything that is needed to say it."""

    id: Text | None = None
    level: Text | None = None
    run: int | Text | None = None
    metric: Text
    stat: Text
    value: float
    unit: Text | None = None
    decimals: int | None = None
    n: float | None = None
    runs: int | None = None
    ci: list[float] | None = None
    scope: Text | None = None
    partner: Text | None = None
    denominator: Text | None = None
    parents: list[Text] | None = None

    @property
    def name(self) -> str:
        """The fact's id, or one made of what it is of."""
        return self.id or ".".join(part for part in (self.level, self.metric, self.stat) if part)


class Run(_Form):
    """A run of the execution."""

    run: int | Text | None = None
    level: Text | None = None
    block: int | None = None
    order: int | None = None
    role: Text | None = None
    valid: bool | None = None
    started_at: Text | None = None


class Check(_Form):
    """A failed or warning data check."""

    run: int | Text | None = None
    severity: Text | None = None
    expectation: Text | None = None
    en: str | None = None
    ru: str | None = None


class Effect(_Form):
    """The comparison of two levels on one metric and its verdict."""

    metric: Text
    level: Text
    baseline: Text | None = None
    effect_pct: float | None = None
    effect_abs: float | None = None
    ci_pct: list[float] | None = None
    p_adjusted: float | None = None
    verdict: Verdict
    reason: str | None = None
    detectable_pct: float | None = None
    repeats_needed: float | None = None


class Window(_Form):
    """A span of time within a run: a drop, a load step."""

    name: Text | None = None
    level: Text | None = None
    run: int | Text | None = None
    kind: Text | None = None
    metric: Text | None = None
    starts_at: Text | None = None
    ends_at: Text | None = None
    depth_pct: float | None = None
    recovered_after_s: float | None = None


class Setting(_Form):
    """A setting's allowed range."""

    name: Text
    unit: Text | None = None
    min: float | None = None
    max: float | None = None
    context: Text | None = None
    value: Text | None = None
    values: list[Text] | None = None


class Facts(_Form):
    """The facts of one experiment."""

    format: Literal["pgverdict-facts/1"]
    experiment: Experiment
    metrics: list[Metric] = []
    facts: list[Fact] = []
    runs: list[Run] = []
    checks: list[Check] = []
    effects: list[Effect] = []
    windows: list[Window] = []
    settings: list[Setting] = []

    def metric(self, name: str) -> Metric | None:
        """The metric with this id."""
        return next((metric for metric in self.metrics if metric.id == name), None)


class FactsFile(_Form):
    """The root of the facts form, for its JSON Schema."""

    root: Facts = Field(description="one experiment; several documents stand one a line")


def facts_of(document: Any, where: str = "facts") -> Facts:
    """Facts from decoded JSON; raises UnusableFacts with the path of what does not fit."""
    if not isinstance(document, dict):
        raise UnusableFacts(f"{where}: a JSON object was expected; `pgverdict facts EXPERIMENT --json` writes one")
    form = document.get("format")
    if form != FORM:
        raise UnusableFacts(f'{where}: "format" is {json.dumps(form)}; this checker reads "{FORM}"')
    cleaned = {key: value for key, value in document.items() if value is not None}
    try:
        facts = Facts.model_validate(cleaned)
    except ValidationError as error:
        first = error.errors()[0]
        path = ".".join(str(part) for part in first["loc"])
        more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
        raise UnusableFacts(
            f"{where}: {path}: {first['msg']}{more}; see contracts 3 or docs/handbook/checking.md"
        ) from None
    known = {metric.id for metric in facts.metrics}
    for fact in facts.facts:
        if fact.metric not in known:
            facts.metrics.append(Metric(id=fact.metric, unit=fact.unit))
            known.add(fact.metric)
        if fact.stat == "share" and fact.denominator and fact.unit not in (None, "1", "ratio"):
            fact.unit = "%"  # some files give a share its metric's own unit
    return facts


def load_facts(path: Path | str, experiment: str | None = None) -> Facts:
    """Reads a facts file: one JSON document, or several, one a line, of which `experiment` chooses by id."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UnusableFacts(f"{path}: {error.strerror}; give a file that `pgverdict facts … --json` wrote") from None
    except UnicodeDecodeError as error:
        raise UnusableFacts(f"{path}: not UTF-8 at byte {error.start}; save the file as UTF-8") from None
    documents = _documents(text, str(path))
    if experiment is not None:
        chosen = [one for one in documents if isinstance(one, dict) and _id_of(one) == experiment]
        if not chosen:
            held = ", ".join(sorted({_id_of(one) for one in documents if isinstance(one, dict)}))
            raise UnusableFacts(f"{path}: holds no experiment {experiment!r}; it holds: {held}")
        documents = chosen
    if len(documents) > 1:
        held = ", ".join(_id_of(one) for one in documents if isinstance(one, dict))
        raise UnusableFacts(f"{path}: holds {len(documents)} experiments ({held}); choose one with --experiment ID")
    return facts_of(documents[0], str(path))


def _id_of(document: dict[str, Any]) -> str:
    experiment = document.get("experiment")
    return str(experiment.get("id", "?")) if isinstance(experiment, dict) else "?"


def _documents(text: str, where: str) -> list[Any]:
    if not text.strip():
        raise UnusableFacts(f"{where}: empty; `pgverdict facts EXPERIMENT --json > FILE` writes one")
    try:
        return [json.loads(text)]
    except json.JSONDecodeError as whole:
        documents = []
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2:
            raise UnusableFacts(f"{where}: line {whole.lineno}, column {whole.colno}: {whole.msg}") from None
        for number, line in lines:
            try:
                documents.append(json.loads(line))
            except json.JSONDecodeError as broken:
                if number == lines[0][0]:
                    # the first line is no document of its own: the file was meant as one
                    raise UnusableFacts(f"{where}: line {whole.lineno}, column {whole.colno}: {whole.msg}") from None
                raise UnusableFacts(f"{where}: line {number}, column {broken.colno}: {broken.msg}") from None
        return documents
    except RecursionError:
        raise UnusableFacts(f"{where}: nested too deeply to be facts") from None
