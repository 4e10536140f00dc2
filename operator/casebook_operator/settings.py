"""Every setting of Casebook: variables ``CASEBOOK_<GROUP>__<NAME>``, or a YAML file named by ``--config``."""

import os
from enum import StrEnum
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, YamlConfigSettingsSource
from typing_extensions import override

from casebook_analyzer.errors import ConfigurationError


class Visibility(StrEnum):
    """What readers of one namespace learn about incidents of another."""

    NAMESPACE = "Namespace"
    """Category, age and score only."""
    CLUSTER = "Cluster"
    """Everything: names, titles and what fixed it."""


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


def _state_directory() -> Path:
    return Path("~/.local/state/casebook").expanduser()


class ClusterSettings(_Group):
    """Which cluster, and what it is called in memory."""

    name: str = Field(default="default", min_length=1, max_length=63)
    """The tenant under which incidents are remembered. One name for each cluster that shares a database."""
    kubeconfig: Path | None = None
    """A kubeconfig file. Without one: the pod's service account, else the usual kubeconfig."""
    context: str | None = None
    namespace: str = "casebook"
    """Where Investigations of nodes live, as nodes have no namespace."""


class DatabaseSettings(_Group):
    """Where incidents are remembered."""

    url: str = Field(default_factory=lambda: f"embedded:{_state_directory() / 'postgres'}")
    """``postgresql://...`` (PostgreSQL 16+ with pgvector 0.8.4+), or ``embedded:DIRECTORY`` for a laptop."""


class MemorySettings(_Group):
    """What is attached to new Investigations."""

    visibility: Visibility = Visibility.NAMESPACE
    embedder: str = "auto"
    """``auto`` takes the installed model or goes without; ``none``; or a directory of a sentence-transformers model."""


class CaseSettings(_Group):
    """When a case is over."""

    stable_seconds: float = Field(default=600.0, gt=0)
    """How long a subject must be healthy before its episode is closed.

    Ten minutes is when kubelet itself forgets a crash loop: twice ``MaxContainerBackOff`` (300 s,
    pkg/kubelet/kubelet.go).
    """
    sweep_seconds: float = Field(default=5.0, gt=0)
    """How often open cases are looked at for recovery."""


class EvidenceSettings(_Group):
    """How much evidence is kept."""

    budget_bytes: int = Field(default=64 * 1024, ge=4096)
    spool: Path = Field(default_factory=lambda: _state_directory() / "spool")
    """Where redacted evidence waits, fsynced, until the database has it."""
    redaction_key: Path = Field(default_factory=lambda: _state_directory() / "redaction.key")
    """32 random bytes, made at the first start. Equal secrets get equal pseudonyms as long as it is kept."""


class HttpSettings(_Group):
    """Metrics and probes."""

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)


class ReportSettings(_Group):
    """Where people read reports."""

    external_url: str = ""
    """The base of ``status.reportURL``, for example ``https://casebook.example.com``. Empty: no link."""


class TaxonomySettings(_Group):
    """Rules beside the built-in ones."""

    paths: tuple[Path, ...] = ()
    """Files or directories of rule files that are added to the built-in taxonomy."""


class LogSettings(_Group):
    """Casebook's own log."""

    level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    format: str = Field(default="auto", pattern="^(auto|json|console)$")
    """``auto``: readable on a terminal, JSON elsewhere."""


class Settings(BaseSettings):
    """All settings. An unknown name is an error, so that a misspelt one is noticed."""

    model_config = SettingsConfigDict(env_prefix="CASEBOOK_", env_nested_delimiter="__", extra="forbid", frozen=True)

    cluster: ClusterSettings = ClusterSettings()
    database: DatabaseSettings = DatabaseSettings()
    memory: MemorySettings = MemorySettings()
    cases: CaseSettings = CaseSettings()
    evidence: EvidenceSettings = EvidenceSettings()
    http: HttpSettings = HttpSettings()
    reports: ReportSettings = ReportSettings()
    taxonomy: TaxonomySettings = TaxonomySettings()
    log: LogSettings = LogSettings()

    @classmethod
    @override
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file: what a person exports for one run is meant."""
        return init_settings, env_settings, YamlConfigSettingsSource(settings_cls)


def load_settings(config: Path | None = None) -> Settings:
    """Settings from the environment and, under it, a YAML file.

    Raises :class:`ConfigurationError` that names each wrong setting and what was expected.
    """
    if config is not None and not config.is_file():
        raise ConfigurationError(f"The configuration file {config} does not exist. Check --config.")

    if unknown := _unknown_variables():
        raise ConfigurationError(f"Settings cannot be used: {unknown}: there is no such group of settings.")

    class _FromFile(Settings):
        model_config = SettingsConfigDict(**{**Settings.model_config, "yaml_file": config})

    try:
        return _FromFile()
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise ConfigurationError(f"Settings cannot be used: {wrong}.") from error
    except (ValueError, OSError, yaml.YAMLError) as error:
        what = " ".join(str(error).split())
        raise ConfigurationError(f"The configuration file {config} cannot be read: {what}") from error


def _unknown_variables() -> str:
    """Variables of groups that do not exist, which pydantic-settings never sees.

    Names without ``__`` are not looked at: Kubernetes sets CASEBOOK_PORT and others for a Service called casebook.
    """
    given = sorted(name for name in os.environ if name.startswith("CASEBOOK_") and "__" in name)
    groups = {f"CASEBOOK_{field.upper()}" for field in Settings.model_fields}
    return ", ".join(name for name in given if name.partition("__")[0] not in groups)
