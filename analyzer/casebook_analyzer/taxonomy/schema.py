"""The JSON schema of overlays, for editors and for checks in a user's repository."""

import json
from typing import Any

import msgspec

from casebook_analyzer.taxonomy.spec import API_VERSION, KIND, TaxonomySpec

_REFERENCE = "#/$defs/{name}"


def taxonomy_schema() -> str:
    """The schema as committed in ``data/taxonomy.schema.json``: a bare overlay, or a manifest."""
    (bare,), definitions = msgspec.json.schema_components([TaxonomySpec], ref_template=_REFERENCE)
    manifest = {
        "type": "object",
        "required": ["apiVersion", "kind", "metadata", "spec"],
        "properties": {
            "apiVersion": {"const": API_VERSION},
            "kind": {"const": KIND},
            "metadata": {
                "type": "object",
                "required": ["name"],
                "properties": {"name": {"type": "string", "minLength": 1, "maxLength": 253}},
            },
            "spec": bare,
        },
    }
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Casebook taxonomy",
        "if": {"required": ["kind"]},
        "then": manifest,
        "else": bare,
        "$defs": definitions,
    }
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
