"""Rows for lines of configurations and of protocols, in which a blank stands between a word and its secret."""

from casebook_analyzer.redaction import accept, told, unnamed
from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

DIRECTIVES = (
    row(
        "password",
        r"""(?i: \b(?: requirepass | masterauth | (?:user|owner|input)_pw | bindpw | rootpw | r[ow]community6? |
        snmp-server{GAP}community
        | sentinel{GAP}auth-pass{GAP}\S{1,64} | auth_pass | insecure-password | wpa-psk | wpa-passphrase | key-string
        | (?:tacacs|radius)-server{GAP}key
        | (?:area|domain)-password(?:{GAP}(?:md5|clear))? | SASL_PASSWD{GAP}\S{1,80} | crypto{GAP}isakmp{GAP}key ) )
        [ \t]{1,8} (?:[05789]{GAP})? {QUOTE}? (?P<secret> [^\s"'\\]{1,256} )""",
        "masterauth \u27e6Mango7-Teller\u27e7",
        "rwcommunity \u27e6Mango7Teller\u27e7 10.0.0.0/8",
        "sentinel auth-pass main \u27e6mangoteller\u27e7",
        accepts=told.of_a_directive,
    ),
    # HAProxy's page of statistics: https://docs.haproxy.org/3.0/configuration.html#stats%20auth
    row(
        "password",
        r"""\bstats {GAP} auth {GAP} [\w.@-]{1,64} : (?P<secret> [^\s"']{1,256} )""",
        "stats auth shop:\u27e6Mango%Teller\u27e7",
        accepts=accept.password,
    ),
    # Routers and servers: the secret ends the line, after what it is for and how it is encoded.
    row(
        "password",
        r"""(?m: ^[ \t+-]{0,40}
        (?:neighbor|username|user|enable|line|peer|ip|ppp|set|crypto|password|authentication|standby)
        \b [^\n"'=:]{0,80}? [ ] (?:password|secret|key-string|md5|authentication-key)
        {GAP} (?:[056789]{GAP})? "? (?P<secret> [^\s"']{3,256} ) "? [ \t\r]{0,4} $ )""",
        " neighbor 10.0.0.1 password \u27e6mango77teller\u27e7",
        "username shop password 7 \u27e6094F471A1A0A\u27e7",
        accepts=told.directly,
        screen=r"[ ](?:password|secret|key-string|md5|authentication-key)"
        r"[ \t]+(?:[0-9][ \t]+)?\"?[^\s\"']+\"?[ \t\r]*(?m:$)",
        prefilters=(NAMES_A_SECRET, r"[ ](?:key-string|md5|authentication-key)[ \t]"),
    ),
    row(
        "password",
        r"""(?m: ^[ \t]{0,40} [\w.-]{0,100} {KEY} [ \t]{1,40} (?P<secret> [^\s"':=][^\s"']{2,400} ) [ \t\r]{0,4} $ )""",
        "bind_password mango\n  api_token \u27e6mango-7\u27e7",
        accepts=told.directly,
        screen=r"(?m:^[ \t]*[\w.-]*(?:{KEY})[ \t]+[^\s]+[ \t\r]*$)",
        prefilters=(NAMES_A_SECRET,),
    ),
    row(
        "password",
        r"""(?<!\w) (?:PSK|XAUTH|EAP) {GAP} " (?P<secret> [^"\n]{1,256} ) " """,
        '10.0.0.7 gw : PSK "\u27e6mangoteller\u27e7"',
    ),
    # pap-secrets of pppd, without addresses
    row(
        "password",
        r""""[\w.@\\-]{1,64}" [ \t]{1,8} \* [ \t]{1,8} " (?P<secret> [^"\n]{1,256} ) " """,
        '"shop" * "\u27e6Mango7-Teller\u27e7"',
        screen=r"\"[ \t]+\*[ \t]+\"",
    ),
    # userlist.txt of pgbouncer
    row(
        "password",
        r"""(?m: (?: ^ [ \t]{0,4} | : [ ] | \buser [ ] ) "[\w.@-]{1,64}" [ \t]{1,8} " (?P<secret> [^"\n]{1,256} ) "
        [ \t]{0,8} (?: [;\#][^\n]{0,200} )? $ )""",
        '"shop" "\u27e6Mango7Teller\u27e7"\n"web" "\u27e6papaya33clerk\u27e7" ; since May',
        'userlist.txt line 2: "shop" "\u27e6Mango7Teller\u27e7"',
        accepts=told.made_up_password,
        screen=r"(?m:(?:^[ \t]*|: |user )\"[\w.@-]+\"[ \t]+\"[^\"\n]+\"[ \t]*(?:[;#]|$))",
        prefilters=(r"\"[ \t]+\"",),
    ),
    # The same for SASL alone (RFC 4616): user and password, each behind a zero byte.
    row(
        "authorization",
        r"""(?i: \binitial[ _-]?response ) {QUOTE}? [ \t]{0,4} [=:] [ \t]{0,4} {QUOTE}? (?P<secret>
        [A-Za-z0-9+/]{8,4096}={0,2} )""",
        "SASL PLAIN initial response: \u27e6AHNob3AATWFuZ283VGVsbGVy\u27e7",
        accepts=told.base64_of_a_login,
    ),
    # AUTH PLAIN of SMTP and IMAP
    row(
        "authorization",
        r"""\bAUTH(?:ENTICATE)? {GAP} (?:PLAIN|LOGIN|XOAUTH2) {GAP} (?P<secret> [A-Za-z0-9+/=]{8,4096} )""",
        "AUTH LOGIN \u27e6c2hvcDpNYW5nbzdUZWxsZXI=\u27e7",
        screen=r"\bAUTH(?:ENTICATE)?\s+(?:PLAIN|LOGIN|XOAUTH2)\s+[A-Za-z0-9+/=]{8}",
    ),
    # What is answered to "Password:" in Base64 (draft-murchison-sasl-login), as clients and servers trace it
    row(
        "authorization",
        r"""\bUGFzc3dvcmQ6 [^\n]{0,8} \n (?: [^\n]{0,60} UGFzc3dvcmQ6 [^\n]{0,8} \n )?
        (?: (?: [A-Za-z]{1,12}: | [<>-]{1,4} | [^\n]{0,100} [:>\]] ) [ ] [b"']{0,2} )?
        (?P<secret> (?![A-Z]{4}\b) (?:[A-Za-z0-9+/]{4}){0,100}
        (?: [A-Za-z0-9+/]{4} | [A-Za-z0-9+/]{3}= | [A-Za-z0-9+/]{2}== ) )
        (?= (?: \\r\\n )? ["']? [ \t\r]{0,4} (?: \n | $ ) )""",
        "S: 334 UGFzc3dvcmQ6\nC: \u27e6TWFuZ283LVRlbGxlcg==\u27e7",
        "postfix: < relay: 334 UGFzc3dvcmQ6\npostfix: > relay: \u27e6TWFuZ283LVRlbGxlcg==\u27e7",
        "reply: retcode (334); Msg: b'UGFzc3dvcmQ6'\nsend: '\u27e6TWFuZ283LVRlbGxlcg==\u27e7\\r\\n'",
        prefilters=("UGFzc3dvcmQ6",),
    ),
    # AUTH of Redis, PASS of FTP, POP3 and IRC, LOGIN of IMAP, IDENTIFY of NickServ
    row(
        "password",
        r"""(?<![\w-]) (?: AUTH (?:{GAP}[a-z]\w{0,40})? | PASS | (?<=[\d][ ])LOGIN{GAP}\S{1,64} | IDENTIFY ) {GAP} ["']?
        (?P<secret> [^\s"']{6,256} )""",
        "> AUTH shop \u27e6Mango7-Teller-x1\u27e7",
        "a1 LOGIN shop \u27e6mango77teller\u27e7",
        accepts=told.made_up_password,
    ),
    # SNMP: what an agent is asked with
    row(
        "secret",
        r"""(?i: \bcommunity (?: [ -]string )? ) {GAP} {QUOTE}? (?P<secret> [^\s"'\\,;:()]{5,64} ) (?![^\s"'\\,;:)])""",
        'agent 10.0.0.7 community "\u27e6Mango-Teller\u27e7" timeout',
        "with community \u27e6m7Mango4Teller\u27e7: refused",
        accepts=unnamed.of_an_agent,
    ),
    # .pgpass: host:port:database:user:x; sasl maps of Postfix: [host]:587 user:x
    row(
        "password",
        r"""(?m: ^[\w.*-]{1,128} : (?:\d{2,5}|\*) : [A-Za-z_*][\w*-]{0,63} : [\w*-]{1,64} : (?P<secret>
        [^\s:]{4,256} ) \r?$ )""",
        "db:5432:orders:shop:\u27e6mangoTeller7\u27e7",
        accepts=told.of_a_database,
        prefilters=(r":(?:\d\d+|\*):[A-Za-z_*][\w*-]*:[\w*-]+:",),
    ),
    row(
        "password",
        r"""\[ [\w.-]{1,128} \] : \d{2,5} [ \t]{1,8} [\w.@-]{1,64} : (?P<secret> [^\s:]{3,256} ) (?=\s|$)""",
        "[smtp.example]:587 shop:\u27e6mango77teller\u27e7",
        accepts=told.directly,
        screen=r"\]:\d{2,}[ \t]+[\w.@-]+:[^\s:]",
        prefilters=(r"\]:\d{2,}[ \t]",),
    ),
    # expect: the prompt, and what is sent then
    row(
        "password",
        r"""(?i:assword|assphrase) :? [ ]? [*]? ["'}] [^\n"']{0,40} \bsend(?:line|_user)? [^\n"']{0,20} ["']
        (?P<secret> [^"'\n\\]{1,256} )""",
        'expect "assword:" { send "\u27e6Mango7-Teller\u27e7\\r" }',
        prefilters=(r"(?i:assword|assphrase):?[ ]?[*]?[\"'}]",),
    ),
)
