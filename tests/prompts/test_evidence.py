"""Every sign of a limit, in the sentence that tells it, passes the checker where metrics go every which way along the levels."""

from typing import Any

import psycopg
import pytest
import varied

from factcheck import check
from factcheck.forms.facts import Facts
from pgverdict.facts import facts_document
from pgverdict.i18n import LANGUAGES
from prompts import marks
from prompts.claims.model import Level
from prompts.lexicon import LEXICON
from prompts.wording import Wording

SHAPES = {
    "disks": varied.Shape(effects={"off": 0.66, "local": -0.3}, seed=0),
    "clients": varied.Shape(factors=[dict(varied.nights.CLIENTS)], effects={"16": 0.3, "32": -0.2}, seed=0),
}


@pytest.mark.parametrize("name", SHAPES)
def test_every_sign_of_a_limit_passes(warehouse_dsn: str, name: str) -> None:
    night = varied.make(SHAPES[name])
    varied.nights.load(warehouse_dsn, night)
    with psycopg.connect(warehouse_dsn) as connection:
        document: dict[str, Any] = facts_document(connection, 1)
    # Where the waits bear the largest share out.
    limited = [row for row in night.limits if any(item["code"] == "largest_share_of_time" for item in row.evidence)]
    assert limited
    facts, refused = Facts.model_validate(document), []
    for language in LANGUAGES:
        wording = Wording(night, language)
        for code in LEXICON[language]["evidence"]:
            for row in limited:
                codes = tuple(dict.fromkeys(("largest_share_of_time", code)))
                args = {
                    "levels": (Level(row.level),),
                    "codes": codes,
                    "resource": row.resource,
                    "is_all": False,
                    "is_rest": False,
                }
                text = marks.plain(wording.text("limits.named", c=args))
                found = check(text, facts, language, strict=True).claims
                refused += [f"{text}: {one.quote}" for one in found if one.verdict in ("contradicted", "unparsed")]
    assert not refused, "\n".join(refused)
