"""Reads the metric families of `collectors/postgres/*.sql`: what each asks, how often, and from which version on."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pgverdict.errors import Refused

FOLDER = Path(__file__).parent / "postgres"
_KEYS = {"table", "every", "units", "moments", "needs", "silent", "key", "thorough", "clock", "normalise", "of"}
_SINCE = re.compile(r"-- since: ([\d.]+)(?:, until: ([\d.]+))?$")
_KEY = re.compile(r"-- ([a-z]+): (.+)$")

Version = tuple[int, ...]


@dataclass(frozen=True)
class Variant:
    """The SQL of one range of versions, both ends included; `until` None: still so."""

    since: Version
    until: Version | None
    sql: str


@dataclass(frozen=True)
class Family:
    """One metric family.

    `interval_s` is None for one that is asked at `moments` only. `needs` names an extension; the variants' versions are
    then the extension's, otherwise the server's. `silent`: "zero" holds back rows whose values (all columns after `key`)
    are zero until they move, "unchanged" rows that have not moved since the first sample.
    """

    name: str
    purpose: str
    table: str
    variants: tuple[Variant, ...]
    interval_s: float | None = None
    moments: tuple[str, ...] = ()
    units: str = ""
    needs: str | None = None
    silent: str | None = None
    key: tuple[str, ...] = ()
    thorough_every: int | None = None
    has_clock: bool = True
    normalised: str | None = None
    of: str | None = None  # keeps only rows whose first column is one that this other family wrote in the run

    def variant(self, version: Version) -> Variant | None:
        """The variant for a version of the server or extension; None where the family does not exist."""
        for variant in self.variants:
            shortened = version[: len(variant.until)] if variant.until else ()
            if version >= variant.since and (variant.until is None or shortened <= variant.until):
                return variant
        return None


def parse_version(text: str) -> Version:
    """'1.11' -> (1, 11); '18' -> (18,)."""
    return tuple(int(part) for part in text.split("."))


def parse_family(name: str, text: str) -> Family:
    """One family's file. Errors: Refused naming file and line."""
    purpose: list[str] = []
    keys: dict[str, str] = {}
    variants: list[tuple[Version, Version | None, list[str]]] = []
    for position, line in enumerate(text.splitlines(), 1):
        if found := _SINCE.match(line):
            variants.append((parse_version(found[1]), parse_version(found[2]) if found[2] else None, []))
        elif variants:
            variants[-1][2].append(line)
        elif (found := _KEY.match(line)) and (found[1] in _KEYS or (purpose and keys)):
            if found[1] not in _KEYS:
                raise Refused(f"{name}.sql:{position}: unknown key {found[1]!r}; known are {', '.join(sorted(_KEYS))}")
            keys[found[1]] = found[2].strip()
        elif line.startswith("--"):
            purpose.append(line[2:].strip())
        elif line.strip():
            raise Refused(f'{name}.sql:{position}: SQL before a line "-- since: VERSION"')
    if not variants or "table" not in keys or ("every" in keys) == ("moments" in keys):
        raise Refused(
            f'{name}.sql: needs "-- table:", either "-- every:" or "-- moments:", and "-- since:" before its SQL'
        )
    return _family(name, " ".join(purpose), keys, variants)


def _family(
    name: str, purpose: str, keys: dict[str, str], variants: list[tuple[Version, Version | None, list[str]]]
) -> Family:
    return Family(
        name=name,
        purpose=purpose,
        table=keys["table"],
        variants=tuple(Variant(since, until, "\n".join(lines).strip()) for since, until, lines in variants),
        interval_s=float(keys["every"].split()[0]) if "every" in keys else None,
        moments=_words(keys.get("moments")),
        units=keys.get("units", ""),
        needs=keys.get("needs"),
        silent=keys.get("silent"),
        key=_words(keys.get("key")),
        thorough_every=int(keys["thorough"]) if "thorough" in keys else None,
        has_clock=keys.get("clock") != "none",
        normalised=keys.get("normalise"),
        of=keys.get("of"),
    )


def _words(text: str | None) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",")) if text else ()


@cache
def families() -> dict[str, Family]:
    """Every family by its name (the file's), in the order of the names."""
    return {path.stem: parse_family(path.stem, path.read_text()) for path in sorted(FOLDER.glob("*.sql"))}
