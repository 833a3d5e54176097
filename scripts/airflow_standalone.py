"""`make airflow`: `airflow standalone` with our DAGs, on loopback only, few workers, and nothing left behind when it ends."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import airflow_home

from pgverdict.paths import PROJECT_ROOT

DEFAULT_PORT = 8080


def web_port() -> int:
    """`PORT`, or 8080; another free one when 8080 is taken. Exits with status 2 when the port that was asked for is taken."""
    from pgverdict.clusters import free_port

    wanted = int(os.environ.get("PORT", DEFAULT_PORT))
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            if "PORT" in os.environ:
                print(f"pgverdict: port {wanted} is in use; give another: make airflow PORT=8090", file=sys.stderr)
                sys.exit(2)
            return free_port()
    return wanted


def login() -> tuple[str, str]:
    """The user and the password, made on first use in the file that Airflow's simple auth manager reads."""
    import json

    path = airflow_home.home() / "passwords.json"
    if not path.exists():
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump({"admin": secrets.token_urlsafe(12)}, file)
    return "admin", json.loads(path.read_text())["admin"]


def run_standalone() -> None:
    """Airflow's own standalone command, its two log servers left out: they listen on all interfaces, and logs here are local files."""
    from airflow.cli.commands import standalone_command

    class LoopbackOnly(standalone_command.SubCommand):
        def __init__(self, parent: object, name: str, command: list[str], env: dict[str, str]) -> None:
            flags = ["--skip-serve-logs"] if name in ("scheduler", "triggerer") else []
            super().__init__(parent, name, [*command, *flags], env)

    standalone_command.SubCommand = LoopbackOnly  # type: ignore[misc]
    standalone_command.StandaloneCommand().run()


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends the process group: asked first (SIGINT: on SIGTERM standalone leaves its children), then told, then killed."""
    for number, patience in ((signal.SIGINT, 15), (signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline and group_lives(process):
            time.sleep(0.2)


def group_lives(process: subprocess.Popen[bytes]) -> bool:
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def wait_until_ready(port: int, process: subprocess.Popen[bytes], patience_s: int = 180) -> bool:
    """True once the API server answers; False when the process ended before."""
    from urllib.error import URLError
    from urllib.request import urlopen

    deadline = time.monotonic() + patience_s
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/api/v2/version", timeout=2):
                return True
        except (URLError, OSError):
            time.sleep(0.5)
    return False


def main() -> int:
    port = web_port()
    environment = {**os.environ, **airflow_home.environment(port)}
    # Standalone finds `airflow` on the path.
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    user, password = login()
    os.environ.update(environment)
    airflow_home.prepare_database()
    log = airflow_home.home() / "standalone.log"
    print(f"pgverdict: starting Airflow on http://127.0.0.1:{port}; its log: {log}", flush=True)

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
    with log.open("ab") as sink:
        process = subprocess.Popen(
            [sys.executable, __file__, "--inside"],
            env=environment, cwd=PROJECT_ROOT, stdout=sink, stderr=sink, stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
    try:
        if not wait_until_ready(port, process):
            print(
                f"pgverdict: Airflow did not start; {log} ends:\n"
                + "\n".join(log.read_text(errors="replace").splitlines()[-15:]),
                file=sys.stderr,
            )
            return 3
        print(
            f"pgverdict: Airflow is ready: http://127.0.0.1:{port}   login {user}, password {password}   (Ctrl-C ends it)",
            flush=True,
        )
        return 3 if process.wait() else 0
    except KeyboardInterrupt:
        print(
            "\npgverdict: ending Airflow; a night that was running is restored by its teardown or by `pgverdict restore`",
            flush=True,
        )
        return 0
    finally:
        end(process)


if __name__ == "__main__":
    if sys.argv[1:] == ["--inside"]:
        run_standalone()
    else:
        sys.exit(main())
