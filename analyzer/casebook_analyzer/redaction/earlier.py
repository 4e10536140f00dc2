"""Rows that stand before those of a key and its value, which would take a part of what these take as a whole."""

from casebook_analyzer.redaction import accept, told
from casebook_analyzer.redaction.rows import row

EARLIER = (
    # What Terraform and Pulumi say of a change: the new value. The old one is a value like others.
    row(
        "password",
        r"""{KEY} {QUOTE}? [ \t]{0,40} [=:] [ ]{0,4} " [^"\n]{0,400} " [ ]{1,2} [-=]> [ ]{1,2} "
        (?P<secret> [^"\n]{1,400} ) " """,
        '  ~ admin_password = "Mango7-Teller" -> "\u27e6Papaya3-Clerk\u27e7" # forces replacement',
        'api_token: "mango77teller" => "\u27e6papaya33clerk\u27e7"',
        accepts=told.changed,
    ),
    row(
        "password",
        r"""{KEY} {QUOTE}? [ \t]{0,4} [=:] [ ]{0,4} [^\s"'=]{1,100} (?<!\)) [ ] (?: [-=]> | \u2192 ) [ ] (?P<secret>
        [^\s"']{1,400} )""",
        "DB_PASSWORD: *** -> \u27e6mango77teller\u27e7",
        accepts=told.changed,
    ),
    # ``pass`` means many things, and a password behind a user.
    row(
        "password",
        r"""(?i: user|username|login|uid|usr|account ) {QUOTE}? [ \t]{0,4} [=:] [ \t]{0,4} {QUOTE}? [\w.@\\-]{1,64}
        {QUOTE}?
        [ \t,;&|/]{1,4} {QUOTE}? (?i:pass) {SEP} {VALUE}""",
        "auth failed (user=shop pass=\u27e6mangoteller\u27e7)",
        accepts=accept.password,
        prefilters=(r"(?i:[ \t,;&|/\"']pass\\*[\"']?\]?[ \t]*[:=<\xef])",),
    ),
    # Members of objects as print_r and var_dump of PHP show them.
    row(
        "password",
        r"""{KEY} ["']? : (?: protected | (?: "? [A-Z][\w\\]{0,100} "? : )? private ) \] [ ]? => \s{0,20}
        (?: string\(\d{1,6}\) [ ] )? {VALUE}""",
        "    [password:protected] => \u27e6Mango7-Teller\u27e7",
        '  ["apiToken":"App\\\\User":private]=>\n  string(13) "\u27e6Mango7-Teller\u27e7"',
        accepts=accept.password,
    ),
    # A command whose answer is the password, where it only says it.
    row(
        "password",
        r"""(?i: pass (?:word|phrase|wd)? [_-]? (?:command|cmd|eval) ) {QUOTE}? [ \t]{0,4} [=:]? [ \t]{0,4} {QUOTE}?
        (?:/bin/)? (?:echo|printf) {GAP} (?: -[ne]{1,2} {GAP} | {QUOTE}?%s(?:\\n)?{QUOTE}? {GAP} )? {QUOTE}?
        (?P<secret> [^\s"'$`|\\][^\s"'`|\\]{0,255} )""",
        "backup --password-command 'echo \u27e6mangoteller\u27e7' list",
        'passwordeval "printf %s \u27e6mangoteller\u27e7"',
        prefilters=(r"(?i:pass(?:word|phrase|wd)?[_-]?(?:command|cmd|eval))",),
    ),
    # A variable that a program asks for, and what it was given.
    row(
        "env-value",
        r"""(?i: getenv | (?<![a-z])env | environ\.get | getProperty ) \( [ ]? {QUOTE} [\w.-]{0,60} {KEY} {QUOTE}
        [ ]? \) [ ]? (?: => | -> | == | : | [ ]returned | [ ]is ) [ ]? {VALUE}""",
        'getenv("MAIL_PASSWORD") => \u27e6mango77teller\u27e7',
        "os.environ.get('API_TOKEN') returned \u27e6mango77teller\u27e7",
        accepts=told.directly,
    ),
)
