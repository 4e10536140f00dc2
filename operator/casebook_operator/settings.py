"""Every setting of Casebook: variables ``CASEBOOK_<GROUP>__<NAME>``, or a YAML file named by ``--config``."""

import os
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    YamlConfigSettingsSource,
)
from typing_extensions import override

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.learning import RECURRENCE, View
from casebook_operator.notify_settings import NotifySettings
from casebook_operator.path_settings import NamedPath, OptionalPath
from casebook_operator.redaction_settings import RedactionSettings
from casebook_operator.reflection_settings import ReflectionSettings
from casebook_operator.web_settings import WebSettings


class Visibility(StrEnum):
    """What readers of one namespace learn about incidents of another."""

    NAMESPACE = "Namespace"
    """Category, age and score only."""
    CLUSTER = "Cluster"
    """Everything: names, titles and what fixed it. What people say of an incident is shown with it, and still names and
    suggests nothing in other namespaces than its own."""


class LogAudience(StrEnum):
    """Who reads words of logs. Statuses and Events of Investigations cannot ask a reader for his rights."""

    LOG_READERS = "LogReaders"
    """Who may ``get`` ``pods/log``: statuses and Events have ``…`` for what a log alone says, and the web shows the
    reports of a namespace to those who may read the logs of its pods, too."""
    INVESTIGATION_READERS = "InvestigationReaders"
    """Everybody who may read Investigations."""


_LONGEST = timedelta(days=36_500)
"""A hundred years. What is counted back from now, or on from it, stays within the calendar."""
_UNITS = {"days": timedelta(days=1), "seconds": timedelta(seconds=1)}


class _Group(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*")
    @classmethod
    def _within_the_calendar(cls, value: object, info: ValidationInfo) -> object:
        unit = _UNITS.get(str(info.field_name).rpartition("_")[2])
        if unit and isinstance(value, int | float) and not value <= _LONGEST / unit:  # which is so of what is no number
            raise ValueError(f"must be at most {_LONGEST / unit:.0f}, a hundred years")
        return value


def _state_directory() -> Path:
    return Path("~/.local/state/casebook").expanduser()


class ClusterSettings(_Group):
    """Which cluster, and what it is called in memory."""

    name: str = Field(default="default", min_length=1, max_length=63)
    """The tenant under which incidents are remembered. One name for each cluster that shares a database."""
    kubeconfig: OptionalPath = None
    """A kubeconfig file. Without one: the pod's service account, else the usual kubeconfig."""
    context: str | None = None
    """Which context of the kubeconfig; without it, the current one."""
    namespace: str = "casebook"
    """Where Investigations of nodes live, as nodes have no namespace."""


_NAMESPACE = r"^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"


class WatchSettings(_Group):
    """Which part of the cluster is watched. What lies outside is evidence at most, where it may be read."""

    namespaces: tuple[Annotated[str, Field(pattern=_NAMESPACE, max_length=63)], ...] = ()
    """Namespaces whose failures open Investigations. Empty: those of all the cluster."""
    nodes: bool = True
    """Watch nodes, and the Events about them, which Kubernetes keeps in the namespace ``default``."""
    taxonomies: bool = True
    """Watch Taxonomies, which belong to no namespace. Rules in files work without."""
    misfits: bool = True
    """Look for what fits nothing though nobody fails yet: Services that select nobody, routes to what does not exist,
    policies that keep a workload from what its settings name, Applications that Argo CD cannot deliver."""

    @field_validator("namespaces")
    @classmethod
    def _once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(names))


MOST_SHARDS = 16
"""Each of them reads the watches of the whole cluster: more cost the API server more than they spare."""


class ShardSettings(_Group):
    """How many operators share the cluster."""

    count: int = Field(default=1, ge=1, le=MOST_SHARDS)
    """Into how many parts namespaces are divided. One operator looks after each while it holds its Lease. With one
    part there is no Lease, and nobody may run a second operator."""
    lease: str = Field(default="casebook-operator", pattern=_NAMESPACE, max_length=200)
    """The beginning of the names of the Leases, which are in ``cluster.namespace``: ``casebook-operator-shard-0``."""
    lease_seconds: float = Field(default=15.0, ge=2)
    """How long the shard of an operator that is gone stays nobody's. One that cannot renew its Lease writes nothing
    after two thirds of it. 15 s is what Kubernetes' own controllers have."""


