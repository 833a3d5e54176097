"""The installer: which Python it takes, what it hands on to uv, when it does nothing; and the lock files that it trusts."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pgverdict.paths import PROJECT_ROOT


@pytest.fixture
def installer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("install", PROJECT_ROOT / "scripts" / "install.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pretender(folder: Path, name: str, version: str) -> Path:
    """An executable that says it is this Python and is not one that suits."""
    path = folder / name
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo "Python {version}" && exit 0\nexit 1\n')
    path.chmod(0o755)
    return path


def checkout(folder: Path) -> Path:
    """As much of a checkout as install.sh looks at, in a path with a space; its install.py only tells who called it."""
    root = folder / "a checkout"
    (root / "scripts").mkdir(parents=True)
    (root / "scripts" / "install.sh").write_text((PROJECT_ROOT / "scripts" / "install.sh").read_text())
    (root / "scripts" / "install.py").write_text(
        "import sys; print('installing with', sys.executable, *sys.argv[1:])\n"
    )
    return root


def install_sh(root: Path, path: str, python: str | None = None, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": path} | ({"PYTHON": python} if python else {})
    return subprocess.run(
        ["/bin/sh", "scripts/install.sh", *arguments], cwd=root, env=environment, capture_output=True, text=True
    )


def test_a_python_that_is_too_old_is_refused_with_what_to_do(tmp_path: Path) -> None:
    pretender(tmp_path, "python3", "3.9.2")
    done = install_sh(checkout(tmp_path), f"{tmp_path}:{_tools(tmp_path)}")
    assert done.returncode == 2
    assert "needs Python 3.11, 3.12 or 3.13; `python3` is: Python 3.9.2" in done.stderr
    assert "PYTHON=" in done.stderr


def test_a_newer_python_beside_an_old_python3_is_taken(tmp_path: Path) -> None:
    pretender(tmp_path, "python3", "3.9.2")
    (tmp_path / "python3.12").symlink_to(sys.executable)
    done = install_sh(checkout(tmp_path), f"{tmp_path}:{_tools(tmp_path)}", None, "--dev")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("installing with ")
    assert done.stdout.strip().endswith("--dev")


def test_a_python_that_was_asked_for_is_never_replaced_by_another(tmp_path: Path) -> None:
    old = pretender(tmp_path, "old python", "3.8.1")
    (tmp_path / "python3.12").symlink_to(sys.executable)
    done = install_sh(checkout(tmp_path), f"{tmp_path}:{_tools(tmp_path)}", str(old))
    assert done.returncode == 2
    assert "3.8.1" in done.stderr


def _tools(folder: Path) -> Path:
    """`dirname` alone: the machine's own Pythons must not be found."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "dirname").symlink_to("/usr/bin/dirname")
    return tools


def test_what_pip_was_told_about_indexes_is_handed_on_to_uv(
    installer: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in installer.UV_VARIABLES.values():
        monkeypatch.delenv(name, raising=False)
    text = (
        "global.cert='/etc/ssl/own.pem'\nglobal.index-url='https://first.example/simple'\n"
        "install.index-url='https://second.example/simple'\n:env:.extra-index-url='https://third.example/simple'\n"
    )
    told = installer.uv_environment(installer.pip_settings(text))
    assert told["UV_DEFAULT_INDEX"] == "https://second.example/simple"
    assert told["UV_INDEX"] == "https://third.example/simple"
    assert told["SSL_CERT_FILE"] == "/etc/ssl/own.pem"


def test_what_uv_was_told_itself_stands(installer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UV_DEFAULT_INDEX", "https://own.example/simple")
    assert (
        installer.uv_environment({"index-url": "https://other.example/simple"})["UV_DEFAULT_INDEX"]
        == "https://own.example/simple"
    )


def test_a_changed_lock_or_a_moved_checkout_is_installed_again(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("a==1\n")
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.setattr(installer, "ROOT", tmp_path)
    before = installer.wanted_state(lock)
    assert installer.wanted_state(lock) == before
    lock.write_text("a==2\n")
    assert installer.wanted_state(lock) != before
    monkeypatch.setattr(installer, "ROOT", tmp_path / "elsewhere")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "pyproject.toml").write_text("")
    lock.write_text("a==1\n")
    assert installer.wanted_state(lock) != before


def test_rooms_are_compiled_where_python_may_not_do_it(
    installer: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "__init__.py").write_text("")
    (room / "good.py").write_text("x = 1\n")
    (room / "bad.py").write_text("x = = 1\n")
    (tmp_path / "no_room").mkdir()
    (tmp_path / "no_room" / "other.py").write_text("")
    monkeypatch.setattr(installer, "ROOT", tmp_path)
    monkeypatch.setattr(installer, "PYTHON", Path(sys.executable))
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    installer.compile_rooms()
    assert {path.name.partition(".")[0] for path in tmp_path.rglob("*.pyc")} == {"__init__", "good"}


def test_uv_itself_is_pinned_with_hashes(installer: ModuleType) -> None:
    stanza = installer.uv_requirement()
    assert re.match(r"uv==\d+\.\d+\.\d+", stanza)
    assert stanza.count("--hash=sha256:") > 5


def pins(name: str) -> dict[str, set[str]]:
    """The requirements of a lock file, each with its hashes."""
    found: dict[str, set[str]] = {}
    pin = ""
    for line in (PROJECT_ROOT / name).read_text().splitlines():
        if line.startswith(" "):
            found[pin] |= set(re.findall(r"sha256:[0-9a-f]{64}", line))
        elif line and not line.startswith("#"):
            pin = line.removesuffix(" \\").strip()
            found[pin] = set()
    return found


@pytest.mark.parametrize("name", ["requirements.lock", "requirements-dev.lock"])
def test_every_requirement_is_pinned_and_has_a_hash_and_no_address_is_recorded(name: str) -> None:
    locked = pins(name)
    assert len(locked) > 100
    assert [pin for pin in locked if "==" not in pin] == []
    assert [pin for pin, hashes in locked.items() if not hashes] == []
    assert "://" not in (PROJECT_ROOT / name).read_text()


def test_the_development_lock_holds_all_of_the_runtime_lock() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()
