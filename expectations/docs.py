"""Publishes what the checks said as pages that a stranger can read without a network: by execution, by night, and the catalogue itself.

Great Expectations' own Data Docs load styles and scripts from elsewhere and are blank offline; these pages are made from its
answers (`quality.*`) and carry their style (docs/adr/0031).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import jinja2
import psycopg
from psycopg.rows import dict_row

from expectations.catalog import all_suites
from expectations.checks import Suite
from pgverdict.i18n import LANGUAGES, text_of
from pgverdict.paths import site_directory
from pgverdict.warehouse import connect

TEMPLATES = Path(__file__).parent / "templates"
SEVERITIES = ("critical", "warning", "info")
#: The history shows this many nights; older ones stay in the warehouse.
NIGHTS_SHOWN = 60

WORDS = {
    "en": {
        "title": "Data quality", "executions": "Executions", "history": "Quality by night", "catalogue": "What is checked",
        "critical": "critical", "warning": "warning", "info": "info", "passed": "held", "failed": "failed", "runs": "runs",
        "invalid": "invalid runs", "night": "night", "experiment": "experiment", "checked_at": "checked", "boundary": "where",
        "raw": "raw data", "marts": "reporting marts", "run": "after each run", "observed": "observed", "expected": "expected",
        "nothing_failed": "Nothing failed.", "all_held": "All that was checked", "silent": "Does not apply: no such data",
        "execution": "execution", "back": "All executions", "check": "check", "no_validation": "Nothing was validated yet.",
        "explain": "Every night's data are checked before anything is computed from them, and the results again before a sentence is"
        " written. A critical failure makes a run invalid: it is repeated if the night allows and takes part in no comparison. A warning"
        " stands in the article with its consequence. Info is kept.",
        "critical_means": "makes the run (or the whole) invalid", "warning_means": "is published with its consequence",
        "info_means": "is kept", "verdict_ok": "can be published", "verdict_no": "cannot be published", "share": "share of checks held",
        "other_language": "По-русски",
    },
    "ru": {
        "title": "Качество данных", "executions": "Исполнения", "history": "Качество по ночам", "catalogue": "Что проверяется",
        "critical": "критично", "warning": "предупреждение", "info": "к сведению", "passed": "соблюдено", "failed": "нарушено",
        "runs": "прогонов", "invalid": "негодных прогонов", "night": "ночь", "experiment": "эксперимент", "checked_at": "проверено",
        "boundary": "где", "raw": "сырые данные", "marts": "отчётные витрины", "run": "сразу после прогона", "observed": "наблюдалось",
        "expected": "ожидалось", "nothing_failed": "Нарушений нет.", "all_held": "Всё, что проверено",
        "silent": "Не применимо: таких данных нет", "execution": "исполнение", "back": "Все исполнения", "check": "проверка",
        "no_validation": "Пока ничего не проверено.",
        "explain": "Данные каждой ночи проверяются до того, как из них что-либо вычислено, а результаты ещё раз, прежде чем по ним"
        " написано хоть одно предложение. Критичное нарушение делает прогон негодным: его повторяют, если позволяет ночь, и ни в одно"
        " сравнение он не входит. Предупреждение стоит в статье вместе со своим следствием. Сведения хранятся.",
        "critical_means": "прогон (или целое) негоден", "warning_means": "публикуется со следствием", "info_means": "хранится",
        "verdict_ok": "можно публиковать", "verdict_no": "публиковать нельзя", "share": "доля соблюдённых проверок",
        "other_language": "In English",
    },
}  # fmt: skip


@dataclass(frozen=True)
class NightQuality:
    """One night's verdicts: how many held, how many failed by severity, how many runs are invalid."""

    night: date
    runs: int
    invalid: int
    passed: int
    failed: dict[str, int]

    @property
    def share(self) -> float:
        return self.passed / max(self.passed + sum(self.failed.values()), 1)


def publish(site: Path | None = None, dsn: str | None = None) -> Path:
    """Writes the pages under `site/quality/` in both languages and returns the English index."""
    folder = (site or site_directory()) / "quality"
    folder.mkdir(parents=True, exist_ok=True)
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    with connect("pgverdict_quality", dsn) as connection:
        executions = _executions(connection)
        nights = _nights(connection)
        pages = {
            execution["execution_id"]: _verdicts(connection, execution["execution_id"]) for execution in executions
        }
    for language in LANGUAGES:
        words = WORDS[language]
        common: dict[str, Any] = {"language": language, "words": words, "page": _page, "severities": SEVERITIES}
        for execution in executions:
            execution["name"] = text_of(execution["title"] or {}, language) or execution["experiment_id"]
        for name, values in (
            ("index", {"executions": executions, "nights": nights}),
            ("checks", {"suites": [_suite_rows(suite, language) for suite in all_suites()]}),
        ):
            _write(folder, environment, name, f"{name}.html.j2", language, common | values)
        for execution in executions:
            groups = _grouped(pages[execution["execution_id"]], language)
            name = f"execution-{execution['execution_id']}"
            _write(
                folder,
                environment,
                name,
                "execution.html.j2",
                language,
                common | {"execution": execution, "groups": groups},
            )
    return folder / "index.html"


def _page(name: str, language: str) -> str:
    return f"{name}.html" if language == "en" else f"{name}.{language}.html"


