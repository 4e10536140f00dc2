"""Secrets that a sentence, a statement or a line of a configuration names without a sign between."""

import re

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.grammar import (
    ANY_KEY,
    FIRST,
    PASSWORD_KEY,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
    SUFFIX,
    TOKEN_KEY,
)
from casebook_analyzer.redaction.guess import made_up, odd, random_looking
from casebook_analyzer.redaction.pattern import context
from casebook_analyzer.redaction.prose import is_word_about_secrets

_PUNCTUATION = ".,:;!?'\"`)]}>"
_QUOTED = r"[\"'`(\[<]?"
_TOLD = r"(?P<secret>[^\s\"'`(\[<=|{][^\s\"'`()\[\]<>|=]{2,255}(?<![.,:;!?])={0,2}+)(?!=)"
_LONG = 10


def said(match: re.Match[str]) -> bool:
    """A sentence names the value directly: it is secret unless it is a plain word."""
    text = match["secret"].rstrip(_PUNCTUATION)
    return odd(text) and not is_word_about_secrets(text) and accept.is_secret_of_a_field(text)


def said_far(match: re.Match[str]) -> bool:
    """More words stand between: only what was made up is the secret."""
    text = match["secret"].rstrip(_PUNCTUATION)
    return made_up(text) and accept.is_secret_of_a_field(text)


def token_said(match: re.Match[str]) -> bool:
    """Names of tokens and keys have digits, too; the secrets are longer than those."""
    text = match["secret"].rstrip(_PUNCTUATION)
    return len(text) >= _LONG and (made_up(text) or random_looking(text)) and accept.is_secret_of_a_field(text)


def statement(match: re.Match[str]) -> bool:
    """Everything between quotes, unless it is masked or a parameter (``?``, ``$1``, ``%s``)."""
    return match["secret"] not in {"?", "%s", "***"} and accept.password(match)


_NO_DIGIT = r"[^\s\"'`()\[\]<>|=0-9]"
_TOLD_WITH_DIGITS = (
    rf"(?P<secret>(?![=|{{]){_NO_DIGIT}{{0,60}}[0-9][^\s\"'`()\[\]<>|=]{{2,255}}(?<![.,:;!?])={{0,2}}+)(?!=)"
)
_LONG_AND_TOLD = r"(?P<secret>[\w+/.~-]{10,255}(?<![.])={0,2}+)(?!=)"
_WORD = r"[ \t][\w@.'\"/*%-]{1,64}"
_SCREENED_SQL = r"(?i:identified[ \t]+(?:with[ \t]+\S+[ \t]+)?(?:by|as)|encrypted[ \t]+password|password|passphrase)"

