"""Whether a clause says that something holds as well: "so is the tail", "на 400 тоже", "system time moves in the same direction"."""

from __future__ import annotations

import re

from factcheck.stating.parts import Statement

_ALSO = re.compile(
    r"^(?:and |but |и |а )?(?:so|likewise|similarly|ditto|nor|neither)\b|\b(?:too|as well|also|likewise|ditto|same)\b|(?<!\w)(?:тоже|также|аналогичн\w+|то же|так же|та же|ту же|тот же|таким же образом)(?!\w)",
    re.I,
)
_OPPOSED = re.compile(r"\b(?:nor|neither|not|opposite|reverse)\b|(?<!\w)(?:не|противополож\w+|обратн\w+)(?!\w)", re.I)


def says_also(s: Statement) -> bool:
    """Whether a clause says that something holds as well."""
    text = s.scene.text_of(s.atoms[0].first, s.atoms[-1].last)
    return bool(_ALSO.search(text)) and not _OPPOSED.search(text)
