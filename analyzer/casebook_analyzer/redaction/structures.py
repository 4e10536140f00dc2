"""Secrets in markup, lists, tables and dumps, where key and value are not neighbours."""

from casebook_analyzer.redaction import accept
from casebook_analyzer.redaction.grammar import (
    ANY_KEY,
    FIRST,
    FOREIGN_KEY,
    SCREENED_ASSIGNMENT,
    SCREENED_FOREIGN,
    SCREENED_PASSWORD,
    SCREENED_TOKEN,
    SEPARATOR,
    SUFFIX,
    VALUE,
)
from casebook_analyzer.redaction.pattern import context

_SCREENED_KEY = rf"(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})"
_KEY = rf"{ANY_KEY}(?i:{SUFFIX})"
_QUOTE = r"\\{0,3}[\"']"
# Quotes and signs as URLs, HTML, JSON and C escape them.
_ESCAPED_QUOTE = r"(?:%22|%27|&quot;|&#3[49];|\\u0022|\\x22)"
_ESCAPED_SIGN = r"(?:%3[AaDd]|&#61;|\\u003[adAD]|\\x3[adAD])"

STRUCTURES = (
    # <password>x</password>, <p:Secret a="b">x</p:Secret> and <property name="password">x</property>
    context(
        "element",
        rf"<[^<>\n]*{_SCREENED_KEY}[\"']?(?:\s[^<>\n]*)?>\s*(?:<!\[CDATA\[)?[^<>\s\xe2]",
        rf"<(?=[\w!])[^<>\n]{{0,120}}{_KEY}[\"']?(?:[ \t][^<>\n]{{0,200}}+)?>\s{{0,40}}(?:<!\[CDATA\[)?"
        r"(?P<secret>[^<>\s][^<>\n]{0,4095})(?=</|\]\])",
        accept.secret,
    ),
    # <key>Password</key><string>x</string> of a plist, <name>password</name><value>x</value> of Hadoop
    context(
        "element",
        rf">[^<>\n]*{_SCREENED_KEY}</[\w:.-]+>\s*<[\w:.-]+>\s*[^<>\s\xe2]",
        rf"(?<=>)[^<>\n]{{0,120}}{_KEY}</[\w:.-]{{1,60}}>\s{{0,40}}<[\w:.-]{{1,60}}>\s{{0,40}}"
        rf"(?P<secret>[^<>\s][^<>\n]{{0,4095}})(?=</)",
        accept.secret,
    ),
    context(
        "element",
        rf"&lt;[^<>&\n]*{_SCREENED_KEY}&gt;[^<>&\s\xe2]",
        rf"&lt;[\w:.-]{{0,60}}{_KEY}&gt;(?P<secret>[^<>&\s]{{1,4096}})&lt;/",
        accept.secret,
    ),
    # {"value":"x","name":"DB_PASSWORD"} and - value: x\n  name: DB_PASSWORD
    context(
        "env-value",
        rf"(?i:value)\\*[\"']?\s*[:=]\s*\\*[\"']?[^\"'\\,\n]+\\*[\"']?\s*,?\s*\\*[\"']?(?i:name"
        rf"|key)\\*[\"']?\s*[:=]\s*\\*[\"']?"
        rf"[\w.-]*{_SCREENED_KEY}",
        rf"(?i:\bvalue)(?:{_QUOTE})?[ \t]{{0,4}}[:=][ \t]{{0,4}}(?:{_QUOTE})?"
        r"(?P<secret>(?:(?![vV][aA][lL][uU][eE])(?:[^\s\"'\\,]|[ \t](?=[^\s\"'\\,]))){1,400})"
        rf"(?:{_QUOTE})?(?:[ \t]?,[ \t]?|\s{{1,40}}+)(?:{_QUOTE})?(?i:name|key)(?:{_QUOTE})?[ \t]?[=:][ \t]?"
        rf"(?:{_QUOTE})?[\w.-]{{0,60}}{_KEY}(?![\w.-])",
        accept.secret,
    ),
    # The value of a key in an object of its own: {"password":{"value":"x"}}
    context(
        "password",
        rf"{_SCREENED_KEY}\\*[\"']?\s*[:=]>?\s*"
        rf"\{{\s*\\*[\"']?(?i:value|raw|plain|plaintext|secret|stringvalue){SCREENED_ASSIGNMENT}",
        rf"{_KEY}(?:{_QUOTE})?\s{{0,4}}[:=]>?\s{{0,4}}"
        rf"\{{\s{{0,40}}(?:{_QUOTE})?(?i:value|raw|plain|plaintext|secret|stringvalue)"
        rf"{SEPARATOR}{VALUE}",
        accept.secret,
    ),
    # "passwords":["x","y"] and passwords:\n  - x\n  - y
    context(
        "list",
        rf"{_SCREENED_KEY}s?\\*[\"']?\s*[:=]>?\s*\[\s*\\*[\"']?{FIRST}[^\[\]{{}}]*\]?",
        rf"{_KEY}s?(?:{_QUOTE})?\s?[:=]>?\s?\[\s{{0,40}}(?:{_QUOTE})?(?P<secret>[^\[\]{{}}\s]{{1,400}}"
        rf"(?:,\s{{0,40}}[^\[\]{{}}\s]{{1,400}}){{0,50}}?(?<![\"'\\]))(?:{_QUOTE})?\s{{0,40}}\]",
        accept.items,
    ),
    context(
        "list",
        rf"{_SCREENED_KEY}s?[\"']?:\s*\r?\n\s*-\s+{FIRST}[^\n]*(?:\n\s*-[^\n]*)*",
        rf"{_KEY}s?[\"']?:[ \t]{{0,4}}\r?\n[ \t]{{0,40}}-[ \t]{{1,4}}(?P<secret>\S{{1,400}}"
        rf"(?:\r?\n[ \t]{{0,40}}-[ \t]{{1,4}}[^\s:]{{1,400}}(?=\r?\n|$)){{0,50}}+)(?=\r?\n|$)",
        accept.items,
    ),
    # password=\nx, and a key of YAML with its value in the next line
    context(
        "password",
        rf"{_SCREENED_KEY}[\"']?\s*[:=]\s*\r?\n\s*{FIRST}",
        rf"{_KEY}[\"']?[ \t]{{0,4}}[:=][ \t]{{0,4}}\r?\n[ \t]{{0,40}}[\"']?"
        rf"(?P<secret>[^\s:\"'=]{{1,400}})[\"']?[ \t]{{0,4}}(?=\r?\n|$)",
        accept.weak,
    ),
    # {password,<<"x">>}, :password "x" and ("password", "x")
    context(
        "password",
        rf"(?:\{{|:)[\w-]*{_SCREENED_KEY}(?:,\s?(?:<<)?|\s+)\"{FIRST}",
        rf"(?:\{{[\w]{{0,40}}{_KEY},[ \t]?(?:<<)?|(?<![\w:]):[\w-]{{0,40}}{_KEY}[ \t]{{1,4}})"
        r"\"(?P<secret>[^\"\n]{1,4096})\"",
        accept.password,
    ),
    context(
        "password",
        rf"\([\"'][\w.-]*{_SCREENED_KEY}[\"'], ?[bru]?[\"'][^\"'\n]*[\"']\)",
        rf"(?<!\w)\([\"'][\w.-]{{0,40}}{_KEY}[\"'], ?[bru]?[\"'](?P<secret>[^\"'\n]{{1,4096}})[\"']\)",
        accept.password,
    ),
    # | password | x |, password<tab>x and password.......x
    context(
        "password",
        rf"{_SCREENED_KEY}[\"']?(?:\s*(?:\||\xe2\x94\x82)\s*|\t+|[ ]{{3,}}|\.{{3,}}[ ]*){FIRST}",
        rf"{_KEY}[\"']?(?:[ \t]{{0,40}}[|\u2502][ \t]{{0,40}}|\t{{1,8}}|[ ]{{3,60}}|\.{{3,80}}[ ]{{0,4}})"
        rf"(?P<secret>[^\s|\u2502.][^\s|\u2502]{{0,400}})",
        accept.weak,
    ),
    # Pwd={x;y} of ODBC, and values in brackets of any kind: password=(x), token=<x>
    context(
        "password",
        rf"{_SCREENED_KEY}[\"']?\s?[=:]\s?[{{(<\[]{FIRST}",
        rf"{_KEY}[\"']?[ \t]?[=:][ \t]?[{{(<\[](?P<secret>(?<==\{{)[^{{}}\s]{{1,256}}(?=\}})|[^\s(){{}}<>\[\]:=,]{{1,"
        rf"256}}(?=[])}}>]))",
        accept.weak,
    ),
    # password%3Dx, &quot;password&quot;:&quot;x&quot;
    context(
        "password",
        rf"{_SCREENED_KEY}(?:{_ESCAPED_QUOTE}\s?(?:{_ESCAPED_SIGN}|[:=])|{_ESCAPED_SIGN})",
        rf"{_KEY}(?:{_ESCAPED_QUOTE}[ \t]?(?:{_ESCAPED_SIGN}|[:=])|{_ESCAPED_SIGN})(?:%20|\+|[ ])?(?:{_ESCAPED_QUOTE})?"
        r"(?P<secret>(?:(?!%2[26Cc]|%3[Bb]|%7[Dd]|%0|&(?:quot|amp|#)|\\[ux])[^\s\"'<>;]){1,1024}+)",
        accept.secret,
    ),
    # Bytes of a Go value: Password:[67 111 114], Token:[]byte{0x43, 0x6f}
    context(
        "bytes",
        rf"{_SCREENED_KEY}[\"']?\s?[:=]\s?(?:\[\](?:uint8|byte)\{{|\[)[0-9]",
        rf"{_KEY}[\"']?[ \t]?[:=][ \t]?(?:\[\](?:uint8"
        rf"|byte)\{{|\[)(?P<secret>(?:(?:0x[0-9a-f]{{1,2}}|\d{{1,3}})(?:, ?| )?){{4,1024}}+)[]}}]",
    ),
    # JWK (RFC 7518, 6.2.2, 6.3.2 and 6.4.1): private members of a key
    context(
        "jwk",
        r"\"(?:d|p|q|dp|dq|qi|k)\\*\"\s*:\s*\\*\"[\w-]{16}",
        r"\\{0,3}\"(?:d|p|q|dp|dq|qi|k)\\{0,3}\"\s{0,4}:\s{0,4}\\{0,3}\"(?P<secret>[\w-]{16,2000})",
        accept.member_of_a_jwk,
    ),
    # Terraform's state: the attribute that holds what was made
    context(
        "password",
        rf"random_password[^\n]*\"result\\*\"\s*:\s*\\*\"{FIRST}",
        r"\"random_password\\{0,3}\"(?:(?!random_password)[^\n]){0,600}?\"result\\{0,3}\"\s{0,4}:\s{0,4}\\{0,3}\""
        r"(?P<secret>[^\"\\\n]{1,400})",
    ),
    context(
        "password",
        rf"{SCREENED_FOREIGN}{SCREENED_ASSIGNMENT}",
        rf"{FOREIGN_KEY}{SEPARATOR}{VALUE}",
        accept.password,
    ),
)

