"""One look for all pictures: matplotlib draws, the SVG is then made small, inherits the page's ink, and has ids of its own."""

import io
import re
from typing import Any

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import ScalarFormatter

matplotlib.use("svg")
# Names come from anyone: a dollar sign is no formula.
matplotlib.rcParams["text.parse_math"] = False

#: Replaced by `currentColor`, so that a picture follows the page into the dark.
INK = "#111213"
#: Okabe and Ito's colours that keep contrast on white and on near-black; styles tell levels apart in print.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B08A00", "#56B4E9", "#8C6BB1", "#7F7F7F")
STYLES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1)), "-", "--")
MARKERS = "osD^vPX*"
_STYLE: Any = {
    "svg.fonttype": "none", "font.size": 9.0, "font.family": "sans-serif", "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK,
    "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.6, "axes.titlesize": 9.0,
    "legend.frameon": False, "lines.linewidth": 1.0, "path.simplify": True, "path.simplify_threshold": 0.5,
}  # fmt: skip
# For good: what is drawn later, a legend or a title, takes its colour and size at that moment.
matplotlib.rcParams.update(_STYLE)
_NUMBER = re.compile(r"(-?\d+\.\d{2})\d+")


class Ticks(ScalarFormatter):
    """Numbers of an axis as the language writes them: decimal sign and groups of thousands."""

    def __init__(self, language: str) -> None:
        super().__init__(useOffset=False)
        self.signs = {".": ",", ",": "\u202f"} if language == "ru" else {}

    def __call__(self, value: float, position: int | None = None) -> str:
        """The tick's text; matplotlib decides how many places the axis needs."""
        shown = super().__call__(value, position)
        whole, dot, rest = shown.partition(".")
        if len(whole.lstrip("\u2212-")) > 4 and whole.lstrip("\u2212-").isdigit():
            sign = whole[: len(whole) - len(whole.lstrip("\u2212-"))]
            whole = sign + f"{int(whole[len(sign) :]):,}"
        return "".join(self.signs.get(one, one) for one in whole + dot + rest)


class Canvas:
    """A figure of a width that fits a column; `svg()` gives the finished text."""

    def __init__(self, name: str, rows: int = 1, columns: int = 1, height: float = 2.4, **options: Any) -> None:
        self.name = name
        self.figure = Figure(figsize=(7.2, height), layout="constrained")
        self.axes = self.figure.subplots(rows, columns, squeeze=False, **options)
        for axis in self.axes.flat:
            axis.grid(True, color="#888888", alpha=0.25, linewidth=0.5)
            axis.set_axisbelow(True)

    def svg(self, alt: str, language: str = "en") -> str:
        """The picture as SVG text with `alt` as its title, its axes in the language's numbers. The same figure gives the same bytes."""
        for one in (line for axis in self.axes.flat for line in (axis.xaxis, axis.yaxis)):
            # Names of levels and ratios have formatters of their own.
            if type(one.get_major_formatter()) is ScalarFormatter:
                one.set_major_formatter(Ticks(language))
        buffer = io.StringIO()
        with matplotlib.rc_context({"svg.hashsalt": self.name}):
            FigureCanvasSVG(self.figure).print_svg(
                buffer, metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
            )
        return finished(buffer.getvalue(), self.name, alt)


def finished(svg: str, name: str, alt: str) -> str:
    """Prolog and background off, two decimals, ids prefixed by `name`, ink that follows the page, `alt` as title."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r'<g id="patch_1">.*?</g>', "", body, count=1, flags=re.DOTALL)
    body = (
        re.sub(r'\bid="', f'id="{name}-', body).replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')
    )
    body = re.sub(r"<!--.*?-->", "", body, flags=re.DOTALL)
    body = _NUMBER.sub(r"\1", body).replace(INK, "currentColor").replace("fill: #ffffff", "fill: none")
    body = re.sub(r"font: (\d+)px [^;\"]*", r"font: \1px sans-serif", body)
    body = re.sub(r"\n\s*", "\n", body)
    title = alt.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    opening = re.compile(r"<svg ([^>]*)>", re.DOTALL)
    return opening.sub(lambda match: f'<svg role="img" {match.group(1)}>\n<title>{title}</title>', body, count=1)


def colour(position: int) -> str:
    """The colour of the level at that position."""
    return COLOURS[position % len(COLOURS)]
