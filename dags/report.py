"""From raw samples to published articles, whenever a night was measured: validate, build, validate, write, publish."""

from datetime import timedelta

from airflow.sdk import DAG, Asset, Param, get_current_context, task

from dags.parts.notify import tell_of_failure
from dags.parts.retries import ONLY_COMPONENTS

DOC = """
### Report

Runs when a night is measured (asset `pgverdict_measured`), or by hand for the executions given. `publish` runs whatever failed
before it, so that the data-quality pages are there when they are needed most; articles that did not pass their check stay drafts.
"""

with DAG(
    dag_id="report",
    schedule=[Asset("pgverdict_measured")],
    catchup=False,
    is_paused_upon_creation=False,
    max_active_runs=1,
    dagrun_timeout=timedelta(hours=4),
    default_args={
        "owner": "pgverdict",
        "execution_timeout": timedelta(hours=2),
        "retries": 1,
        "retry_delay": timedelta(minutes=1),
        "retry_policy": ONLY_COMPONENTS,
    },
    on_failure_callback=tell_of_failure,
    params={
        "execution_ids": Param(
            [], type="array", items={"type": "integer"}, title="Executions", description="empty: what was just measured"
        ),
    },
    doc_md=DOC,
    tags=["pgverdict", "report"],
) as dag:

    @task
    def validate_raw() -> list[int]:
        """Checks exactly the runs at hand; failures make runs invalid and are told in the article. Returns the executions."""
        from dags.parts.tasks import executions_at_hand, validate

        executions = executions_at_hand(get_current_context())
        validate(executions, "raw")
        return executions

    @task
    def build() -> None:
        """One dbt invocation for everything that is new."""
        from pgverdict.command import stages

        stages.build()

    @task
    def validate_marts(executions: list[int]) -> None:
        """Fails, and so stops the articles, when a mart breaks a critical expectation."""
        from dags.parts.tasks import validate

        validate(executions, "marts", must_hold=True)

    @task(map_index_template="{{ article }}")
    def write(execution_id: int) -> None:
        """Writes both languages and checks every claim; fails when an article is refused."""
        from dags.parts.tasks import write_articles

        get_current_context()["article"] = write_articles(execution_id)

    @task
    def publish() -> dict[str, str]:
        """Publishes the pages of what was approved, the data quality and the dbt docs."""
        from pgverdict.command import stages

        return stages.publish()

    @task
    def conclude(pages: dict[str, str]) -> dict[str, str]:
        """The plain leaf beside the teardown: without it a refused article would leave the run green."""
        return pages

    executions = validate_raw()
    articles = write.expand(execution_id=executions)
    pages = publish().as_teardown(on_failure_fail_dagrun=True)
    executions >> build() >> validate_marts(executions) >> articles >> [pages, conclude(pages)]
