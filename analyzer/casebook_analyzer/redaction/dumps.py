"""Rows for what programs print of their own values, and for lines of source in traces."""

from casebook_analyzer.redaction import accept, told, unnamed
from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

DUMPS = (
    # Erlang, Clojure.
    row(
        "password",
        r"""(?: \{(?:<<")?[\w]{0,40} {KEY} (?:">>)? ,[ \t]?(?:<<)? | (?<![\w:]):[\w-]{0,40} {KEY} {GAP}
        | \([\w:-]{0,40} {KEY} [ ]\.[ ] ) " (?P<secret> [^"\n]{1,4096}
        ) " """,
        '{password,<<"\u27e6Mango7-Teller\u27e7">>}',
        '{<<"password">>, <<"\u27e6Mango7-Teller\u27e7">>}',
        '{:password "\u27e6Mango7-Teller\u27e7"}',
        '(password . "\u27e6Mango7-Teller\u27e7")',
        accepts=accept.password,
        prefilters=(NAMES_A_SECRET,),
    ),
    # Two strings that are a pair: pairs of Python, define of PHP, Setenv of Go, headers of Java.
    row(
        "password",
        r"""[(\[,] [ ]{0,2} ["'][\w.-]{0,40} {KEY} ["'],[ ]? [bru]? ["'] (?P<secret> [^"'\s]{1,4096} ) ["'][ ]?[)\]]""",
        "connect(('password', '\u27e6mangoteller\u27e7'))",
        "define('DB_PASSWORD', '\u27e6mango77teller\u27e7');",
        'os.Setenv("DB_PASSWORD", "\u27e6mango77teller\u27e7")',
        accepts=told.of_two,
    ),
    # A user and a password as two arguments of what logs in: requests, Cassandra's and Neo4j's drivers.
    row(
        "password",
        r"""(?: (?i:auth) [A-Za-z]{0,20} (?: [ ]?=?[ ]? | {QUOTE}?[ ]?:[ ]? )
        | (?<![\w]) (?:login|log_in|signin|logon|attempt|authenticate)
        | (?i:get)Connection | (?i:username_?password|credentials?) [A-Za-z]{0,20} )
        \( (?: [^()"'\n,]{1,80} | "[^"\n]{0,200}" )?? ,? [ ]? [bru]?["'] [\w.@-]{1,64} ["'], [ ]? [bru]?["']
        (?P<secret> [^"'\n]{1,400} ) ["'] [ ]? [,)]""",
        "requests.get('http://api', auth=('shop', '\u27e6mango77teller\u27e7'))",
        "PlainTextAuthProvider('shop', '\u27e6mango77teller\u27e7')",
        'smtp.login("shop", "\u27e6mango77teller\u27e7")',
        "{'auth': ('shop', '\u27e6mango77teller\u27e7')}",
        'smtp.PlainAuth("", "shop", "\u27e6mango77teller\u27e7", "mail")',
        'DriverManager.getConnection(url, "shop", "\u27e6mango77teller\u27e7")',
        accepts=told.given_with_a_user,
        prefilters=(
            r"(?i:auth|log_?in|signin|logon|attempt|connection|password|credentials?)[A-Za-z]*\\*[\"']?[ ]?[=:]?[ ]?\(",
        ),
    ),
    # The arguments of a command in a record of auditd (audit.log: type=EXECVE).
    row(
        "argument",
        r"""=" (?: (?:-[uU]|--user|--proxy-user) "[ ]a\d{1,3}=" [\w.@/\\-]{1,64} [:%]
        | --?[\w-]{0,40} {KEY} "[ ]a\d{1,3}=" ) (?P<secret> [^\s"]{1,256} ) " """,
        'argc=3 a0="curl" a1="-u" a2="shop:\u27e6mango77teller\u27e7"',
        'argc=3 a0="cli" a1="--password" a2="\u27e6mangoteller\u27e7"',
        'argc=3 a0="smbclient" a1="-U" a2="shop%\u27e6mango77teller\u27e7"',
        accepts=accept.of_a_user,
        prefilters=(r"\"[ ]a\d+=\"",),
    ),
    # Arguments in quotes, one behind the other: Redis (MONITOR), %q of Go.
    row(
        "argument",
        r"""["'] (?: [\w.:-]{0,60} {KEY} | masterauth ) ["'][ ]["'] (?P<secret> (?!-) [^"'\n]{1,400} ) ["']""",
        '"CONFIG" "SET" "requirepass" "\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7"',
        '["cli" "--db-password" "\u27e6Mango-Teller\u27e7"]',
        accepts=unnamed.of_an_argument,
        screen=r"(?:{KEY}|masterauth)[\"'][ ][\"']",
        prefilters=(NAMES_A_SECRET, "masterauth"),
    ),
    # An entry of a hash in Perl, and of the environment.
    row(
        "password",
        r"""[\w>\]] \{ {QUOTE}? [\w.-]{0,60} {KEY} {QUOTE}? \} [ \t]{0,4} (?: => | (?:\|\||//)?= ) [ \t]{0,4}
        {VALUE}""",
        "$ENV{'DB_PASSWORD'} = '\u27e6mango77teller\u27e7';",
        '$self->{api_token} ||= "\u27e6mango77teller\u27e7";',
        accepts=accept.password,
    ),
    # What serialize of PHP writes.
    row(
        "password",
        r"""{KEY} \\{0,3}";s:\d{1,5}:\\{0,3}" (?P<secret> [^"\n\\]{1,400} ) \\{0,3}";""",
        's:8:"password";s:16:"\u27e6mango77teller\u27e7";',
        accepts=accept.password,
    ),
    row(
        "password",
        r"""\bset [ ] " [\w:.-]{0,60} {KEY} " [ ] " (?P<secret> [^"\n]{1,400} ) " """,
        'dotnet user-secrets set "Db:Password" "\u27e6mangoteller\u27e7"',
    ),
    row(
        "password",
        r"""\b(?:kinit|sudo|passwd|cryptsetup|gpg|openssl|docker)\b [^\n<]{0,200} <<< [ ]? ["'] (?P<secret>
        [^"'\n$]{1,256} )""",
        'kinit shop <<< "\u27e6mangoteller\u27e7"',
        prefilters=(r"<<<[ ]?[\"']",),
    ),
    row(
        "password",
        r"""\bdefine\([ ]? '(?:(?:SECURE_)?AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)' ,\s{0,20} ' (?P<secret> [^'\n]{1,400} )
        '""",
        "define( 'AUTH_SALT', '\u27e6m|N9~q a7+t\u27e7' );",
    ),
    # Setters and builders; get and load take the name of a secret.
    row(
        "password",
        r"""(?: (?<=set)|(?<=with)|(?<=use)|(?<=add)|(?<=[.>]) ) _?[A-Za-z]{0,20}? {KEY} \( ["']
        (?P<secret> [^"'\n]{1,400} ) ["']""",
        'client.setPassword("\u27e6mango77teller\u27e7")',
        '.withApiToken("\u27e6mango77teller\u27e7")',
        accepts=told.given_to_a_call,
    ),
    # Functions that connect: traces of PHP show the arguments.
    row(
        "password",
        r"""(?: (?:PDO|mysqli|Redis|SoapClient)->(?:__construct|connect|auth) | \bnew[ ]\\?(?:PDO|mysqli|Sequelize) |
        \b(?:mysqli?_p?connect|ftp_login|ldap_bind
        |ssh2_auth_password|imap_open|oci_connect|odbc_connect) ) \( [^,()\n]{1,200}, [ ]? (?:
        (?: (?=[^,()\n]{1,80},)['"]?[\w.@-]{0,64}['"]? | '[\w.@=, -]{1,200}' ), [ ]? )?
        ["'] (?P<secret> [^"'\s,()]{1,256} ) ["'] (?=[,)])""",
        "PDO->__construct('mysql:host=db', 'root', '\u27e6mango77teller\u27e7')",
        'new PDO("mysql:host=db", "root", "\u27e6mango77teller\u27e7")',
        "mysqli_connect('db', 'root', '\u27e6mango77teller\u27e7', 'shop')",
        accepts=accept.password,
        prefilters=(
            r"->(?:__construct|connect|auth)\(|\bnew \\?(?:PDO|mysqli|Sequelize)\(",
            r"(?:connect|_login|_bind|_password|_open)\(",
        ),
    ),
    # An environment variable as Go prints a struct without names.
    row(
        "env-value",
        r"""\{ [\w.-]{0,60} {KEY} [ ] (?P<secret> [^\s{}]{1,400} ) (?= [ ] (?:nil|<nil>|&|0x) )""",
        "[{DB_PASSWORD \u27e6mangoteller\u27e7 nil}]",
        accepts=accept.password,
        screen=r"(?:{KEY})[ ][^\s{}]+[ ](?:nil|<nil>|&|0x)",
    ),
    # A shell or a web server sets a variable.
    row(
        "env-value",
        r"""\b(?:setx?|setenv|SetEnv|fastcgi_param|uwsgi_param|export|ENV|ARG|proxy_set_header|SetEnvIf
        |RequestHeader[ ]set)
        (?:[ \t]-[a-zA-Z]{1,4}){0,2} {GAP} \w{0,60} {KEY} {GAP} ["']? (?P<secret> [^\s"';=]{1,400} )""",
        "ENV SMTP_PASSWORD \u27e6mangoteller\u27e7",
        "fastcgi_param DB_PASSWORD \u27e6mango77teller\u27e7;",
        "set -gx DB_PASSWORD \u27e6mango77teller\u27e7",
        accepts=told.variable,
    ),
    # Bytes of a Go value.
    row(
        "bytes",
        r"""{KEY} ["']? [ \t]?[:=][ \t]? (?: \[\](?:uint8|byte)\{ | \[ )
        (?P<secret> (?: (?:0x[0-9a-f]{1,2}|\d{1,3}) (?:,[ ]?|[ ])? ){4,1024}+ ) []}]""",
        "Password:[\u27e677 97 110 103 111 55\u27e7] Port:1",
        "Token:[]byte{\u27e60x4d, 0x61, 0x6e, 0x67\u27e7}",
    ),
    # JWK (RFC 7518, 6.2.2, 6.3.2 and 6.4.1): private members of a key.
    row(
        "jwk",
        r"""\\{0,3}" (?:d|p|q|dp|dq|qi|k) \\{0,3}" \s{0,4} : \s{0,4} \\{0,3}" (?P<secret> [\w-]{16,2000} )""",
        '{"kty":"EC","crv":"P-256","d":"\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7","x":"public"}',
        accepts=accept.member_of_a_jwk,
        screen=r"\"(?:d|p|q|dp|dq|qi|k)\\*\"\s*:\s*\\*\"[\w-]{16}",
    ),
    # Terraform's state, and what it said of it before it hid such attributes.
    row(
        "password",
        r"""\brandom_password [.]? [^\n"=]{0,100} \bresult [ ]{1,4} = [ ] " (?P<secret> [^"\n]{1,400} ) " """,
        'random_password.db: Creation complete after 0s result = "\u27e6Mango7-Teller\u27e7"',
        prefilters=(r"\brandom_password",),
    ),
    row(
        "password",
        r""" "random_password {QUOTE} (?: (?!random_password) [^\n] ){0,600}? "result {QUOTE} \s{0,4} : \s{0,4} \\{0,3}"
        (?P<secret> [^"\\\n]{1,400} )""",
        '{"type":"random_password","attributes":{"result":"\u27e6Mango7-Teller\u27e7"}}',
        prefilters=(r"\"random_password",),
    ),
    # Terraform's state in lines: members stand in the order of the alphabet.
    row(
        "password",
        r""" "result {QUOTE} \s{0,4} : \s{0,4} \\{0,3}" (?P<secret> [^"\\\n]{1,400} ) \\{0,3}" , \s{0,40}
        \\{0,3}"special {QUOTE} \s{0,4} : \s{0,4} (?:true|false) """,
        '"attributes": {"length": 16, "result": "\u27e6Mango7-Teller\u27e7", "special": false}',
        accepts=told.of_a_resource,
        screen=r"\"result\\*[\"']\s*:\s*\\*\"[^\"\\\n]+\\*\",\s*\\*\"special\\*[\"']\s*:\s*(?:true|false)",
        prefilters=(r"\"result\\*[\"']\s*:\s*\\*\"",),
    ),
    # Headers as Envoy writes them, one a line, and as lists of names and values.
    row(
        "secret",
        r"""(?: (?m:^) [ \t]{0,8} | [ \[(,] ) b? ["'] [\w-]{0,40} {KEY} ["'] , [ ]? b? ["']
        (?P<secret> [^"'\n]{1,4096} ) ["'] (?! [ ]?: )""",
        "':method', 'GET'\n'x-vault-token', '\u27e6mAnG0tElLeR7\u27e7'",
        "rawHeaders: [ 'X-Api-Key', '\u27e6mAnG0tElLeR7\u27e7', 'Accept' ]",
        accepts=told.of_a_header_in_a_list,
    ),
    # What these print in the next line: kubeadm init --upload-certs, argocd.
    row(
        "secret",
        r"""(?: (?i:\bcertificate[ ]key) : [ \t]{0,4} | \bargocd {GAP} admin {GAP} initial-password [^\n]{0,100} ) \r?\n
        [ \t]{0,20} (?P<secret> [\w-]{8,128} ) [ \t\r]{0,4} (?=\n|$)""",
        "[upload-certs] Using certificate key:\n\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7\n",
        "$ argocd admin initial-password -n argocd\n\u27e6mAnG0tElLeR7\u27e7\n",
        accepts=accept.weak,
        prefilters=(r"(?i:certificate key):|\binitial-password",),
    ),
    # A log of expect.
    row(
        "password",
        r"""'s[ ]password: [ ]? \r?\n [ \t]{0,8} send(?:ing|[ ]to)?: [ ] ["']? (?P<secret> [^\s"'\\]{1,256} )""",
        "shop@sw-1's password:\nsend: \u27e6mango-Teller\u27e7\\r",
        accepts=accept.password,
        prefilters=(r"'s password:",),
    ),
    # What pydantic says of a value that it refused.
    row(
        "password",
        r"""{KEY} (?: :?[ ] | [ ]?\r?\n ) [^\n]{0,200}? \binput_value= ["'] (?P<secret> [^"'\n]{1,400} ) ["']""",
        "password\n  String is too short [type=x, input_value='\u27e6mango\u27e7', input_type=str]",
        accepts=accept.password,
    ),
    # A key of PuTTY (https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html).
    row(
        "private-key",
        r"""\bPrivate-Lines: [ ] \d{1,3} \r?\n (?P<secret> (?: [A-Za-z0-9+/=]{1,64} \r?\n ){1,60}+
        (?: Private-MAC: [ ] [0-9a-f]{40,64} )? )""",
        "Private-Lines: 1\n\u27e6mAnG0tElLeR7mAnG0tElLeR7=\n"
        "Private-MAC: 0b7c95a1e2d84f63a9b1c7d5e3f208460b7c95a1e2d84f63\u27e7",
        beyond=r"[A-Za-z0-9+/=\s]*(?:Private-MAC: [0-9a-f]+)?",
        prefilters=("Private-Lines:",),
    ),
    # hashes that impacket and pwdump print: name:id:lm:nt:::
    row(
        "password-hash",
        r"""(?m:^) [\w.\\$-]{1,64} : \d{1,10} : (?P<secret> [0-9a-fA-F]{32}:[0-9a-fA-F]{32} ) :::""",
        "shop:500:\u27e6aad3b435b51404eeaad3b435b51404ee:0b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7:::",
        screen=r"\d:[0-9a-fA-F]{32}:[0-9a-fA-F]{32}:::",
    ),
)
