"""A digest of evidence, by which one sees whether something was said of the same facts."""

import hashlib

import msgspec

from casebook_analyzer.models import EvidenceBundle

_DIGITS = 16


def evidence_digest(bundle: EvidenceBundle) -> str:
    """Sixteen hexadecimal digits that stand for the facts of a bundle, their ids and their order."""
    return hashlib.sha256(msgspec.json.encode(bundle.facts, order="deterministic")).hexdigest()[:_DIGITS]
