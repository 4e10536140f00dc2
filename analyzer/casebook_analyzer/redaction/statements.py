"""Rows for statements of SQL and of other languages that databases read."""

from casebook_analyzer.redaction import accept, told
from casebook_analyzer.redaction.grammar import NAMES_A_SECRET
from casebook_analyzer.redaction.rows import row

STATEMENTS = (
    row(
        "password",
        r"""(?: (?: \bIDENTIFIED | (?i: \b(?:user|role|to) {GAP} \S{1,128} {GAP} identified ) ) {GAP}
        (?i: (?: with {GAP} \S{1,64} {GAP} )? (?:by|as) (?:{GAP}password)? ) | (?i: \bpassword | \bpassphrase ) )
        (?: {GAP} | [ \t]{0,2}\( ) \\{0,3} (?P<quote>''(?=[^\s'"]) | ["']) (?P<secret> [^"'\n\\]{1,256}
        (?: (?P=quote) {GAP} (?i:replace) {GAP} (?P=quote) [^"'\n\\]{1,256} )? ) \\{0,3} (?P=quote)""",
        "CREATE USER shop IDENTIFIED BY '\u27e6Mango7-Teller\u27e7'",
        "ALTER USER shop IDENTIFIED WITH caching_sha2_password BY '\u27e6Mango7-Teller\u27e7'",
        "SELECT PASSWORD('\u27e6Mango7-Teller\u27e7')",
        "EXECUTE 'ALTER ROLE shop PASSWORD ''\u27e6Mango7-Teller\u27e7'' LOGIN'",
        "ALTER USER shop IDENTIFIED BY '\u27e6Mango7-Teller' REPLACE 'Papaya3-Clerk\u27e7'",
        accepts=told.quoted,
        screen=r"(?i:identified[ \t]+(?:with[ \t]+\S+[ \t]+)?(?:by|as)|encrypted[ \t]+password|password|passphrase)"
        r"\s*\(?"
        r"(?i:password)?\s*\\*[\"']",
        prefilters=(r"(?i:identified)[ \t]", NAMES_A_SECRET),
    ),
    row(
        "password",
        r"""(?: \bIDENTIFIED | (?i: \buser {GAP} \S{1,64} {GAP} identified ) ) {GAP} (?i:by) {GAP}
        (?! (?i:password) [ ] [<'*] ) (?P<secret> [^\s"';]{1,256} )""",
        "CREATE DATABASE LINK l CONNECT TO shop IDENTIFIED BY \u27e6Mango7_Teller\u27e7 USING 'x'",
        accepts=accept.password,
        prefilters=(r"(?i:identified)[ \t]",),
    ),
    # What ClickHouse reads from another database: mysql('host', 'db', 'table', 'user', 'x')
    row(
        "password",
        r"""(?i: \b(?:mysql|postgresql|mongodb) ) \([ ]? ' [^'\n]{1,200} ' (?: ,[ ]? ' [^'\n]{1,128} ' ){2} ,[ ]?
        ' [\w.@-]{1,64} ' ,[ ]? ' (?P<secret> [^'\n]{1,256} ) '""",
        "SELECT * FROM mysql('db:3306', 'crm', 'orders', 'shop', '\u27e6Mango-Teller\u27e7')",
        accepts=told.quoted,
        prefilters=(r"(?i:mysql|postgresql|mongodb)\([ ]?'",),
    ),
    # Db2
    row(
        "password",
        r"""(?i: \bconnect {GAP} to {GAP} \S{1,64} {GAP} user {GAP} \S{1,64} {GAP} using ) {GAP} ["']?
        (?P<secret> [^\s"';]{1,256} )""",
        "CONNECT TO orders USER shop USING \u27e6Mango7Teller\u27e7",
        accepts=accept.password,
        prefilters=(r"(?i:\bconnect[ \t]+to)[ \t]",),
    ),
    row(
        "password",
        r"""(?i: \bpassword {GAP} (?: for {GAP} \S{1,128} [ ]{0,4} = | (?: (?:of|for) {GAP} \S{1,128} {GAP} )? from
        ) [ ]{0,4} )
        ' (?P<secret> [^'\n]{1,256} (?: ' {GAP} (?i:to) {GAP} ' [^'\n]{1,256} )? ) '""",
        "SET PASSWORD FOR shop = '\u27e6Mango7-Teller\u27e7'",
        "ALTER CURRENT USER SET PASSWORD FROM '\u27e6Mango7-Teller' TO 'Papaya3-Clerk\u27e7'",
        accepts=told.quoted,
        prefilters=(NAMES_A_SECRET,),
    ),
    # Stored procedures of SQL Server.
    row(
        "password",
        r"""\bsp_(?:addlogin|password) {GAP} (?: @\w{1,40}[ ]?=[ ]? )? [^\s,]{1,128} , [ ]? (?: @\w{1,40}[ ]?=[ ]? )? N?
        ' (?P<secret> [^'\n]{1,256} ) '""",
        "EXEC sp_addlogin 'shop', '\u27e6mango77teller\u27e7'",
        prefilters=(r"\bsp_(?:addlogin|password)[ \t]",),
    ),
    row(
        "password",
        r"""(?i: \binsert{GAP}into ) [ \t] [^()\n]{1,128} \( [^()\n]{0,400}? {ANY_KEY} (?![\w-]) [^()\n]{0,400} \)
        \s{0,4}
        (?i:values) \s{0,4} \( (?P<secret> [^()\n]{0,1000}? ["'][^\n()]{1,1000} ) \)""",
        "INSERT INTO logins (id, passwd) VALUES (\u27e64, 'Mango7-Teller'\u27e7)",
        accepts=told.values,
        prefilters=(r"(?i:\binsert[ \t]+into)[ \t]",),
    ),
    row(
        "password",
        r"""(?i: \b(?:pgp_sym_(?:en|de)crypt|aes_(?:en|de)crypt|crypt)\( ) [^()\n,]{1,400}, \s{0,4}
        ' (?P<secret> [^'\n]{1,256} ) '""",
        "select crypt('x', '\u27e6Mango7-Teller\u27e7')",
        prefilters=(r"(?i:crypt)\(",),
    ),
    # SQLCipher
    row(
        "password",
        r"""(?: (?i: \bpragma {GAP} (?:\w{1,20}\.)? (?:hex)?(?:re)?key [ ]{0,2} = ) | (?i: \bas ) {GAP} \w{1,64} {GAP}
        KEY ) [ ]{0,4}
        ["'] (?P<secret> [^"'\n]{1,256} ) ["']""",
        "PRAGMA key = '\u27e6Mango7-Teller\u27e7'",
        "ATTACH DATABASE 'x.db' AS x KEY '\u27e6Mango7-Teller\u27e7'",
        prefilters=(r"(?i:\bpragma)", r"[ \t]KEY[ ]{0,4}[\"']"),
    ),
    # MongoDB's shell, Neo4j, Elasticsearch: a user and his password as arguments.
    row(
        "password",
        r"""(?: \bdb\.auth | \b(?:createUser|changeUserPassword|changePassword|setUserPassword) ) \( [ ]? ["']
        [^"'\n]{1,64} ["'] , [ ]?
        ["'] (?P<secret> [^"'\n]{1,256} ) ["']""",
        "db.auth('shop', '\u27e6Mango7-Teller\u27e7')",
        "CALL dbms.security.createUser('shop', '\u27e6Mango7-Teller\u27e7', false)",
        prefilters=(r"\bdb\.auth|\b(?:createUser|changeUserPassword|changePassword|setUserPassword)\(",),
    ),
    # Redis: rules of an ACL, and what MONITOR shows.
    row(
        "password",
        r"""\b(?: user | (?i:setuser) ) {GAP} \S{1,64} (?: {GAP} [^\s>]\S{0,64} ){0,12}? {GAP} [>#<] (?P<secret>
        [^\s"']{1,256} (?: {GAP} [>#<] [^\s"']{1,256} ){0,8} )""",
        "user shop on >\u27e6Mango7-Teller\u27e7 ~* +@all",
        "user shop on >\u27e6Mango7-Teller >Papaya3-Clerk\u27e7 ~* +@all",
        accepts=told.of_an_acl,
        screen=r"(?:\buser|(?i:setuser))[ \t]+\S+[ \t][^\n]*[>#<][^\s\"']",
    ),
    row(
        "password",
        r""" "(?i:auth)" [ ] (?: " [^"\s]{1,64} " [ ] (?=") )? " (?P<secret> [^"\n]{1,256} ) " """,
        '1700000000.1 [0 10.0.0.7:1] "AUTH" "shop" "\u27e6Mango7-Teller\u27e7"',
        accepts=told.quoted,
    ),
)
