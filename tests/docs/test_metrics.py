"""The code, the page on metrics, the alerts and the dashboard name the same metrics with the same labels."""

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from prometheus_client import REGISTRY, Metric
from prometheus_client.metrics import MetricWrapperBase

from casebook_analyzer.models import Band, Category, GapReason
from casebook_operator import metrics
from casebook_operator.alerts import metrics as alert_metrics
from casebook_operator.cases.index import InvestigationIndex
from casebook_operator.cases.open_series import OpenSeries, open_series
from casebook_operator.web import metrics as web_metrics
from tests.rows import of_every

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "metrics.md").read_text(encoding="utf-8")
DASHBOARD = (ROOT / "charts" / "casebook" / "dashboards" / "casebook.json").read_text(encoding="utf-8")
ALERTS = sorted((ROOT / "charts" / "casebook" / "alerts").glob("*.yaml"))
MODULES = (metrics, web_metrics, alert_metrics)

ROW = re.compile(r"^\| `(?P<name>casebook_\w+)` \| (?P<type>\w+) \| (?P<labels>[^|]*) \|", re.MULTILINE)
LABEL = re.compile(r"^\| `(?P<name>[a-z_]+)` \| (?P<values>[^|]*) \|$", re.MULTILINE)

Declared = dict[str, tuple[str, tuple[str, ...]]]


def documented() -> Declared:
    return {row["name"]: (row["type"], tuple(re.findall(r"`(\w+)`", row["labels"]))) for row in ROW.finditer(PAGE)}


def declared() -> Declared:
    found = {}
    for metric in chain.from_iterable(vars(module).values() for module in MODULES):
        if isinstance(metric, MetricWrapperBase):
            name = f"{metric._name}_total" if metric._type == "counter" else metric._name
            found[name] = (metric._type, metric._labelnames)
        elif isinstance(metric, metrics.ComputedGauge):
            found[metric.name] = ("gauge", metric.labels)
    return found


def used(text: str) -> set[str]:
    """Metrics that are named in a text; of a histogram, whichever of its series."""
    named = {re.sub(r"(_seconds)_(bucket|sum|count)$", r"\1", name) for name in re.findall(r"casebook_\w+", text)}
    return named & declared().keys() | {name for name in named if name not in declared()}


def values(label: str) -> set[str]:
    (row,) = (row for row in LABEL.finditer(PAGE) if row["name"] == label)
    return set(re.findall(r"`([^`]+)`", row["values"]))


def test_every_metric_is_documented_and_every_documented_one_exists() -> None:
    assert documented() == declared()


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    assert used(DASHBOARD) == set(declared())


@of_every("path", ALERTS, ids=lambda path: path.stem)
def test_an_alert_asks_for_metrics_that_exist(path: Path) -> None:
    asked = used(path.read_text(encoding="utf-8"))
    assert asked
    assert asked <= set(declared())


def test_all_of_them_are_served() -> None:
    with open_series(InvestigationIndex()):
        served = {family.name for family in REGISTRY.collect()}
    assert {name.removesuffix("_total") for name in declared()} <= served


def test_what_is_computed_when_it_is_asked_for_is_what_is_declared() -> None:
    views = {view.name for view in vars(metrics).values() if isinstance(view, metrics.ComputedGauge)}
    series = OpenSeries(InvestigationIndex())
    assert names(series.collect()) == names(series.describe()) == views


def names(families: Iterator[Metric]) -> set[str]:
    return {family.name for family in families}


def test_names_carry_their_unit_and_end_as_their_type_says() -> None:
    for name, (type_, _) in declared().items():
        assert name.endswith("_total") == (type_ == "counter"), name
        assert not re.search(r"_(ms|milliseconds|minutes|kb|mb|percent)(_|$)", name), name
        if type_ == "histogram":
            assert name.endswith("_seconds"), name


def test_every_metric_is_set_somewhere() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "operator").rglob("*.py")]
    for module in MODULES:
        for name, metric in vars(module).items():
            if isinstance(metric, MetricWrapperBase | metrics.ComputedGauge):
                setting = re.compile(rf"\b{name}\b(\.labels\(|\.inc\(|\.set\(|\.set_function\(|\.observe\(|\.family\()")
                assert any(setting.search(source) for source in sources), name


def test_only_series_that_are_capped_name_an_investigation() -> None:
    naming = {name for name, (_, labels) in declared().items() if {"namespace", "investigation", "pod"} & set(labels)}
    assert naming == {metrics.OPEN.name, metrics.OPEN_FAMILY.name, metrics.OPEN_FOLLOWERS.name}


def test_the_page_says_which_values_a_label_may_have() -> None:
    explained = {row["name"] for row in LABEL.finditer(PAGE)}
    every = {label for _, labels in declared().values() for label in labels}
    assert explained | {"namespace", "investigation", "version", "python"} == every | {"namespace"}
    assert values("band") == {band.value for band in Band}
    assert values("reason") == {reason.value for reason in GapReason}
    assert len(Category) == 10


def test_work_is_called_what_the_page_says() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "operator").rglob("*.py"))
    called = re.findall(r'KeyedWork(?:\[\w+\])?\(\s*"([^"]+)"|\(work="(\w+)"\)', sources)
    assert {one or other for one, other in called} == values("work")


def test_stages_and_streams_are_what_the_page_says() -> None:
    pipeline = (ROOT / "operator" / "casebook_operator" / "pipeline").glob("*.py")
    timed = "".join(path.read_text(encoding="utf-8") for path in pipeline)
    assert set(re.findall(r'\btimed\("(\w+)"\)', timed)) == values("stage")
