"""The custom resource ``Investigation``: its names, its manifest, its conditions and its status."""

from casebook_operator.investigation.manifest import Investigation, manifest, parse

__all__ = ["Investigation", "manifest", "parse"]
