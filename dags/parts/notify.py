"""Tells people of a failed night through Airflow's own notifiers, by whichever connections exist: `pgverdict_webhook`, `pgverdict_mail`."""

import logging
from typing import Any

WEBHOOK = "pgverdict_webhook"
MAIL = "pgverdict_mail"

log = logging.getLogger(__name__)


def tell_of_failure(context: dict[str, Any]) -> None:
    """A DAG's `on_failure_callback`. Neither connection set up: the message goes to the log alone.

    The web hook gets JSON {text, dag, run, reason}; mail goes to the connection's extra `to_email`.
    """
    message = describe(context)
    log.error(message["text"])
    webhook = _connection(WEBHOOK)
    if webhook is not None:
        from airflow.providers.http.notifications.http import HttpNotifier

        HttpNotifier(http_conn_id=WEBHOOK, json=message)(context)  # type: ignore[arg-type]
    mail = _connection(MAIL)
    if mail is not None:
        from airflow.providers.smtp.notifications.smtp import SmtpNotifier

        to = mail.extra_dejson.get("to_email") or mail.login
        SmtpNotifier(
            smtp_conn_id=MAIL,
            to=to,
            subject=message["text"].splitlines()[0],
            html_content=f"<pre>{message['text']}</pre>",
        )(
            context  # type: ignore[arg-type]
        )


def describe(context: dict[str, Any]) -> dict[str, str]:
    """What happened, to which run, and what to do next, as the fields of the web hook's JSON."""
    run = context.get("dag_run")
    dag = str(getattr(run, "dag_id", None) or getattr(context.get("dag"), "dag_id", "?"))
    run_id = str(getattr(run, "run_id", None) or context.get("run_id", "?"))
    reason = str(context.get("exception") or context.get("reason") or "a task failed")
    text = f"pgverdict: {dag} failed\nrun {run_id}: {reason}\nLook at its red task in Airflow; `pgverdict restore` puts a server back."
    return {"text": text, "dag": dag, "run": run_id, "reason": reason}


def _connection(name: str) -> Any | None:
    """The Airflow connection `name`, or None where nobody set it up."""
    from airflow.sdk import Connection
    from airflow.sdk.exceptions import AirflowNotFoundException

    try:
        return Connection.get(name)
    except AirflowNotFoundException:
        return None
