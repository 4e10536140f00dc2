"""Rows for commands that take a secret as an argument without a flag: behind which words, and how many others."""

from casebook_analyzer.redaction import told
from casebook_analyzer.redaction.rows import row

_OPTIONS = r"(?: -{1,2}[\w-]{1,30}(?:=\S{1,60})? {GAP} ){0,3}"
_ARGUMENT = r"[^\s|;&]{1,128}"


def _called(programs: str) -> str:
    return rf"\b(?:{programs.replace(' ', '|')})[ \t]"


POSITIONAL = (
    row(
        "argument",
        rf"""\b(?: (?:cargo|npx) {{GAP}} login | snyk {{GAP}} auth | ngrok {{GAP}} (?:config {{GAP}} add-)? authtoken
        | grafana(?:-cli|{{GAP}}cli) {{GAP}} admin {{GAP}} reset-admin-password | ansible-vault {{GAP}} encrypt_string
        | openssl {{GAP}} passwd | travis {{GAP}} encrypt | nuget {{GAP}} setapikey
        | poetry {{GAP}} config {{GAP}} pypi-token\.\S{{1,60}}
        | composer {{GAP}} config {{GAP}} {_OPTIONS} (?:github-oauth|gitlab-token|bearer)\.\S{{1,60}} ) {{GAP}}
        {_OPTIONS} ["']? (?P<secret> (?![-/<$]) [^\s"']{{3,256}} )""",
        "cargo login \u27e6mAnG0tElLeR7\u27e7",
        "grafana-cli admin reset-admin-password \u27e6mango77teller\u27e7",
        "openssl passwd -6 \u27e6mango77teller\u27e7",
        "composer config --global github-oauth.github.com \u27e6mAnG0tElLeR7\u27e7",
        accepts=told.positional,
        prefilters=(
            _called("cargo npx snyk ngrok grafana(?:-cli)? ansible-vault openssl travis nuget poetry composer"),
        ),
    ),
    row(
        "argument",
        rf"""\b(?: cf {{GAP}} auth | rabbitmqctl {{GAP}} authenticate_user
        | emqx(?:_ctl|{{GAP}}ctl) {{GAP}} (?:users|admins) {{GAP}} (?:add|passwd)
        | drush {{GAP}} (?:upwd|user:password) | mosquitto_passwd {{GAP}} -\w{{0,3}}b\w{{0,3}} {{GAP}} {_ARGUMENT}
        | (?:composer|poetry) {{GAP}} config {{GAP}} {_OPTIONS} http-basic\.\S{{1,60}}
        | consul {{GAP}} acl {{GAP}} set-agent-token | ipmitool {{GAP}} user {{GAP}} set {{GAP}} password
        | mc {{GAP}} admin {{GAP}} user {{GAP}} add {{GAP}} {_ARGUMENT}
        | (?:ejabberdctl|prosodyctl) {{GAP}} (?:register|change_password) {{GAP}} {_ARGUMENT} ) {{GAP}} {_ARGUMENT}
        {{GAP}} ["']? (?P<secret> (?![-/<$]) [^\s"']{{3,256}} )""",
        "composer config http-basic.repo.example shop \u27e6mango77teller\u27e7",
        "cf auth shop@example.com \u27e6mango77teller\u27e7",
        "ejabberdctl register shop chat.example \u27e6mango77teller\u27e7",
        accepts=told.positional,
        prefilters=(
            _called("cf rabbitmqctl emqx(?:_ctl)? drush mosquitto_passwd composer poetry consul ipmitool mc"),
            _called("ejabberdctl prosodyctl"),
        ),
    ),
    # A user and a password in one argument.
    row(
        "argument",
        rf"""\b(?: addauth {{GAP}} digest | bundle {{GAP}} config {{GAP}} (?:set {{GAP}})? {_OPTIONS} {_ARGUMENT} )
        {{GAP}} ["']? [\w.@-]{{1,64}} : (?P<secret> [^\s"':]{{3,256}} )""",
        "addauth digest shop:\u27e6mango77teller\u27e7",
        "bundle config set --global gems.example shop:\u27e6mango77teller\u27e7",
        accepts=told.positional,
        prefilters=(_called("addauth bundle"),),
    ),
)
