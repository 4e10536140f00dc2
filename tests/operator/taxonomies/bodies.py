"""Taxonomies as the API server gives them."""

from typing import Any

from casebook_operator.kube import Object
from tests.analyzer.taxonomy.overlays import rule


def body(
    name: str = "ours", *, uid: str = "", generation: int = 1, status: Object | None = None, **spec: Any
) -> Object:
    return {
        "apiVersion": "casebook.dev/v1alpha1",
        "kind": "Taxonomy",
        "metadata": {"name": name, "uid": uid or f"uid-{name}", "generation": generation},
        "spec": spec,
        "status": status or {},
    }


def good(title: str = "Something of ours", **more: Any) -> Object:
    return body(rules=[rule(title=title)], **more)


def bad(**more: Any) -> Object:
    return body(rules=[rule(all=[{"kind": "log", "text": "(?!x)y"}])], **more)
