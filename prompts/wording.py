"""Words claims in one language: wordings from files, numbers by Babel's patterns, Russian cases from the glossary; nothing random."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any

from babel.core import Locale
from babel.dates import format_date
from jinja2 import Environment, StrictUndefined, Template

from pgverdict.i18n import LOCALES, NO_BREAK_SPACE, number, round_half_up, text_of
from pgverdict.units import SETTING_UNITS, UNITS, unit
from prompts import marks
from prompts.claims.model import Claim, Figure, Level
from prompts.glossary import Term, term
from prompts.lexicon import LEXICON
from prompts.rows import Findings

ARTICLES = Path(__file__).parent / "articles"
#: Russian prepositions and conjunctions that must not end a line before a number or a name.
_SHORT_RU = re.compile(
    r"(?<![\w-])(в|во|к|с|со|о|об|у|и|а|на|за|от|до|по|не|ни|из|для|при|над|под) (?=\S)", re.IGNORECASE
)


def parse_wordings(text: str, where: str) -> dict[str, list[str]]:
    """`## key` begins a wording, `---` its next variant. Errors: ValueError for a key that stands twice or has no text."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        key, _, body = part.partition("\n")
        variants = [" ".join(variant.split()) for variant in re.split(r"^---$", body, flags=re.MULTILINE)]
        if key.strip() in found or not all(variants):
            raise ValueError(f"{where}: {key.strip()} stands twice or has an empty variant")
        found[key.strip()] = variants
    return found


@cache
def wordings(language: str, kind: str = "common") -> dict[str, list[str]]:
    """All wordings of a language: the common ones, and the article kind's own over them."""
    common = ARTICLES / "common" / f"{language}.txt"
    own = ARTICLES / kind / f"{language}.txt"
    merged = parse_wordings(common.read_text("utf-8"), str(common))
    if kind != "common" and own.exists():
        merged |= parse_wordings(own.read_text("utf-8"), str(own))
    return merged


# Not HTML: the pages escape for themselves, and untrusted text passes `marks.escape`.
_ENVIRONMENT = Environment(undefined=StrictUndefined, autoescape=False)  # noqa: S701


@cache
def _template(source: str) -> Template:
    """A wording compiled once a process, not once an article."""
    return _ENVIRONMENT.from_string(source)


