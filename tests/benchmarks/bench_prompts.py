"""Two hundred made-up nights of all shapes, written as `pgverdict write` does it and judged by the real checker; what it finds and what it costs.

Run by `make bench`, or `python tests/benchmarks/bench_prompts.py [nights] [folder for the texts and facts of what failed] [first seed]`;
results stand in docs/measurements/articles.md. The nights' verdicts are made up, so this tests the writers, never the marts.
"""

import itertools
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "prompts")]

import fragments
import nights
import psycopg
import varied

EVERYTHING = ("waits", "disk", "drops", "correlations", "checkpoints", "limits", "series", "statements")
#: Pictures take most of the time and hold no statement of their own: every so many nights they are drawn.
PICTURES_EVERY = int(os.environ.get("PICTURES_EVERY", "10"))
#: From this seed on the rows vary as well; the nights before stay what they were when they were first written.
FIRST_VARIED = 50
#: What a later execution's id has more than the earlier one's.
LATER = 100_000
#: Words of made-up levels.
LEVEL_WORDS = ("nvme", "ssd", "pglz")
FACTORS: list[list[dict[str, Any]]] = [
    [nights.COMMIT],
    [nights.TIMEOUT],
    [nights.PRESSURE],
    [nights.WORK_MEM],
    [nights.DISKS],
    [nights.PATCH],
    [nights.HUGE, nights.CLIENTS],
    [nights.HUGE, nights.COMMIT, nights.CLIENTS],
]


def shape(seed: int) -> nights.Shape:
    """A night of some shape; eight kinds of factor in turn, everything else drawn by the seed."""
    draw = random.Random(seed)
    factors = [dict(factor) for factor in FACTORS[seed % len(FACTORS)]]
    levels = [level for factor in factors for level in factor["levels"] if level != factor["baseline"]]
    is_import = draw.random() < 0.25
    is_hostile = draw.random() < 0.15
    is_declared = is_import and draw.random() < 0.5
    made = nights.Shape(
        factors=factors,
        effects={level: draw.choice([0.0, 0.0, draw.gauss(0, 0.3)]) for level in levels},
        repeats=draw.choice([1, 3, 5, 7]),
        noise=draw.choice([0.005, 0.02, 0.08]),
        verdict=draw.choice([None, None, None, None, None, "drifting", "invalid"]),
        origin="import" if is_import else "run",
        profile=draw.choice(["full", "short"]),
        scope=draw.choice(["final"] * 12 + ["progress"]),
        sources=tuple(source for source in EVERYTHING if draw.random() < 0.8),
        checks=tuple(
            draw.sample([("warning", 1), ("warning", 2), ("critical", 3), ("info", None)], draw.randint(0, 2))
        ),
        worse_metrics=()
        if is_declared
        else tuple(draw.sample(["latency_p99_ms", "wal_per_tx_kb"], draw.randint(0, 1))),
        primary="qps" if is_declared else "tps",
        declared=is_declared,
        experiment_id=f"sim_{seed}",
        seed=seed,
    )
    if is_hostile:
        made.events, made.queries = nights.HOSTILE_EVENTS, nights.HOSTILE_QUERIES
        made.title = ('<b>"Free" disks</b> | `x`', "«Даром» & <i>быстро</i> | `x`")
        if is_declared:
            made.names = {
                "qps": ("queries `a` second | 5", "запросы «в» секунду <b>"),
                "spill_files": ("lowest 7 *files*", "файлы_7_ | худшие"),
            }
    # Last, so that the nights drawn before these were thought of stay what they were.
    if draw.random() < 0.2:
        made.rare_at = (draw.choice(levels),)
    if draw.random() < 0.1:
        made.effects[draw.choice(levels)] = draw.choice([3.0, -4.5])
    return made if seed < FIRST_VARIED else varied.shape(made, seed)


@dataclass
class Outcome:
    """What became of the nights: counts over both languages, and every failure as a sentence."""

    verdicts: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    unknown: dict[str, Counter[str]] = field(default_factory=lambda: {"ru": Counter(), "en": Counter()})
    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    fragments: int = 0  # pieces of the wordings
    never: list[str] = field(default_factory=list)  # those that no night rendered


