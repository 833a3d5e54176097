"""Words the arithmetic of a verdict as a sentence for people: metrics and statistics by their names, verdicts and units in the language, a capital and a full stop.

Judges give their reasons in the facts' own identifiers ("20.util.mean is 66.9", "iops vs 8: undecided"); here they become "%util (mean, 20) is 66.9."
"""

from __future__ import annotations

import math
import re

from factcheck.forms.facts import Fact, Facts
from factcheck.forms.result import Claim, Why

_STATS = {
    "en": {
        "mean": "mean", "median": "median", "max": "maximum", "min": "minimum", "stddev": "standard deviation", "cv": "coefficient of variation",
        "amplitude": "range", "share": "share", "count": "count", "duration": "duration", "first": "first", "last": "last", "slope": "slope",
        "angle": "angle of slope", "r_squared": "R²", "pearson": "correlation", "spearman": "rank correlation", "partial": "partial correlation",
        "depth": "depth", "value": "value", "delta_pct": "change, %", "ratio": "ratio",
    },
    "ru": {
        "mean": "среднее", "median": "медиана", "max": "максимум", "min": "минимум", "stddev": "стандартное отклонение", "cv": "коэффициент вариации",
        "amplitude": "размах", "share": "доля", "count": "число", "duration": "длительность", "first": "первое", "last": "последнее", "slope": "наклон",
        "angle": "угол наклона", "r_squared": "R²", "pearson": "корреляция", "spearman": "ранговая корреляция", "partial": "частная корреляция",
        "depth": "глубина", "value": "значение", "delta_pct": "изменение, %", "ratio": "отношение",
    },
}  # fmt: skip
_OF = {"en": ("with", "of"), "ru": ("с", "от")}
#: What stands in the reasons of both languages as the facts write it.
_WORDS = {
    "en": {
        "single_run": "a single run a level", "experiment.repeats": "repeats a level", "chaddock": "Chaddock", "evans": "Evans", "hinkle": "Hinkle",
    },
    "ru": {
        "better": "лучше", "worse": "хуже", "equivalent": "эквивалентно", "undecided": "не решено", "single_run": "по одному прогону", "drifting": "дрейф", "invalid": "негодно",
        "very strong": "очень сильная", "very weak": "очень слабая", "strong": "сильная", "weak": "слабая", "moderate": "умеренная", "noticeable": "заметная", "none": "нет связи",
        "chaddock": "Чеддок", "evans": "Эванс", "hinkle": "Хинкл", "points": "п. п.", "s": "с", "mean": "среднее", "median": "медиана", "max": "максимум", "min": "минимум", "вердикт undecided": "вердикт — «не решено»", "vs": "против",
        "needs a restart": "нужен перезапуск", "needs no restart": "перезапуск не нужен",
        "dispersion": "разброс", "experiment.repeats": "прогонов на уровень", "effect": "эффект", "drops at": "просадок при", "not determined": "не определено", "not established": "не установлено",
    },
}  # fmt: skip
_SAID = {
    language: re.compile(
        rf"(?:(?<=[ :(])|^)(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})(?=$|[ ,;:)])"
    )
    for language, words in _WORDS.items()
}
_CALLED = re.compile(r"[^\s;()]+")
_VALUE = r"[-−+]?\d[\d.,]*(?:e[+-]\d+)?%?"
_LEVELS_ALONE = re.compile(
    rf"^[^\s:;()]+: {_VALUE}(?:, [^\s:;()]+: {_VALUE})*$|^{_VALUE} \([^()]+\)(?: → | and | и )|^{_VALUE}(?: → {_VALUE})+$"
)
_UNSAID = re.compile(r"^(?:[-−+]?\d|→)")
_CLOCKS = re.compile(r"^(?:[^\s:]+ )?\d\d:\d\d[–:]")
_CHANGE = re.compile(r"^(?:by the facts the (?:change|ratio) is|по фактам (?:изменение|отношение равно)) \S+$")
_POWER = re.compile(r"(?<![\w.])(-?\d(?:\.\d+)?e[+-]\d+)(?!\w)")
_POINT = re.compile(r"(?<![\w.,:/])([-−+]?\d+\.\d+)(?![\w./])")
_SET_UP, _SET_UP_RU = re.compile(r"^environment\.(\w+) is"), re.compile(r"^(cpu_cores|ram_gb|[a-z]+(?:_[a-z]+)+) =")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:e[+-]\d+)?")
_FOLLOWS = re.compile(r"^(?:does not follow from|follows from|не следует из|следует из) (-?[\d.]+) → (-?[\d.]+)$")
_MINUTES = re.compile(r"(?<=\d )min(?!\w)")
_PART_OF_A_MINUTE = re.compile(r"(?<![\w.])(\d+\.\d{2,}) min(?!\w)")
_ALONE = {"en": ("By the facts: ", "Drops: "), "ru": ("По фактам: ", "Просадки: ")}


