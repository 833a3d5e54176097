"""The compose file: accepted by compose's own loader where Go can build it, and consistent with what it starts everywhere."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from pgverdict.paths import PROJECT_ROOT

COMPOSE = PROJECT_ROOT / "docker-compose.yml"
EXAMPLE = PROJECT_ROOT / "docker" / "example.env"
#: The library by which `docker compose config` reads its files. The plugin itself would build in minutes, this in seconds.
LOADER = "github.com/compose-spec/compose-go/v2@v2.9.1"
MAIN = """package main

import (
	"context"
	"fmt"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
)

func main() {
	options, err := cli.NewProjectOptions(os.Args[2:], cli.WithEnvFiles(os.Args[1]), cli.WithDotEnv, cli.WithProfiles([]string{"*"}))
	if err == nil {
		_, err = options.LoadProject(context.Background())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
"""


@pytest.fixture(scope="session")
def loader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """compose's loader as a program: FILE.env FILE.yml…; built from the Go module proxy once and kept in the user's cache."""
    kept = (
        Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
        / "pgverdict"
        / LOADER.rsplit("@", 1)[1]
        / "compose-loader"
    )
    if not kept.exists():
        source = tmp_path_factory.mktemp("loader")
        (source / "main.go").write_text(MAIN)
        for words in (
            ["mod", "init", "loader"],
            ["get", LOADER],
            ["mod", "tidy"],
            ["build", "-o", "compose-loader", "."],
        ):
            subprocess.run(["go", *words], cwd=source, check=True, capture_output=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / "compose-loader", kept)
    return kept


def load(loader: Path, file: Path) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    return subprocess.run(
        [str(loader), str(EXAMPLE), str(file)], cwd=PROJECT_ROOT, env=environment, capture_output=True, text=True
    )


@pytest.mark.go
def test_composes_own_loader_accepts_the_file(loader: Path) -> None:
    done = load(loader, COMPOSE)
    assert done.returncode == 0, done.stderr


@pytest.mark.go
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("restart: unless-stopped", "restrat: unless-stopped"),
        ("condition: service_healthy", "condition: service_helathy"),
        ("- warehouse:/var", "- warehaus:/var"),
    ],
)
def test_composes_own_loader_refuses_a_planted_error(loader: Path, tmp_path: Path, right: str, wrong: str) -> None:
    planted = tmp_path / "docker-compose.yml"
    planted.write_text(COMPOSE.read_text().replace(right, wrong, 1))
    assert load(loader, planted).returncode != 0


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(COMPOSE.read_text())["services"]
    return found


def test_every_part_of_the_deployment_is_there(services: dict[str, Any]) -> None:
    parts = {
        "warehouse",
        "redis",
        "airflow-api-server",
        "airflow-scheduler",
        "airflow-dag-processor",
        "airflow-triggerer",
        "worker",
        "server-local",
        "llm",
        "pages",
    }
    assert parts <= set(services)


def test_every_airflow_command_is_one_of_airflows(services: dict[str, Any]) -> None:
    from airflow.cli.cli_parser import get_parser

    parser, checked = get_parser(), 0
    for service in services.values():
        if service.get("command", [""])[0] == "airflow":
            parser.parse_args(service["command"][1:])
            checked += 1
    assert checked >= 5


def test_every_setting_for_airflow_is_one_that_airflow_knows(services: dict[str, Any]) -> None:
    from airflow.configuration import conf

    free = {"celery_broker_transport_options"}  # passed on to Celery's transport as they are
    names = {
        name
        for service in services.values()
        for name in (service.get("environment") or {})
        if name.startswith("AIRFLOW__")
    }
    unknown = []
    for name in names:
        _, section, option = name.lower().split("__")
        if section not in free and option not in conf.configuration_description.get(section, {}).get("options", {}):
            unknown.append(name)
    assert len(names) > 10
    assert unknown == []


def test_every_server_of_servers_yml_has_a_worker_on_its_queue(services: dict[str, Any]) -> None:
    from dags.parts.servers import nightly_servers

    queues = {
        words[words.index("--queues") + 1]
        for service in services.values()
        if "--queues" in (words := service.get("command", []))
    }
    assert {server.queue for server in nightly_servers()} <= queues
    assert "default" in queues


def test_a_server_under_test_has_one_worker_with_one_slot(services: dict[str, Any]) -> None:
    command = services["server-local"]["command"]
    assert command[command.index("--concurrency") + 1] == "1"


def test_nothing_listens_beyond_the_machine(services: dict[str, Any]) -> None:
    ports = [port for service in services.values() for port in service.get("ports", [])]
    assert ports
    assert [port for port in ports if not port.startswith("127.0.0.1:")] == []


def test_every_variable_that_must_be_set_is_in_the_example() -> None:
    needed = set(re.findall(r"\$\{([A-Z_]+):\?", COMPOSE.read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(), re.MULTILINE))
    assert needed
    assert needed <= given


def test_what_the_image_copies_and_runs_exists() -> None:
    text = (PROJECT_ROOT / "docker" / "Dockerfile").read_text()
    copied = [word for line in re.findall(r"^COPY (?:--\S+ )?(.+) \S+$", text, re.MULTILINE) for word in line.split()]
    run = re.findall(r"(?:python3? )((?:scripts|docker)/\S+\.py)", text + COMPOSE.read_text())
    assert run
    assert [name for name in [*copied, *run] if not (PROJECT_ROOT / name).exists()] == []
