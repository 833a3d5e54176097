"""The verbs of the command, one function each; what they do is in stages.py, so that the DAG tasks do the same."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pgverdict import __version__
from pgverdict.errors import AnswerIsNo, Refused

app = typer.Typer(
    name="pgverdict",
    help="Run PostgreSQL experiments, compute honest statistics, write articles and check every claim in them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 done; 1 done, and the answer is no; 2 refused for its input, nothing changed; "
    "3 interrupted or a component failed, what was begun is restored or resumable.",
)

BOUNDARIES: tuple[Literal["raw"], Literal["marts"]] = ("raw", "marts")

AsJson = Annotated[bool, typer.Option("--json", help="Answer as JSON on standard output.")]
Profile = Annotated[str | None, typer.Option(help="Profile of the experiment file, for instance short.")]
Execution = Annotated[int | None, typer.Option(help="Execution number; default: the latest complete one.")]


@app.callback(invoke_without_command=True)
def _main(
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Show the version.")] = False,
) -> None:
    if version:
        typer.echo(f"pgverdict {__version__}")
        raise typer.Exit


def _emit(answer: Any) -> None:
    typer.echo(json.dumps(answer, ensure_ascii=False, indent=1, default=str))


@app.command()
def plan(
    experiment: Annotated[str, typer.Argument(help="Experiment file, or an id of the catalog.")],
    profile: Profile = None,
    as_json: AsJson = False,
) -> None:
    """Show what an experiment would run and touch.

    The runs, their order and duration, the disk needed, and what will be touched on which server; touches nothing.
    """
    from experiments.model import load_experiment
    from experiments.plan import describe
    from experiments.servers import load_servers
    from pgverdict.command.stages import experiment_file

    report = describe(load_experiment(experiment_file(experiment), profile), load_servers())
    if as_json:
        _emit(report.to_json())
    else:
        typer.echo(report.to_text())


@app.command()
def run(
    experiment: Annotated[str, typer.Argument(help="Experiment file, or an id of the catalog.")],
    profile: Profile = None,
    server: Annotated[str | None, typer.Option(help="Server of servers.yml; default: the one the file names.")] = None,
    report: Annotated[bool, typer.Option(help="Go on to validate, build, write, check and publish.")] = False,
    confirm: Annotated[
        bool, typer.Option(help="Confirm that a server that looks like production may be touched.")
    ] = False,
    abandon: Annotated[bool, typer.Option(help="Give up the open execution of a file that was changed since.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run an experiment, and always restore.

    Records the state, applies and proves each setting, runs the load, collects, restores and proves that it is restored.
    """
    from pgverdict.command import stages

    begun = stages.begin(server, experiment, profile, confirm, abandon=abandon)
    _carry_on(begun["execution_id"], report, as_json)


def _ask(question: str) -> bool:
    """Puts a question to the person at the terminal; nobody there means no."""
    return sys.stdin.isatty() and typer.confirm(question, err=True)


def _carry_on(execution_id: int, with_report: bool, as_json: bool) -> None:
    from pgverdict.command import stages

    outcomes: list[dict[str, Any]] = []
    try:
        while (outcome := stages.run_next(execution_id, _ask)) is not None:
            outcomes.append(outcome)
    finally:
        state = stages.finish(execution_id)
    if as_json:
        _emit({"execution_id": execution_id, "runs": outcomes, "state": state})
    if with_report:
        for article in stages.report([execution_id]):
            typer.echo(f"{article.language}: {article.title}", err=as_json)
    elif not as_json:
        typer.echo(
            f"execution {execution_id}: {len(outcomes)} runs carried out, {state.get('status', '')}; next: pgverdict validate, "
            "pgverdict build, pgverdict write, pgverdict site"
        )


@app.command()
def resume(
    server: Annotated[
        str | None, typer.Argument(help="Server of servers.yml; default: every one with an open execution.")
    ] = None,
    report: Annotated[bool, typer.Option(help="Go on to validate, build, write, check and publish.")] = False,
    as_json: AsJson = False,
) -> None:
    """Go on with what was interrupted, at the run that failed."""
    from pgverdict.command import lookups, stages

    open_ones = lookups.open_executions(server)
    if not open_ones:
        typer.echo("nothing to resume: no execution is open", err=True)
    for execution in open_ones:
        begun = stages.begin(execution["server"], execution["experiment_file"], execution["profile"])
        _carry_on(begun["execution_id"], report, as_json)


