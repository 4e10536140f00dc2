"""Tells the Investigations that Casebook opened itself from those that people made, also after a restart.

Whoever may create Investigations chooses every field of one, its labels and its field manager. Only the operator has
the key.
"""

import hashlib
import hmac

import msgspec

from casebook_operator.investigation.causes import CauseKeys
from casebook_operator.investigation.manifest import SEAL_ANNOTATION, Investigation, parse
from casebook_operator.kube import Object

_PURPOSE = b"investigations that casebook opened"
"""The key makes pseudonyms too, of values that strangers choose and see: none of those must ever be a seal."""


class Seal:
    """Marks what Casebook opens with a keyed digest of where it is and what it says."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, _PURPOSE, "sha256")
        self.causes = CauseKeys(key)
        """Names what cases share, by the same secret."""

    def sealed(self, body: Object) -> Object:
        """The object that is to be created, with the annotation."""
        metadata = body["metadata"]
        digest = self._digest(parse(body | {"metadata": metadata | {"uid": ""}}))
        annotations = metadata.get("annotations", {}) | {SEAL_ANNOTATION: digest}
        return body | {"metadata": metadata | {"annotations": annotations}}

    def is_own(self, case: Investigation) -> bool:
        """Whether the operator has opened an Investigation itself. False also after its key was lost."""
        return bool(case.seal) and hmac.compare_digest(case.seal.encode(), self._digest(case).encode())

    def _digest(self, case: Investigation) -> str:
        told = (case.namespace, case.name, case.key, case.episode, case.subject, case.signal)
        return hmac.new(self._key, msgspec.json.encode(told), hashlib.sha256).hexdigest()
