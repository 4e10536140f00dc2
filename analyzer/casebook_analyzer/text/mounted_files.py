"""Paths of files that come from a ConfigMap or a Secret, as a person wrote them."""

import re

_HIDDEN = re.compile(r"/\.\.\d{4}_\d\d_\d\d_\d\d_\d\d_\d\d\.\d{1,20}(?=/)|/\.\.data(?=/)")
"""The folder of one version, to which links of the mount lead (Kubernetes pkg/volume/util/atomic_writer.go)."""


def as_mounted(text: str) -> str:
    """A text in which such files have the path of their mount and key: ``/app/server.js``."""
    return _HIDDEN.sub("", text) if "/.." in text else text