class DatabaseSettings(_Group):
    """Where incidents are remembered."""

    url: str = Field(default_factory=lambda: f"embedded:{_state_directory() / 'postgres'}")
    """``postgresql://...`` (PostgreSQL 16+ with pgvector 0.8.4+), or ``embedded:DIRECTORY`` for a laptop."""
    read_url: str = ""
    """A hot standby of that database: pages of the web and commands that only read, such as ``casebook search``, ask it
    first. The operator never does. While it is away, too far behind or no standby, they ask ``url``; and while that is
    away they show what the standby has."""
    read_lag_seconds: float = Field(default=10.0, gt=0)
    """How far the standby may be behind, so that it is read. A report that it lacks is looked for at ``url``, too."""


class MemorySettings(_Group):
    """What is attached to new Investigations."""

    visibility: Visibility = Visibility.NAMESPACE
    """What readers of a namespace learn of others: category, age and score (``Namespace``), or all (``Cluster``)."""
    fleet: bool = False
    """Whether other clusters of the same database find this one's incidents, and it finds theirs, once
    ``casebook db fleet join`` has put them into one fleet. Category, time and score are shown, and nothing that names
    anything."""
    recurrence_days: float = Field(default=RECURRENCE / timedelta(days=1), gt=0)
    """A failure that is back on its subject within so many days was not fixed by what ended it the last time."""
    embedder: str = "auto"
    """``auto`` takes the installed model or goes without; ``none``; or a directory of a model, which needs
    sentence-transformers."""

    keep_confirmed_days: int = Field(default=0, ge=0)
    """How many days incidents are kept that somebody confirmed or corrected; 0 keeps them for ever. They are counted
    from the last thing that happened to an incident."""
    keep_rejected_days: int = Field(default=90, ge=0)
    """The same for incidents that somebody rejected."""
    keep_silent_days: int = Field(default=365, ge=0)
    """The same for all others."""

    def view(self, *namespaces: str) -> View:
        """The incidents that who reads all of these namespaces may learn from."""
        homes = frozenset(namespaces)
        visible = None if self.visibility is Visibility.CLUSTER else homes
        return View(namespaces=visible, homes=homes, recurrence=timedelta(days=self.recurrence_days))


class KeepResolved(_Group):
    """How long closed Investigations that Casebook opened stay in the cluster: at least until memory has their end."""

    days: float = Field(default=30.0, ge=0)
    """How many days after their end; 0: however old they are."""
    number: int = Field(default=5000, ge=0)
    """How many of them, the latest; 0: all."""


class CaseSettings(_Group):
    """When a case is over, and how long it is kept."""

    stable_seconds: float = Field(default=600.0, gt=0)
    """How long a subject must be healthy before its episode is closed. Ten minutes is when kubelet itself forgets a
    crash loop: twice ``MaxContainerBackOff`` (pkg/kubelet/kubelet.go)."""
    reopen_seconds: float = Field(default=21_600.0, ge=0)
    """For how long after its end a failure that is back opens its Investigation again rather than the next one; 0:
    never. What comes back within a shift is the same story; what is back tomorrow gets fresh evidence."""
    judge_again_seconds: float = Field(default=30.0, gt=0)
    """How soon an open Investigation is judged again that shows itself in another way (exit code, reason, Xid), is back
    after its end, or names something that has failed since. What is seen again as before is looked at after this time
    while its cause is not known or not likely, and after twenty times as long when it is; each look that shows the same
    doubles the wait."""
    revisions: int = Field(default=10, ge=0)
    """How often the conclusion of one Investigation is replaced by what later evidence says; 0: never."""
    keep_resolved: KeepResolved = KeepResolved()
    sweep_seconds: float = Field(default=5.0, gt=0)
    """How often open cases are looked at for recovery."""
    ceiling: int = Field(default=5000, ge=1)
    """How many Investigations are opened at once, and within an hour; as many again for nodes. How soon they are opened
    and concluded follows what the API server and the database can take. What begins beyond is counted in one
    Investigation with the trigger Overflow and gets its own when it still fails later; every namespace may still have
    40 at once, and 20 a minute."""
    asked_per_minute: float = Field(default=20.0, gt=0)
    """How many Investigations that people or alerts made in one namespace are begun in a minute, in the long run. The
    others wait, in the state Waiting, and go on by themselves. What Casebook saw itself never waits for them."""
    asked_burst: int = Field(default=40, ge=1)
    """How many of those are begun at once."""


