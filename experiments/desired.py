"""What a run asks of server and host: its factors' levels and what is held, gathered by the kind of thing that is set."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from experiments.model import Experiment


@dataclass(frozen=True)
class Desired:
    """The state that a run needs. Names that an experiment varies but a run leaves alone are at the server's own value."""

    guc: dict[str, str] = field(default_factory=dict)
    scoped: dict[str, tuple[str, str]] = field(default_factory=dict)  # name: (scope 'database' or 'role', value)
    sysctl: dict[str, str] = field(default_factory=dict)
    huge_pages: str | None = None
    transparent_huge_pages: str | None = None
    volume: str | None = None
    placement: str = "data_directory"
    labels: dict[str, str] = field(default_factory=dict)


#: The settings that the kind huge_pages sets.
HUGE_PAGE_SETTINGS = ("huge_pages", "huge_page_size")


def desired(experiment: Experiment, levels: dict[str, str]) -> Desired:
    """The state for a run at these levels."""
    hold = experiment.form.hold
    wanted = Desired(guc=dict(hold.guc), sysctl=dict(hold.sysctl))
    values: dict[str, Any] = {
        "huge_pages": hold.huge_pages,
        "transparent_huge_pages": hold.transparent_huge_pages,
    }
    for factor in experiment.form.factors:
        level = levels[factor.name]
        if factor.kind == "guc" and factor.scope == "system":
            wanted.guc[factor.name] = level
        elif factor.kind == "guc":
            wanted.scoped[factor.name] = (factor.scope, level)
        elif factor.kind == "sysctl":
            wanted.sysctl[factor.name] = level
        elif factor.kind == "huge_pages":
            values["huge_pages"] = level
        elif factor.kind == "storage":
            values |= {"volume": level, "placement": factor.placement}
        elif factor.kind == "label":
            wanted.labels[factor.name] = level
    return Desired(wanted.guc, wanted.scoped, wanted.sysctl, labels=wanted.labels, **values)


@dataclass(frozen=True)
class Touched:
    """Everything that an experiment may change on server and host in any of its runs."""

    guc: list[str]
    sysctl: list[str]
    huge_pages: bool
    transparent_huge_pages: bool
    volumes: list[str]
    role_guc: list[str] = field(default_factory=list)

    @property
    def kernel(self) -> bool:
        """Whether anything outside PostgreSQL is touched, which all servers of a host share."""
        return bool(self.sysctl or self.huge_pages or self.transparent_huge_pages or self.volumes)

    def as_json(self) -> dict[str, Any]:
        return {
            "guc": self.guc,
            "sysctl": self.sysctl,
            "huge_pages": self.huge_pages,
            "transparent_huge_pages": self.transparent_huge_pages,
            "volumes": self.volumes,
            "role_guc": self.role_guc,
        }


def touched(experiment: Experiment) -> Touched:
    """What the runs of an experiment touch, all together."""
    form = experiment.form
    kinds = {factor.kind for factor in form.factors}
    huge = "huge_pages" in kinds or form.hold.huge_pages is not None
    gucs = {factor.name for factor in form.factors if factor.kind == "guc"} | set(form.hold.guc)
    gucs |= set(HUGE_PAGE_SETTINGS) if huge else set()
    return Touched(
        guc=sorted(gucs),
        sysctl=sorted({factor.name for factor in form.factors if factor.kind == "sysctl"} | set(form.hold.sysctl)),
        huge_pages=huge,
        transparent_huge_pages=form.hold.transparent_huge_pages is not None,
        volumes=sorted(form.volumes) if "storage" in kinds else [],
        role_guc=sorted(factor.name for factor in form.factors if factor.kind == "guc" and factor.scope == "role"),
    )