@app.command()
def restore(
    server: Annotated[
        str | None, typer.Argument(help="Server of servers.yml; default: all that carry an experiment's settings.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Put a server back into its state from before.

    Works from any state and any process, also when the server does not start any more because of a setting.
    """
    from pgverdict.command import stages

    reports = stages.restore(server)
    if as_json:
        _emit(reports)
        return
    if not reports:
        typer.echo("nothing to restore: no server carries an experiment's settings")
    for report in reports:
        typer.echo(report.get("message") or json.dumps(report, default=str))


@app.command()
def prune(
    keep: Annotated[str, typer.Option(help="Age to keep, for instance 90d.")],
    as_json: AsJson = False,
) -> None:
    """Drop raw samples of old nights; marts and articles stay."""
    from dataclasses import asdict

    from collectors.retention import prune as prune_raw
    from pgverdict.units import seconds

    days = seconds(keep) / 86400
    if days < 1 or days != int(days):
        raise Refused(f"--keep {keep}: give whole days, for instance 90d")
    report = prune_raw(int(days))
    _emit(asdict(report)) if as_json else typer.echo(str(report))


@app.command("import")
def import_(
    manifests: Annotated[list[Path], typer.Argument(help="Import manifests; several are imported together.")],
    as_json: AsJson = False,
) -> None:
    """Bring in experiments that pgverdict did not run.

    Each manifest comes in whole or not at all, and is validated. The same manifest again changes nothing.
    """
    from dataclasses import asdict

    from collectors.imports import import_manifests
    from pgverdict.command import stages

    reports = import_manifests(manifests)
    for report in reports:
        for warning in report.warnings:
            typer.echo(f"{report.experiment_id}: {warning}", err=True)
    validation = stages.validate([r.execution_id for r in reports], "raw")
    if as_json:
        _emit({"imported": [asdict(r) for r in reports], "validation": validation.to_json()})
    else:
        for report in reports:
            what = "unchanged" if report.is_unchanged else f"{report.runs} runs, {report.rows} rows"
            typer.echo(f"{report.experiment_id}: {what}")
    if not validation.is_success:
        sentences = [failure.message_en for failure in validation.critical]
        raise AnswerIsNo("imported, but the data failed critical checks:\n  " + "\n  ".join(sentences))
    if not as_json:
        typer.echo("next: pgverdict build, then pgverdict facts or pgverdict write")


@app.command()
def validate(
    subject: Annotated[
        str | None, typer.Argument(help="An experiment id or a run's number; default: the latest executions.")
    ] = None,
    execution: Execution = None,
    boundary: Annotated[str, typer.Option(help="raw, marts or all.")] = "raw",
    as_json: AsJson = False,
) -> None:
    """Validate collected data; say what failed and why it matters."""
    from pgverdict.command import lookups, stages

    if boundary not in ("raw", "marts", "all"):
        raise Refused(f"--boundary {boundary}: give raw, marts or all")
    executions, run_id = lookups.executions_for(subject, execution)
    boundaries = BOUNDARIES if boundary == "all" else [each for each in BOUNDARIES if each == boundary]
    reports = [stages.validate(executions, each) for each in boundaries]
    failures = [f for report in reports for f in report.failures if run_id is None or f.run_id in (None, run_id)]
    critical = [failure for failure in failures if failure.severity == "critical"]
    if as_json:
        _emit([report.to_json() for report in reports])
    else:
        for failure in failures:
            typer.echo(f"{failure.severity}: {failure.message_en} ({failure.expectation})")
        typer.echo(f"{sum(report.checks for report in reports)} checks, {len(critical)} critical failures")
    if critical:
        raise AnswerIsNo(f"{len(critical)} critical checks failed; the runs named do not count")


@app.command()
def build(
    full_refresh: Annotated[bool, typer.Option(help="Build every mart anew from raw.")] = False,
    as_json: AsJson = False,
) -> None:
    """Build the marts with dbt: what is new since the last build."""
    from dataclasses import asdict

    from pgverdict.command import stages

    report = stages.build(full_refresh)
    _emit(asdict(report)) if as_json else typer.echo(str(report))


@app.command()
def facts(
    experiments: Annotated[list[str] | None, typer.Argument(help="Experiment ids.")] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every experiment of the warehouse.")] = False,
    execution: Execution = None,
    from_csv: Annotated[Path | None, typer.Option(help="Make a facts file from a CSV table instead.")] = None,
    id_: Annotated[str | None, typer.Option("--id", help="With --from-csv: the experiment's id.")] = None,
    primary: Annotated[str | None, typer.Option(help="With --from-csv: the primary metric.")] = None,
    baseline: Annotated[str | None, typer.Option(help="With --from-csv: the baseline level.")] = None,
    factor: Annotated[
        list[str] | None, typer.Option(help="With --from-csv: a column that was varied; again for each of a grid.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the facts that articles are written from.

    With --json one document for one experiment, one a line for several.
    """
    if from_csv is not None:
        from factcheck.command import run_from_csv

        raise typer.Exit(run_from_csv(from_csv, id_, primary, baseline, factors=factor or ()))
    if not experiments and not all_:
        raise Refused("name experiments, or --all; `pgverdict list` shows what there is")
    from pgverdict.command import lookups

    documents = lookups.facts_documents(None if all_ else experiments, execution)
    if as_json:
        lines = len(documents) > 1 or all_
        for document in documents:
            typer.echo(json.dumps(document, ensure_ascii=False, indent=None if lines else 1, default=str))
    else:
        for document in documents:
            typer.echo(lookups.facts_as_text(document))


@app.command()
def write(
    experiments: Annotated[
        list[str] | None, typer.Argument(help="Experiment ids; default: the latest executions.")
    ] = None,
    execution: Execution = None,
    language: Annotated[list[str] | None, typer.Option(help="ru or en; may be given twice; default: both.")] = None,
    kind: Annotated[str | None, typer.Option(help="Kind of article; default: what fits the experiment.")] = None,
    compare: Annotated[bool, typer.Option(help="Show the template's and the model's article side by side.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write the articles in Russian and English, and check them.

    A draft that fails its check is kept and not published.
    """
    from pgverdict.command import lookups, stages

    languages = tuple(language or ("ru", "en"))
    for one in languages:
        if one not in ("ru", "en"):
            raise Refused(f"--language {one}: there are ru and en")
    names: list[str | None] = [*experiments] if experiments else [None]
    rows = [row for name in names for row in lookups.executions(name, execution)]
    if not rows:
        raise Refused("the marts hold no experiment; `pgverdict run` or `pgverdict import`, then `pgverdict build`")
    if compare:
        from prompts.compare import compare_writers

        for row in rows:
            typer.echo(compare_writers(row["execution_id"], languages=languages, check=stages.checker))
        return
    articles = [a for row in rows for a in stages.write(row["execution_id"], languages, kind)]
    articles += stages.digests(languages)
    if as_json:
        _emit([
            {"experiment": a.experiment_id, "language": a.language, "title": a.title, "is_publishable": a.is_publishable, "problems": a.problems}
            for a in articles
        ])  # fmt: skip
    else:
        for article in articles:
            typer.echo(f"{article.experiment_id} ({article.language}): {article.title}")
    refused = [f"{a.experiment_id} ({a.language}): {p}" for a in articles if not a.is_publishable for p in a.problems]
    if refused:
        raise AnswerIsNo("refused:\n  " + "\n  ".join(refused))


@app.command()
def check(
    article: Annotated[Path, typer.Argument(help="Text or Markdown, in Russian or English, by anyone.")],
    facts: Annotated[
        Path | None, typer.Option(help="Facts file (contracts.md 3); default: from the warehouse.")
    ] = None,
    experiment: Annotated[str | None, typer.Option(help="Which experiment, where the facts hold several.")] = None,
    execution: Execution = None,
    language: Annotated[str | None, typer.Option(help="ru or en; default: recognised.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write the marked article as an HTML page.")] = None,
    strict: Annotated[bool, typer.Option(help="For publication: unverifiable claims fail, too.")] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Let the configured model help to read; it sees the article, never a value.")
    ] = False,
    answers: Annotated[
        Path | None,
        typer.Option(help="With --model: folder that keeps its answers, so that a repetition asks nothing."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check every claim of an article, anyone's, against facts.

    Numbers, directions, superlatives and recommendations; exit status 1 when something is contradicted or unparsed.
    """
    from factcheck.command import run_check

    if language not in (None, "ru", "en"):
        raise Refused(f"--language {language}: there are ru and en")
    document = None
    if facts is None:
        from pgverdict.command import lookups

        name = experiment or lookups.experiment_of_article(article)
        document = lookups.facts_documents([name], execution)[0]
    if answers is not None and not model:
        raise Refused("--answers: only with --model")
    ask = None
    if model:
        from pgverdict.command.reading_model import ReadingModel

        ask = ReadingModel(answers)
    status = run_check(article, facts, language, as_json, html, strict, experiment=experiment, facts=document, ask=ask)
    if ask is not None:
        ask.report()
    raise typer.Exit(status)


@app.command()
def site(
    docs: Annotated[bool, typer.Option(help="Publish the dbt docs, too.")] = True,
    as_json: AsJson = False,
) -> None:
    """Publish the pages under site/."""
    from pgverdict.command import stages

    paths = stages.publish(with_docs=docs)
    if as_json:
        _emit(paths)
    else:
        for name, path in paths.items():
            typer.echo(f"{name}: {path}")


@app.command()
def doctor(as_json: AsJson = False) -> None:
    """Say what is installed, reachable and allowed, and what to do."""
    from pgverdict.command.diagnosis import diagnose

    findings = diagnose()
    if as_json:
        _emit([finding.__dict__ for finding in findings])
    else:
        for finding in findings:
            typer.echo(str(finding))
    if any(finding.state == "missing" for finding in findings):
        raise AnswerIsNo("something that is needed is missing; see above")


@app.command("list")
def list_(as_json: AsJson = False) -> None:
    """List the experiments and their latest answers."""
    from pgverdict.command import lookups

    rows = lookups.overview()
    if as_json:
        _emit(rows)
    else:
        typer.echo(lookups.overview_as_text(rows))


if __name__ == "__main__":
    sys.exit(app())
