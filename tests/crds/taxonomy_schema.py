"""The schema of ``taxonomies.casebook.dev``, and that of the code in the form that a CRD wants."""

from pathlib import Path
from typing import Any

import msgspec
import yaml

from casebook_analyzer.taxonomy import TaxonomySpec
from casebook_analyzer.taxonomy.checks import MAX_ACTION_TEXT

CRD: dict[str, Any] = yaml.load(
    (Path(__file__).parents[2] / "crds" / "taxonomies.yaml").read_text("utf-8"), yaml.CSafeLoader
)
VERSION: dict[str, Any] = CRD["spec"]["versions"][0]
ROOT: dict[str, Any] = VERSION["schema"]["openAPIV3Schema"]
SPEC: dict[str, Any] = ROOT["properties"]["spec"]
STATUS: dict[str, Any] = ROOT["properties"]["status"]

_BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "maxItems", "maxProperties")


def of_the_code() -> Any:
    """What the operator takes: types, enums, required fields and bounds."""
    (root,), definitions = msgspec.json.schema_components([TaxonomySpec], ref_template="#/$defs/{name}")
    for text in definitions["Action"]["properties"].values():
        text["maxLength"] = MAX_ACTION_TEXT  # conclusions have the same shape and no bound, so ``checks`` has it
    return _plain(root, definitions)


def of_the_crd() -> Any:
    """The same of the CRD, without what is for people and for the API server alone."""
    return _plain(SPEC, {})


def _plain(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    if "$ref" in schema:
        return _plain(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in schema:
        some = [choice for choice in schema["anyOf"] if choice.get("type") != "null"]
        return _plain(some[0], definitions) if len(some) == 1 else "anything"
    if schema.get("x-kubernetes-preserve-unknown-fields"):
        return "anything"  # a structural schema has no union of types
    plain: dict[str, Any] = {"type": schema.get("type", "string")}
    plain |= {bound: schema[bound] for bound in _BOUNDS if bound in schema}
    for name in ("enum", "required"):
        if schema.get(name):
            plain[name] = sorted(schema[name])
    if "properties" in schema:
        plain["properties"] = {name: _plain(below, definitions) for name, below in schema["properties"].items()}
    for name in ("items", "additionalProperties"):
        if isinstance(schema.get(name), dict):
            plain[name] = _plain(schema[name], definitions)
    return plain
