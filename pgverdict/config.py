"""One configuration: environment variables first, then one file with the same names, then defaults."""

import os
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from pgverdict.errors import Refused
from pgverdict.paths import PROJECT_ROOT


def configuration_file() -> Path:
    """The configuration file: `PGVERDICT_CONFIG`, otherwise `pgverdict.toml` in the project's root. It may be missing."""
    return Path(os.environ.get("PGVERDICT_CONFIG", PROJECT_ROOT / "pgverdict.toml"))


class Settings(BaseSettings):
    """What may be configured. Environment: the names in upper case after `PGVERDICT_`; the file: the names as they are here."""

    model_config = SettingsConfigDict(env_prefix="PGVERDICT_", extra="forbid")

    warehouse_dsn: SecretStr | None = Field(
        None, description="libpq connection string of the warehouse; default: the embedded cluster"
    )
    llm_base_url: str | None = Field(
        None, description="OpenAI-compatible endpoint, for instance http://127.0.0.1:8080/v1"
    )
    llm_model: str | None = Field(None, description="model name at that endpoint")
    llm_api_key: SecretStr | None = Field(None, description="its key; never logged")
    llm_timeout_s: float = Field(60, gt=0, description="seconds for one call")
    llm_token_budget: int = Field(200_000, gt=0, description="tokens for one article; beyond it templates write")
    llm_time_budget_s: float = Field(900, gt=0, description="seconds for one article; beyond it templates write")
    servers_file: Path = Field(PROJECT_ROOT / "experiments" / "servers.yml", description="servers under test")
    catalog: Path = Field(PROJECT_ROOT / "experiments" / "catalog", description="folder of experiment files")
    collector_intervals: dict[str, float] = Field(
        default_factory=dict, description="seconds between samples by metric family"
    )
    notify_url: SecretStr | None = Field(None, description="web hook told of failed nights")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, toml_file=configuration_file())


@cache
def settings(**overrides: Any) -> Settings:
    """The configuration of this process. Errors: Refused, naming the file or variable and the key."""
    try:
        return Settings(**overrides)
    except ValidationError as error:
        problems = "; ".join(f"{'.'.join(map(str, item['loc']))}: {item['msg']}" for item in error.errors())
        raise Refused(f"configuration ({configuration_file()} or PGVERDICT_* in the environment): {problems}") from None
    except ValueError as error:  # the TOML parser's own
        raise Refused(f"{configuration_file()} is not valid TOML: {error}") from None