class Wording:
    """Says claims of one article in one language. Variants of a key are taken in turn, so that neighbours differ."""

    def __init__(self, findings: Findings, language: str, kind: str = "common") -> None:
        self.findings = findings
        self.language = language
        self.keys = wordings(language, kind)
        self.words = LEXICON[language]
        self._used: Counter[str] = Counter()
        self._fact_metrics = {fact.fact_id: fact.metric for fact in findings.facts}
        self._plural = Locale.parse(LOCALES[language]).plural_form
        self._given = self._helpers()

    def say(self, claim: Claim) -> str:
        """The claim's sentence, with marks. Errors: KeyError for a form without wording, jinja2.UndefinedError for a missing argument."""
        return self.text(claim.form, c=claim.args)

    def text(self, key: str, **arguments: Any) -> str:
        """The next variant of the wording `key`, rendered."""
        variants = self.keys[key]
        source = variants[self._used[key] % len(variants)]
        self._used[key] += 1
        factors = ", ".join(marks.code(str(f["name"])) for f in self.findings.experiment.factors)
        return self.polish(_template(source).render(self._given, factors=factors, **arguments))

    def experiment_title(self) -> str:
        """The experiment's title as its file has it, otherwise its id."""
        experiment = self.findings.experiment
        title = marks.escape(text_of(experiment.title, self.language).rstrip("."))
        return title or marks.code(experiment.experiment_id)

    def polish(self, text: str) -> str:
        """Capital at the start, one space, and in Russian no short word at the end of a line."""
        text = " ".join(part for part in text.split(" ") if part)
        # A setting's name keeps its spelling at the start of a sentence.
        if "_" not in text.split(" ")[0] and "." not in text.split(" ")[0]:
            text = self.cap(text)
        return _SHORT_RU.sub(lambda match: match.group(1) + NO_BREAK_SPACE, text) if self.language == "ru" else text

    def _helpers(self) -> dict[str, Any]:
        return {
            "L": self.level,
            "l": self.short_level,
            "LL": self.levels,
            "M": self.metric,
            "q": self.quantity,
            "n": self.number,
            "signed": self.signed,
            "by": self.by,
            "than": self.than,
            "apart": self.apart,
            "story": self.story,
            "slope": self.slope,
            "ci": self.interval,
            "share_ci": self.share_interval,
            "plural": self.plural,
            "cap": self.cap,
            "code": marks.code,
            "literal": marks.literal,
            "e": marks.escape,
            "listed": self.listed,
            "listed_codes": self.listed_codes,
            "listed_metrics": self.listed_metrics,
            "sequence": self.sequence,
            "shares": self.shares,
            "ordered": self.ordered,
            "raw_level": self.raw_level,
            "raw_levels": self.raw_levels,
            "sign": lambda sign: marks.handle(self.words[sign]),
            "h": marks.handle,
            "strength": lambda word: marks.handle(self.words["strength"].get(word, word)),
            "resource": lambda word: marks.handle(self.words["resource"].get(word, word)),
            "evidence": self.evidence,
            "restart": lambda context: self.words["restart"].get(context, self.words["restart"]["unknown"]),
            "clock": lambda at: at.strftime("%H:%M:%S"),
            "date": self.date,
            "said": self.said,
            "held": self.held,
        }

    # ---------------------------------------------------------------- numbers

    def number(self, figure: Figure) -> str:
        """The number alone, at its fact's precision."""
        return marks.figure(figure.id, number(figure.value, figure.decimals, self.language))

    def quantity(self, figure: Figure, metric: str | None = None) -> str:
        """The number with its unit, joined by a no-break space."""
        return self._with_unit(figure, number(figure.value, figure.decimals, self.language), metric)

    def aligned(self, figures: list[Figure]) -> list[str]:
        """Numbers of one row at the coarsest precision among them, unless that would hide a value."""
        places = min(figure.decimals for figure in figures)
        return [
            marks.figure(
                f.id,
                number(
                    f.value,
                    f.decimals if round_half_up(f.value, places) == 0 != round_half_up(f.value, f.decimals) else places,
                    self.language,
                ),
            )
            for f in figures
        ]

    def size(self, figure: Figure) -> str:
        """The number without its sign, where a word says the direction."""
        return self._with_unit(figure, number(abs(figure.value), figure.decimals, self.language))

    def signed(self, figure: Figure) -> str:
        """The number with its sign always shown."""
        shown = number(figure.value, figure.decimals, self.language)
        is_plus = figure.value > 0 and shown.strip("0.,") != ""
        return self._with_unit(figure, ("+" if is_plus else "") + shown)

    def by(self, told: Mapping[str, Any], is_after: bool = False) -> str:
        """By how much a level differs (`prompts.claims.told`): `12.3% higher`, `many times higher`, or `higher` alone."""
        way = marks.handle(self.words["higher" if told["direction"] == "up" else "lower"])
        if told["way"] != "percent":
            return f"{self.words['many_times']} {way}" if told["is_many"] else way
        amount = self.size(told["effect"])
        if self.language == "en":
            return f"{amount} {way}"
        return f"{way} на {amount}" if is_after else f"на {amount} {way}"

    def than(self, told: Mapping[str, Any], baseline: Level, is_after: bool = False, is_full: bool = False) -> str:
        """The comparison with the baseline, in the way that fits the size of the difference: `is 12.3% higher than at off`, or
        `is 81.7% against 0.0044% at off`. `is_full` names the factor, `is_after` puts the amount last (Russian only)."""
        at = self.level(baseline) if is_full else self.short_level(baseline)
        if told["way"] == "values":
            mine, other = (self.quantity(figure) for figure in told["means"])
            if self.language == "en":
                return f"is {mine} against {other} at {at}"
            return f"— {mine} против {other} при {at}"
        amount = self.by(told, is_after)
        return f"is {amount} than at {at}" if self.language == "en" else f"{amount}, чем при {at}"

    def story(self, told: Mapping[str, Any], level: Level, baseline: Level, is_after: bool = False) -> str:
        """The whole comparison, metric first: `throughput at off is 36.9% higher than at on`. Values stand before their levels: behind
        a level that ends in a digit a dash would read as a range."""
        term = self.metric(told["metric"])
        name = term.the if self.language == "en" else term.nom
        if told["way"] == "values":
            return f"{name} {'is' if self.language == 'en' else '—'} {self.apart(told, level, baseline, is_full=True)}"
        at = "at" if self.language == "en" else "при"
        return f"{name} {at} {self.level(level)} {self.than(told, baseline, is_after)}"

    def apart(self, told: Mapping[str, Any], level: Level, baseline: Level, is_full: bool = False) -> str:
        """The comparison in a list, where the metric stands before it: `36.9% higher at off than at on`, `81.7% at off against
        0.0044% at on`. `is_full` names the factor of the level."""
        here, there = self.level(level) if is_full else self.short_level(level), self.short_level(baseline)
        if told["way"] == "values":
            mine, other = (self.quantity(figure) for figure in told["means"])
            return (
                f"{mine} at {here} against {other} at {there}"
                if self.language == "en"
                else f"{mine} при {here} против {other} при {there}"
            )
        amount = self.by(told)
        return (
            f"{amount} at {here} than at {there}" if self.language == "en" else f"{amount} при {here}, чем при {there}"
        )

    def slope(self, figure: Figure) -> str:
        """A slope with its metric's unit; "a minute" is said by the sentence."""
        base = (
            figure.unit.removesuffix("/min") if figure.unit.endswith("/min") and figure.unit != "1/min" else figure.unit
        )
        shown = number(figure.value, figure.decimals, self.language)
        return marks.figure(figure.id, ("+" if figure.value > 0 else "") + shown) + self._unit_text(
            base, self._metric_of(figure)
        )

    def _with_unit(self, figure: Figure, shown: str, metric: str | None = None) -> str:
        return marks.figure(figure.id, shown) + self._unit_text(figure.unit, metric or self._metric_of(figure))

    def _metric_of(self, figure: Figure) -> str | None:
        return self._fact_metrics.get(figure.id)

    def _unit_text(self, unit_id: str, metric: str | None) -> str:
        if metric in self.findings.metrics and self.findings.metrics[metric].unit == unit_id:
            own = self.metric(str(metric)).unit
            if own:
                # "-": the metric's name says what is counted, and a unit would say it twice.
                return "" if own == "-" else NO_BREAK_SPACE + own
        if unit_id == "%":
            return NO_BREAK_SPACE + "%" if self.language == "ru" else "%"
        if unit_id == "1/s":
            return NO_BREAK_SPACE + str(self.words["per_second"])
        shown = getattr(unit(unit_id), self.language) if unit_id in UNITS else unit_id
        return NO_BREAK_SPACE + marks.escape(shown) if shown else ""

    def interval(self, figure: Figure) -> str:
        """The figure's interval, "from … to …", both ends with the figure's unit said once."""
        low, high = (number(value, figure.decimals, self.language) for value in (figure.low or 0.0, figure.high or 0.0))
        if figure.low is None or figure.high is None:
            return str(self.words["unknown_interval"])
        start, end = marks.figure(figure.id, low), marks.figure(figure.id, high)
        unit_text = self._unit_text(figure.unit, self._metric_of(figure))
        if self.language == "ru":
            return f"от {start} до {end}{unit_text}"
        return f"{start}{unit_text if unit_text == '%' else ''} to {end}{unit_text}"

    def share_interval(self, figure: Figure) -> str:
        """The interval of a share in brackets, or nothing where the mart has none."""
        if figure.low is None or figure.high is None:
            return ""
        return f" ({self.words['interval']} {self.interval(figure)})"

    def plural(self, count: Figure | float | int | str, *forms: str) -> str:
        """The form that agrees with `count` by CLDR's rules: ru one, few, many; en one, other."""
        value = (
            count.value
            if isinstance(count, Figure)
            else float(str(count).split()[0])
            if str(count).replace(".", "").isdigit()
            else 5
        )
        category = self._plural(int(value) if float(value).is_integer() else value)
        order = ("one", "few", "many") if self.language == "ru" else ("one", "other")
        return forms[order.index(category)] if category in order else forms[1]

    # ---------------------------------------------------------------- names

    def metric(self, name: str) -> Term:
        """The metric's term; a name that the glossary does not have is untrusted and stays behind a handle."""
        return term(self.findings.metrics[name], self.language)

    def raw_level(self, factor: Mapping[str, Any], text: str) -> str:
        """One level of one factor, with the factor's unit where the file left it out."""
        unit_id = factor.get("unit")
        is_bare = text.replace(".", "", 1).isdigit()
        return marks.escape(text + (unit_id if is_bare and unit_id and unit_id in SETTING_UNITS else ""))

    def raw_levels(self, factor: Mapping[str, Any]) -> str:
        """A factor's levels, listed."""
        return self.listed([self.raw_level(factor, str(level)) for level in factor["levels"]], is_escaped=True)

    def level(self, level: Level) -> str:
        """A level with its factors: `work_mem = 4MB`; a cell of a grid as facts spell it, `huge_pages/clients = 2MB/32`.

        A level of a main effect names its factor itself: `clients=16`, shown as `clients = 16`.
        """
        if "=" in level.text:
            return self.short_level(level)
        names = "/".join(str(factor["name"]) for factor in self.findings.experiment.factors)
        return f"{marks.code(names)}{NO_BREAK_SPACE}={NO_BREAK_SPACE}{self.short_level(level)}"

    def short_level(self, level: Level) -> str:
        """A level alone, where its factor has just been named."""
        factors = self.findings.experiment.factors
        if "=" in level.text:
            name, _, value = level.text.partition("=")
            return f"{marks.code(name)}{NO_BREAK_SPACE}={NO_BREAK_SPACE}{marks.code(value)}"
        parts = level.text.split("/") if len(factors) > 1 else [level.text]
        shown = "/".join(self.raw_level(factor, part) for factor, part in zip(factors, parts, strict=False))
        return f"{marks.CODE}{shown}{marks.CODE_END}"

    def levels(self, levels: Iterable[Level]) -> str:
        """Levels after the name of their factor."""
        names = "/".join(str(factor["name"]) for factor in self.findings.experiment.factors)
        shown = self._and([self.short_level(level) for level in levels])
        return f"{marks.code(names)}{NO_BREAK_SPACE}={NO_BREAK_SPACE}{shown}"

    def ordered(self, levels: Iterable[Level]) -> str:
        """Levels in the order given."""
        return ", ".join(self.short_level(level) for level in levels)

    def sequence(self, items: Iterable[tuple[Level, Figure]]) -> str:
        """A value a level: `412 tps (on), 830 tps (off)`."""
        pairs = list(items)
        shown = self.aligned([figure for _, figure in pairs])
        return ", ".join(
            f"{text}{self._unit_text(figure.unit, self._metric_of(figure))} ({self.short_level(level)})"
            for text, (level, figure) in zip(shown, pairs, strict=True)
        )

    def shares(self, items: Iterable[tuple[Level, Figure]]) -> str:
        """Shares by level, the whole named once: `34.2% of all active session time at on, 33.8% at local and 21.0% at off`."""
        whole, at = self.words["active_time"], self.words["at"]
        found = [
            f"{self.quantity(figure)}{whole if not place else ''} {at} {self.short_level(level)}"
            for place, (level, figure) in enumerate(items)
        ]
        return self._and(found)

    def listed(self, items: Iterable[str], is_escaped: bool = False) -> str:
        """Words joined as the language joins them."""
        return self._and([item if is_escaped else marks.escape(item) for item in items])

    def listed_codes(self, items: Iterable[str]) -> str:
        """Names joined as the language joins them."""
        return self._and([marks.code(item) for item in items])

    def listed_metrics(self, names: Iterable[str]) -> str:
        """Metrics joined as the language joins them."""
        known = [self.metric(name) for name in names if name in self.findings.metrics]
        # Russian names stay in the nominative, so they stand in quotes where a sentence would decline them.
        return self._and([one.quoted if self.language == "ru" else one.the for one in known])

    def _and(self, items: list[str]) -> str:
        return f" {self.words['and']} ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)

    def evidence(self, codes: Iterable[str]) -> str:
        """Signs of a limiting factor, in words."""
        return self._and([self.words["evidence"].get(one, marks.escape(one.replace("_", " "))) for one in codes])

    def held(self, kinds: Iterable[str], case: str = "nom") -> str:
        """Each load, each number of clients: what is met and not chosen, in the case that the sentence needs."""
        return self._and([self.words["conditions"][kind][case] for kind in kinds])

    def said(self, claim: Mapping[str, Any]) -> str:
        """An earlier claim in today's words, to stand behind a colon: small at its start, names and abbreviations left alone."""
        text = self.say(claim["of"])
        is_word = text[:1].isupper() and not text[1:2].isupper() and "_" not in text.split()[0]
        return text[0].lower() + text[1:] if is_word else text

    # ---------------------------------------------------------------- times

    def date(self, value: date | datetime) -> str:
        """A date in full."""
        shown = format_date(value, "long", locale=LOCALES[self.language])
        # CLDR ends a Russian date in "г.", which would double the full stop of a sentence.
        return re.sub(r"\s*г\.$", " года", shown).replace(" ", NO_BREAK_SPACE)

    @staticmethod
    def cap(text: str) -> str:
        """The first letter as a capital, names of settings left alone."""
        if not text or text[0] in (marks.FIGURE, marks.CODE):
            return text
        if text[0] == marks.HANDLE:
            return text[0] + text[1:2].upper() + text[2:]
        return text[0].upper() + text[1:]
