"""What a secret looks like, in the order in which the patterns are applied.

Patterns that know a secret by what stands before it come first: they take the whole value, and a token inside a
password is gone with it. Every pattern has a group ``secret``, bounded repetition only (the time is linear in the
text), and keywords of which one stands in every text that it can match.
"""

import re
from collections.abc import Callable

import msgspec

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.vendors import VENDOR_TOKENS


class Pattern(msgspec.Struct, frozen=True):
    """One kind of secret."""

    kind: str
    keywords: tuple[str, ...]
    """Lower case. A text without any of them is not searched; the empty one is in every text."""
    regex: re.Pattern[str]
    accepts: Callable[[str], bool] = accept.anything


def _pattern(kind: str, keywords: str, regex: str, accepts: Callable[[str], bool] = accept.anything) -> Pattern:
    return Pattern(kind, tuple(keywords.split()) or ("",), re.compile(regex), accepts)


# Between a key and its value in logs, JSON (also inside a JSON string), YAML, Go maps and Ruby hashes.
_SEPARATOR = (
    r"\\{0,3}[\"']?\]?[ \t]{0,4}(?:=>|:=|==?|:)[ \t]{0,4}"
    r"(?:[|>][+-]?[ \t]{0,4}\r?\n\s{1,40})?(?:[bru](?=[\"']))?"
)
# A comma, semicolon or ampersand belongs to the value unless a space or the next key follows.
_BARE = r"(?:[^\s,;&\"'\\]|\\(?![\"'])|[,;&](?=[^\s\"'])(?![\w.\-\"']{1,64}\s?[=:]))"
# A quoted value up to its closing quote, or a bare one without the bracket or full stop that closes the sentence.
_VALUE = (
    r"(?:(?P<escaped>\\{1,3}[\"'])|(?P<double>\")|(?P<single>'))?"
    r"(?P<secret>(?(escaped)[^\"'\\\r\n]{1,4096}|(?(double)(?:[^\"\\\r\n]|\\.){1,4096}"
    rf"|(?(single)[^'\r\n]{{1,4096}}|(?![\[{{(<]|\|-?\s){_BARE}{{0,4096}}(?<![\])}}>.:])))))"
)
_SUFFIX = r"(?:[_-]?(?:value|val|data|str|string|b64|base64|hash|\d{1,2}))?"
_PW_KEY = r"(?:password|passwd|passphrase|passcode|(?<![a-z])pwd(?!=/)|(?-i:[a-z]Pwd)|[_-]pass|dbpass|userpass)"
# Vocabulary of language models is about tokens and none of it is secret.
_NOT_A_MODELS = r"(?<!max_)(?<!num_)(?<!eos_)(?<!bos_)(?<!pad_)(?<!unk_)(?<!sep_)(?<!cls_)(?<!mask_)(?<!unexpected )"
_SENSITIVE_KEY = (
    rf"(?:{_NOT_A_MODELS}token|secret|api[_-]?key|app[_-]?key|client[_-]?key|credentials?|connection[_-]?string"
    r"|(?:access|private|secret|encryption|signing|auth|account|shared|master|service|license|storage|session)"
    r"[_-]?(?:access)?[_-]?key)"
)
SENSITIVE_KEY = re.compile(rf"(?i:{_PW_KEY}|{_SENSITIVE_KEY}){_SUFFIX}$", re.IGNORECASE)
"""Ends the name of a flag or a field whose value is secret."""
_PW_WORDS = "password passwd passphrase passcode pwd pass"
_SENSITIVE_WORDS = "token secret key credential connection"
_SCHEME = r"(?:(?:bearer|basic|token|digest|negotiate|apikey|ssws|aws4-hmac-sha256)\s{1,4})?"
_CARD = r"(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|5\d{2}))(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}"

