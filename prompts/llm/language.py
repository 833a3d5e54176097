"""Is a sentence in the language that was asked for? Small models drift into another one, most often English or Chinese."""

import unicodedata

#: Share of Cyrillic among the letters of a Russian text; names of settings and events stand behind placeholders.
LEAST_CYRILLIC = 0.85


def wrong_language(text: str, language: str) -> str | None:
    """Why the text is not in `language`, or None."""
    letters = [character for character in text if character.isalpha()]
    if any(_is_cjk(character) for character in letters):
        return "Chinese, Japanese or Korean characters"
    if not letters:
        return "no words"
    share = sum(_is_cyrillic(character) for character in letters) / len(letters)
    if language == "ru" and share < LEAST_CYRILLIC:
        return "not in Russian"
    if language == "en" and share > 1 - LEAST_CYRILLIC:
        return "not in English"
    return None


def _is_cyrillic(character: str) -> bool:
    return "\u0400" <= character <= "\u04ff"


def _is_cjk(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL"))
