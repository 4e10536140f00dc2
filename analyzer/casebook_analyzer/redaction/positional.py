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
        rf"""\b(?: (?:cargo|npx|wandb) {{GAP}} login | consul {{GAP}} \S{{1,40}} {{GAP}} -encrypt
        | (?:npm|pnpm|yarn) {{GAP}} config {{GAP}} set {{GAP}} \S{{1,200}}:_(?:auth|password)
        | snyk {{GAP}} auth | ngrok {{GAP}} (?:config {{GAP}} add-)? authtoken
        | grafana(?:-cli|{{GAP}}cli) {{GAP}} admin {{GAP}} reset-admin-password | ansible-vault {{GAP}} encrypt_string
        | openssl {{GAP}} passwd | travis {{GAP}} encrypt | nuget {{GAP}} setapikey
        | poetry {{GAP}} config {{GAP}} pypi-token\.\S{{1,60}}
        | composer {{GAP}} config {{GAP}} {_OPTIONS} (?:github-oauth|gitlab-token|bearer)\.\S{{1,60}} ) {{GAP}}
        {_OPTIONS} ["']? (?P<secret> (?![-/<$]) [^\s"']{{3,256}} )""",
        "cargo login \u27e6mAnG0tElLeR7\u27e7",
        "grafana-cli admin reset-admin-password \u27e6mango77teller\u27e7",
        "consul agent -encrypt \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7",
        "npm config set //repo.example/:_auth \u27e6mAnG0tElLeR7\u27e7",
        "openssl passwd -6 \u27e6mango77teller\u27e7",
        "composer config --global github-oauth.github.com \u27e6mAnG0tElLeR7\u27e7",
        accepts=told.positional,
        prefilters=(
            _called("cargo npx wandb consul npm pnpm yarn snyk ngrok grafana(?:-cli)? ansible-vault openssl"),
            _called("travis nuget poetry composer"),
        ),
    ),
    row(
        "argument",
        rf"""\b(?: cf {{GAP}} auth | rabbitmqctl {{GAP}} authenticate_user
        | emqx(?:_ctl|{{GAP}}ctl) {{GAP}} (?:users|admins) {{GAP}} (?:add|passwd)
        | drush {{GAP}} (?:upwd|user:password) | mosquitto_passwd {{GAP}} -\w{{0,3}}b\w{{0,3}} {{GAP}} {_ARGUMENT}
        | (?:composer|poetry) {{GAP}} config {{GAP}} {_OPTIONS} http-basic\.\S{{1,60}}
        | ipmitool {{GAP}} user {{GAP}} set {{GAP}} password
        | mc {{GAP}} admin {{GAP}} user {{GAP}} add {{GAP}} {_ARGUMENT}
        | (?:ejabberdctl|prosodyctl) {{GAP}} (?:register|change_password) {{GAP}} {_ARGUMENT} ) {{GAP}} {_ARGUMENT}
        {{GAP}} ["']? (?P<secret> (?![-/<$]) [^\s"']{{3,256}} )""",
        "composer config http-basic.repo.example shop \u27e6mango77teller\u27e7",
        "cf auth shop@example.com \u27e6mango77teller\u27e7",
        "ejabberdctl register shop chat.example \u27e6mango77teller\u27e7",
        accepts=told.positional,
        prefilters=(
            _called("cf rabbitmqctl emqx(?:_ctl)? drush mosquitto_passwd composer poetry ipmitool mc"),
            _called("ejabberdctl prosodyctl"),
        ),
    ),
    row(
        "argument",
        r"""\bset-agent-token {GAP} (?: -{1,2}[\w-]{1,30}(?:=\S{1,60})? {GAP} ){0,3} [a-z_]{1,40} {GAP}
        (?P<secret> [\w-]{8,64} )""",
        "consul acl set-agent-token default \u27e60b7c95a1-e2d8-4f63-a9b1-c7d5e3f20846\u27e7",
        prefilters=("set-agent-token",),
    ),
    # Stores of secrets: the value is a flag that says nothing of it.
    row(
        "argument",
        r"""\b(?: secrets? {GAP} set | put-parameter | put-secret-value | create-secret ) {GAP} [^\n]{0,200}?
        (?<=[ ])--(?:value|secret-string|body) (?: {GAP} | = ) ["']? (?P<secret> (?![-{$<]|file:) [^\s"']{3,400} )""",
        "keyvault secret set --name db --value \u27e6mangoteller\u27e7",
        prefilters=(r"\b(?:secrets?[ \t]+set|put-parameter|put-secret-value|create-secret)[ \t]",),
    ),
    row(
        "argument",
        r"""\bnmcli {GAP} [^\n]{0,200}? \b(?:password|wifi-sec\.psk) {GAP} ["']? (?P<secret> [^\s"']{8,64} )""",
        "nmcli device wifi connect shop password \u27e6mangoteller\u27e7",
        prefilters=(_called("nmcli"),),
    ),
    # A user and a password in one argument.
    row(
        "argument",
        rf"""\b(?: addauth {{GAP}} digest | etcdctl {{GAP}} {_OPTIONS} user {{GAP}} add
        | bundle {{GAP}} config {{GAP}} (?:set {{GAP}})? {_OPTIONS} {_ARGUMENT} )
        {{GAP}} ["']? [\w.@-]{{1,64}} : (?P<secret> [^\s"':]{{3,256}} )""",
        "addauth digest shop:\u27e6mango77teller\u27e7",
        "etcdctl user add root:\u27e6mango77teller\u27e7",
        "bundle config set --global gems.example shop:\u27e6mango77teller\u27e7",
        accepts=told.positional,
        prefilters=(_called("addauth bundle etcdctl"),),
    ),
)
