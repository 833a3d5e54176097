"""Configuration comes from the environment before the file, is refused when misspelt, and keeps its secrets."""

from pathlib import Path

import pytest

from pgverdict import config
from pgverdict.errors import Refused


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    config.settings.cache_clear()
    path = tmp_path / "pgverdict.toml"
    monkeypatch.setenv("PGVERDICT_CONFIG", str(path))
    return path


def test_the_environment_goes_before_the_file(fresh: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fresh.write_text('llm_model = "file"\nllm_base_url = "http://127.0.0.1:1/v1"\n')
    monkeypatch.setenv("PGVERDICT_LLM_MODEL", "environment")
    assert config.settings().llm_model == "environment"
    assert config.settings().llm_base_url == "http://127.0.0.1:1/v1"
    config.settings.cache_clear()


def test_an_unknown_key_is_refused_by_name(fresh: Path) -> None:
    fresh.write_text('llm_modle = "x"\n')
    with pytest.raises(Refused, match="llm_modle"):
        config.settings()


def test_a_broken_file_is_refused_with_its_path(fresh: Path) -> None:
    fresh.write_text("llm_model = \n")
    with pytest.raises(Refused, match=r"pgverdict\.toml"):
        config.settings()


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGVERDICT_LLM_API_KEY", "very-secret")
    monkeypatch.setenv("PGVERDICT_WAREHOUSE_DSN", "host=h password=very-secret")
    assert "very-secret" not in repr(config.settings())
    config.settings.cache_clear()