class SignalSettings(_Group):
    """For how many seconds a symptom has to last, since its object says that it began. Others open a case at once."""

    image_seconds: float = Field(default=30.0, ge=0)
    """An image that cannot be pulled. A registry that hiccups answers at one of kubelet's next two tries, which come
    after 10 s and 20 s (``imageBackOff``, pkg/kubelet/kubelet.go)."""
    container_start_seconds: float = Field(default=30.0, ge=0)
    """A container that cannot be configured, created or started. A ConfigMap that is applied with its pod, but after
    it, is there at kubelet's next sync; a runtime under load answers at the second try."""
    job_retry_seconds: float = Field(default=30.0, ge=0)
    """A container of a Job that is restarted after errors. Retrying is what Jobs are for: with kubelet's delays of 10,
    20 and 40 s this is the fourth failure in a row, while the pod and its logs still exist."""
    not_ready_seconds: float = Field(default=300.0, ge=0)
    """A running container that is not ready, beyond what its own probes allow for a start."""
    pod_start_seconds: float = Field(default=180.0, ge=0)
    """A scheduled pod without a sandbox: volumes or the network are missing. Attaching a disk takes a minute in most
    clouds; kubelet itself calls a mount late after 123 s (``podAttachAndMountTimeout``, pkg/kubelet/volumemanager)."""
    slow_start_seconds: float = Field(default=900.0, ge=0)
    """Images that are being pulled, and init containers that run. Twenty gigabytes of CUDA take ten minutes."""
    scheduling_seconds: float = Field(default=120.0, ge=0)
    """A pod that fits nowhere. Autoscalers add a node within one to two minutes."""
    pod_lost_seconds: float = Field(default=300.0, ge=0)
    """A pod whose node is gone, or that was preempted. Five minutes is what controllers wait before they replace it
    (``tolerationSeconds`` of DefaultTolerationSeconds)."""
    termination_seconds: float = Field(default=300.0, ge=0)
    """A pod that is still there after its grace period."""
    failed_create_seconds: float = Field(default=60.0, ge=0)
    """A controller that may not create its pods. Within a rollout the quota is free again when the old pods are."""
    rollout_seconds: float = Field(default=600.0, ge=0)
    """A workload with too few ready pods: the default of ``progressDeadlineSeconds``."""
    autoscaler_seconds: float = Field(default=300.0, ge=0)
    """An autoscaler without metrics: new pods have none, and metrics-server starts slowly."""
    volume_seconds: float = Field(default=180.0, ge=0)
    """A claim that is not bound, or not resized."""
    disruption_seconds: float = Field(default=900.0, ge=0)
    """A disruption budget that has fewer healthy pods than it wants."""
    node_not_ready_seconds: float = Field(default=60.0, ge=0)
    """A node that is not ready: kubelet or the runtime restarts within a minute when it is upgraded."""
    node_maintenance_seconds: float = Field(default=900.0, ge=0)
    """A node that is not ready while it is cordoned or shuts down: upgrades and reboots, also of slow firmware."""
    node_joining_seconds: float = Field(default=600.0, ge=0)
    """A node that was never ready, since it registered."""
    device_seconds: float = Field(default=120.0, ge=0)
    """Fewer allocatable devices than a node has. Device plugins restart within this time."""
    node_event_seconds: float = Field(default=300.0, ge=0)
    """What is told of a node again and again, and means little when it is told once."""
    service_seconds: float = Field(default=120.0, ge=0)
    """A Service that a failing workload calls and that selects no pod, counted from when Casebook first saw it so. What
    is applied together is there within a minute or two, and a name server may deny a new name for another 30 s
    (``cache 30`` in the Corefile of kubeadm). While pods are behind it that are not ready, ``rollout_seconds`` counts.
    """
    misfit_seconds: float = Field(default=600.0, ge=0)
    """A Service that selects nobody, a route to what does not exist, a policy that cuts off, an Application that cannot
    be delivered, counted from when Casebook first saw it so: every fifth of this time it looks. What is installed
    together is there within some minutes, and Argo CD compares anew within three."""
    history_seconds: float = Field(default=86_400.0, ge=0)
    """How old a failure may be that is over by itself: what was OOM-killed last week and runs since opens nothing."""


