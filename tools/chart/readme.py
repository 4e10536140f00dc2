"""The table of values in the chart's README."""

import json
from collections.abc import Iterator

from tools.chart.documented import Value, documented
from tools.places import CHART, between

FILE = CHART / "README.md"
_BEGIN, _END = "<!-- values: written by `make chart` -->\n", "<!-- end of values -->"
_LONGEST = 60


def render() -> str:
    """The page as it should be."""
    return between(FILE.read_text(encoding="utf-8"), _BEGIN, _END, "".join(_rows()))


def _rows() -> Iterator[str]:
    yield "| value | default | meaning |\n|---|---|---|\n"
    inner = {value.path[:-1] for value in documented()}
    for value in documented():
        default = "" if value.path in inner else _default(value)
        yield f"| `{'.'.join(value.path)}` | {default} | {value.text} |\n"


def _default(value: Value) -> str:
    text = json.dumps(value.default)
    return f"`{text}`" if len(text) <= _LONGEST else "see values.yaml"
