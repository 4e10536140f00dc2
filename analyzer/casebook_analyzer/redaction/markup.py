"""Rows for markup: XML, HTML, plists and what escapes it."""

from casebook_analyzer.redaction import accept, told
from casebook_analyzer.redaction.rows import row

MARKUP = (
    row(
        "element",
        r"""< (?=[\w!]) [^<>\n]{0,120} {KEY} ["']? (?:[ \t][^<>\n]{0,200}+)? > \s{0,40} (?:<!\[CDATA\[)?
        (?P<secret> [^<>\s][^<>\n]{0,4095} ) (?= </ | \]\] )""",
        "<password>\u27e6Mango7-Teller\u27e7</password>",
        '<wsse:Password Type="PasswordText">\u27e6Mango7-Teller\u27e7</wsse:Password>',
        "<apiToken><![CDATA[\u27e6Mango7-Teller\u27e7]]></apiToken>",
        accepts=told.of_an_element,
    ),
    row(
        "element",
        r"""> [^<>\n]{0,120} {KEY} </ [\w:.-]{1,60} > \s{0,40} < [\w:.-]{1,60} > \s{0,40}
        (?P<secret> [^<>\s][^<>\n]{0,4095} ) (?= </ )""",
        "<key>SharedSecret</key><string>\u27e6Mango7-Teller\u27e7</string>",
        "<param-name>dbPassword</param-name>\n<param-value>\u27e6Mango7-Teller\u27e7</param-value>",
        accepts=told.of_a_neighbour,
    ),
    # The value in an element of its own.
    row(
        "element",
        r"""< (?=[\w]) [^<>\n]{0,120}? {KEY} ["']? [ ]? > \s{0,40} < (?i:value|string|text|plain|data|val) >
        \s{0,40} (?P<secret> [^<>\s][^<>\n]{0,4095} ) (?= </ )""",
        "<AdminPassword>\n <Value>\u27e6Mango7-Teller\u27e7</Value>",
        '<setting name="ApiKey"><value>\u27e6mAnG0tElLeR7\u27e7</value></setting>',
        accepts=accept.secret,
    ),
    row(
        "element",
        r"""{KEY} ["']? \]? [ ]? :? </ (?:b|strong|td|th|dt|label|span|em|i|code|p) > :? \s{0,20}
        (?:< (?:td|dd|span|code|b|strong|em|i) (?:[ ][^<>\n]{0,100})? > [ ]? )?
        (?P<secret> [^<>\s]{3,400} ) (?= [\s<] | $ )""",
        "<b>Password:</b> \u27e6mango77teller\u27e7<br>",
        '<td class="e">$_ENV[\'DB_PASSWORD\']</td><td class="v">\u27e6mango77teller\u27e7</td>',
        accepts=told.directly,
    ),
    row(
        "element",
        r"""&lt; [\w:.-]{0,60} {KEY} &gt; (?P<secret> [^<>&\s]{1,4096} ) &lt;/""",
        "&lt;password&gt;\u27e6Mango7-Teller\u27e7&lt;/password&gt;",
        accepts=accept.secret,
    ),
    # What Maven encrypts with a password that is in its sources, or in the next file.
    row(
        "element",
        r"""> \s{0,8} \{ (?P<secret> [A-Za-z0-9+/]{22,400} ={1,2} ) \} [ ]{0,8} </""",
        "<master>{\u27e6mAnG0tElLeR7mAnG0tElLeR7=\u27e7}</master>",
        screen=r">\s*\{[A-Za-z0-9+/]{22}",
    ),
    # RSAKeyValue of .NET (XML Signature 4.5.2.2): its private members.
    row(
        "jwk",
        r"""< (?:D|P|Q|DP|DQ|InverseQ) > (?P<secret> [\w+/=]{20,2000} ) (?= </ )""",
        "<RSAKeyValue><D>\u27e6mAnG0tElLeR7mAnG0tElLeR7\u27e7</D></RSAKeyValue>",
    ),
)