class EvidenceSettings(_Group):
    """How much evidence is kept."""

    budget_bytes: int = Field(default=64 * 1024, ge=4096)
    """The largest evidence of one case."""
    spool: NamedPath = Field(default_factory=lambda: _state_directory() / "spool")
    """Where redacted evidence waits, fsynced, until the database has it."""
    redaction_key: NamedPath = Field(default_factory=lambda: _state_directory() / "redaction.key")
    """32 random bytes, made at the first start. While it is kept, equal secrets of a namespace get equal pseudonyms."""
    log_text: LogAudience = LogAudience.LOG_READERS
    """Who reads words of logs: those who may read logs (``LogReaders``), or all who may read Investigations."""
    redaction: RedactionSettings = RedactionSettings()


class HttpSettings(_Group):
    """Metrics and probes. Nobody is asked who he is, and the operator's metrics name namespaces and Investigations."""

    host: str = "127.0.0.1"
    """The address that is listened on."""
    port: int = Field(default=8080, ge=0, le=65535)
    """The operator's port, for ``/metrics``, ``/healthz`` and ``/readyz``; 0 takes any free one."""


class AlertSettings(_Group):
    """Alerts that Alertmanager sends to ``casebook web``."""

    secret_file: OptionalPath = None
    """A file with a secret that Alertmanager may send as its token, where it has none of the cluster. Whoever knows it
    may open Investigations in every namespace."""


class ReportSettings(_Group):
    """Where people read reports."""

    external_url: str = ""
    """The base of ``status.reportURL``, for example ``https://casebook.example.com``. Empty: no link."""


class TaxonomySettings(_Group):
    """Rules beside the built-in ones."""

    paths: tuple[NamedPath, ...] = ()
    """Files or directories of rule files that are added to the built-in taxonomy."""


class LogSettings(_Group):
    """Casebook's own log."""

    level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
    """The least severe that is written."""
    format: str = Field(default="auto", pattern="^(auto|json|console)$")
    """``auto``: readable on a terminal, JSON elsewhere."""


class Settings(BaseSettings):
    """All settings. An unknown name is an error, so that a misspelt one is noticed."""

    model_config = SettingsConfigDict(env_prefix="CASEBOOK_", env_nested_delimiter="__", extra="forbid", frozen=True)

    cluster: ClusterSettings = ClusterSettings()
    watch: WatchSettings = WatchSettings()
    shards: ShardSettings = ShardSettings()
    database: DatabaseSettings = DatabaseSettings()
    memory: MemorySettings = MemorySettings()
    signals: SignalSettings = SignalSettings()
    cases: CaseSettings = CaseSettings()
    evidence: EvidenceSettings = EvidenceSettings()
    http: HttpSettings = HttpSettings()
    web: WebSettings = WebSettings()
    alerts: AlertSettings = AlertSettings()
    notify: NotifySettings = NotifySettings()
    reports: ReportSettings = ReportSettings()
    reflection: ReflectionSettings = ReflectionSettings()
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
    """Settings from the environment and from a YAML file. The environment wins where both have one.

    Raises:
        ConfigurationError: The file cannot be read, or a setting is unknown or wrong. The message names each of these
            and what was expected.
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
        wrong = "; ".join(f"{'.'.join(map(str, e['loc']))}: {_told(e['msg'])}" for e in error.errors())
        raise ConfigurationError(f"Settings cannot be used: {wrong}.") from error
    except SettingsError as error:
        raise ConfigurationError(
            "Settings cannot be used: a variable of the environment has to be JSON, or to name one setting of a group, "
            f"such as CASEBOOK_CLUSTER__NAME ({error})."
        ) from error
    except (ValueError, OSError, yaml.YAMLError) as error:
        what = " ".join(str(error).split())
        raise ConfigurationError(f"The configuration file {config} cannot be read: {what}") from error


def _told(message: str) -> str:
    """What pydantic says, without how it learned of it."""
    return message.removeprefix("Value error, ").removesuffix(".")


def _unknown_variables() -> str:
    """Variables of groups that do not exist, which pydantic-settings never sees.

    Names without ``__`` are not looked at: Kubernetes sets CASEBOOK_PORT and others for a Service called casebook.
    """
    given = sorted(name for name in os.environ if name.startswith("CASEBOOK_") and "__" in name)
    groups = {f"CASEBOOK_{field.upper()}" for field in Settings.model_fields}
    return ", ".join(name for name in given if name.partition("__")[0] not in groups)
