"""Secrets that the evidence says were missing. Casebook reads no Secret: a pod that starts shows that they exist."""

import re
from collections.abc import Iterator

from casebook_analyzer.models import Change, EvidenceBundle, FactKind

_TOLD_BY_KUBELET = frozenset({FactKind.STATE, FactKind.EVENT})

_SECRET = re.compile(r'\bsecrets? "(?P<name>[a-z0-9.-]+)" not found')
"""apimachinery pkg/api/errors, ``NewNotFound``, as kubelet repeats it for variables and for volumes."""
_KEY = re.compile(r"couldn't find key (?P<key>\S+) in Secret (?:[\w-]+/)?(?P<name>[\w.-]+)")
"""pkg/kubelet/kubelet_pods.go, ``makeEnvironmentVariables``."""
_KEY_OF_VOLUME = re.compile(r"references non-existent secret key: (?P<key>[\w.-]+)")
"""pkg/volume/secret, ``MakePayload``. Which Secret it is stands in the pod, and so in the attributes of the fact."""
_PULL = re.compile(r"(?i)image pull secret")
"""A pod starts without these where the registry asks for none."""


def missing_secrets(bundle: EvidenceBundle) -> tuple[Change, ...]:
    """One change for each Secret, or key of one, without which no container of the pod was started.

    They are what ended the failure when the same template runs: kubelet starts nothing before it has them all.
    """
    found: dict[Change, None] = {}
    for text in _texts(bundle):
        for match in _SECRET.finditer(text):
            found[Change(text=f"Secret {match['name']} created", fix="create the missing Secret")] = None
        for match in _KEY.finditer(text):
            found[_key_added(match["key"], match["name"])] = None
    for fact in bundle.standing:
        key, name = _KEY_OF_VOLUME.search(fact.text), fact.attributes.get("secretName")
        if key and name and fact.kind is FactKind.EVENT:
            found[_key_added(key["key"], name)] = None
    return tuple(sorted(found, key=lambda change: change.text))


def _key_added(key: str, secret: str) -> Change:
    return Change(text=f"key {key} added to Secret {secret}", fix=f"add the key {key} to the Secret")


def _texts(bundle: EvidenceBundle) -> Iterator[str]:
    texts = (bundle.signal.message, *(fact.text for fact in bundle.standing if fact.kind in _TOLD_BY_KUBELET))
    return (text for text in texts if not _PULL.search(text))
