"""Settings: what is misspelt is refused by its name, and what a person exports for one run wins."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from pydantic import BaseModel

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS, OwnPattern, RedactionPolicy
from casebook_operator.settings import MemorySettings, Settings, Visibility, load_settings


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    import os  # noqa: PLC0415

    for name in list(os.environ):
        if name.startswith("CASEBOOK_"):
            monkeypatch.delenv(name)


def file(folder: Path, text: str) -> Path:
    path = folder / "casebook.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_without_anything_the_defaults_stand() -> None:
    settings = load_settings()
    assert settings.cluster.name == "default"
    assert settings.memory.visibility is Visibility.NAMESPACE
    assert settings.http.host == "127.0.0.1"
    assert settings.database.url.startswith("embedded:")


def test_a_file_is_read(tmp_path: Path) -> None:
    config = file(tmp_path, "cluster: {name: prod}\ncases: {stable_seconds: 60}\ntaxonomy: {paths: [rules]}\n")
    settings = load_settings(config)
    assert (settings.cluster.name, settings.cases.stable_seconds) == ("prod", 60)
    assert settings.taxonomy.paths == (Path("rules"),)


def test_the_environment_wins_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = file(tmp_path, "cluster: {name: from-file, namespace: ops}\n")
    monkeypatch.setenv("CASEBOOK_CLUSTER__NAME", "from-environment")
    settings = load_settings(config)
    assert (settings.cluster.name, settings.cluster.namespace) == ("from-environment", "ops")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("databse: {url: x}", "databse"),
        ("database: {ulr: x}", "database.ulr"),
        ("cases: {stable_seconds: 0}", "cases.stable_seconds"),
        ("http: {port: 70000}", "http.port"),
        ("memory: {visibility: Everybody}", "memory.visibility"),
        ("log: {level: LOUD}", "log.level"),
        ("cluster: {name: ''}", "cluster.name"),
        ("evidence: {budget_bytes: many}", "evidence.budget_bytes"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(tmp_path: Path, text: str, name: str) -> None:
    with pytest.raises(ConfigurationError, match=name):
        load_settings(file(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("memory: {recurrence_days: .inf}", "memory.recurrence_days: must be at most 36500, a hundred years"),
        ("memory: {keep_silent_days: 99999999999}", "memory.keep_silent_days: must be at most 36500"),
        ("cases: {keep_resolved: {days: 1.0e+300}}", "cases.keep_resolved.days: must be at most 36500"),
        ("cases: {stable_seconds: .inf}", "cases.stable_seconds: must be at most 3153600000"),
        ("signals: {history_seconds: .nan}", "signals.history_seconds: "),
    ],
)
def test_a_time_beyond_the_calendar_is_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(ConfigurationError, match=told):
        load_settings(file(tmp_path, text))


def test_the_longest_times_can_be_reckoned_with(tmp_path: Path) -> None:
    longest = "{recurrence_days: 36500, keep_confirmed_days: 36500, keep_rejected_days: 36500, keep_silent_days: 36500}"
    memory = load_settings(file(tmp_path, f"memory: {longest}\ncases: {{keep_resolved: {{days: 36500}}}}\n")).memory
    now = datetime.now(UTC)
    assert now - memory.view("shop").recurrence < now < now + memory.view("shop").recurrence


@pytest.mark.parametrize("variable", ["CASEBOOK_DATABASE__ULR", "CASEBOOK_HTTP__PROT"])
def test_a_misspelt_variable_is_refused_by_its_name(variable: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(variable, "x")
    with pytest.raises(ConfigurationError, match=variable.rpartition("__")[2].lower()):
        load_settings()


def test_a_variable_of_a_group_that_does_not_exist_is_refused_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEBOOK_DATABSE__URL", "x")
    with pytest.raises(ConfigurationError, match="CASEBOOK_DATABSE__URL"):
        load_settings()


@pytest.mark.parametrize("variable", ["CASEBOOK_PORT", "CASEBOOK_SERVICE_HOST", "CASEBOOK_PORT_8080_TCP_ADDR"])
def test_what_kubernetes_sets_for_a_service_called_casebook_is_no_setting(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, "tcp://10.0.0.1:8080")
    load_settings()


def test_casebook_config_is_no_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the file (see ``--config``), and so has no group."""
    monkeypatch.setenv("CASEBOOK_CONFIG", "elsewhere.yaml")
    load_settings()


