"""What stands in the place of secrets: the same for equal ones of one namespace, by a key of this installation."""

import hashlib
import hmac
from collections.abc import Callable
from functools import lru_cache
from typing import Self, final

import msgspec

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_operator.secret_key import digest_with, load_or_create
from casebook_operator.settings import EvidenceSettings

_KEPT = 1024
"""Namespaces whose pseudonyms are kept at hand; those of others are made again."""


class Pseudonyms(msgspec.Struct, frozen=True):
    """What takes secrets out of texts, and a digest for values that are only compared, both with the same key."""

    sanitizer: Sanitizer
    digest: Callable[[str], str]


PseudonymsOf = Callable[[str], Pseudonyms]
"""The pseudonyms of a namespace, by its name; those of nodes and other objects without one by an empty name."""


@final
class PseudonymKey:
    """The key of this installation, from which each namespace has its own.

    A marker tells whoever sees it nothing about a secret of another namespace: who runs pods in one of them may print
    what he guesses there, and compare.
    """

    def __init__(self, key: bytes, policy: RedactionPolicy) -> None:
        """``key`` has 32 bytes."""
        self._key = key
        self._policy = policy
        self.of_namespace: PseudonymsOf = lru_cache(_KEPT)(self._of_namespace)

    @classmethod
    def of(cls, settings: EvidenceSettings) -> Self:
        """The key that the settings name. It is made at the first start.

        Raises:
            ConfigurationError: The file of the key can be neither read nor made, or holds too little.
        """
        return cls(load_or_create(settings.redaction_key), settings.redaction.policy)

    def own(self) -> Sanitizer:
        """For what is of no namespace and shown to nobody but who runs Casebook: its log."""
        return self._made(b"log").sanitizer

    def _of_namespace(self, namespace: str) -> Pseudonyms:
        return self._made(b"namespace " + namespace.encode())

    def _made(self, purpose: bytes) -> Pseudonyms:
        """By a key of HMAC-SHA-256, which is a pseudorandom function (RFC 5869, 2.3, with one block)."""
        key = hmac.new(self._key, b"casebook pseudonyms of " + purpose, hashlib.sha256).digest()
        return Pseudonyms(Sanitizer(key, self._policy), digest_with(key))
