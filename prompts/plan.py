"""Which article an execution gets, and in which order its sections stand: one folder an article kind."""

from dataclasses import dataclass
from functools import cache

from ruamel.yaml import YAML

from pgverdict.errors import Refused
from prompts.claims.answer import is_ordered
from prompts.claims.situation import situation
from prompts.rows import Findings
from prompts.wording import ARTICLES

ITEM_KINDS = ("note", "text", "claims", "list", "table", "picture", "code")


@dataclass(frozen=True)
class PlannedSection:
    """A section's id and its items, each a kind of ITEM_KINDS and a name; `always`: even without claims."""

    id: str
    items: tuple[tuple[str, str], ...]
    always: bool = False


@cache
def kinds() -> tuple[str, ...]:
    """The kinds of article that have a folder."""
    return tuple(sorted(path.parent.name for path in ARTICLES.glob("*/plan.yml")))


@cache
def load_plan(kind: str) -> tuple[PlannedSection, ...]:
    """The plan of an article kind. Errors: Refused for an unknown kind; ValueError for an item of no known kind."""
    if kind not in kinds():
        raise Refused(f"there is no article kind {kind!r}; there are {', '.join(kinds())}")
    data = YAML(typ="safe").load((ARTICLES / kind / "plan.yml").read_text("utf-8"))
    sections = []
    for entry in data["sections"]:
        items = tuple((item.split()[0], item.split()[1]) for item in entry["items"])
        unknown = [item for item, _ in items if item not in ITEM_KINDS]
        if unknown:
            raise ValueError(
                f"articles/{kind}/plan.yml, section {entry['id']}: {unknown[0]} is none of {', '.join(ITEM_KINDS)}"
            )
        sections.append(PlannedSection(entry["id"], items, bool(entry.get("always"))))
    return tuple(sections)


def kind_of(findings: Findings) -> str:
    """The kind that fits: progress before the last block, then by origin, number of factors, and order of levels."""
    experiment = findings.experiment
    if situation(findings) == "progress":
        return "progress"
    if experiment.origin == "import":
        return "benchmark"
    if len(experiment.factors) > 1:
        return "grid"
    return "ordered" if is_ordered(experiment.factors[0]["levels"]) else "experiment"
