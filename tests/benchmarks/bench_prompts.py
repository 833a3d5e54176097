"""Two hundred made-up nights of all shapes through the writers: every article is written, passes its own rules, and how long it takes.

Run by `make bench`, or `python tests/benchmarks/bench_prompts.py [nights]`; results stand in docs/measurements/articles.md.
"""

import random
import resource
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "prompts")]

import nights

from prompts import listings, tables
from prompts.claims import make_claims
from prompts.compose import Extras, compose
from prompts.pages import markdown
from prompts.pictures import draw_pictures
from prompts.plan import kind_of
from prompts.recommend import recommendations
from prompts.wording import Wording


def shape(seed: int) -> nights.Shape:
    """A night of some shape: null, effects, drift, single run, grid, invalid, import, missing sources."""
    draw = random.Random(seed)
    factors = draw.choice([[nights.COMMIT], [nights.TIMEOUT], [nights.HUGE, nights.CLIENTS]])
    levels = [level for factor in factors for level in factor["levels"] if level != factor["baseline"]]
    effects = {level: draw.choice([0.0, 0.0, draw.gauss(0, 0.3)]) for level in levels}
    everything = ("waits", "disk", "drops", "correlations", "checkpoints", "limits", "series", "statements")
    return nights.Shape(
        factors=[dict(factor) for factor in factors],
        effects=effects,
        repeats=draw.choice([1, 3, 5, 7]),
        noise=draw.choice([0.005, 0.02, 0.08]),
        verdict=draw.choice([None, None, None, None, "drifting", "invalid"]),
        origin=draw.choice(["run", "run", "run", "import"]),
        profile=draw.choice(["full", "short"]),
        scope=draw.choice(["final"] * 9 + ["progress"]),
        sources=tuple(source for source in everything if draw.random() < 0.8),
        checks=tuple(
            draw.sample([("warning", 1), ("warning", 2), ("critical", 3), ("info", None)], draw.randint(0, 2))
        ),
        worse_metrics=tuple(draw.sample(["latency_p99_ms", "wal_per_tx_kb"], draw.randint(0, 1))),
        experiment_id=f"sim_{seed}",
        seed=seed,
    )


def main(count: int) -> None:
    """Writes `count` nights in both languages and prints what it cost."""
    began, seconds, words, kinds = time.monotonic(), [], [], {}
    for seed in range(count):
        night = nights.make(shape(seed), seed + 1)
        start = time.monotonic()
        claims = make_claims(night)
        claims += recommendations(night, claims) + tables.table_claims(night)
        kind = kind_of(night)
        said = []
        for language in ("ru", "en"):
            pictures, alts = (
                draw_pictures(night, claims, Wording(night, language, kind)) if seed % 20 == 0 else ({}, {})
            )
            document = compose(night, claims, kind, language, Extras(pictures, alts, listings.listings(night)))
            said.append(sorted(claim_id for _, sentence in document.sentences() for claim_id in sentence.claim_ids))
            words.append(len(markdown.render(document).text.split()))
        assert said[0] == said[1], f"night {seed}: the languages word different claims"
        mandatory = {claim.id for claim in claims if claim.is_mandatory}
        assert mandatory <= set(said[0]), f"night {seed}: not said: {mandatory - set(said[0])}"
        assertions: dict[str, set[str]] = {}
        for claim in claims:
            if claim.assertion:
                assertions.setdefault(claim.id, set()).add(claim.assertion)
        assert all(len(values) == 1 for values in assertions.values()), (
            f"night {seed}: two claims contradict each other"
        )
        seconds.append(time.monotonic() - start)
        kinds[kind] = kinds.get(kind, 0) + 1
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} nights in both languages: {time.monotonic() - began:.1f} s, median {sorted(seconds)[count // 2]:.2f} s a night, {memory:.0f} MB"
    )
    print(f"kinds {kinds}; words {min(words)} to {max(words)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
