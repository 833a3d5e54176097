"""What the checker says of audited articles that stand in a folder outside of this repository (NAME.md, NAME.facts.json, NAME.audit.json).

`python -m tests.benchmarks.audited FOLDER [--strict] [--answers] [--list]`. Text by people may seldom be copied into a repository, so it is measured where it is; `--list` prints what is
refused, line by line. How to read the counts: `tests/factcheck/audits.py`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from factcheck import check
from factcheck.forms.facts import load_facts
from tests.factcheck.audits import tally


def main() -> None:
    """Prints a line of counts, and with --list each refusal before it."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--strict", action="store_true", help="without doubts")
    arguments.add_argument(
        "--answers",
        action="store_true",
        help="a model's answers, which stand beside the articles, help to read; articles without them are left out",
    )
    arguments.add_argument("--list", action="store_true", help="print what is refused")
    options = arguments.parse_args()
    found: Counter[tuple[str, str, str]] = Counter()
    for article in sorted(options.folder.glob("*.md")):
        needed = (".audit.json", ".answers.jsonl") if options.answers else (".audit.json",)
        if not all(article.with_suffix(suffix).exists() for suffix in needed):
            continue
        found += tally(article, with_answers=options.answers, strict=options.strict)
        if options.list:
            _list(article, strict=options.strict)
    sure = {verdict: [n for (of, how, _), n in found.items() if (of, how) == (verdict, "high")] for verdict in ("contradicted", "supported")}  # fmt: skip
    caught, refused = found["contradicted", "high", "caught"], found["supported", "high", "refused"]
    print(f"caught {caught} of {sum(sure['contradicted'])}, refused {refused} of {sum(sure['supported'])}")


def _list(article: Path, *, strict: bool) -> None:
    result = check(article.read_text(encoding="utf-8"), load_facts(article.with_suffix(".facts.json")), strict=strict)
    for claim in result.claims:
        if claim.verdict in ("contradicted", "unparsed"):
            print(f"{article.name}:{claim.line}: «{claim.quote}» {claim.predicate}: {claim.why.en}")


if __name__ == "__main__":
    main()