SENTENCES = (
    # SQL: IDENTIFIED BY 'x', PASSWORD 'x', PASSWORD('x')
    context(
        "password",
        rf"{_SCREENED_SQL}\s*\(?(?i:password)?\s*\\*[\"']{FIRST}",
        r"(?:(?:\bIDENTIFIED|(?i:\b(?:user|role|to)[ \t]{1,4}\S{1,128}[ \t]{1,4}identified))[ \t]{1,4}(?i:"
        r"(?:with[ \t]{1,4}\S{1,64}[ \t]{1,4})?(?:by|as)"
        r"(?:[ \t]{1,4}password)?)|(?i:\bpassword|\bpassphrase))"
        r"(?:[ \t]{1,4}|[ \t]{0,2}\()\\{0,3}(?P<quote>[\"'])(?P<secret>[^\"'\n\\]{1,256})\\{0,3}(?P=quote)",
        statement,
    ),
    context(
        "password",
        rf"IDENTIFIED\s+BY\s+{FIRST}",
        r"\bIDENTIFIED[ \t]{1,4}BY[ \t]{1,4}(?P<secret>[^\s\"';]{1,256})",
        accept.password,
    ),
    context(
        "password",
        rf"(?i:insert\s+into)[^\n]*\([^)\n]*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})[^)\n]*\)\s*"
        rf"(?i:values)\s*\({FIRST}",
        rf"(?i:\binsert[ \t]{{1,4}}into)[ \t][^()\n]{{1,128}}\([^()\n]{{0,400}}?{ANY_KEY}"
        rf"(?![\w-])[^()\n]{{0,400}}\)\s{{0,4}}(?i:values)\s{{0,4}}"
        r"\((?P<secret>[^()\n]{0,1000}?[\"'][^\n()]{1,1000})\)",
        lambda match: any(letter not in " ,?%s$:" for letter in match["secret"]),
    ),
    context(
        "password",
        rf"(?i:pgp_sym_(?:en|de)crypt|crypt|aes_(?:en|de)crypt)\([^()]*,\s*'{FIRST}",
        r"(?i:\b(?:pgp_sym_(?:en|de)crypt|aes_(?:en|de)crypt|crypt)\()[^()\n,]{1,400},\s{0,4}'"
        r"(?P<secret>[^'\n]{1,256})'",
    ),
    # machine h login u password x (netrc), login as u with password x
    context(
        "password",
        rf"(?i:(?:(?:login|account|username)\s+\S+\s+|(?:with|using|and|the|new|old|as|is)\s)"
        rf"(?:{SCREENED_PASSWORD}))\s+[\"'`(\[<]?{FIRST}",
        rf"(?i:\b(?:login|account|username)[ \t]{{1,4}}\S{{1,64}}[ \t\r\n]{{1,8}}|\b(?:with|using|and|the|new|old|as"
        rf"|is)[ \t]){PASSWORD_KEY}[ \t]{{1,4}}{_QUOTED}{_TOLD}",
        said,
    ),
    # the password is x, password -> x, password changed to x
    context(
        "password",
        rf"(?i:{SCREENED_PASSWORD})\s*(?:(?i:is|was|is now|changed to|set to|reset to|to):?|[-=]>"
        rf"|\xe2\x86\x92)\s+[\"'`(\[<]?{FIRST}",
        rf"{PASSWORD_KEY}[ \t]{{0,4}}(?:(?i:[ ](?:is|was|is now|changed to|set to|reset to|to)):?|->|=>"
        rf"|\u2192)[ \t]{{1,4}}{_QUOTED}{_TOLD}",
        said,
    ),
    # A temporary password is generated for root@localhost: x; setting password of user app to x
    context(
        "password",
        rf"(?i:{SCREENED_PASSWORD})s?\s[^\n]*(?::|\s(?:to|is|was|as)|\s=)\s+[\"'`(\[<]?[^\s0-9]*[0-9]",
        rf"{PASSWORD_KEY}s?(?:{_WORD}){{1,6}}?(?::|[ \t](?:to|is|was|as)"
        rf"|[ \t]=)[ \t]{{1,4}}{_QUOTED}{_TOLD_WITH_DIGITS}",
        said_far,
    ),
    # password (x) rejected, password x failed
    context(
        "password",
        rf"(?i:{SCREENED_PASSWORD})\s+[\"'`(\[<]?[^\s0-9]*[0-9]",
        rf"{PASSWORD_KEY}[ \t]{{1,4}}{_QUOTED}{_TOLD_WITH_DIGITS}",
        said_far,
    ),
    context(
        "secret",
        r"(?i:unseal|recovery|root)\s(?i:key|token)\s*\d*(?:\s\([^()\n]*\))?:\s*[\w+/=.-]{8}",
        r"(?i:\b(?:unseal|recovery|root)[ \t](?:key|token)(?:[ \t]\d{1,2})?)(?:[ \t]\([^()\n]{1,40}\))?:[ \t]{1,8}"
        r"(?P<secret>[\w+/=.-]{8,200})",
        said,
    ),
    # Directives: requirepass x, bindpw x, rocommunity x; ENV and ARG of a Dockerfile, setenv of a shell
    context(
        "password",
        rf"(?i:requirepass|masterauth|masteruser|bindpw|rootpw|r[ow]community6?|snmp-server\s+community|auth-pass"
        rf"|sentinel\s+auth-pass\s+\S+)\s+[\"']?{FIRST}",
        r"(?i:\b(?:requirepass|masterauth|bindpw|rootpw|r[ow]community6?|snmp-server[ \t]{1,4}community"
        r"|sentinel[ \t]{1,4}auth-pass[ \t]{1,4}\S{1,64}))"
        r"[ \t]{1,8}\\{0,3}[\"']?(?P<secret>[^\s\"'\\]{1,256})",
        accept.password,
    ),
    context(
        "password",
        rf"\b(?:ENV|ARG|setenv)\s+\w*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})\s+[\"']?{FIRST}",
        rf"\b(?:ENV|ARG|setenv)[ \t]{{1,4}}\w{{0,60}}{ANY_KEY}(?i:{SUFFIX})[ \t]{{1,4}}[\"']?"
        rf"(?P<secret>[^\s\"']{{1,400}})",
        accept.password,
    ),
    context(
        "password",
        rf"(?m:^\s*[\w.-]*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})\s+[^\s]+[ \t\r]*$)",
        rf"(?m:^[ \t]{{0,40}}[\w.-]{{0,100}}{ANY_KEY}(?i:{SUFFIX})[ \t]{{1,40}}"
        rf"(?P<secret>[^\s\"':=][^\s\"']{{2,400}})[ \t\r]{{0,4}}$)",
        said,
    ),
    context(
        "password",
        rf"(?:PSK|XAUTH|EAP)\s+\"{FIRST}",
        r"(?<!\w)(?:PSK|XAUTH|EAP)[ \t]{1,4}\"(?P<secret>[^\"\n]{1,256})\"",
    ),
    # AUTH PLAIN of SMTP and IMAP, AUTH of Redis, PASS of FTP and POP3
    context(
        "authorization",
        r"\bAUTH(?:ENTICATE)?\s+(?:PLAIN|LOGIN|XOAUTH2)\s+[A-Za-z0-9+/=]{8}",
        r"\bAUTH(?:ENTICATE)?[ \t]{1,4}(?:PLAIN|LOGIN|XOAUTH2)[ \t]{1,4}(?P<secret>[A-Za-z0-9+/=]{8,4096})",
    ),
    context(
        "password",
        rf"\b(?:AUTH|PASS)\s+[\"']?{FIRST}",
        r"(?<![\w-])(?:AUTH(?:[ \t]{1,4}[a-z]\w{0,40})?|PASS)[ \t]{1,4}[\"']?(?P<secret>[^\s\"']{6,256})",
        lambda match: made_up(match["secret"]) and accept.password(match),
    ),
    # .pgpass: host:port:database:user:x
    context(
        "password",
        rf"(?m:^[\w.*-]+:(?:\d+|\*):[\w*-]+:[\w*-]+:{FIRST})",
        r"(?m:^[\w.*-]{1,128}:(?:\d{2,5}|\*):[\w*-]{1,64}:[\w*-]{1,64}:(?P<secret>[^\s:]{4,256})\r?$)",
        said_far,
    ),
)

# What is sent to somebody to be clicked on, which lets in whoever has it.
_LINK = r"(?:reset|verify|confirm|activate|invite|magic|password|login|signup|unsubscribe|share)"
AFTER_SHAPES = (
    context(
        "secret",
        rf"(?i:{SCREENED_TOKEN})(?:\s(?i:is|was|[0-9]{{1,2}}):?)?\s+[\"'`(\[<]?[\w+/.~-]{{10}}",
        rf"{TOKEN_KEY}(?i:[ \t](?:is|was|[0-9]{{1,2}}):?)?[ \t]{{1,4}}{_QUOTED}{_LONG_AND_TOLD}",
        token_said,
    ),
    context(
        "link",
        rf"(?i:/{_LINK}[\w-]*/|[?&](?:t|tok|code|ticket|k|auth|hash|invite|nonce)=)[\w%.~+/=-]{{20}}",
        rf"(?i:/{_LINK}[\w-]{{0,40}}/|[?&](?:t|tok|code|ticket|k|auth|hash|invite|nonce)=)"
        rf"(?P<secret>[\w%.~+/=-]{{20,4096}})",
        accept.session,
    ),
)
"""These know less of a token than its own shape does."""
