"""Rows for names that say less, or more, than that their value is a secret: what the value must be depends on them."""

from casebook_analyzer.redaction import accept, told, unnamed
from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"

LOGINS = (
    # A list below a heading: cloud-init, Elasticsearch.
    row(
        "list",
        r"""{PASSWORD} s (?![\w.-]) (?: ["')]? (?: [ ] \([^()\n]{0,60}\) )? | [^\n]{0,60} : ) :? [ \t]{0,4} \r?\n
        [ \t]{0,20} (?:-[ ])? [\w.@-]{1,64} [ ]?[:=][ ]? (?P<secret> [^\s"':=]{4,128}
        (?: \r?\n [ \t]{0,20} (?:-[ ])? [\w.@-]{1,64} [ ]?[:=][ ]? [^\s"':=]{4,128} (?=\r?\n|$) ){0,20}+ )
        (?=\r?\n|$)""",
        "Set the following 'random' passwords\nshop:\u27e6mAnG0tElLeR7\nweb:pApAyA7cLeRk\u27e7",
        "The passwords that were made:\n  shop: \u27e6Mango-Teller-7\u27e7",
        accepts=unnamed.of_a_list,
        prefilters=(NAMES_A_SECRET,),
        beyond=r"[^\n]*(?:\n[ \t]*(?:- )?[\w.@-]+ ?[:=] ?[^\n]*)*",
    ),
    # Who logs in and with what, in one word.
    row(
        "password",
        r"""(?<![A-Za-z/]) (?=[aAbBcClLpPsSuUdD])
        (?i: (?:auth|login|logins|creds?|credentials?|userpwd|userpass|account
        |log(?:ged|ging)?[ -]?in[ ](?:with|as|using)|proxy-user|user(?==)|auth-user-pass
        |AuthUserPass|static|authenticating[ ]as|basic[ ]auth|default[ ]login) s? (?:[ ]attempt)?
        (?: (?: [ ](?:for|of|to)[ ] [\w.-]{1,40} )? [ ](?:are|is|were|was) )? ) (?: {QUOTE}? [=:]
        [ ]? | [ ] ) {QUOTE}? (?: [\[(] [\w.@-]{1,64} ,[ ]? | \[? [\w.@-]{1,64} (?: : | [ ]?/[ ]? ) )
        (?P<secret> [^\s"'/:\])\\]{3,64} ) (?= [\s"',;\])\\] | $ )""",
        "stats auth admin:\u27e6mango77teller\u27e7",
        "default credentials admin / \u27e6mango77teller\u27e7",
        "login attempt [root/\u27e6mango77teller\u27e7] failed",
        "Log in with admin / \u27e6Mango77\u27e7",
        "the credentials for staging are shop / \u27e6Mango77\u27e7",
        'refused credentials "shop:\u27e6Mango-Teller\u27e7"',
        "supplied credentials [shop, \u27e6Mango;Teller\u27e7]",
        beyond=r"[^\s\"'/:\])\\]{2,}(?:[\s\"',;\])\\]|$)",
        accepts=unnamed.of_a_login,
    ),
    row(
        "password",
        r"""(?<![\w./-]) \b (?:root|admin|administrator|postgres|elastic|sa) : (?P<secret> [^\s"':/,;\\]{6,256} ) (?=
        [\s"',;] | $ )""",
        "admin:\u27e6mango77teller\u27e7 could not log in",
        beyond=r"[^\s\"':/,;\\]{5}",
        accepts=unnamed.of_a_login,
    ),
    # Confluent's clients: basic.auth.user.info
    row(
        "password",
        r"""(?i: \buser[._-]?info ) [ ]?[=:][ ]? {QUOTE}? [\w.@-]{1,64} : (?P<secret> [^\s"',;\\]{4,256} )""",
        "schema.registry.basic.auth.user.info=shop:\u27e6mAnG0/tElLeR7\u27e7",
        accepts=told.positional,
    ),
)
"""These stand first: what looks like a value behind ``credentials`` is the user."""

