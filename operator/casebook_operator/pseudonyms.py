"""What stands in the place of secrets: the same for equal ones, by a key of this installation."""

from collections.abc import Callable
from typing import Self

import msgspec

from casebook_analyzer.redaction import Sanitizer
from casebook_operator.secret_key import digest_with, load_or_create
from casebook_operator.settings import EvidenceSettings


class Pseudonyms(msgspec.Struct, frozen=True):
    """What takes secrets out of texts, and a digest for values that are only compared, both with the same key."""

    sanitizer: Sanitizer
    digest: Callable[[str], str]

    @classmethod
    def of(cls, settings: EvidenceSettings) -> Self:
        """The pseudonyms of the key that the settings name. The key is made at the first start.

        Raises:
            ConfigurationError: The file of the key can be neither read nor made, or holds too little.
        """
        key = load_or_create(settings.redaction_key)
        return cls(Sanitizer(key, addresses=settings.redact_addresses), digest_with(key))
