"""What a secret looks like, in the order in which the patterns are applied.

Patterns that know a secret by what stands before it come first: they take the whole value, and a token inside a
password is gone with it. Every pattern has a group ``secret``, bounded repetition only (the time is linear in the
text), and a screen: a pattern of RE2 that matches wherever the exact one does, and maybe elsewhere.
"""

from casebook_analyzer.redaction import accept, cookies, told
from casebook_analyzer.redaction.commands import COMMANDS
from casebook_analyzer.redaction.directives import DIRECTIVES
from casebook_analyzer.redaction.dumps import DUMPS
from casebook_analyzer.redaction.earlier import EARLIER
from casebook_analyzer.redaction.grammar import (
    ANY_KEY,
    MAYBE_SECRET_KEY,
    NAMES_A_VALUE,
    NOT_A_MARKER,
    PASSWORD_KEY,
    SCHEME,
    SCREENED_ASSIGNMENT,
    SCREENED_MAYBE,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
    SEPARATOR,
    SUFFIX,
    TOKEN_KEY,
    VALUE,
)
from casebook_analyzer.redaction.markup import MARKUP
from casebook_analyzer.redaction.named import is_no_cursor
from casebook_analyzer.redaction.names import LOGINS, NAMES
from casebook_analyzer.redaction.objects import OBJECTS
from casebook_analyzer.redaction.parameters import PARAMETERS
from casebook_analyzer.redaction.pattern import context, shape
from casebook_analyzer.redaction.positional import POSITIONAL
from casebook_analyzer.redaction.protocols import PROTOCOLS
from casebook_analyzer.redaction.sentences import SENTENCES
from casebook_analyzer.redaction.statements import STATEMENTS
from casebook_analyzer.redaction.traffic import TRAFFIC
from casebook_analyzer.redaction.vendors import VENDOR_TOKENS
from casebook_analyzer.redaction.vendors_more import MORE_TOKENS

_NUMBER_OF_A_CARD = (
    r"(?:4\d{3}|5[1-5]\d{2}|2[2-7]\d{2}|6(?:011|5\d{2}))(?:[ -]?\d{4}){3}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}"
)
_BETWEEN_ARGUMENTS = r"(?:[ \t]{1,4}[\"']?|\\{0,3}[\"']?,\s{0,4}\\{0,3}[\"']?)"
_PAIR = r"[^\s=;,\"'\\\]]{1,128}=[^\s;\"'\\\]]{1,4096}"
_PAIRS = rf"{_PAIR}(?:;[ \t]?{_PAIR}){{0,100}}"

PRIVATE_KEY = context(
    "private-key",
    "-----BEGIN (?:[A-Z0-9 ]*PRIVATE KEY|OpenVPN Static key)",
    r"(?P<secret>-----BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)-----"
    r"(?:(?!-----END)[\s\S]){0,20000}(?:-----END [A-Za-z0-9 ]{0,40}-----)?)",
)
"""It reaches over any number of lines, so that it is applied to a text as a whole."""

