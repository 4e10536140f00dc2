"""The page on metrics and the code name the same metrics with the same labels."""

import re
from pathlib import Path

from prometheus_client import REGISTRY
from prometheus_client.metrics import MetricWrapperBase

from casebook_operator import metrics

PAGE = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(?P<name>casebook_\w+)` \| (?P<type>\w+) \| (?P<labels>[^|]*) \|", re.MULTILINE)


def documented() -> dict[str, tuple[str, tuple[str, ...]]]:
    return {row["name"]: (row["type"], tuple(re.findall(r"`(\w+)`", row["labels"]))) for row in ROW.finditer(PAGE)}


def declared() -> dict[str, tuple[str, tuple[str, ...]]]:
    found = {}
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            name = f"{metric._name}_total" if metric._type == "counter" else metric._name
            found[name] = (metric._type, metric._labelnames)
    return found


def test_every_metric_is_documented_and_every_documented_one_exists() -> None:
    assert documented() == declared()


def test_all_of_them_are_served() -> None:
    served = {family.name for family in REGISTRY.collect()}
    assert {name.removesuffix("_total") for name in declared()} <= served
