"""Why something is replaced, in words for people who try redaction before they trust it."""

from casebook_analyzer.redaction.national_ids import NATIONAL_IDS
from casebook_analyzer.redaction_policy import RedactionPolicy

_REASONS = {
    "address": "an IP address (evidence.redaction.addresses)",
    "argument": "the value of an option whose name is that of a secret",
    "authorization": "what an Authorization header or a login sends",
    "base64-block": "lines of base64 without words, as a key has them",
    "basic-auth": "a user and a password for HTTP, or base64 of them",
    "bearer-token": "a long text behind the word Bearer",
    "bootstrap-token": "the shape of a token that joins nodes to a cluster",
    "card-number": "the number of a payment card with its check digit",
    "cookie": "the pairs of a Cookie header",
    "email": "an address of mail (evidence.redaction.emails)",
    "env-value": "the value of a variable whose name is that of a secret",
    "high-entropy": "a random text behind a name that may be that of a secret",
    "iban": "an account with the length and the check digits of its country (evidence.redaction.ibans)",
    "kubernetes-secret": "a value of a Secret that was printed",
    "password": "a value behind a word for a password",
    "phone": "a plus, a word or the code of an area in front of digits (evidence.redaction.phones)",
    "private": "somebody wrote <private> or </private> around it; half of a pair hides all on its side",
    "private-key": "a private key, by its first or its last line",
    "secret": "a value behind a word for a token, a key or a secret",
    "session": "a long random number of a session",
    "url-password": "a password in a URL",
    "url-signature": "the signature of a URL, which opens what it names",
}
_NUMBERS = frozenset(pattern.kind for pattern in NATIONAL_IDS)


def reason(kind: str, policy: RedactionPolicy) -> str:
    """Why something of this kind is replaced. Patterns of the policy are told as they were given."""
    own = {pattern.name: f"your pattern {pattern.regex}" for pattern in policy.patterns}
    if kind in own:
        return own[kind]
    if kind in _NUMBERS:
        return "a number that a state gives to people (evidence.redaction.national_ids)"
    return _REASONS.get(kind) or f"what stands around it, or its own shape, is that of this kind: {_words(kind)}"


def _words(kind: str) -> str:
    return kind.replace("-", " ")
