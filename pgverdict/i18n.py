"""One place for languages: which there are, how numbers look in them, and how a bilingual text is chosen."""

from collections.abc import Mapping

from babel.numbers import format_decimal

LANGUAGES = ("ru", "en")
LOCALES = {"ru": "ru_RU", "en": "en_US"}
NO_BREAK_SPACE = "\u00a0"
MINUS = "\u2212"


def text_of(texts: Mapping[str, str], language: str) -> str:
    """The text in `language`, or in the other one where it is missing, or an empty one."""
    return texts.get(language) or next((texts[other] for other in LANGUAGES if texts.get(other)), "")


def number(value: float, decimals: int, language: str) -> str:
    """`value` rounded half away from zero to `decimals`, grouped as CLDR says, with the true minus sign.

    Russian groups from five digits on (CLDR minimumGroupingDigits is not applied by Babel).
    """
    places = max(decimals, 0)
    quantized = round_half_up(value, decimals)
    pattern = "#,##0" + ("." + "0" * places if places else "")
    if language == "ru" and abs(quantized) < 10000:
        pattern = pattern.replace("#,##0", "0")
    shown = format_decimal(quantized, format=pattern, locale=LOCALES[language], decimal_quantization=True)
    return shown.replace("-", MINUS)


def round_half_up(value: float, decimals: int) -> float:
    """Rounding as people (and PostgreSQL's numeric) do it: halves go away from zero. Negative `decimals` round to tens."""
    from decimal import ROUND_HALF_UP, Decimal

    shown = Decimal(repr(value)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return float(shown) + 0.0
