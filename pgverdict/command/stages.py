"""Wires the rooms: one function a stage of a night, called by the verbs and by the DAG tasks of the same names."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from pgverdict.errors import AnswerIsNo, Refused
from pgverdict.paths import site_directory
from pgverdict.progress import say


def experiment_file(name: str) -> Path:
    """The experiment's file: a path, or an id of the catalog. Errors: Refused with what the catalog holds."""
    from pgverdict.config import settings

    path = Path(name)
    if path.suffix in (".yml", ".yaml"):
        if path.exists():
            return path
        raise Refused(f"there is no experiment file {name}")
    catalog = settings().catalog
    found = catalog / f"{name}.yml"
    if found.exists():
        return found
    known = ", ".join(sorted(p.stem for p in catalog.glob("*.yml"))) or "nothing"
    raise Refused(f"{catalog} has no experiment {name!r}; it holds {known}")


def begin(
    server: str | None,
    experiment: str,
    profile: str | None = None,
    confirm: bool = False,
    *,
    abandon: bool = False,
    keep_window: bool = False,
    holder: str | None = None,
    lease_s: float = 0,
) -> dict[str, Any]:
    """Plans a new execution, or goes on with the open one; records the server's state before anything is touched.

    Returns `execution_id`, `experiment_id`, `server`, `planned` (the runs that are left) and `slots` (with the spare ones).
    The options are those of `experiments.night.begin`: nights keep the server's window; a night whose steps are processes of
    their own names itself by `holder` and keeps the server for `lease_s` seconds between two steps.
    """
    from collectors.recorder import load_leftover_spools
    from experiments import night

    load_leftover_spools()
    begun = night.begin(
        experiment_file(experiment),
        profile,
        server,
        confirm=confirm,
        abandon=abandon,
        keep_window=keep_window,
        holder=holder,
        lease_s=lease_s,
        progress=say,
    )
    for message in begun.messages:
        say(message)
    return {
        "execution_id": begun.execution_id,
        "experiment_id": begun.experiment_id,
        "server": begun.server,
        "planned": begun.planned,
        "slots": begun.slots,
    }


def run_next(execution_id: int, ask: Callable[[str], bool] | None = None) -> dict[str, Any] | None:
    """Carries out the next planned run; None when nothing is left to do or the night has no room for it.

    `ask` puts a question to a person (a `label` factor is changed by hand); without it such a run is refused.
    """
    from collectors.recorder import make_recorder
    from expectations.runs import check_run
    from experiments import night

    outcome = night.run_next(execution_id, make_recorder(), check_run, say, ask=ask)
    return None if outcome is None else asdict(outcome)


def finish(execution_id: int) -> dict[str, Any]:
    """Restores the server, proves it, and marks the execution complete when all its blocks are."""
    from experiments import night

    return asdict(night.finish(execution_id, progress=say))


def restore(server: str | None = None) -> list[dict[str, Any]]:
    """Puts back what experiments changed, from any state and any process."""
    from experiments import night

    return [asdict(report) for report in night.restore(server, progress=say)]


def validate(execution_ids: Sequence[int], boundary: Literal["raw", "marts"]) -> Any:
    """Great Expectations over exactly these executions at `boundary` ('raw' or 'marts'); verdicts go to quality.*."""
    import expectations

    return expectations.validate(list(execution_ids), boundary)


def build(full_refresh: bool = False) -> Any:
    """One dbt build of everything that is new."""
    from pgverdict.command.build import build as dbt_build

    return dbt_build(full_refresh=full_refresh)


def checker(text: str, facts: dict[str, Any], language: str) -> dict[str, Any]:
    """The fact checker's answer (contracts.md 4) on a text that is about to be published."""
    from factcheck.checker import check
    from factcheck.forms.facts import facts_of

    return check(text, facts_of(facts), language, strict=True).to_json()


def write(execution_id: int, languages: Sequence[str] = ("ru", "en"), kind: str | None = None) -> list[Any]:
    """Writes and checks an execution's articles; they stay drafts until `publish`."""
    import prompts

    return list(prompts.write(execution_id, languages=tuple(languages), check=checker, kind=kind))


def digests(languages: Sequence[str] = ("ru", "en")) -> list[Any]:
    """Writes and checks the digests of the nights whose articles are newer than theirs."""
    import prompts

    return list(prompts.write_due(check=checker, languages=tuple(languages)))


def publish(with_docs: bool = True) -> dict[str, str]:
    """Publishes the site: articles, nights' digests and index, data quality, and (unless told otherwise) the dbt docs.

    Digests that are due are written first. Returns the parts' paths.
    """
    import expectations.docs
    from prompts import site as pages

    site = site_directory()
    digests()
    paths = {"quality": str(expectations.docs.publish(site))}
    if with_docs:
        from pgverdict.command.build import publish_docs

        paths["dbt"] = str(publish_docs(site))
    # Last, because the index links to what there is.
    return {"index": str(pages.publish(site)), **paths}


def report(execution_ids: Sequence[int], languages: Sequence[str] = ("ru", "en")) -> list[Any]:
    """From raw samples to published pages: validate, build, validate, write, check, publish.

    Errors: AnswerIsNo when marts fail their critical expectations or an article is refused; what can be published is.
    """
    say("validating the raw samples")
    refused = set(validate(execution_ids, "raw").refused)
    say("building the marts")
    build()
    say("validating the marts")
    marts = validate(execution_ids, "marts")
    refused |= set(marts.refused)
    refusals = [
        f"execution {each}: too few sound runs, or unsound marts; `pgverdict validate` says which"
        for each in sorted(refused)
    ]
    articles: list[Any] = []
    for execution_id in execution_ids:
        if execution_id not in refused:
            say(f"writing the articles of execution {execution_id}")
            articles += write(execution_id, languages)
    refusals += [
        f"article {a.experiment_id} ({a.language}): {p}" for a in articles if not a.is_publishable for p in a.problems
    ]
    say("publishing the pages")
    publish()
    if refusals:
        raise AnswerIsNo("not published:\n  " + "\n  ".join(refusals))
    return articles
