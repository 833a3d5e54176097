"""What stands between a task and its stage: whose turn it is, nights that were missed, and who is told."""

import http.server
import json
import socketserver
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest

from dags.parts import notify, tasks
from dags.parts.servers import NightlyServer
from experiments.servers import Window
from pgverdict import warehouse
from pgverdict.errors import ComponentFailed, Refused

SERVER = NightlyServer("local", "local", ("one", "two", "three"))


@pytest.fixture
def dsn(warehouse_dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(warehouse, "warehouse_dsn", lambda: warehouse_dsn)
    return warehouse_dsn


def plan(dsn: str, experiment: str, status: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(
            "insert into control.experiments (experiment_id) values (%s) on conflict do nothing", [experiment]
        )
        connection.execute(
            "insert into control.executions (experiment_id, execution, origin, server, status, spec, spec_hash, factors, repeats, primary_metric,"
            " minimum_effect_pct) select %s, count(*) + 1, 'run', 'local', %s, '{}', '', '[]', 5, 'tps', 3 from control.executions",
            [experiment, status],
        )


def test_the_first_of_the_rotation_begins(dsn: str) -> None:
    assert tasks.next_in_rotation(SERVER) == "one"


def test_an_open_execution_goes_on_before_anything_new(dsn: str) -> None:
    plan(dsn, "two", "running")
    plan(dsn, "one", "complete")
    assert tasks.next_in_rotation(SERVER) == "two"


def test_after_the_last_of_the_rotation_comes_the_first(dsn: str) -> None:
    plan(dsn, "one", "complete")
    assert tasks.next_in_rotation(SERVER) == "two"
    plan(dsn, "three", "failed")
    assert tasks.next_in_rotation(SERVER) == "one"


def test_a_server_without_rotation_asks_for_an_experiment(dsn: str) -> None:
    with pytest.raises(Refused, match="add a rotation"):
        tasks.next_in_rotation(NightlyServer("local", "local", ()))


def context(run_type: str, **params: Any) -> dict[str, Any]:
    run = SimpleNamespace(run_type=run_type, conf={}, dag_id="night_local", run_id="r1")
    return {
        "dag_run": run,
        "params": {"experiment": "one", "profile": None, "confirm": False, "keep_window": False} | params,
    }


def window(opens_in: timedelta) -> Window:
    opens = datetime.now(UTC) + opens_in
    closes = opens + timedelta(hours=1)
    return Window.parse(f"{opens:%H:%M}-{closes:%H:%M} UTC")


def test_a_scheduled_night_outside_its_window_was_missed_and_plans_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.stages, "begin", lambda *_, **__: pytest.fail("a missed night was begun"))
    closed = NightlyServer("local", "local", ("one",), "0 22 * * *", "UTC", window(timedelta(hours=3)))
    assert tasks.begin_night(closed, context("scheduled")) == []


def test_a_scheduled_night_keeps_its_window_and_holds_the_server_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(tasks.stages, "begin", lambda *_, **more: asked.update(more) or {"execution_id": 3, "slots": 2})
    open_now = NightlyServer("local", "local", ("one",), "0 22 * * *", "UTC", window(timedelta(minutes=-5)))
    assert tasks.begin_night(open_now, context("scheduled")) == [
        {"slot": 1, "execution_id": 3},
        {"slot": 2, "execution_id": 3},
    ]
    assert asked["keep_window"] is True
    assert asked["holder"] == "night_local r1"
    assert asked["lease_s"] > 0


def test_a_night_by_hand_in_one_process_is_held_by_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(tasks.stages, "begin", lambda *_, **more: asked.update(more) or {"execution_id": 3, "slots": 1})
    by_hand = context("manual")
    by_hand["dag_run"].conf = {"one_process": True}
    tasks.begin_night(SERVER, by_hand)
    assert (asked["holder"], asked["lease_s"], asked["keep_window"]) == (None, 0, False)


def test_runs_left_are_no_failure_when_the_window_ended_the_night() -> None:
    state = {"execution_id": 3, "status": "running", "runs_done": 4, "runs_left": 8, "reason": None}
    assert tasks.what_was_measured(state, context("scheduled")) == {"execution_ids": [3], "status": "running"}
    with pytest.raises(ComponentFailed, match="8 runs are left"):
        tasks.what_was_measured(state, context("manual"))


@pytest.fixture
def web_hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """A real HTTP server that Airflow's connection `pgverdict_webhook` names; yields what it received."""
    received: list[dict[str, Any]] = []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Hook) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("AIRFLOW_CONN_PGVERDICT_WEBHOOK", f"http://127.0.0.1:{server.server_port}/")
        yield received
        server.shutdown()


FAILURE = {"dag_run": SimpleNamespace(dag_id="night_local", run_id="r1"), "reason": "task_failure"}


def test_a_failed_night_is_told_to_the_web_hook(web_hook: list[dict[str, Any]]) -> None:
    notify.tell_of_failure(dict(FAILURE))
    assert [each["dag"] for each in web_hook] == ["night_local"]
    assert "pgverdict restore" in web_hook[0]["text"]


class Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs to deliver a mail."""

    received: list[str]

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            verb = line.split()[0].upper() if line.split() else b""
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                body = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    body += part
                self.received.append(body.decode())
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")
            if verb == b"QUIT":
                return


def test_a_failed_night_is_mailed(monkeypatch: pytest.MonkeyPatch) -> None:
    mails: list[str] = []
    handler = type("OwnMailbox", (Mailbox,), {"received": mails})
    with socketserver.TCPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        extra = {
            "from_email": "night@example.org",
            "to_email": "dba@example.org",
            "disable_tls": True,
            "disable_ssl": True,
        }
        connection = {"conn_type": "smtp", "host": "127.0.0.1", "port": server.server_address[1], "extra": extra}
        monkeypatch.setenv("AIRFLOW_CONN_PGVERDICT_MAIL", json.dumps(connection))
        notify.tell_of_failure(dict(FAILURE))
        server.shutdown()
    assert len(mails) == 1
    assert "To: dba@example.org" in mails[0]
    assert "night_local failed" in mails[0]


def test_without_connections_the_failure_is_in_the_log_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(notify.log, "error", lines.append)
    notify.tell_of_failure(dict(FAILURE))
    assert len(lines) == 1
    assert "night_local failed" in lines[0]
