"""Rows for objects, lists and tables, where the name of a secret and its value are not neighbours."""

from casebook_analyzer.redaction import accept, told
from casebook_analyzer.redaction.grammar import NAMES_A_VALUE
from casebook_analyzer.redaction.rows import row

OBJECTS = (
    row(
        "env-value",
        r"""(?i:\bvalue) {QUOTE}? [ \t]{0,4} [:=] [ \t]{0,4} {QUOTE}?
        (?P<secret> (?: (?![vV][aA][lL][uU][eE]) (?: [^\s"'\\,] | [ \t](?=[^\s"'\\,]) ) ){1,400} )
        {QUOTE}? (?: [ \t]?,[ \t]? | \s{1,40}+ ) (?: (?i:where)\s{1,4} )? {QUOTE}? (?i:name|key) {QUOTE}?
        [ \t]?[=:][ \t]? {QUOTE}?
        [\w.-]{0,60} {KEY} (?![\w.-])""",
        '{"value":"\u27e6Mango7-Teller\u27e7","name":"SMTP_PASSWORD"}',
        "- value: \u27e6Mango7-Teller\u27e7\n  name: SMTP_PASSWORD\n- name: PORT",
        "UPDATE settings SET value='\u27e6mango77teller\u27e7' WHERE name='smtp_password'",
        accepts=accept.secret,
        screen=r"(?i:value)\\*[\"']?\s*[:=]\s*\\*[\"']?[^\"'\\,\n]+\\*[\"']?\s*,?\s*(?i:where\s+)?\\*[\"']?(?i:name|key)\\*[\"']?\s*[:=]"
        r"\s*\\*[\"']?[\w.-]*(?i:pass|pw|token|secret|key|cred|psk|string)",
        prefilters=(
            r"(?i:value)\\*[\"']?\s*[:=]\s*\\*[\"']?[^\"'\\,\n]+\\*[\"']?\s*,?\s*(?i:where\s+)?\\*[\"']?(?i:name|key)",
        ),
    ),
    # The value under another word than "value", or with a type between.
    row(
        "env-value",
        r"""{KEY} {QUOTE}? \s{0,4},? \s{0,40} (?: {QUOTE}? (?i:type|kind|sensitive|scope) {QUOTE}? [ ]?[:=][ ]? {QUOTE}?
        [\w.-]{1,40} {QUOTE}? ,? \s{0,40} ){0,2} {QUOTE}?
        (?i:(?:parameter|variable|secret|string)?value|val|default(?:value)?|plaintext) {SEP} {VALUE}""",
        '{"name":"smtp.password","type":"text","value":"\u27e6Mango7-Teller\u27e7"}',
        '{"ParameterKey":"DbPassword","ParameterValue":"\u27e6Mango7-Teller\u27e7"}',
        "- name: api_token\n  default: \u27e6Mango7-Teller\u27e7",
        accepts=told.of_a_pair,
        prefilters=NAMES_A_VALUE,
    ),
    row(
        "env-value",
        r"""\bvariable [ ] {QUOTE} [\w-]{0,60} {KEY} {QUOTE} \s{0,4} \{ [^{}]{0,300}? \bdefault \s{0,20} = \s{0,4} "
        (?P<secret> [^"\n]{1,400} ) " """,
        'variable "db_password" {\n  type = string\n  default = "\u27e6Mango7-Teller\u27e7"\n}',
        accepts=accept.password,
    ),
    # The value of a key in an object of its own.
    row(
        "password",
        r"""{KEY} {QUOTE}? (?: \s{0,4},\s{0,4} {QUOTE} value {QUOTE} )? \s{0,4} [:=]>? \s{0,4} (?:[A-Z]\w{0,30}[ ]?)?
        \{ \s{0,40} {QUOTE}?
        (?i:value|raw|plain|plaintext|secret|string_?value|inner) {SEP} {VALUE}""",
        '{"smtp_password":{"value":"\u27e6Mango7-Teller\u27e7","n":1}}',
        '{"key":"password","value":{"stringValue":"\u27e6mango\u27e7"}}',
        'Auth { token: Token { inner: "\u27e6mAnG0tElLeR7\u27e7" } }',
        accepts=accept.secret,
    ),
    row(
        "list",
        r"""{KEY} s? {QUOTE}? \s? [:=]>? \s? \[ \s{0,40} {QUOTE}? (?P<secret> [^\[\]{}\s]{1,4096}
        (?: (?<=,) \s{1,40} [^\[\]{}\s]{1,4096} ){0,50} (?<!["'\\]) ) {QUOTE}? \s{0,40} \]""",
        '{"passwords":["\u27e6Mango7Teller","Papaya3Clerk\u27e7"]}',
        accepts=accept.items,
        beyond=r"[^\[\]{}]*\]?",
    ),
    row(
        "list",
        r"""{KEY} s? ["']? : [ \t]{0,4} \r?\n [ \t]{0,40} -{GAP} (?P<secret> \S{1,400}
        (?: \r?\n [ \t]{0,40} -{GAP} [^\s:]{1,400} (?=\r?\n|$) ){0,50}+ ) (?=\r?\n|$)""",
        "passwords:\n  - \u27e6Mango7Teller\n  - Papaya3Clerk\u27e7\nport: 1",
        accepts=accept.items,
        beyond=r"[^\n]*(?:\n\s*-[^\n]*)*",
    ),
    # What vault operator init and vault read transit print as JSON, and the codes that stand in for a second factor.
    row(
        "list",
        r"""\b (?: (?:unseal_|recovery_)? keys (?:_(?:base64|b64|hex))? | (?i:(?:backup|recovery|scratch)[ _-]?codes?) )
        {QUOTE}? \s{0,4} [:=] \s{0,4} \[ \s{0,40} {QUOTE}?
        (?P<secret> (?=[\w+/=-]{0,100}[0-9]) [\w+/=-]{8,100} (?: {QUOTE}? ,\s{0,40} {QUOTE}? [\w+/=-]{8,100} ){0,50}
        )""",
        '{"unseal_keys_b64":["\u27e6mAnG0tElLeR7mAnG0tElLeR7mAnG0tElLeR7mAnG0tE=\u27e7"],"n":1}',
        "backup_codes: [\u27e68fk2-91mz, 7dk3-02qx\u27e7]",
        accepts=told.keys_of_a_vault,
        beyond=r"[^\]]*",
    ),
    row(
        "secret",
        r""" "plaintext {QUOTE} \s{0,4} : \s{0,4} {QUOTE} (?P<secret> [A-Za-z0-9+/]{20,4096}={0,2} ) (?=[\\"])""",
        '{"plaintext":"\u27e6mAnG0tElLeR7mAnG0tElLeR7mAnG0tElLeR7mAnG0tE=\u27e7"}',
    ),
    # The value in the next line, or as a here document.
    row(
        "password",
        r"""{KEY} ["']? [ \t]{0,4} [:=] [ \t]{0,4} \r?\n [ \t]{0,40} ["']?
        (?P<secret> [^\s:"'=]{1,400} ) ["']? [ \t]{0,4} (?=\r?\n|$)""",
        "smtp_token:\n  \u27e6Mango7Teller\u27e7\nport: 25",
        accepts=accept.weak,
    ),
    row(
        "password",
        r"""{KEY} [ \t]{0,20} [:=] [ \t]{0,4} <<[-~]? ["']? \w{1,20} ["']? \n [ \t]{0,40} (?P<secret> \S[^\n]{0,400}
        )""",
        "db_password = <<EOT\n\u27e6Mango7-Teller\u27e7\nEOT",
        accepts=accept.password,
    ),
    # A field of a form (RFC 7578, 4.2).
    row(
        "password",
        r"""\bname= {QUOTE} [\w.-]{0,60} {KEY} {QUOTE} (?: \r?\n | (?:\\r)?\\n ){2} (?P<secret> [^\r\n\\]{1,400} )""",
        'Content-Disposition: form-data; name="password"\r\n\r\n\u27e6mango\u27e7\r\n--x',
        'name=\\"api_key\\"\\r\\n\\r\\n\u27e6mango\u27e7\\r\\n--x',
    ),
    # cloud-init's list of users and passwords.
    row(
        "password",
        r"""\bchpasswd: \s{1,20} (?: expire:[^\n]{0,20} \s{1,20} )? (?:list|users): [ \t]{0,4} \|?-? [ \t]{0,4} \n
        [ \t]{0,20} (?:-[ ])? [\w.-]{1,64}: (?P<secret> [^\s{}:][^\s:]{0,255} )""",
        "chpasswd:\n  list: |\n    shop:\u27e6mangoteller\u27e7\n",
        accepts=accept.password,
    ),
    # A table: between bars, tabs, many blanks or dots.
    row(
        "password",
        r"""{KEY} ["']? \]? (?: [ \t]{0,40}[|\u2502][ \t]{0,40} | \t{1,8} | [ ]{3,60}
        | (?: [ ]{0,2}\.{3,80} | (?:[ ]\.){3,80} ) [ ]{0,4} :? [ ]{0,4} ["']? )
        (?P<secret> [^\s|\u2502."'][^\s|\u2502]{0,400} (?<!["']) )""",
        "| password | \u27e6Mango7Teller\u27e7 |",
        "password\t\u27e6Mango7Teller\u27e7",
        "$_ENV['DB_PASSWORD']\t\u27e6Mango7Teller\u27e7",
        "Settings: password......\u27e6Mango7Teller\u27e7",
        "  Password . . . . . : \u27e6Mango7Teller\u27e7",
        accepts=told.in_a_cell,
    ),
    # Columns: blanks stand before the sign or behind it.
    row(
        "password",
        r"""{KEY} ["']? (?: [ \t]{0,4}[:=][ \t]{5,60} | [ \t]{5,60}[:=][ \t]{0,60} )
        (?P<secret> [^\s"'=:][^\s"']{2,400} )""",
        "Username:        shop\nPassword:        \u27e6mango77teller\u27e7",
        "api_key            : \u27e6mAnG0tElLeR7\u27e7",
        accepts=told.aligned,
    ),
    # Terraform and TOML in columns.
    row(
        "password",
        r"""{KEY} [ \t]{5,60} = [ \t]{1,4} " (?P<secret> [^"\n]{1,400} ) " """,
        '  - api_token            = "\u27e6mango77teller\u27e7" -> null',
        accepts=accept.secret,
    ),
    row(
        "password",
        r"""{KEY} \s{1,20} REG_(?:SZ|EXPAND_SZ|MULTI_SZ|BINARY) \s{1,20} (?P<secret> \S{1,400} )""",
        "    DefaultPassword    REG_SZ    \u27e6mango77teller\u27e7",
    ),
    # Pwd={x;y} of ODBC, and values in brackets of any kind.
    row(
        "password",
        r"""{KEY} ["']? [ \t]?[=:][ \t]? [{(<\[]
        (?P<secret> (?<==\{)[^{}\s]{1,256}(?=\}) | [^\s(){}<>\[\]:=,]{1,256}(?=[])}>]) )""",
        "Server=db;Uid=shop;Pwd={\u27e6Mango7;Teller\u27e7}",
        "password=(\u27e6Mango7Teller\u27e7)",
        "map[password:[\u27e6mangoTeller7\u27e7] user:[shop]]",
        accepts=told.in_a_cell,
    ),
    # The same, between other settings of a connection.
    row(
        "password",
        r"""(?<=;) [ ]? (?i:pwd|password) [ ]?=[ ]? \{ (?P<secret> [^{}\n]{1,256} ) \}""",
        "Server=db;Pwd={\u27e6mango;teller\u27e7};Encrypt=yes",
        accepts=accept.password,
    ),
    # Percent and HTML encoding, and escapes of JSON and of nginx.
    row(
        "password",
        r"""{KEY} (?:%5[Dd])? (?: {ESCAPED_QUOTE}[ \t]? (?: {ESCAPED_SIGN} | [:=] ) | {ESCAPED_SIGN} | (?<=%5[Dd]) = )
        (?: %20 | \+ | [ ] )? (?:{ESCAPED_QUOTE})?
        (?P<secret> (?: (?! %2[26Cc] | %3[Bb] | %7[Dd] | %0 | &(?:quot|amp|\#) | \\[ux] ) [^\s"'<>;&] ){1,1024}+ )""",
        "redirect=%2Flogin%3Fpassword%3D\u27e6Mango7Teller\u27e7%26n%3D1",
        "&quot;password&quot;:&quot;\u27e6Mango7Teller\u27e7&quot;",
        "user%5Bpassword%5D=\u27e6mango77teller\u27e7&x=1",
        accepts=accept.secret,
        screen=r"{KEY}(?:%5[Dd]=|(?:%5[Dd])?(?:{ESCAPED_QUOTE}[ \t]?(?:{ESCAPED_SIGN}|[:=])|{ESCAPED_SIGN}))",
    ),
)
