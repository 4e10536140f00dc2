"""Rows for sentences, in which a secret is told without a sign between."""

from casebook_analyzer.redaction import accept, links, told, unnamed
from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

SENTENCES = (
    # What it is and what it was, in this order: a marker hides from what stands behind it what is before it.
    row(
        "password",
        r"""\b(?i:changed|rotated|updated|reset|modified) [ ] from [ ] [^\n]{1,300}? [ ] to [ ] {QUOTE}
        (?P<secret> [^\s"'\\]{1,256} ) {QUOTE}""",
        'Password for [shop] changed from "Mango7-Teller" to "\u27e6Papaya3-Clerk\u27e7"',
        accepts=told.new_password,
        prefilters=(r"(?i:changed|rotated|updated|reset|modified) from ",),
    ),
    row(
        "password",
        r"""{PASSWORD} [ ] [^\n"']{0,80}? \b(?i:changed|rotated|updated|reset|modified) [ ] from [ ] {QUOTE}
        (?P<secret> [^\s"'\\]{1,256} ) {QUOTE}""",
        'Password for [shop] changed from "\u27e6Mango7-Teller\u27e7" to "Papaya3-Clerk"',
        accepts=accept.password,
    ),
    row(
        "password",
        r"""\b(?: machine {GAP} \S{1,128} | default ) \s{1,8} login \s{1,4} \S{1,64} \s{1,8} password \s{1,4}
        (?P<secret> \S{1,256} )""",
        "machine h.example\nlogin shop\npassword \u27e6mango\u27e7",
        prefilters=(r"\b(?:machine[ \t]+\S+|default)\s+login",),
    ),
    # netrc; login as u with password x
    row(
        "password",
        r"""(?i: \b(?:login|account|username|user) {GAP} (?!(?:to|can|must|may|should|will|not|and|or)\s) \S{1,64}
        [ \t\r\n]{1,8} |
        \b(?:with|using|and|the|new|old|as|is)[ \t] )
        (?: {PASSWORD} | (?i:pass) ) {GAP} {OPENS} {TOLD}""",
        "machine pkg.example login shop password \u27e6Mango7Teller\u27e7",
        "could not log in as shop with password \u27e6mango-teller\u27e7: refused",
        accepts=told.directly,
        prefilters=(r"(?i:\b(?:login|account|username|user))[ \t]+\S+[ \t\r]*\n", NAMES_A_SECRET),
    ),
    row(
        "password",
        r"""{PASSWORD} [ \t]{0,4} (?: (?i: [ ](?:is|was|is[ ]now|is[ ]set[ ]to|changed[ ]to|set[ ]to|reset[ ]to|to) ) :?
        | [-=~]> | \u2192 ) {GAP} {OPENS} {TOLD}""",
        "the admin password is \u27e6Mango7Teller\u27e7",
        "New password -> \u27e6Mango7Teller\u27e7",
        accepts=told.directly,
    ),
    row(
        "password",
        r"""{PASSWORD} [ ] \( (?i:value|was|got|is) :? [ ] ["']? (?P<secret> [^\s"'()]{3,256} ) ["']? \)""",
        "cannot overwrite auth.password (value \u27e6mango77teller\u27e7)",
        accepts=told.directly,
    ),
    # Words stand between: only what was made up is the secret.
    row(
        "password",
        r"""{PASSWORD} s? (?:{WORD}){1,6}? (?: : | [ \t](?:to|is|was|as) | [ \t]= ) {GAP} {OPENS} {TOLD_WITH_DIGITS}""",
        "Password generated at first start: \u27e6Mango7Teller\u27e7",
        "changing the password of account shop to \u27e6Mango7Teller\u27e7",
        accepts=told.far,
    ),
    row(
        "password",
        r"""\b(?i:using|with|sent|entered|got) [ ] ["'] (?P<secret> [^"'\s]{3,256} ) ["'] [ ]as[ ]
        (?:(?:the|a|its|new)[ ])? {PASSWORD}""",
        "login of shop failed using '\u27e6Mango7Teller\u27e7' as password",
        accepts=told.directly,
        screen=r"[\"'] as (?:(?:the|a|its|new) )?(?i:p(?:ass|w))",
        prefilters=(r"[\"'] as (?:(?:the|a|its|new) )?(?i:p(?:ass|w))",),
    ),
    row(
        "password",
        r"""{PASSWORD} (?: [ ](?:for|of)[ ](?:user[ ]|account[ ])? [\[\w.@\]-]{1,64} )? {GAP} {OPENS}
        {TOLD_WITH_DIGITS}""",
        "password (\u27e6Mango7Teller\u27e7) does not match",
        "Changed password for user [shop] \u27e6Mango7Teller\u27e7",
        accepts=told.far,
    ),
    row(
        "password",
        r"""{PASSWORD} [ ](?:for|of)[ ](?:user[ ]|account[ ])? [\w.@/\\=,+-]{1,128} (?: : |
        [ ](?:(?:set|reset|changed)[ ])?(?:is|to|=):? )
        {GAP} {OPENS} {TOLD_WITH_DIGITS}""",
        "New password for shop: \u27e6mangoTeller7\u27e7",
        "Password for svc/app@X.EXAMPLE: \u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        accepts=told.of_somebody,
    ),
    row(
        "password",
        r"""\b(?i:new)[ ] {PASSWORD} [ ](?:for|of)[ ](?:user[ ]|account[ ])? [\w.@-]{1,64} [ ]is[ ] {OPENS} {TOLD}""",
        "the new password for shop is \u27e6mangoTeller\u27e7",
        accepts=told.new,
    ),
    row(
        "secret",
        r"""{TOKEN} [ ](?i:(?:is[ ])?(?:set|reset|changed|rotated)[ ]to) {GAP} {OPENS} {TOLD_WITH_DIGITS}""",
        "webhook secret set to \u27e6mangoTeller7\u27e7",
        accepts=told.of_somebody,
    ),
    # What a program made up and says at the end of a line has any signs.
    row(
        "password",
        r"""{PASSWORD} (?:{WORD}){1,7}? (?: : | [ \t](?:to|is|was|as) | [ \t]= ) {GAP} (?P<secret> [^\s"'`]{8,64} )
        [ \t\r]{0,4} (?=\n|$)""",
        "A temporary password is generated for root@localhost: \u27e6m;Go<=7uT+p\u27e7",
        accepts=told.generated,
    ),
    row(
        "password",
        r"""(?: \b(?i:set|changed?|reset|chose)[ ] (?:[\w'-]{1,20}[ ]){0,3}? (?i:passphrase)[ ]to
        | (?i:passphrase) (?: [ ](?:is|was) | [ ]?[=:] ) ) [ ] (?P<quote>["'])
        (?P<secret> [^"'\n]{8,200} ) (?P=quote)""",
        'the passphrase is "\u27e6mango tells of the tide\u27e7"',
        "he set the passphrase to '\u27e6mango tells of the tide\u27e7'",
        accepts=told.phrase,
    ),
    # What somebody gave, in quotes.
    row(
        "password",
        r"""{PASSWORD} [^\n"']{0,80}? \b(?i:tried|got|received|entered|sent|supplied|given|gave|used) :? [ ] {QUOTE}
        (?P<secret> [^\s"'\\]{3,256} ) {QUOTE}""",
        'keystore password was incorrect; tried "\u27e6Mango-Teller\u27e7"',
        accepts=unnamed.given,
    ),
    # Jenkins, Elasticsearch and others print it in a line of its own.
    row(
        "password",
        r"""{PASSWORD} [^\n]{0,120} : [ \t]{0,4} \r?\n (?:[ \t]{0,20}\r?\n)? [ \t]{0,20} (?P<secret>
        [\w+/=*~!-]{8,255} ) [ \t\r]{0,4} (?=\n|$)""",
        "Please use the following password to proceed:\n\n\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7\n",
        "Password for the elastic user (reset with x):\n  \u27e6mAnG0tElLeR7\u27e7",
        accepts=accept.weak,
    ),
    row(
        "password",
        r"""{PASSWORD} (?: [^\n]{0,80}+ \n )? [^\n]{0,80} \b(?i:new[ ]value): {GAP} (?P<secret> \S{6,255} )""",
        "Password for the [elastic] user successfully reset.\nNew value: \u27e6mAnG0tElLeR7\u27e7",
        accepts=told.far,
    ),
    row(
        "password",
        r"""{FOREIGN} (?: [ ][\w\u0080-\uffff]{1,20} ){0,3}? [ ]{0,2} (?:
        \b(?:ist|lautet|es|est|\u00e9|\u00e8|is|incorreta|incorrecta|incorrect) [ ]?:? [ ]
        | \u306f | \u4e3a | \u662f | \u9519\u8bef | : ) [:\uff1a]? [ ]{0,2} ["'(]? (?P<secret> [^\s"'()]{4,255} )""",
        "das Passwort f\u00fcr shop lautet \u27e6mango77teller\u27e7",
        "\u5bc6\u7801\u4e3a \u27e6mango77teller\u27e7",
        accepts=told.directly,
    ),
    row(
        "secret",
        r"""(?i: \b(?:unseal|recovery|root)[ \t](?:key|token) (?:[ \t]\d{1,2})? ) (?: [ \t] \([^()\n]{1,40}\) )? :
        [ \t]{1,8}
        (?P<secret> [\w+/=.-]{8,200} )""",
        "Recovery Key 3: \u27e6mango-teller\u27e7",
        accepts=told.directly,
    ),
)