def _write(
    folder: Path, environment: jinja2.Environment, name: str, template: str, language: str, values: dict[str, Any]
) -> None:
    other = next(known for known in LANGUAGES if known != language)
    text = environment.get_template(template).render(values | {"other_page": _page(name, other)})
    target = folder / _page(name, language)
    unfinished = target.with_suffix(".part")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(target)  # a reader never sees half a page


def _rows(connection: psycopg.Connection[Any], query: str, *parameters: Any) -> list[dict[str, Any]]:
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query, parameters).fetchall()  # type: ignore[arg-type]


def _executions(connection: psycopg.Connection[Any]) -> list[dict[str, Any]]:
    """Executions that were validated, newest first, with the failures in force."""
    return _rows(
        connection,
        """
        select
            executions.execution_id, executions.experiment_id, executions.execution, experiments.title, executions.origin,
            max(verdicts.validated_at) as validated_at,
            count(*) filter (where verdicts.severity = 'critical' and not verdicts.is_success) as critical,
            count(*) filter (where verdicts.severity = 'warning' and not verdicts.is_success) as warning,
            count(*) filter (where verdicts.is_success) as passed,
            count(distinct verdicts.run_id) filter (where verdicts.severity = 'critical' and not verdicts.is_success) as invalid,
            (
                select count(*) from control.runs
                where runs.execution_id = executions.execution_id and runs.status = 'done'
            ) as runs,
            coalesce((
                select not (validations.report -> 'refused' @> to_jsonb(executions.execution_id))
                from quality.validations
                where executions.execution_id = any(validations.execution_ids) and validations.boundary = 'raw'
                    and validations.is_success is not null
                order by validations.validation_id desc
                limit 1
            ), true) as is_publishable
        from quality.verdicts_in_force as verdicts
        inner join control.executions using (execution_id)
        inner join control.experiments using (experiment_id)
        group by executions.execution_id, experiments.experiment_id
        order by max(verdicts.validated_at) desc
        """,
    )


def _nights(connection: psycopg.Connection[Any]) -> list[NightQuality]:
    """Quality by night, oldest first: verdicts in force about the runs of each night."""
    rows = _rows(
        connection,
        """
        select runs.night, verdicts.severity, verdicts.is_success, count(*) as verdicts, count(distinct runs.run_id) as runs
        from quality.verdicts_in_force as verdicts
        inner join control.runs using (run_id)
        where runs.night is not null
        group by grouping sets ((runs.night, verdicts.severity, verdicts.is_success), (runs.night))
        order by runs.night
        """,
    )
    nights: dict[date, dict[str, Any]] = {}
    for row in rows:
        night = nights.setdefault(row["night"], {"runs": 0, "invalid": 0, "passed": 0, "failed": Counter()})
        if row["severity"] is None:
            night["runs"] = row["runs"]
        elif row["is_success"]:
            night["passed"] += row["verdicts"]
        else:
            night["failed"][row["severity"]] += row["verdicts"]
            if row["severity"] == "critical":
                night["invalid"] = row["runs"]
    return [NightQuality(night, **found) for night, found in sorted(nights.items())][-NIGHTS_SHOWN:]


def _verdicts(connection: psycopg.Connection[Any], execution_id: int) -> list[dict[str, Any]]:
    return _rows(
        connection,
        """
        select verdicts.*, runs.run, runs.level, runs.block, validations.boundary
        from quality.verdicts_in_force as verdicts
        inner join quality.validations using (validation_id)
        left join control.runs using (run_id)
        where verdicts.execution_id = %s
        order by runs.run nulls first, verdicts.suite, verdicts.expectation
        """,
        execution_id,
    )


def _grouped(verdicts: Iterable[dict[str, Any]], language: str) -> dict[str, Any]:
    """A page's parts: failures by severity, what held by suite with counts, what did not apply."""
    titles = {suite.name: suite.title[language] for suite in all_suites()}
    texts = {(suite.name, check.id): check for suite in all_suites() for check in suite.checks}
    failures: dict[str, list[dict[str, Any]]] = {severity: [] for severity in SEVERITIES}
    held: dict[str, Counter[str]] = {}
    silent: dict[str, list[str]] = {}
    for verdict in verdicts:
        suite, expectation = verdict["suite"], verdict["expectation"]
        check = texts.get((suite, expectation))
        expects = check.expects[language] if check else expectation
        if not verdict["is_success"]:
            failures[verdict["severity"]].append(
                verdict
                | {
                    "message": verdict[f"message_{language}"],
                    "suite_title": titles.get(suite, suite),
                    "expected": check.expected(language) if check else verdict["expected"],
                }
            )
        elif verdict["observed"] == "—":
            silent.setdefault(titles.get(suite, suite), []).append(expects)
        else:
            held.setdefault(titles.get(suite, suite), Counter())[expects] += 1
    return {"failures": failures, "held": held, "silent": silent}


def _suite_rows(suite: Suite, language: str) -> dict[str, Any]:
    return {
        "name": suite.name,
        "title": suite.title[language],
        "boundary": suite.boundary,
        "checks": [
            {
                "id": check.id,
                "severity": check.severity,
                "expects": check.expects[language],
                "expected": check.expected(language),
            }
            for check in suite.checks
        ],
    }
