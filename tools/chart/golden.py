"""Golden manifests: what the chart makes of the values in each folder of ``golden``."""

import re
from pathlib import Path

import yaml

from tools.chart.helm import Helm, Object
from tools.places import ROOT

CASES = sorted(path.parent for path in (ROOT / "tests" / "chart" / "golden").glob("*/values.yaml"))
FILE = "manifests.yaml"

_ELSEWHERE = ("CustomResourceDefinition", "PrometheusRule")
"""Their content has sources and tests of its own, and changes with those."""


class _Readable(yaml.SafeDumper):
    """Texts of several lines stay that."""


_Readable.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def manifests(helm: Helm, case: Path) -> str:
    """What the chart makes of a case's values, without what changes by itself."""
    values = yaml.safe_load((case / "values.yaml").read_text(encoding="utf-8")) or {}
    objects = [_steady(obj) for obj in helm.template(values) if obj["kind"] not in _ELSEWHERE]
    text = yaml.dump_all(objects, Dumper=_Readable, sort_keys=False, width=120)
    return re.sub(r"(?<=checksum/certificate: )\S+", "made anew", text)


def _steady(obj: Object) -> Object:
    """Without what is random, and without files that are golden themselves."""
    if obj["kind"] == "Secret" and "data" in obj:
        return obj | {"data": dict.fromkeys(obj["data"], "made anew")}
    if obj["kind"] == "ConfigMap":
        data = {name: f"{name} of the chart" if name.endswith(".json") else text for name, text in obj["data"].items()}
        return obj | {"data": data}
    return obj
