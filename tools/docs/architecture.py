"""The layers on the page on architecture, from the contracts that import-linter checks. The rest is written by hand."""

import tomllib

from tools.places import DOCS, ROOT, between

PAGE = DOCS / "architecture.md"
_BEGIN, _END = "<!-- layers: written by `make docs` -->\n", "<!-- end of layers -->"


def render() -> str:
    """The page as it should be."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = [one for one in project["tool"]["importlinter"]["contracts"] if one["type"] == "layers"]
    blocks = ["\n".join([f"\n{one['name']}:\n\n```text", *one["layers"], "```\n"]) for one in contracts]
    return between(PAGE.read_text(encoding="utf-8"), _BEGIN, _END, "".join(blocks) + "\n")