@pytest.mark.parametrize("text", ["cluster: [", "- a\n- b\n", "just words", "cluster: prod", "\x00"])
def test_a_file_that_is_no_configuration_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigurationError):
        load_settings(file(tmp_path, text))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "casebook.yaml"
    path.write_bytes(b"\xff\xfe\x00cluster")
    with pytest.raises(ConfigurationError):
        load_settings(path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        load_settings(tmp_path / "missing.yaml")


def test_an_empty_file_is_no_error(tmp_path: Path) -> None:
    assert load_settings(file(tmp_path, "")).cluster.name == "default"


@pytest.mark.parametrize(("visibility", "shown"), [("Namespace", False), ("Cluster", True)])
def test_people_of_other_namespaces_are_never_believed_however_much_is_shown(visibility: str, shown: bool) -> None:
    view = MemorySettings(visibility=Visibility(visibility)).view("shop")
    assert view.shows("shop")
    assert view.shows("evil") is shown
    assert view.believes("shop")
    assert not view.believes("evil")


def test_what_is_redacted_is_one_value(tmp_path: Path) -> None:
    settings = load_settings(
        file(
            tmp_path,
            "evidence: {redaction: {phones: true, emails: no, patterns: [{name: cust, regex: 'cust-(\\d+)'}]}}",
        )
    )
    patterns = (OwnPattern("cust", r"cust-(\d+)"),)
    assert settings.evidence.redaction.policy == RedactionPolicy(phones=True, emails=False, patterns=patterns)
    assert load_settings().evidence.redaction.policy == SECRETS_AND_EMAILS


def test_patterns_may_stand_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEBOOK_EVIDENCE__REDACTION__PATTERNS", '[{"name": "cust", "regex": "cust-[0-9]+"}]')
    assert load_settings().evidence.redaction.policy.patterns == (OwnPattern("cust", "cust-[0-9]+"),)


@pytest.mark.parametrize(
    ("patterns", "told"),
    [
        (
            "{name: cust, regex: '(a'}",
            "evidence.redaction.patterns.0: The pattern 'cust' ((a) cannot be used: missing )",
        ),
        ("{name: cust, regex: 'a*'}", "matches an empty text"),
        ("{name: Cust, regex: 'a'}", "evidence.redaction.patterns.0: The pattern 'Cust' needs a name"),
        ("{name: a, regex: x}, {name: a, regex: y}", "evidence.redaction: Two patterns have the name 'a'"),
        (", ".join(f"{{name: a{n}, regex: x}}" for n in range(51)), "at most 50"),
    ],
)
def test_a_wrong_pattern_is_told_at_the_start_with_its_setting(tmp_path: Path, patterns: str, told: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load_settings(file(tmp_path, f"evidence: {{redaction: {{patterns: [{patterns}]}}}}"))
    assert told in str(refused.value)
    assert not str(refused.value).endswith("..")


def test_a_variable_that_names_a_group_is_told_with_what_it_should_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CASEBOOK_CLUSTER", "laptop")
    with pytest.raises(ConfigurationError, match=r"such as CASEBOOK_CLUSTER__NAME .*\"cluster\""):
        load_settings()


def paths_of(group: type[BaseModel], name: str) -> Iterator[tuple[str, bool]]:
    """The variables that are paths, and whether they may be left out."""
    for field, said in group.model_fields.items():
        variable = f"{name}__{field.upper()}"
        if isinstance(said.annotation, type) and issubclass(said.annotation, BaseModel):
            yield from paths_of(said.annotation, variable)
        elif said.annotation in (Path, Path | None):
            yield variable, said.annotation is not Path


PATHS = [
    one
    for field, said in Settings.model_fields.items()
    if isinstance(said.annotation, type)
    for one in paths_of(said.annotation, f"CASEBOOK_{field.upper()}")
]


def value_of(variable: str) -> object:
    found: object = load_settings()
    for name in variable.removeprefix("CASEBOOK_").lower().split("__"):
        found = getattr(found, name)
    return found


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_path_is_not_the_folder_that_a_command_happens_to_run_in(
    empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ("CASEBOOK_NOTIFY__URLS", True) in PATHS
    assert ("CASEBOOK_EVIDENCE__SPOOL", False) in PATHS
    for variable, optional in PATHS:
        with monkeypatch.context() as patch:
            patch.setenv(variable, empty)
            if optional:
                assert value_of(variable) is None, variable
            else:
                with pytest.raises(ConfigurationError, match="it is empty, and has to name a path"):
                    load_settings()


def test_a_list_of_paths_has_no_empty_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"taxonomy\.paths\.0: it is empty"):
        load_settings(file(tmp_path, "taxonomy: {paths: ['']}"))