_BY_CONTEXT = (
    context("private-key", "LS0tLS1CRUdJTi", r"(?P<secret>LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[A-Za-z0-9+/=\\]{8,20000})"),
    context(
        "docker-auth",
        r"auth\\*[\"']?\s*:[ \t]*\\*[\"']?[A-Za-z0-9+/=_-]{4}",
        r"(?:\\{0,3}\"|'|(?m:^)\s{0,40})auth\\{0,3}[\"']?\s{0,4}:[ \t]{0,4}\\{0,3}[\"']?"
        r"(?P<secret>[A-Za-z0-9+/=_-]{4,4096})",
        told.of_a_registry,
    ),
    context(
        "authorization",
        rf"(?i:authorization){SCREENED_ASSIGNMENT}",
        rf"(?i:authorization){SEPARATOR}\\{{0,3}}\[?\\{{0,3}}[\"']?{SCHEME}"
        r"(?:[a-z_]{2,20}=\\{0,3}[\"'])?(?P<secret>(?!\{)[^\s,;\"'\\\]}]{4,4096})",
        told.of_a_header,
    ),
    context(
        "cookie",
        rf"(?i:cookies?)(?:{SCREENED_ASSIGNMENT}|\\*[\"'],[ ]*[bru]?\\*[\"'])",
        rf"(?i:\b(?:set-)?cookies?)(?:{SEPARATOR}\\{{0,3}}\[?\\{{0,3}}[\"']?"
        rf"|\\{{0,3}}[\"'],[ ]{{0,4}}[bru]?\\{{0,3}}[\"'])(?P<secret>{_PAIRS})",
        cookies.of_somebody,
    ),
    context(
        "cookie",
        r"curl[^\n]*[ \t]-b[ =]*[\"']?[^\s=;,\"'\\]+=",
        rf"\bcurl(?:[ \t](?:(?!\bcurl[ \t])[^\n|;&]){{0,400}}?)?[ \t]-b[ =]{{0,4}}[\"']?(?P<secret>{_PAIRS})",
        prefilters=(r"curl[^\n]*[ \t]-b",),
    ),
    context(
        "bearer-token",
        r"(?i:bearer)\s+[\w.~+/=-]{8}",
        r"(?i:\bbearer)\s{1,4}(?P<secret>[\w.~+/=-]{8,4096})",
        accept.bearer,
    ),
    context(
        "basic-auth",
        r"(?i:basic)\s+[A-Za-z0-9+/]{6}",
        r"(?i:\bbasic)\s{1,4}(?P<secret>[A-Za-z0-9+/]{6,4096}={0,2})",
        accept.basic_auth,
    ),
    context(
        "basic-auth",
        rf"(?:\s-u|--(?:proxy-)?user|--(?:src-|dest-)?creds)[\"',=\s]+[^\s:\"',]+:{NOT_A_MARKER}",
        r"(?:\s-u|--(?:proxy-)?user|--(?:src-|dest-)?creds)(?:[ =]{1,4}[\"']?|[\"'],\s{0,4}[\"'])"
        r"[^\s:\"',]{1,64}:(?P<secret>[^\s\"']{1,256})",
        accept.of_a_user,
    ),
    context(
        "url-password",
        rf":\\*/\\*/[^\s:/@\"'<>]*:{NOT_A_MARKER}[^\s/\"'<>]*@",
        r":\\{0,3}/\\{0,3}/[^\s:/@\"'<>]{0,128}:(?P<secret>[^\s/\"'<>]{1,256})@",
        told.in_a_url,
    ),
    context(
        "url-password",
        r"redis[\w+-]*://[\w.~!$*+-]+@",
        r"\bredis[\w+-]{0,12}://(?P<secret>[\w.~!$*+-]{6,256})@",
        accept.of_a_cache,
    ),
    context("url-password", r"://[\w.~-]{20,}@", r"://(?P<secret>[\w.~-]{20,256})@", told.of_a_url),
    context(
        "url-password",
        rf"[\w.-]:{NOT_A_MARKER}[^\s\"']*@(?:tcp|unix|udp)",
        r"(?<![\w.-])[\w.-]{1,64}:(?P<secret>[^\s\"']{1,72})@(?=tcp|unix|udp)",
        prefilters=("@(?:tcp|unix|udp)",),
    ),
    context(
        "url-password",
        r"(?i:%3a%2f%2f)[\w.~-]*(?i:%3a)[\w.~%+-]",
        r"(?i:%3a%2f%2f)[\w.~-]{0,64}(?i:%3a)(?P<secret>(?:(?!%40|%2[fF])[\w.~%+-]){1,256})(?=%40)",
    ),
    context(
        "url-password",
        rf":thin:[^/\s]+/{NOT_A_MARKER}[^@\s]*@",
        r":thin:[^/\s]{1,64}/(?P<secret>[^@\s]{1,128})@",
        prefilters=(":thin:",),
    ),
    context(
        "url-signature",
        r"(?i:[?&;](?:sig|X-Amz-Signature|X-Goog-Signature|signature)=)[A-Za-z0-9%+/=_-]{16}",
        r"(?i:[?&;](?:sig|X-Amz-Signature|X-Goog-Signature|signature)=)(?P<secret>[A-Za-z0-9%+/=_-]{16,1024})",
    ),
    context(
        "password",
        rf"(?i:{SCREENED_PASSWORD}){SCREENED_ASSIGNMENT}",
        rf"{PASSWORD_KEY}(?i:{SUFFIX}){SEPARATOR}{VALUE}",
        accept.password,
    ),
    context(
        "secret",
        rf"(?i:{SCREENED_TOKEN}){SCREENED_ASSIGNMENT}",
        rf"{TOKEN_KEY}(?i:{SUFFIX}){SEPARATOR}{VALUE}",
        accept.secret,
    ),
    context(
        "env-value",
        rf"(?i:(?:{SCREENED_PASSWORD}|{SCREENED_TOKEN})\\*[\"']?\s*,?\s*(?:[+-]\s*)?"
        rf"(?:#[^\n]*\s+)?\\*[\"']?value{SCREENED_ASSIGNMENT})",
        rf"{ANY_KEY}(?i:{SUFFIX})\\{{0,3}}[\"']?\s{{0,4}},?(?:[ \t]{{0,4}}\r?\n[+-])?\s{{0,40}}"
        r"(?:#[^\n]{0,200}\n\s{0,40})?\\{0,3}[\"']?"
        rf"(?i:value){SEPARATOR}{VALUE}",
        told.of_a_pair,
        NAMES_A_VALUE,
    ),
    context(
        "env-value",
        rf"(?i:{SCREENED_MAYBE}\\*[\"']?\s*,?\s*\\*[\"']?value{SCREENED_ASSIGNMENT})",
        rf"{MAYBE_SECRET_KEY}\\{{0,3}}[\"']?\s{{0,4}},?\s{{1,40}}\\{{0,3}}[\"']?(?i:value){SEPARATOR}{VALUE}",
        accept.high_entropy,
    ),
    context(
        "argument",
        rf"--[\w-]*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})(?:[ \t]+[\"']?|\\*[\"']?,\s*\\*[\"']?){NOT_A_MARKER}",
        rf"(?:(?<![\w-])|(?<=\\[nrt]))-{{2,}}+[\w-]{{0,40}}{ANY_KEY}(?i:{SUFFIX}){_BETWEEN_ARGUMENTS}"
        r"(?P<secret>(?!-)[^\s\"'\\]{1,4096})",
        told.of_an_option,
    ),
    context(
        "argument",
        rf"--from-literal[= ][\w.-]+={NOT_A_MARKER}",
        r"--from-literal[= ][\w.-]{1,253}=(?P<secret>[^\s\"']{1,4096})",
        told.of_a_literal,
        prefilters=("--from-literal",),
    ),
    context(
        "aws-secret-key",
        r"A[KS]IA[A-Z0-9]{16}[^\w+/]{1,12}[A-Za-z0-9+/]{40}|'[A-Z0-9]{20}',[ ]?'[A-Za-z0-9+/]{40}",
        r"(?:\bA[KS]IA[A-Z0-9]{16}[^\w+/]{1,12}|'[A-Z0-9]{20}',[ ]?')(?P<secret>[A-Za-z0-9+/]{40})(?![\w+/])",
        prefilters=(r"A(?:KIA|SIA)[A-Z0-9]{8}", r"'[A-Z0-9]{20}'"),
    ),
    context(
        "twilio-key",
        r"AC[0-9a-f]{32}[^\w\n]{1,12}[0-9a-f]{32}",
        r"\bAC[0-9a-f]{32}[^\w\n]{1,12}(?P<secret>[0-9a-f]{32})\b",
        prefilters=(r"AC[0-9a-f]{8}",),
    ),
    context(
        "url-password",
        r"[?&](?:u|user|username|login)=[^&\s]*&(?:p|pass|pw)=[^\s&]",
        r"[?&](?:u|user|username|login)=[^&\s\"'<>]{0,128}&(?:p|pass|pw)=(?P<secret>[^\s&\"'<>]{1,256})",
        accept.password,
        prefilters=("&(?:p|pass|pw)=",),
    ),
    context(
        "high-entropy",
        rf"(?i:{SCREENED_MAYBE})\\*[\"']?\]?[ \t]*[=:][=>]?[ \t]*(?:[|>][+-]?[ \t]*\r?\n\s*)?[\"'\\]*[\w+/=.~%-]{{20}}",
        rf"{MAYBE_SECRET_KEY}{SEPARATOR}{VALUE}",
        accept.high_entropy,
        prefilters=(rf"(?i:{SCREENED_MAYBE})\\*[\"']?\]?[ \t]*[=:][=>]?[ \t]*[>|+-]*[\s\"'\\]*[\w+/=.~%-]{{14}}",),
    ),
)

