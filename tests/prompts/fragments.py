"""Which literal pieces of the wordings were rendered: a template is compiled with a mark behind each piece, and the marks count."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain

import jinja2

from pgverdict.i18n import LANGUAGES
from prompts import wording
from prompts.plan import kinds

#: What only a refusal or a fault brings about; tests of their own render it.
OF_FAULTS = {"digest.glance.refused"}


class Fragments:
    """The pieces of all wordings, and how often each was rendered."""

    def __init__(self) -> None:
        self._lexer = jinja2.Environment(autoescape=False)
        self._places: dict[tuple[str, int], int] = {}
        self.rendered: dict[int, int] = {}

    def _pieces(self, source: str) -> list[tuple[str, int, str]]:
        """Each token of a wording with its place, and for the pieces with words the place in `_places`."""
        found = []
        for place, (_, kind, text) in enumerate(self._lexer.lex(source)):
            is_piece = kind == "data" and re.search(r"\w", text)
            found.append((text, self._places.setdefault((source, place), len(self._places)) if is_piece else -1, kind))
        return found

    def _marked(self, source: str) -> str:
        return "".join(text + (f"{{{{ __mark({at}) }}}}" if at >= 0 else "") for text, at, _ in self._pieces(source))

    def _mark(self, at: int) -> str:
        self.rendered[at] = self.rendered.get(at, 0) + 1
        return ""

    @contextmanager
    def counted(self) -> Iterator["Fragments"]:
        """Counts what is rendered meanwhile."""
        plain = wording._template

        @cache
        def template(source: str) -> jinja2.Template:
            made = plain(self._marked(source))
            made.globals["__mark"] = self._mark
            return made

        wording._template = template
        try:
            yield self
        finally:
            wording._template = plain

    def never(self) -> tuple[int, list[str]]:
        """How many pieces there are, and those that were not rendered: `language key: piece`, each wording once."""
        known: dict[int, str] = {}
        for language in LANGUAGES:
            for kind in ("common", *kinds()):
                for key, variants in wording.wordings(language, kind).items():
                    for text, at, _ in chain.from_iterable(self._pieces(source) for source in variants):
                        if at >= 0 and key not in OF_FAULTS:
                            known.setdefault(at, f"{language} {key}: {text.strip()}")
        return len(known), [name for at, name in known.items() if not self.rendered.get(at)]
