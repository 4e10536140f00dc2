"""What somebody or a program wrote so that no value stands there: masks, blanks of a form, ciphertext, names."""

import re

from casebook_analyzer.redaction.guess import made_up

_HIDDEN = (
    "redacted|masked|hidden|filtered|removed|omitted|elided|scrubbed|censored|sanitized|obfuscated|suppressed|snipped"
)
_WHAT, _BY = r"(?:[A-Za-z]{2,12}[+_ -])?", r"(?i:[+_ -]by[+_ -][a-z_-]{2,20})?"
_MASKS = (
    r"(\W)\1{2,}|\*",
    r"[\w+/=-]{0,8}(?:\*{3,}|\.{3}|\u2026|\u2022{3,})[\w+/=-]{0,8}",
    r"[xX]{2,8}(?:[-_ ][xX]{2,12}){1,6}",
    rf"(?:%5[bB]|%3[cC]|[^\w\s]|_){{0,4}}{_WHAT}(?i:{_HIDDEN}){_BY}(?:%5[dD]|%3[eE]|[^\w\s]|_){{0,4}}",
    r"&\{.{0,4000}",
    r"(?:%2[aA]){3,}",
    r"\*{3,} \([a-z]{3,12}\)",
    r"\((?:sensitive(?: value)?|known after apply|write-only attribute)\)",
)
"""One sign again and again, what is left of a token for people who compare, the words for it, Terraform's too, and
a struct of Go, whose fields are looked at. ``*** (before)`` is kubectl's (pkg/cmd/diff/diff.go)."""
_BLANKS = (
    r"<[A-Za-z][A-Za-z_ .:/-]{1,60}\d?>",
    r"(?i:todo|tbd|tbc|fixme|placeholder|dummy|example)",
    r"(?i:insert|enter|paste|put)_[A-Za-z_]{0,20}(?i:key|token|secret|password)(?:_(?i:here))?",
    r"~",  # null of YAML
)
_OF_TEMPLATES = (
    r"<%.*",
    r"[#%]\{[A-Za-z_][\w.:-]{0,60}\}?\#?",
    r"\$env:\w{1,60}",
    r"\$\$[A-Z_]{2,60}",
    r"\*[a-z][a-z_-]{3,40}",
    r"`[a-z]{2,20}",
    r"%(?:\[\d\])?[+#]?[a-z](?:\\[nrt])?",
    r"1\*[a-z<(].*",
    r"!(?:vault|secret|sops|ssm|file|env|lookup|ref)(?:[_:/-][a-z]{2,12}){1,3}",
    r"\$\{(?:file|dir(?:ectory)?|env|secrets?|configmaps?|vault|ssm|aws|secretManager):[\w./][\w./:#@-]{0,200}\}?",
)
"""Of ERB, Ruby, Octopus, PowerShell, make, an alias of YAML, the command whose answer a shell takes, verbs of
printf, grammars of RFCs, tags of YAML that look a value up, and providers of Kafka's configuration (KIP-297)."""
_CIPHERTEXT = (r"ENC[(\[].*", r"vault:v\d{1,4}:[\w+/=]+", r"k8s:enc:[a-z]+:v\d.*", r"hmac-sha\d{1,3}:[0-9a-f]{8,128}")
"""Of SOPS and Jasypt, Vault's transit engine, the API server's own encryption, and audit logs of Vault."""
_STORED = re.compile(
    r"@?(?:ssm|vault|secretref|keyvault|kv|aws[_-]?sm|gcp[_-]?sm|gsm|env|sops|op|secretsmanager|ref|keychain|akv|conjur"
    r"|parameterstore):([\w/.#@-]{2,200})"
)
"""Where others keep it, in one word: ``ssm:/prod/db/password``."""
_PARTS = re.compile(r"[/.#@:-]")
_PLACEHOLDER = re.compile("|".join((*_MASKS, *_BLANKS, *_OF_TEMPLATES, *_CIPHERTEXT)))


def is_placeholder(text: str) -> bool:
    """``ghp_****``, ``<token>``, ``TODO``, ``ENC[AES256_GCM``, ``ssm:/prod/db/password``."""
    if _PLACEHOLDER.fullmatch(text):
        return True
    stored = _STORED.fullmatch(text)
    return stored is not None and not any(map(made_up, _PARTS.split(stored[1])))