class Reasons:
    """Rewords the reasons of one article's claims."""

    def __init__(self, facts: Facts, language: str) -> None:
        self.language = "ru" if language == "ru" else "en"
        self.facts: dict[str, Fact] = {fact.name: fact for fact in facts.facts}
        self.levels = {fact.level for fact in facts.facts if fact.level is not None}
        self.levels |= {text for factor in facts.experiment.factors for text in factor.levels}
        self._spaced: dict[str, list[str]] = {}  # ids with spaces in them, by their first word
        for name in sorted((name for name in self.facts if " " in name), key=len, reverse=True):
            self._spaced.setdefault(name.split(" ")[0], []).append(name)
        self.names = {
            language: {metric.id: _first_name(metric.names.get(language), metric.id) for metric in facts.metrics}
            for language in _STATS
        }
        self._called = {name for named in self.names.values() for pair in named.items() for name in pair}

    def word(self, claim: Claim) -> None:
        """Puts sentences in place of the claim's reasons, and a metric's name where its identifier is expected."""
        claim.why = Why(en=self.sentence(claim.why.en, "en", claim), ru=self.sentence(claim.why.ru, "ru", claim))
        if claim.expected is not None:
            claim.expected = self.names[self.language].get(claim.expected, claim.expected)

    def sentence(self, text: str, language: str, claim: Claim) -> str:
        """One reason as a sentence of a language."""
        subject = self._common(claim, text, language)
        text = (
            _SET_UP.sub(r"in the set-up \1 is", text) if language == "en" else _SET_UP_RU.sub(r"на стенде \1 =", text)
        )
        metric = next((fact.metric for name in claim.facts if (fact := self.facts.get(name)) is not None), "")
        if subject and text.startswith(f"{metric}: "):
            text = f"{subject}: {self._named(text[len(metric) + 2 :], language)}"
        elif subject and _LEVELS_ALONE.match(text):
            text = f"{subject}: {self._named(text, language)}"
        else:
            changed = subject if _CHANGE.match(text) else None
            text = self._named(text, language) + (f": {changed}" if changed else "")
            followed = _FOLLOWS.match(text)
            text += _worked_out(float(followed[1]), float(followed[2]), language) if followed else ""
        text = _POWER.sub(lambda found: _plain(float(found[1])), text)
        text = _PART_OF_A_MINUTE.sub(lambda found: _minutes(float(found[1])), text)
        if language == "ru":
            text = _MINUTES.sub("мин", text)
        text = _SAID[language].sub(lambda found: _WORDS[language][found[0]], text)
        if language == "ru":
            text = _POINT.sub(lambda found: found[1] if found[1] in self.levels else found[1].replace(".", ","), text)
        text = self._begun(text.strip(), language)
        return text if text.endswith((".", "!", "?")) else f"{text}."

    def _begun(self, text: str, language: str) -> str:
        """The text with a beginning: a capital, or what a row of bare values is."""
        facts, drops = _ALONE[language]
        if _CLOCKS.match(text):
            return drops + text
        first = re.split(r"[\s:,;()]", text, maxsplit=1)[0]
        if _UNSAID.match(text) or first in self.levels:
            return facts + text
        is_code = len(first) <= 4 and first.isascii() and first in self._called
        return text[:1].upper() + text[1:] if first.isalpha() and not is_code else text

    def _named(self, text: str, language: str) -> str:
        """The text with facts and metrics by their names; what is no identifier stays."""
        out, last = [], 0
        for found in _CALLED.finditer(text):
            at = found.start()
            if at < last:
                continue
            bare = next((name for name in self._spaced.get(found.group(), ()) if text.startswith(name, at)), found.group().rstrip(",:"))  # fmt: skip
            end = at + len(bare)
            said = self._fact(bare, language)
            if said is None and bare in self.names[language] and self._is_metric(text, at, bare, language):
                stat = re.match(r" (\w+)(?=:|,| )", text[end:])
                said = self._metric(bare, language, at)
                if stat is not None and stat[1] in _STATS[language]:
                    said, end = f"{said} ({_STATS[language][stat[1]]})", end + stat.end()
            if said is not None:
                out += [text[last:at], said]
                last = end
        return "".join([*out, text[last:]])

    def _fact(self, name: str, language: str) -> str | None:
        fact = self.facts.get(name)
        if fact is None or fact.metric not in self.names[language]:
            return None
        inside = ", ".join(part for part in (self._stat(fact, language), fact.level) if part)
        return f"{self.names[language][fact.metric]} ({inside})"

    def _stat(self, fact: Fact, language: str) -> str:
        said = _STATS[language].get(fact.stat, fact.stat)
        beside, whole = _OF[language]
        if fact.partner is not None:
            return f"{said} {beside} {self._metric(fact.partner, language)}"
        if fact.denominator is not None and fact.stat == "share":
            return f"{said} {whole} {self._metric(fact.denominator, language)}"
        return said

    def _metric(self, name: str, language: str, at: int = 1) -> str:
        """A metric's name; in a Russian sentence, whose nouns are declined, in quotation marks."""
        called = self.names[language].get(name, name)
        return f"«{called}»" if language == "ru" and at else called

    def _is_metric(self, text: str, at: int, name: str, language: str) -> bool:
        """Whether an identifier means its metric here; in English it may be a word as well."""
        if name in self.levels:
            return False
        behind = text[at + len(name) : at + len(name) + 1]
        begins = not at or behind == ":" or text[:at].endswith(("; ", ": ", " of ", "effect "))
        return language == "ru" or "_" in name or begins

    def _common(self, claim: Claim, text: str, language: str) -> str | None:
        """The one metric (with its statistic) that all cited facts are of, where the text's values are theirs."""
        cited = [fact for name in claim.facts if (fact := self.facts.get(name)) is not None]
        of = {(fact.metric, fact.stat, fact.partner, fact.denominator) for fact in cited}
        if len(of) != 1 or cited[0].metric not in self.names[language]:
            return None
        told = [float(number) for number in _NUMBER.findall(text)]
        held = any(math.isclose(abs(fact.value), number, rel_tol=1e-3) for fact in cited for number in told)
        return f"{self.names[language][cited[0].metric]} ({self._stat(cited[0], language)})" if held or _CHANGE.match(text) else None  # fmt: skip