def write_night(
    shape_: nights.Shape, execution_id: int, dsn: str, outcome: Outcome, folder: Path | None = None
) -> None:
    """Loads one night (and the execution before it, if there was one), writes both articles as the command does, after an earlier
    execution those over nights and the night's digest too, and counts what is wrong with them."""
    import prompts
    import prompts.digest
    from pgverdict.command.stages import checker
    from pgverdict.facts import facts_document
    from prompts import writing
    from prompts.read import read_findings
    from prompts.writing import all_claims

    drawn, earlier = writing.draw_pictures, getattr(shape_, "before", None)
    if execution_id % PICTURES_EVERY:
        writing.draw_pictures = lambda *_: ({}, {})
    if earlier is not None:
        nights.load(dsn, varied.make(earlier, execution_id))
        execution_id += LATER
    night = varied.make(shape_, execution_id) if isinstance(shape_, varied.Shape) else nights.make(shape_, execution_id)
    nights.load(dsn, night)
    name = shape_.experiment_id
    began, worked = time.monotonic(), time.process_time()
    try:
        articles = prompts.write(execution_id - LATER, check=checker, dsn=dsn) if earlier is not None else []
        articles += prompts.write(execution_id, check=checker, dsn=dsn)
        if earlier is not None and night.experiment.last_night is not None:
            articles += prompts.write(execution_id, check=checker, kind="nights", dsn=dsn)
            articles += prompts.digest.write_digest(night.experiment.last_night, check=checker, dsn=dsn)
    finally:
        writing.draw_pictures = drawn
    outcome.seconds.append(time.monotonic() - began)
    outcome.cpu_seconds.append(time.process_time() - worked)
    with psycopg.connect(dsn) as connection:
        findings = read_findings(execution_id, dsn)
        claims = all_claims(connection, findings)
        said = {
            language: sorted(itertools.chain.from_iterable(ids))
            for language, ids in connection.execute(
                "select language, array_agg(to_jsonb(claim_ids)) from articles.sentences join articles.articles using (article_id)"
                " where execution_id = %s group by 1",
                [execution_id],
            ).fetchall()
        }
        if folder is not None and any(a.problems for a in articles):
            of_each = {name: execution_id} | ({f"{name}.earlier": execution_id - LATER} if earlier is not None else {})
            for of_one, one in of_each.items():
                facts = json.dumps(facts_document(connection, one), ensure_ascii=False, default=str)
                (folder / f"{of_one}.facts.json").write_text(facts, "utf-8")
        if said["ru"] != said["en"]:
            outcome.failures.append(f"{name}: the languages word different claims")
        worded = {row[0] for row in connection.execute(
            "select distinct claim_id from articles.claims join articles.articles using (article_id) where execution_id = %s",
            [execution_id],
        )}  # fmt: skip
    missing = {claim.id for claim in claims if claim.is_mandatory} - worded
    if missing:
        outcome.failures.append(f"{name}: mandatory claims are not said: {sorted(missing)}")
    assertions: dict[str, set[str]] = {}
    for claim in claims:
        if claim.assertion:
            assertions.setdefault(claim.id, set()).add(claim.assertion)
    outcome.failures += [f"{name}: {c} asserts {v}" for c, v in assertions.items() if len(v) > 1]
    for article in articles:
        outcome.kinds[article.kind] += 1
        outcome.verdicts.update(article.check["summary"])
        outcome.failures += [f"{name} ({article.language}, {article.kind}) {problem}" for problem in article.problems]
        outcome.unknown[article.language].update(unknown_words(article.markdown, article.language))
        outcome.words.append(len(article.markdown.split("```")[0].split()))
        if folder is not None and article.problems:
            (folder / f"{name}.{article.kind}.{article.language}.md").write_text(article.markdown, "utf-8")


def unknown_words(text: str, language: str) -> list[str]:
    """Words that the dictionary of the language does not know, ours and names left out; nothing where hunspell is not installed."""
    import shutil

    from test_wording import TRADE, words_of

    if not shutil.which("hunspell"):
        return []
    dictionary = {"ru": "ru_RU", "en": "en_US"}[language]
    found = subprocess.run(
        ["hunspell", "-d", dictionary, "-i", "utf-8", "-l"], input="\n".join(words_of(text, language)), capture_output=True, text=True, check=True
    )  # fmt: skip
    known = {word.lower() for word in [*TRADE[language].split(), *LEVEL_WORDS]}
    return [word for word in found.stdout.split() if word.lower() not in known]


def main(count: int, folder: Path | None = None, first: int = 0) -> Outcome:
    """Writes `count` nights from seed `first` on in both languages in one process and prints what was found and what it cost."""
    state = Path(tempfile.mkdtemp(prefix="pgv-"))
    state.chmod(0o755)
    os.environ["PGVERDICT_STATE"] = str(state / "s")
    os.environ["PGVERDICT_CATALOG"] = str(state / "experiments" / "catalog")
    from pgverdict.clusters import Cluster
    from pgverdict.warehouse import EMBEDDED_SETTINGS, migrate

    cluster = Cluster.embedded("tests")
    cluster.create(EMBEDDED_SETTINGS | {"fsync": "off"})
    cluster.start()
    outcome = Outcome()
    began = time.monotonic()
    try:
        with psycopg.connect(cluster.dsn(), autocommit=True) as connection:
            connection.execute("create database w")
        migrate(cluster.dsn("w"))
        met = fragments.Fragments()
        with met.counted():
            for seed in range(first, first + count):
                known = len(outcome.failures)
                write_night(shape(seed), seed + 1, cluster.dsn("w"), outcome, folder)
                print(*outcome.failures[known:], sep="\n", end="\n" if outcome.failures[known:] else "", flush=True)
                if seed % 20 == 19:
                    print(f"  {seed + 1} nights, {len(outcome.failures)} failures", flush=True)
        outcome.fragments, outcome.never = met.never()
    finally:
        cluster.stop("immediate")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{count} nights in both languages: {time.monotonic() - began:.0f} s, of that writing {sum(outcome.seconds):.0f} s (median {sorted(outcome.seconds)[count // 2]:.2f} s a night), on the CPU {sum(outcome.cpu_seconds):.0f} s (median {sorted(outcome.cpu_seconds)[count // 2]:.2f}), {memory:.0f} MB")  # fmt: skip
    print(
        f"kinds {dict(outcome.kinds)}; words {min(outcome.words)} to {max(outcome.words)}; statements {dict(outcome.verdicts)}"
    )
    print(f"unknown words: { ({language: dict(words) for language, words in outcome.unknown.items()}) }")
    print(
        f"pieces of the wordings: {outcome.fragments}, never rendered: {len(outcome.never)}", *outcome.never, sep="\n  "
    )
    print(f"failures: {len(outcome.failures)}")
    return outcome


def test_two_hundred_nights_of_all_shapes_are_written_and_pass() -> None:
    """Under pytest (make bench): nothing contradicted or unparsed, equal claims, every mandatory one, no unknown word."""
    outcome = main(200)
    assert not outcome.failures and not any(outcome.unknown.values()) and not outcome.never


if __name__ == "__main__":
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if target:
        target.mkdir(parents=True, exist_ok=True)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, target, int(sys.argv[3]) if len(sys.argv) > 3 else 0)