AFTER_SHAPES = (
    row(
        "secret",
        r"""{TOKEN} (?i: [ \t] (?: (?:is|was|[0-9]{1,2}) :? | \((?:hex|base64|b64)\):
        | -> | (?:provided|given|used|presented|rejected|found): )
        )?
        {GAP} {OPENS}
        (?P<secret> [\w+/.~-]{10,255} (?<![.]) ={0,2}+ ) (?!=)""",
        "with the token \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7 refused",
        "Incorrect API key provided: \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7.",
        accepts=told.token,
        beyond=r"[\w+/.~-]{8}",
    ),
    row(
        "secret",
        r"""{TOKEN} (?:{WORD}){1,4}? (?: : | [ \t](?:to|is|was) | [ \t]= ) {GAP} {OPENS}
        (?P<secret> [\w+/.~-]{20,255} (?<![.]) ={0,2}+ ) (?!=)""",
        "reset token for user 4 is \u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7",
        accepts=told.token,
        beyond=r"[\w+/.~-]{8}",
    ),
    # The code of an authorization (RFC 6749, 4.1.3), which is worth a token.
    row(
        "link",
        r"""(?<![\w-]) code= (?P<secret> [\w%.~+/-]{16,1024} )
        (?= & (?:redirect_uri|grant_type|client_id|client_secret|code_verifier|state|scope|iss|session_state)= )""",
        "POST /token code=\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7&redirect_uri=https%3A%2F%2Fshop",
        accepts=accept.session,
        screen=r"\bcode=[\w%.~+/-]{16}",
    ),
    # Where a program hands in what it has to say, with a part that only it knows.
    row(
        "link",
        r"""(?i: / (?:hooks?|webhooks?|push|inputs?|receiver|heartbeats?|alert|trigger|incoming) )
        (?: (?:/[\w.-]{1,40}){0,4}? / | (?:/[\w.-]{1,40}){0,3}? \? (?:key|token|t|id)= )
        (?P<secret> (?=[A-Za-z+=_-]{0,80}[0-9]) [\w+=-]{10,400} ) (?= [/?&\s"'<>)\],;] | $ )""",
        "POST https://logs.example/inputs/\u27e60b7c95a1-e2d8-4f63-a9b1-c7d5e3f20846\u27e7/tag/http 403",
        "https://status.example/api/push/\u27e6mAnG0tLeR7\u27e7?status=up",
        "https://chat.example/cgi-bin/webhook/send?key=\u27e60b7c95a1-e2d8-4f63-a9b1-c7d5e3f20846\u27e7",
        accepts=links.of_a_webhook,
        screen=r"(?i:/(?:hooks?|webhooks?|push|inputs?|receiver|heartbeats?|alert|trigger|incoming))(?:/[\w./-]*|[?])[\w./?=-]*[\w+=-]{10}",
        prefilters=(r"(?i:/(?:hooks?|webhooks?|push|inputs?|receiver|heartbeats?|alert|trigger|incoming))[/?]",),
    ),
    # What is sent to somebody to be clicked on, which lets in whoever has it.
    row(
        "link",
        r"""(?i: / (?:reset|verify|confirm|activate|invite|magic|password|login|signup|unsubscribe|share) [\w-]{0,40} /
        | [?&] (?:t|tok|code|ticket|k|auth|hash|invite|nonce|key|appid|jwt|magic)= ) (?P<secret>
        [\w%.~+/=-]{16,4096} )""",
        "sent https://shop.example/reset-password/\u27e60b7c95a1e2d84f63a9b1c7d5e3f20846\u27e7",
        accepts=links.of_a_link,
        screen=r"(?i:/(?:reset|verify|confirm|activate|invite|magic|password|login|signup|unsubscribe|share)[\w-]*/"
        r"|[?&](?:t|tok|code|ticket|k|auth|hash|invite|nonce|key|appid|jwt|magic)=)[\w%.~+/=-]{16}",
    ),
)
"""These know less of a token than its own shape does."""
