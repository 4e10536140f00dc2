"""Rows for lines of protocols and of their files, in which the place of a value says that it is a secret."""

from casebook_analyzer.redaction import placed, told
from casebook_analyzer.redaction.rows import row

_COLUMN = r"""(?: "[^"\n]{1,64}" | [\w.@*\\-]{1,64} )"""

PROTOCOLS = (
    # LOGIN of IMAP (RFC 9051, 6.2.3), behind the tag of a command.
    row(
        "password",
        r"""(?: (?m:^) | [ >:] ) [A-Za-z]{0,6} \d{1,6} [ ] (?i:login) [ ] "?[\w.@\\+-]{1,64}"? [ ]
        (?: (?P<quoted>") | (?=[^\s"]) ) (?P<secret> (?(quoted)[^"\n]{1,256}|[^\s"]{4,256}) ) "?
        [ \t\r]{0,4} (?=\n|$)""",
        'a1 LOGIN shop "\u27e6mango teller\u27e7"',
        "a1 login shop \u27e6mango77teller\u27e7",
        accepts=placed.of_a_protocol,
        screen=r"[0-9] (?i:login) [^\n]*",
        prefilters=(r"[0-9] (?i:login) ",),
    ),
    # PASS of FTP, POP3 and IRC (RFC 959, 1939, 2812): behind USER, or in front of NICK.
    row(
        "password",
        r"""\bUSER [ ] \S{1,64} [ \t\r]{0,4} \n (?: [^\n]{0,120} \n ){0,2}? [^\n]{0,30}? \bPASS [ ]
        (?P<secret> \S{3,256} )""",
        "USER shop\r\n331 Please specify the password.\r\nPASS \u27e6mangoteller\u27e7\r\n",
        screen=r"\bUSER \S+[ \t\r]*\n(?:[^\n]*\n)?(?:[^\n]*\n)?[^\n]*\bPASS \S+",
        prefilters=(r"(?m:\bUSER [^\s]+[ \t\r]*$)",),
    ),
    row(
        "password",
        r"""\bPASS [ ] (?P<secret> \S{3,256} ) [ \t\r]{0,4} \n [^\n]{0,30}? \bNICK [ ]""",
        "PASS \u27e6mangoteller\u27e7\r\nNICK shop\r\n",
        screen=r"\bPASS \S+[ \t\r]*\n[^\n]*NICK ",
        prefilters=(r"(?m:\bPASS [^\s]+[ \t\r]*$)",),
    ),
    # chap-secrets and pap-secrets of pppd: client, server, secret, addresses.
    row(
        "password",
        rf"""(?<![^\s:]) {_COLUMN} [ \t]{{1,8}} {_COLUMN} [ \t]{{1,8}} (?: (?P<quoted>") | (?=[^\s"]) )
        (?P<secret> (?(quoted)[^"\n]{{3,256}}|[^\s"]{{6,256}}) ) "? [ \t]{{1,8}}
        "?\*"? [ \t\r]{{0,4}} (?=\n|$)""",
        'ppp: * "shop" \u27e6mango77teller\u27e7 *',
        '"road" "*" "\u27e6Mango7 Teller\u27e7" "*"',
        accepts=placed.of_a_peer,
        screen=r"[\w\"*][ \t]+[^\s]+[ \t][^\n]*[ \t]\"?\*\"?[ \t\r]*(?m:$)",
        prefilters=(r"(?m:[ \t]\"?\*\"?[ \t\r]*$)",),
    ),
    # Keys of clocks and of routing protocols: number, digest, key (ntp.keys(5), chrony.keys(5), OSPF, IS-IS, EIGRP).
    row(
        "password",
        r"""(?<![\w.]) \d{1,5} [ \t]{1,8} (?i: md5 | sha-?\d{0,3} | hmac-[\w-]{3,20} | aes-?\d{0,3}(?:-?cmac)? )
        [ \t]{1,8} (?:[05789]{GAP})? "? (?P<secret> [^\s"]{4,256} ) "? [ \t\r]{0,4} (?=\n|$)""",
        "ntp authentication-key 1 md5 \u27e6mango7teller\u27e7",
        "keys: 5 SHA1 \u27e60b7c95a1e2d84f63a9b1c7d5e3f208460b7c95a1\u27e7",
        accepts=placed.of_a_numbered_key,
        screen=r"[0-9][ \t]+(?i:md5|sha|hmac|aes)[\w-]*[ \t]+[^\n]*",
        prefilters=(r"[0-9][ \t]+(?i:md5|sha|hmac-|aes)",),
    ),
    # SNMP's users: of routers, and of net-snmp.
    row(
        "password",
        r"""\b (?: (?i:auth) {GAP} (?i:md5|sha(?:-?\d{3})?) | (?i:priv) {GAP} (?i:aes|3?des) (?:{GAP}\d{3})? ) {GAP} "?
        (?P<secret> [^\s"]{6,256} )""",
        "snmp-server user shop ops v3 auth sha \u27e6mango77teller\u27e7 priv aes 128 \u27e6papaya33clerk\u27e7",
        accepts=told.directly,
        prefilters=(r"\b(?i:auth[ \t]+(?:md5|sha)|priv[ \t]+(?:aes|3?des))",),
    ),
    row(
        "password",
        r"""\bcreateUser {GAP} (?: -e {GAP} \S{1,80} {GAP} )? \S{1,64} {GAP} (?:MD5|SHA(?:-\d{3})?) {GAP} "?
        (?P<secret> [^\n]{6,400} )""",
        'createUser shop SHA "\u27e6mango teller" AES papaya\u27e7',
        prefilters=("createUser",),
    ),
    # A name and a key of TLS (RFC 4279): the files of mosquitto, stunnel, GnuTLS and QEMU.
    row(
        "password",
        r"""(?i:psk) [^\n]{0,60}? (?<=[\s"':=]) [\w.@-]{1,64} : (?P<secret> [0-9a-fA-F]{32,128} ) (?![\w:])""",
        "stunnel: PSK identity shop:\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        screen=r"(?i:psk)[^\n]*:[0-9a-fA-F]{32}",
        prefilters=("(?i:psk)",),
    ),
    # htdigest (RFC 7616): user, realm, and what stands for the password there.
    row(
        "password-hash",
        r"""(?: (?m:^) | (?<=[ ]) ) [\w.@-]{1,64} : [A-Za-z][\w@()-]{0,40} (?:[ ][\w@().-]{1,40}){0,4} (?<=[A-Za-z)]) :
        (?P<secret> [0-9a-f]{32} ) (?=[ \t\r]{0,4}(?:\s|$))""",
        "shop:private area:\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        accepts=placed.of_a_realm,
        screen=r":[A-Za-z][\w@(). -]*:[0-9a-f]{32}",
        prefilters=(r"[A-Za-z)]:[0-9a-f]{16}",),
    ),
    # A struct of a user and a password, as %v of Go writes it.
    row(
        "password",
        r"""(?i: creds? | credentials? | auth(?:config)? | login | userinfo ) :? [ ]? &? \{ [\w.@+-]{1,64} [ ]
        (?P<secret> [^\s{}]{6,400} ) (?=[ }])""",
        "pull failed: credentials {shop+ci \u27e6mango77teller\u27e7} rejected",
        "got creds: &{shop \u27e6mango77teller\u27e7 <nil>}",
        accepts=told.directly,
        prefilters=(r"(?i:creds?|credentials?|auth(?:config)?|login|userinfo):?[ ]?&?\{",),
    ),
)