_WEAK = r"(?i:(?<![A-Za-z])(?:pass|pat|psk|seed|community|auth|answer|salt|passkey))"
_CODES = "otp|mfa|2fa|totp|verification|recovery|access|security|one[ _-]?time|backup|activation|confirmation|sms"
_CODE = (
    rf"(?i:(?:{_CODES})[ _-]?"
    r"(?:code|pin|password|passcode)|(?<![A-Za-z])(?:otp|totp|cvv2?|cvc2?|pin))"
)
_SESSION = r"(?i:phpsessid|j?session_?id|connect\.sid|asp\.net_sessionid|csrf[_-]?token|xsrf[_-]?token)"
_PHRASE = r"(?i:mnemonic|(?:seed|recovery|secret|backup)[ _-]?phrase)"

WEAK_NAMES = (
    context(
        "mnemonic",
        rf"{_PHRASE}[\w ]*{SCREENED_ASSIGNMENT}",
        rf"{_PHRASE}[\w ]{{0,10}}{SEPARATOR}[\"']?(?P<secret>[a-z]{{3,8}}(?:[ ,][a-z]{{3,8}}){{11,23}}"
        rf"|[^\s\"']{{8,400}})",
    ),
    context(
        "session",
        rf"{_SESSION}{SCREENED_ASSIGNMENT}",
        rf"{_SESSION}{SEPARATOR}(?P<secret>[\w%.~+/=-]{{16,400}})",
        accept.session,
    ),
    context(
        "code",
        rf"(?i:(?:{_CODES})[ _-]?(?:code|pin|password|passcode)|otp|cvv2?|cvc2?|\bpin|_pin)(?:\\*[\"']?\s*[=:]\s*"
        rf"|\sis\s)[\"'\\]*[A-Za-z0-9]",
        rf"{_CODE}(?:\\{{0,3}}[\"']?[ \t]{{0,4}}[=:][ \t]{{0,4}}|[ \t]is[ \t])[\"'\\]{{0,4}}"
        rf"(?P<secret>[A-Za-z0-9][A-Za-z0-9-]{{2,39}})(?![\w.])",
        accept.one_time,
    ),
    context(
        "secret-id",
        rf"(?i:secret_?id){SCREENED_ASSIGNMENT}",
        rf"(?i:secret_?id){SEPARATOR}[\"']?(?P<secret>[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}})",
    ),
    context(
        "secret",
        rf"(?i:pass|pat|psk|seed|community|auth|answer|salt|passkey){SCREENED_ASSIGNMENT}",
        rf"{_WEAK}{SEPARATOR}{VALUE}",
        accept.weak,
    ),
    context(
        "saml",
        r"(?i:SAML(?:Response|Request|Assertion)=|SignatureValue>\s*|DigestValue>\s*)[\w+/%=]{20}",
        r"(?i:SAML(?:Response|Request|Assertion)=|(?:SignatureValue|DigestValue)>\s{0,8})"
        r"(?P<secret>[\w+/%=]{20,16000})",
    ),
    context(
        "signature",
        r"(?i:x-[\w-]*signature|hmac)[\w-]*\\*[\"']?\s*[:=]\s*[\"'\\]*(?:sha\d+=|v\d=)?[0-9a-f]{32}",
        r"(?i:\bx-[\w-]{0,40}signature|hmac)[\w-]{0,12}\\{0,3}[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"'\\]{0,4}"
        r"(?:sha\d{1,3}=|v\d=)?(?P<secret>[0-9a-f]{32,128})",
    ),
)
