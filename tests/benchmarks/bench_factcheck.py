"""Measures the checker: alarms on true articles, mutants caught by operator, sentences a second, seconds for a long article.

`python -m tests.benchmarks.bench_factcheck` prints the tables of docs/measurements/factcheck.md.
"""

from __future__ import annotations

import importlib
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from factcheck import check
from factcheck.forms.facts import facts_of
from factcheck.reading.document import read
from factcheck.reading.sentences import sentences_of
from tests.factcheck.audits import mutants_caught
from tests.factcheck.mutants import NUMERIC, VERBAL, mutants
from tests.factcheck.test_audits import EIGHTH, OPEN

CORPUS = Path(__file__).parents[1] / "factcheck" / "corpus"
OWN = Path(__file__).parents[1] / "fixtures" / "own_articles"


def main() -> None:
    """Prints all tables."""
    print("corpus | claims | supported | unverifiable | alarms")
    for folder in ("dev", "heldout", "last"):
        facts_module = importlib.import_module(f"tests.factcheck.corpus.{folder}.facts")
        counts: Counter[str] = Counter()
        caught: Counter[str] = Counter()
        made: Counter[str] = Counter()
        for name, document in facts_module.FACTS.items():
            text, facts = (CORPUS / folder / f"{name}.md").read_text(encoding="utf-8"), facts_of(document)
            for claim in check(text, facts).claims:
                counts[claim.verdict] += 1
            base = {(claim.line, claim.quote) for claim in check(text, facts, strict=True).refused}
            for kind, operators in (("numeric", NUMERIC), ("verbal", VERBAL)):
                for mutant in mutants(text, document, operators):
                    refused = {(claim.line, claim.quote) for claim in check(mutant.text, facts, strict=True).refused}
                    for key in (f"{kind}: {mutant.operator}", kind):
                        made[key] += 1
                        caught[key] += bool(refused - base)
        print(
            folder,
            sum(counts.values()),
            counts["supported"],
            counts["unverifiable"],
            counts["contradicted"] + counts["unparsed"],
            sep=" | ",
        )
        for key in sorted(made):
            print(f"  {key}: {caught[key]}/{made[key]}")
    others()
    speed()


def others() -> None:
    """The same operators on true statements of articles that nobody wrote rules for."""
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for name in EIGHTH:
        for kind, operator, refused, _ in mutants_caught(OPEN / f"{name}.md", each=2):
            for key in (kind, f"{kind}: {operator}"):
                made[key] += 1
                caught[key] += refused
    print("articles by others")
    for key in sorted(made):
        print(f"  {key}: {caught[key]}/{made[key]}")


def speed() -> None:
    """Sentences a second, and a process from start to end on an article of at least 3000 words."""
    text = (OWN / "quickstart.en.md").read_text(encoding="utf-8")
    facts = OWN / "quickstart.facts.json"
    with tempfile.TemporaryDirectory() as folder:
        article = Path(folder) / "long.md"
        lines = (text + "\n" + text).split("\n")
        while len(" ".join(lines).split()) > 3000:
            lines.pop()
        text = "\n".join(lines)
        article.write_text(text, encoding="utf-8")
        began = time.perf_counter()
        program = "import sys; from factcheck.command import run_check; sys.exit(run_check(sys.argv[1], sys.argv[2], as_json=True))"
        subprocess.run(
            [sys.executable, "-c", program, str(article), str(facts)], check=False, stdout=subprocess.DEVNULL
        )
        seconds = time.perf_counter() - began
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    sentences = sum(1 for block in read(text) for _ in sentences_of(block))
    print(
        f"{len(text.split())} words, {sentences} sentences: {seconds:.2f} s with start-up ({spent.ru_utime + spent.ru_stime:.2f} s of processor time), {sentences / seconds:.0f} sentences a second"
    )


if __name__ == "__main__":
    main()
