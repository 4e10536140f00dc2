"""The schema of the value ``config``: Casebook's own settings without those that the chart decides."""

from typing import Any

from casebook_operator.settings import Settings

_DECIDED: dict[str, frozenset[str] | None] = {
    "alerts": frozenset({"secret_file"}),
    "cluster": None,
    "database": None,
    "evidence": frozenset({"spool", "redaction_key"}),
    "http": None,
    "notify": frozenset({"urls", "port", "state", "template"}),
    "reflection": frozenset({"key_file"}),
    "reports": None,
    "shards": frozenset({"count", "lease"}),
    "taxonomy": None,
    "watch": None,
    "web": frozenset({"host", "port", "probe_port", "tokens", "audience", "proxy", "embedder"}),
}
"""By group; None is the whole group."""

_NOT_OURS = ("default", "title")
"""The chart gives no defaults of its own, and these would be shown as such."""


def config_schema() -> dict[str, Any]:
    """A closed schema: a misspelt setting is refused before it reaches the cluster."""
    whole = Settings.model_json_schema(mode="validation")
    groups = {
        name: _group(name, _resolved(group, whole["$defs"]))
        for name, group in whole["properties"].items()
        if _DECIDED.get(name, frozenset()) is not None
    }
    return {"type": "object", "additionalProperties": False, "properties": groups}


def _group(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    left_out = _DECIDED.get(name) or frozenset()
    given = {key: value for key, value in schema["properties"].items() if key not in left_out}
    return {"type": "object", "additionalProperties": False, "properties": given}


def _resolved(node: Any, definitions: dict[str, Any]) -> Any:
    match node:
        case {"$ref": str(reference)}:
            return _resolved(definitions[reference.rpartition("/")[2]], definitions)
        case {"properties": dict(properties), **rest}:
            below = {name: _resolved(value, definitions) for name, value in properties.items()}
            return _resolved(rest, definitions) | {"properties": below}
        case dict():
            return {key: _resolved(value, definitions) for key, value in node.items() if key not in _NOT_OURS}
        case list():
            return [_resolved(value, definitions) for value in node]
        case _:
            return node