_BY_CONTEXT = (
    _pattern(
        "private-key",
        "-----begin",
        r"(?P<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"(?:(?!-----END)[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}-----)?)",
    ),
    _pattern(
        "private-key",
        "-----end",
        r"(?P<secret>(?:^[A-Za-z0-9+/]{1,80}={0,2}\s{1,8}){1,200}-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)",
    ),
    _pattern("private-key", "ls0tls1crudjti", r"(?P<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/=]{8,20000})"),
    _pattern("docker-auth", "auth", r"\\?\"auth\\?\"\s{0,4}:\s{0,4}\\?\"(?P<secret>[A-Za-z0-9+/=_-]{4,4096})"),
    _pattern(
        "authorization",
        "authorization",
        rf"(?i:authorization){_SEPARATOR}\\?\[?[\"']?(?i:{_SCHEME})(?P<secret>[^\s,;\"'\\\]}}]{{4,4096}})",
        accept.password,
    ),
    _pattern(
        "cookie",
        "cookie",
        rf"(?i:\b(?:set-)?cookie){_SEPARATOR}\\?\[?[\"']?(?P<secret>[^\s=;\"']{{1,128}}=[^\r\n\"'\]]{{1,4096}})",
    ),
    _pattern("bearer-token", "bearer", r"(?i:\bbearer)\s{1,4}(?P<secret>[\w.~+/=-]{8,4096})", accept.bearer),
    _pattern("basic-auth", "basic", r"(?i:\bbasic)\s{1,4}(?P<secret>[A-Za-z0-9+/]{6,4096}={0,2})", accept.basic_auth),
    _pattern("basic-auth", "-u --user", r"(?:\s-u|--user)[ =]{1,4}[\"']?[^\s:\"']{1,64}:(?P<secret>[^\s\"']{1,256})"),
    _pattern("url-password", "://", r"://[^\s:/@\"'<>]{0,128}:(?P<secret>[^\s/\"'<>]{1,256})@"),
    _pattern("url-password", "://", r"://(?P<secret>[\w.~-]{20,256})@"),
    _pattern(
        "url-password", "@tcp( @unix( @udp(", r"(?<![\w.-])[\w.-]{1,64}:(?P<secret>[^\s\"']{1,128})@(?=tcp|unix|udp)"
    ),
    _pattern("url-password", ":thin:", r":thin:[^/\s]{1,64}/(?P<secret>[^@\s]{1,128})@"),
    _pattern("url-signature", "sig=", r"[?&]sig=(?P<secret>[A-Za-z0-9%+/=_-]{16,256})"),
    _pattern("password", _PW_WORDS, rf"(?i:{_PW_KEY}{_SUFFIX}){_SEPARATOR}{_VALUE}", accept.password),
    _pattern("secret", _SENSITIVE_WORDS, rf"(?i:{_SENSITIVE_KEY}{_SUFFIX}){_SEPARATOR}{_VALUE}", accept.secret),
    _pattern(
        "env-value",
        "value",
        rf"(?i:(?:{_PW_KEY}|{_SENSITIVE_KEY}){_SUFFIX})\\?[\"']?\s{{0,4}},?\s{{0,40}}\\?[\"']?(?i:value){_SEPARATOR}{_VALUE}",
        accept.secret,
    ),
    _pattern(
        "argument",
        "--",
        rf"--[\w-]{{0,40}}(?i:{_PW_KEY}|{_SENSITIVE_KEY})[ \t]{{1,4}}[\"']?(?P<secret>(?!-)[^\s\"']{{1,4096}})",
        accept.secret,
    ),
    _pattern(
        "high-entropy",
        "key auth session sig salt cert",
        rf"(?i:key|auth|session(?:[_-]?id)?|signature|sig|salt|cert(?:ificate)?){_SEPARATOR}{_VALUE}",
        accept.high_entropy,
    ),
)

_BY_SHAPE = (
    _pattern("jwt", "eyj", r"\b(?P<secret>eyJ[\w+/=-]{16,8192}(?:\.[\w+/=-]{0,8192}){0,4})"),
    *(_pattern(kind, keywords, f"(?P<secret>{regex})") for kind, keywords, regex in VENDOR_TOKENS),
    _pattern("base64-block", "", r"(?m:^\s{0,40}(?P<secret>[A-Za-z0-9+/]{60,80}={0,2})\s{0,8}$)", accept.base64_block),
    _pattern(
        "email", "@", r"(?<![\w.+-])(?P<secret>[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,5}[A-Za-z]{2,24})\b", accept.email
    ),
    _pattern("card-number", "2 3 4 5 6", rf"(?<![\w.-])(?P<secret>{_CARD})(?![\w-])", accept.card),
)

PATTERNS = (*_BY_CONTEXT, *_BY_SHAPE)
