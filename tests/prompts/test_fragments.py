"""Every piece of every wording is rendered by some made-up night, so that the checker has met whatever an article can say."""

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import fragments
import nights
import varied
from conftest import everything

sys.path.insert(0, str(Path(__file__).parents[1] / "benchmarks"))

import bench_prompts

from pgverdict.i18n import LANGUAGES
from prompts import digest, ledger
from prompts.claims import Claim
from prompts.claims.nights import ledger_claims
from prompts.compose import Extras, compose
from prompts.pictures import draw_pictures
from prompts.plan import kind_of
from prompts.rows import Findings, HistoryRow
from prompts.wording import Wording

#: Nights are taken as the benchmark draws them; pictures take most of the time, and every so many show all of their words.
FIRST, LAST, PICTURED = 40, 200, 20


def claims_after(findings: Findings, before: list[Claim] | None, monkeypatch: Any) -> list[Claim]:
    """All claims of the night, and what they say of an earlier execution's."""
    claims = everything(findings)
    if before is None:
        return claims
    told = {claim.id: ledger._payload(claim, 1).obj for claim in before if claim.assertion is not None}
    monkeypatch.setattr(ledger, "_previous", lambda *_: told)
    return claims + ledger_claims(ledger.changes_since(None, "", 0, claims))  # type: ignore[arg-type]


def history(findings: Findings) -> tuple[HistoryRow, ...]:
    """Two executions, as a picture of the history needs them."""
    night = findings.experiment.last_night
    return tuple(
        HistoryRow(execution, night and night - timedelta(days=2 - execution), level, 800.0 + execution, 790.0, 815.0)
        for execution in (1, 2)
        for level in findings.levels
    )


def test_every_piece_of_every_wording_is_rendered_by_some_night(monkeypatch: Any) -> None:
    met = fragments.Fragments()
    with met.counted():
        for seed in range(FIRST, LAST):
            shape = bench_prompts.shape(seed)
            earlier = getattr(shape, "before", None)
            before = everything(varied.make(earlier)) if earlier else None
            night: Findings = varied.make(shape) if isinstance(shape, varied.Shape) else nights.make(shape)
            if earlier:
                night = replace(night, history=history(night), _by_address={})
            claims = claims_after(night, before, monkeypatch)
            for language in LANGUAGES:
                pictures, alts = (
                    draw_pictures(night, claims, Wording(night, language)) if seed % PICTURED == 0 else ({}, {})
                )
                for kind in (kind_of(night), *(("nights",) if earlier else ())):
                    compose(night, claims, kind, language, Extras(pictures, alts))
                entry = digest.Entry(night, digest._shortened(night, claims), {}, frozenset())
                digest._document(nights.BEGAN.date(), [entry], language)
    count, never = met.never()
    assert count > 1000
    assert not never, "\n".join(never)
