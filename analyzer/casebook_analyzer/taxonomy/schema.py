"""The JSON schema of rule files, for editors and for checks in a user's repository."""

import json
from typing import Any

import msgspec

from casebook_analyzer.taxonomy.rules import RuleFile


def rule_file_schema() -> str:
    """The schema as committed in ``data/rules.schema.json``."""
    schema: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Casebook signature rules",
        **msgspec.json.schema(RuleFile),
    }
    return json.dumps(schema, indent=2, sort_keys=True) + "\n"