def in_words(expected: str, language: str) -> str:
    """What is expected as people say it: a verdict ("single_run") in the language's words, a decimal comma in Russian."""
    said = _SAID[language].sub(lambda found: _WORDS[language][found[0]], expected)
    return _POINT.sub(lambda found: found[1].replace(".", ","), said) if language == "ru" else said


def _worked_out(base: float, value: float, language: str) -> str:
    """What comes of two values: the change and the ratio; nothing where the base is zero or a sign changes."""
    if base * value <= 0:
        return ""
    ratio = value / base if abs(value) > abs(base) else base / value
    return f": {100 * (value / base - 1):+.1f}%, {'by a factor of' if language == 'en' else 'в'} {ratio:.3g}{'' if language == 'en' else ' раза'}"


def _minutes(value: float) -> str:
    """Minutes with their seconds: 1.58333 is "1 min 35 s"."""
    minutes, seconds = divmod(round(60 * value), 60)
    return " ".join([f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(seconds or not minutes))


def _plain(value: float) -> str:
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.6f}".rstrip("0")


def _first_name(names: object, otherwise: str) -> str:
    """A metric's first name; the facts may hold one name or several."""
    if isinstance(names, str):
        return names or otherwise
    return next(iter(names), otherwise) if isinstance(names, list | tuple) else otherwise