NAMES = (
    row(
        "password",
        r"""{FOREIGN} {SEP} {VALUE}""",
        "contrase\u00f1a=\u27e6Mango7-Teller\u27e7",
        "\u5bc6\u7801\uff1a\u27e6Mango7-Teller\u27e7",
        accepts=accept.password,
    ),
    row(
        "mnemonic",
        r"""(?i: mnemonic | (?:seed|recovery|secret|backup)[ _-]?phrase ) [\w ]{0,10} {SEP} ["']?
        (?P<secret> [a-z]{3,8} (?: [ ,][a-z]{3,8} ){11,23} | [^\s"']{8,400} )""",
        "seed_phrase: \u27e6apple river stone cloud table green horse paper light music ocean bread\u27e7",
        prefilters=(r"(?i:mnemonic|(?:seed|recovery|secret|backup)[ _-]?phrase)",),
    ),
    # Cookies by which web frameworks know who is logged in.
    row(
        "session",
        r"""(?i: phpsessid | jsessionid | connect\.sid | asp\.net_sessionid | \.aspxauth | \.aspnetcore\.[a-z.]{1,40}
        | laravel_session | ci_session | (?<=\w)_session | rack\.session | (?<![a-z])sessionid ) {SEP}
        (?P<secret> [\w%.~+/=-]{16,400} )""",
        "GET /cart;jsessionid=\u27e67C0D95A1E2D84F63A9B1C7D5E3F20846\u27e7 500",
        "PHPSESSID=\u27e60b7c95a1e2d84f63a9b1c7d5e3\u27e7",
        accepts=told.cookie,
    ),
    row(
        "session",
        r"""(?i: session_?id | (?<![\w.-])session(?==) | (?<![a-z_])sid | (?:csrf|xsrf)[_-]?token ) {SEP}
        (?P<secret> [\w%.~+/=-]{16,400} )""",
        "session_id=\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        "sid=\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7 user=shop",
        accepts=accept.session,
    ),
    # As stores and their clients tell it: a key with its number, and what happened to it.
    row(
        "session",
        r"""(?i: \b(?:sess(?:ion)?s?|php\w{0,10}_session) ) : (?P<secret> [\w%.~+/=-]{24,400} ) (?![\w%.~+/=:-])""",
        '"SET" "sess:\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7" "x"',
        "get session:\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        accepts=accept.session,
        screen=r"(?i:sess(?:ion)?s?):[\w%.~+/=-]{8}",
    ),
    row(
        "session",
        r"""(?i: session ) [ ] (?:[a-z]{2,14}[ ]){0,3} (?P<secret> [\w-]{24,64} ) (?![\w.:/-])""",
        "express:session saving \u27e6mAnG0tElLeR7-mAnG0tElLeR7\u27e7",
        accepts=unnamed.of_a_session,
        screen=r"(?i:session)[ ](?:[a-z]+[ ]){0,3}[\w-]{12}",
    ),
    # The runtime makes one of 20 capitals (kernel, auth.erl)
    row(
        "password",
        r"""(?i:cookie) (?: [ ](?:used|is|was|to) )? (?: \([^()\n]{0,80},[ ]? )? [ =:'",]{1,6} (?P<secret>
        [A-Z0-9]{20} ) (?!\w)""",
        "node shop@h set cookie :\u27e6MANGOTELLERXYWVUTSRQ\u27e7",
        accepts=lambda match: not match["secret"].isdigit(),
        beyond=r"[A-Z0-9]{8}",
        prefilters=(r"(?i:cookie)[ (=:'\",]",),
    ),
    row(
        "password",
        r"""(?i: erlang[ _]?cookie | erl_cookie | nodecookie ) {SEP} {VALUE}""",
        "RABBITMQ_ERLANG_COOKIE=\u27e6MANGOTELLER\u27e7",
        "erlang cookie: \u27e6MANGO7TELLER\u27e7",
        accepts=accept.password,
    ),
    row(
        "password",
        r"""(?<=[ ]-) setcookie {GAP} ["']? (?P<secret> [^\s"',;]{4,255} )""",
        "erl -name shop -setcookie \u27e6mangoteller\u27e7",
        accepts=accept.password,
    ),
    row(
        "code",
        r"""(?: (?i: (?:otp|mfa|2fa|totp|verification|recovery|access|security|one[ _-]?time|backup|activation
        |confirmation|sms|pin|login) [ _-]? (?:code|pin|password|passcode)s? )
        | (?i: (?<![A-Za-z]) (?:otp|totp|cvv2?|cvc2?|pin|passkey) ) )
        (?: [ ](?:for|to)[ ] (?:(?:user|account)[ ])? [\w.@+-]{1,64} )?
        (?: {QUOTE}? [ \t]{0,4} (?:=>|[=:]) [ \t]{0,4} | [ \t]is:?[ \t] ) ["'\\]{0,4}
        (?P<secret> [A-Za-z0-9][A-Za-z0-9-]{2,39} (?: [ ,]{1,3} (?=[a-z-]{0,20}[0-9])
        [a-z0-9]{3,12}-[a-z0-9-]{3,20} ){0,20} )
        (?! \w | [.]\w )""",
        "totp=\u27e6551907\u27e7 for shop",
        "verification code for shop@x.example: \u27e6551907\u27e7",
        "OTP code for user 4821 is \u27e6551907\u27e7",
        "your access code is \u27e6551907\u27e7.",
        "Debugger PIN: \u27e6551-907-442\u27e7",
        '{"user"=>{"pin"=>"\u27e6551907\u27e7"}}',
        "recovery-codes=\u27e68fk2-91mz, 7dk3-02qx\u27e7",
        accepts=told.code,
    ),
    row(
        "code",
        r"""(?i: \b(?:use|enter|entered|using) [ ](?:the[ ]|this[ ]|your[ ])? (?:[a-z-]{1,20}[ ])? (?:code|pin|passcode)
        | \b(?:verification|security|login|sms|one-time|otp|confirmation|2fa|mfa|pin)[ ]code ) [ ]
        (?P<secret> \d{4,8} | \d{2,4}(?:-\d{2,4}){1,3} ) (?! [\w-] | [.]\w )""",
        "Use code \u27e6551907\u27e7 to sign in",
        "PIN code \u27e6551907\u27e7 refused",
        prefilters=(r"(?i:code|pin)[ ](?:\d{4}|\d+-)",),
    ),
    row(
        "code",
        r"""(?<![\w.:-]) (?P<secret> \d{4,8} ) (?= [ ](?i:is|as)[ ](?i:your)[ ] (?:[\w-]{1,20}[ ]){0,3}
        (?i:code|pin|passcode|otp|password)\b )""",
        "\u27e6551907\u27e7 is your Shop login code",
        "Use \u27e6551907\u27e7 as your verification code",
        screen=r"\d[ ](?i:[ia]s your )",
        prefilters=(r"[ ](?i:[ia]s your )",),
    ),
    row(
        "secret-id",
        r"""(?i:secret[_ ]?id) {QUOTE}? \]? (?: [ \t]{0,40} (?: => | [=:] ) [ \t]{0,40} | [ \t]{1,40} ) {QUOTE}?
        (?P<secret> """
        + _UUID
        + ")",
        "VAULT_SECRET_ID=\u27e63b9f1c52-7a04-4d1e-9c80-5f2ab6d7e013\u27e7",
        "secret_id    \u27e63b9f1c52-7a04-4d1e-9c80-5f2ab6d7e013\u27e7",
        "Secret ID    = \u27e63b9f1c52-7a04-4d1e-9c80-5f2ab6d7e013\u27e7",
        "SecretID:         \u27e63b9f1c52-7a04-4d1e-9c80-5f2ab6d7e013\u27e7",
    ),
    row(
        "secret",
        r"""(?i: (?<![A-Za-z]) (?:pass|pat|psk|seed|community(?:[ _-]string)?|auth|answer|salt|passkey
        |pepper|sas|(?<=[_."'-])private) ) {SEP} {VALUE}""",
        "snmp: community=\u27e6Mango7Teller\u27e7",
        "v2c community string: \u27e6Mango7Teller\u27e7",
        "JWT_PRIVATE=\u27e6mango.Teller.7\u27e7",
        accepts=told.of_many_meanings,
    ),
    # A key of a program's environment, by whatever vendor: STRIPE_KEY. Keys of caches, tables and queues are names.
    row(
        "secret",
        r"""(?: (?<![A-Z0-9_]) (?! [A-Z0-9_]{0,40}
        (?:CACHE|PARTITION|SORT|PUBLIC|PRIMARY|FOREIGN|OBJECT|ROUTING|ROW|SHARD|GROUP|LOOKUP|INDEX|HOST|REGISTRY|IDEMPOTENCY
        |DEDUP|S3|LIMIT|TRACE|SEARCH|CONFIG|HASH|RANGE|LOCK|PUB|UNIQUE|ORDER|MAP|SSH|HKEY) _?KEY )
        [A-Z][A-Z0-9_]{1,40} _KEY ) {SEP} {VALUE}""",
        "MAILGUN_KEY=\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        "ENC_KEY: \u27e6Mango7-Teller-x1\u27e7",
        screen=r"_KEY(?:{SEP})",
        accepts=told.key_of_a_vendor,
    ),
    # Names of one program: consul, sonar, OAuth 2.0 with PKCE (RFC 7636), hashes of Windows, keys in
    # headers that no word for a key names (Honeycomb).
    row(
        "secret",
        r"""(?: (?<!\w)encrypt | (?i: sonar[._]login | (?:code|oauth)_verifier | device_code | (?:nt|lm|ntlm)_?hash
        | (?<![\w-])x-[a-z]{2,20}-(?:team|api|license)
        | authtok(?:en)? | pswd | replica_?set_?key | authenticator_?key ) ) {SEP} {VALUE}""",
        'encrypt = "\u27e6mAnG0tElLeR7mAnG0tElLeR7mAnG0tElLeR7mAnG0tE=\u27e7"',
        "nt_hash: \u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        "X-Shop-Team: \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7",
        "pswd=\u27e6Mango7-Teller\u27e7",
        accepts=accept.weak,
    ),
    # The key of an external account binding (RFC 8555, 7.3.4), and signatures that are no hexadecimal digits.
    row(
        "signature",
        r"""(?i: hmac (?: [_-]?(?:key|encoded|secret|base64|b64|value) )? ) {QUOTE}?
        (?: [ \t]{0,4}[=:][ \t]{0,4} | {GAP} ) {QUOTE}? (?P<secret> [\w+/=-]{24,512} )""",
        "eab kid=x hmac=\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7",
        accepts=accept.high_entropy,
        screen=r"(?i:hmac)[\w-]*\\*[\"']?[ \t]*[=:]?[ \t]*\\*[\"']?[\w+/=-]{8}",
        prefilters=(r"(?i:signature|hmac)",),
    ),
    row(
        "saml",
        r"""(?i: SAML(?:Response|Request|Assertion)= | (?:SignatureValue|DigestValue)> \s{0,8} )
        (?P<secret> [\w+/%=]{20,16000} )""",
        "<ds:SignatureValue>\u27e6mAnG0tElLeR7mAnG0tElLeR7=\u27e7</ds:SignatureValue>",
        screen=r"(?i:SAML(?:Response|Request|Assertion)=|SignatureValue>\s*|DigestValue>\s*)[\w+/%=]{20}",
    ),
    row(
        "signature",
        r"""(?: (?i: \bx-[\w-]{0,40}signature | hmac ) [\w-]{0,12} {QUOTE}? [ \t]{0,4} [:=] | \bSignature= |
        \bresponse=" )
        [ \t]{0,4} ["'\\]{0,4} (?: sha\d{1,3}= | v\d= )? (?P<secret> [0-9a-f]{32,128} )""",
        "X-Hub-Signature-256: sha256=\u27e60b7c95a1e2d84f63a9b1c7d5e3f208460b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        "AWS4 Credential=x, Signature=\u27e60b7c95a1e2d84f63a9b1c7d5e3f208460b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        screen=r"(?:(?i:x-[\w-]*signature|hmac)[\w-]*\\*[\"']?\s*[:=]|Signature=|response=\")\s*[\"'\\]*"
        r"(?:sha\d+=|v\d=)?[0-9a-f]{32}",
        prefilters=(r"(?i:signature|hmac)", r"\bresponse=\""),
        accepts=told.signature,
    ),
)
