"""Prompts as files with front matter: found by language and kind, rendered strictly, known by the hash of their text."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from jinja2 import Environment, StrictUndefined
from ruamel.yaml import YAML

from prompts.llm.protocol import Line
from prompts.wording import ARTICLES

KEYS = {"name", "version", "language", "temperature", "max_tokens", "top_p", "seed"}


@dataclass(frozen=True)
class Prompt:
    """A prompt file: `system` and `user` are Jinja texts; `parameters` go to the endpoint; `hash` is of the whole file."""

    name: str
    version: int
    hash: str
    parameters: dict[str, Any]
    system: str
    user: str

    def messages(self, section: str, lines: Sequence[Line], reasons: dict[str, str]) -> list[dict[str, str]]:
        """The messages of one call. Errors: jinja2.UndefinedError naming a variable that the file uses and nobody gives."""
        environment = Environment(undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)  # noqa: S701
        values = {"section": section, "lines": [line.text() for line in lines], "reasons": reasons, "count": len(lines)}
        return [
            {"role": "system", "content": environment.from_string(self.system).render(values).strip()},
            {"role": "user", "content": environment.from_string(self.user).render(values).strip()},
        ]


@cache
def load_prompt(language: str, kind: str = "common") -> Prompt:
    """The kind's own prompt, or the common one. Errors: ValueError for front matter with a missing or unknown key."""
    own = ARTICLES / kind / f"prompt.{language}.md"
    path = own if own.exists() else ARTICLES / "common" / f"prompt.{language}.md"
    text = path.read_text("utf-8")
    _, front, body = text.split("---\n", 2)
    meta = YAML(typ="safe").load(front)
    if set(meta) - KEYS or not {"name", "version", "language"} <= set(meta) or meta["language"] != language:
        raise ValueError(
            f"{path.name}: front matter must have name, version, language={language} and may have {', '.join(sorted(KEYS))}"
        )
    system, _, user = body.partition("\n=== user ===\n")
    parameters = {name: meta[name] for name in ("temperature", "max_tokens", "top_p", "seed") if name in meta}
    return Prompt(meta["name"], meta["version"], hashlib.sha256(text.encode()).hexdigest(), parameters, system, user)
