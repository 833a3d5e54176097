"""Marks that travel inside prose until it becomes a page: which figure a number is, what is code, what must be escaped."""

import html
import re
from collections.abc import Callable, Mapping

from prompts.claims.model import Figure

# Private-use characters: no source text holds them (they are removed from untrusted text), and Markdown leaves them alone.
FIGURE, SHOWN, END = "\ue000", "\ue001", "\ue002"
CODE, CODE_END = "\ue003", "\ue004"
# A word that a model must not choose or see: a direction, a strength, an untrusted name.
HANDLE, HANDLE_END = "\ue005", "\ue006"
_FIGURE = re.compile(f"{FIGURE}([^{SHOWN}]*){SHOWN}([^{END}]*){END}")
_CODE = re.compile(f"{CODE}([^{CODE_END}]*){CODE_END}")
_SPECIAL = re.compile(r"([\\`*<>\[\]|~])|(?<!\w)_|_(?!\w)")
_HANDLE = re.compile(f"[{HANDLE}{HANDLE_END}]")
_ANY_MARK = re.compile(f"[{FIGURE}-{HANDLE_END}]")


def figure(figure_id: str, shown: str) -> str:
    """A number together with the id of its figure."""
    return f"{FIGURE}{figure_id}{SHOWN}{shown}{END}"


def code(text: str) -> str:
    """A name of the server's language: plain in Markdown (checkers may strip code), set as code in HTML."""
    return f"{CODE}{escape(text)}{CODE_END}"


def handle(text: str) -> str:
    """Words that stay ours: a model sees only a placeholder for them."""
    return f"{HANDLE}{text}{HANDLE_END}"


def escape(text: str) -> str:
    """Untrusted text made harmless in Markdown: marks and control characters removed, special characters escaped, one line."""
    flat = " ".join(_ANY_MARK.sub("", text).split())
    visible = "".join(character for character in flat if character.isprintable())
    return _SPECIAL.sub(lambda match: "\\" + match.group(0), visible).replace("&", "&amp;")


def literal(text: str, longest: int = 140) -> str:
    """Untrusted or literal text as a Markdown code span that nothing in it can end; one line, cut where it is long."""
    flat = " ".join("".join(c for c in str(text) if c.isprintable() or c.isspace()).split()).replace("|", "\u00a6")
    flat = "".join(c for c in flat if not "\ue000" <= c <= "\uf8ff")
    flat = flat if len(flat) <= longest else flat[: longest - 1] + "…"
    fence = "`" * (max((len(run) for run in re.findall(r"`+", flat)), default=0) + 1)
    pad = " " if flat.startswith("`") or flat.endswith("`") else ""
    return f"{fence}{pad}{flat}{pad}{fence}" if flat else "—"


def plain(text: str) -> str:
    """The text as Markdown: marks gone, numbers stay."""
    return _HANDLE.sub("", _CODE.sub(r"\1", _FIGURE.sub(r"\2", text)))


def bare(text: str) -> str:
    """The text for a picture, which knows neither marks nor Markdown: what `escape` added is taken back."""
    return re.sub(r"\\(.)", r"\1", plain(text)).replace("&amp;", "&")


def figure_ids(text: str) -> list[str]:
    """Ids of the figures in a text, in order."""
    return [match.group(1) for match in _FIGURE.finditer(text)]


def to_html(page: str, figures: Mapping[str, Figure], title: Callable[[Figure], str]) -> str:
    """Marks in finished HTML turned into elements; a number carries where it comes from in its title."""

    def number(match: re.Match[str]) -> str:
        identity, shown = match.groups()
        known = figures.get(html.unescape(identity))
        if known is None:
            return shown
        return f'<data value="{known.value!r}" title="{html.escape(title(known), quote=True)}">{shown}</data>'

    return _HANDLE.sub("", _CODE.sub(r"<code>\1</code>", _FIGURE.sub(number, page)))