BY_SHAPE = (
    shape("jwt", r"eyJ[\w+/=-]{16}", r"\beyJ[\w+/=-]{16,8192}(?:\.[\w+/=-]{0,8192}){0,4}", is_no_cursor),
    *(shape(kind, screen, regex) for kind, screen, regex in (*VENDOR_TOKENS, *MORE_TOKENS)),
    shape(
        "token",
        r"_(?:sk|rk|pat|key|apikey|api|token|tok|secret|oauth|access|live|prod|priv)[_-]"
        r"(?:(?:live|test|prod|v\d)[_-])?[A-Za-z0-9]{12}",
        r"\b(?!pk_|pub_|public_)[a-z]{2,12}_(?:sk|rk|pat|key|apikey|api|token|tok|secret|oauth|access|live|prod|priv)[_-]"
        r"(?:(?:live|test|prod|v\d)[_-])?[A-Za-z0-9]{20,200}\b",
        accept.random_end,
    ),
    # Of issuers that are not known: a short prefix, and too much behind it for the number of a request.
    shape(
        "token",
        r"[a-z]_[A-Za-z0-9]{16}",
        r"\b(?!pk_|pub_)[a-z]{2,10}_[A-Za-z0-9]{36,250}(?![\w-])",
        accept.random_end,
    ),
    # The word password, encoded: what stands behind it is what was configured.
    shape(
        "encoded",
        r"(?i:70617373776f7264)[0-9a-fA-F]{8}|(?:cGFzc3dvcm|Bhc3N3b3Jk|wYXNzd29yZ)[\w+/]{6}",
        r"(?i:70617373776f7264)(?:[0-9a-fA-F]{2}){4,400}|(?:cGFzc3dvcm|Bhc3N3b3Jk|wYXNzd29yZ)[A-Za-z0-9+/]{6,4096}={0,2}",
    ),
    shape(
        "bootstrap-token",
        r"\b[a-z0-9]{6}\.[a-z0-9]{16}\b",
        r"(?<![\w.-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w.-])",
        accept.has_digits_on_both_sides,
        (r"\.[a-z0-9]{16}\b",),
    ),
    context(
        "base64-block",
        r"(?m:^[ \t]*[A-Za-z0-9+/]{60})",
        r"(?m:^[ \t]{0,40}(?P<secret>[A-Za-z0-9+/]{60,80}={0,2})[ \t\r\f]{0,8}$)",
        accept.base64_block,
        prefilters=(r"(?m:^[ \t]*[A-Za-z0-9+/]{24,}={0,2}[ \t\r\f]*$)",),
    ),
    shape(
        "card-number",
        rf"\b(?:{_NUMBER_OF_A_CARD})\b",
        rf"(?<![\w.-])(?:{_NUMBER_OF_A_CARD})(?![\w-])",
        accept.card,
    ),
)

_TABLES = (*MARKUP, *OBJECTS, *DUMPS, *PARAMETERS, *STATEMENTS, *DIRECTIVES, *PROTOCOLS, *SENTENCES, *NAMES, *TRAFFIC)
BY_CONTEXT = (*COMMANDS, *POSITIONAL, *LOGINS, *EARLIER, *_BY_CONTEXT, *_TABLES)
ADDRESSES = (
    shape(
        "address",
        r"\d\.\d{1,3}\.\d{1,3}\.\d",
        r"(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)",
        accept.address,
    ),
    shape(
        "address",
        r"[0-9A-Fa-f]*:[0-9A-Fa-f]*:",
        r"(?<![\w:.-])(?:[0-9A-Fa-f]{0,4}:){2,7}(?:[0-9A-Fa-f]{1,4}|(?<=::))(?![\w-]|:[\w:])",
        accept.address,
    ),
)
"""IP addresses. They are evidence, so that they are redacted only where somebody asks for it."""
