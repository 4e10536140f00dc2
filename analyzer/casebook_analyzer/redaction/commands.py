"""Secrets in command lines, also where each argument is an element of a list.

A flag of one letter means something else to each program, so that the program decides.
"""

import re

from casebook_analyzer.redaction import accept, stored_keys, told
from casebook_analyzer.redaction.grammar import ANY_KEY, FIRST, SCREENED_PASSWORD, SCREENED_TOKEN
from casebook_analyzer.redaction.guess import made_up, odd
from casebook_analyzer.redaction.pattern import context

_FLAGS = {
    "-p": (
        "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlsh mysqlslap mysqlcheck mariadb mariadb-dump "
        "mariadb-admin mongo mongosh mongodump mongorestore mongoexport mongoimport mongostat mongotop mongofiles "
        "sshpass rdesktop cqlsh cypher-shell rabbitmqadmin zip "
        "unzip 7z 7za rar unrar ncftp ncftpput psexec nmcli useradd "
        "usermod kadmin lftp twine beeline evil-winrm crackmapexec netexec x11vnc elasticsearch-users cassandra-stress "
        "dsbulk nodetool sstableloader ipmiutil smbmap "
        "arangosh influx clickhouse plink pscp"
    ),
    "-P": (
        "sqlcmd bcp osql isql tsql zip unzip ipmitool mosquitto_pub mosquitto_sub ssh-keygen ibmcloud psftp pqos "
        "wpa_supplicant fio-status turnadmin"
    ),
    "-w": (
        "ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapmodrdn ldapcompare ldappasswd ldapexop security kadmin"
    ),
    "-W": "dsconf dsidm",
    "-a": "redis-cli redis-benchmark valkey-cli valkey-benchmark keydb-cli ldappasswd",
    "-s": "ldappasswd",
    "-c": "snmpwalk snmpget snmpset snmptrap snmpbulkwalk snmpbulkget snmpstatus",
    "-A": "snmpwalk snmpget snmpset snmptrap snmpbulkwalk snmpbulkget",
    "-X": "snmpwalk snmpget snmpset snmptrap snmpbulkwalk snmpbulkget",
    "-k": "openssl",
    "-K": "openssl",
    "-N": "ssh-keygen",
    "-t": "doctl hcloud vercel netlify",
}
_LOGIN_FLAGS = {
    "-p": "docker podman nerdctl buildah skopeo crane oras regctl helm az oc cf nctl",
    "-t": "doctl npm fly",
}
_GLUED = {
    "-p": "mysql mysqldump mysqladmin mysqlimport mysqlshow mysqlsh mysqlslap mysqlcheck mariadb mariadb-dump "
    "mariadb-admin sshpass 7z 7za rar unrar",
    "-P": "sqlcmd bcp osql isql tsql zip",
}
"""Programs of which the value may follow the flag without a space."""
_ASKS = re.compile(r"mysql(?:dump|admin|import|show|slap|check)?|mariadb(?:-dump|-admin)?")
"""Programs that ask for a password behind ``-p`` alone; what stands behind a space is a database or a command
(https://dev.mysql.com/doc/refman/8.4/en/password-security-user.html)."""
_DATABASE = re.compile(r"[a-z][a-z0-9_$-]{0,62}")
_BY_PROGRAM: dict[str, set[str]] = {}
for _flag, _programs in _FLAGS.items():
    for _program in _programs.split():
        _BY_PROGRAM.setdefault(_program, set()).add(_flag)
_PROGRAMS = sorted({*_BY_PROGRAM, *" ".join(_LOGIN_FLAGS.values()).split()}, key=lambda name: (-len(name), name))
_PROGRAM = re.compile(rf"(?<![\w.-])(?:{'|'.join(_PROGRAMS)})(?=[\s\"',\\]|\.exe)")
_NEAR = 400
"""Characters before a flag in which the program stands."""
_COMMAND_ENDS = re.compile(r"[\n|;]|&&")


def of_a_program(match: re.Match[str]) -> bool:
    """Whether the flag takes a secret in the program that the line calls."""
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    call = _COMMAND_ENDS.split(before)[-1]
    called = list(_PROGRAM.finditer(call))
    if not called or not accept.password(match):
        return False
    program, flag = called[-1][0], match["flag"]
    if _ASKS.fullmatch(program) and match["glued"] is None and _is_a_database(match["secret"]):
        return False
    if flag in _BY_PROGRAM.get(program, ()):
        return match["glued"] is None or program in _GLUED.get(flag, "").split()
    return program in _LOGIN_FLAGS.get(flag, "").split() and "login" in call and match["glued"] is None


def _is_a_database(text: str) -> bool:
    return _DATABASE.fullmatch(text) is not None and not made_up(text)


_SPACE = r"(?:[ \t]{1,4}[\"']?|[ \t]?=[\"']?|\\{0,3}[\"'],\s{0,4}\\{0,3}[\"'])"
_SCREENED_SPACE = r"(?:\\*[\"'],\s*\\*[\"']|\s*=?[\"']?)"
_BEFORE_A_FLAG = r"(?:^|[\s\"'])"
_SENSITIVE = r"(?i:pass(?:word|wd|phrase|in|out)?|pw|pwd|storepass|keypass|token|secret|api-?key|auth)"

COMMANDS = (
    context(
        "argument",
        rf"{_BEFORE_A_FLAG}-[pPwWascAXkKNt]{_SCREENED_SPACE}{FIRST}",
        rf"(?<![^\s\"'])(?P<flag>-[pPwWascAXkKNt])(?:{_SPACE}|(?P<glued>(?<=-[pP])[\"']?))(?P<secret>(?![-\"'])[^\s\"'\\,]{{1,256}})",
        of_a_program,
    ),
    # openssl -passin pass:x; net user, net use and runas of Windows; cmdkey /pass:x
    context(
        "argument",
        rf"\bpass:{FIRST}|(?i:\s/(?:p|pass|password|rp):){FIRST}",
        r"(?:(?<=[ \t\"'])pass:|(?i:(?<=[ \t])/(?:p|pass|password|rp):))(?P<secret>[^\s\"']{1,256})",
        accept.password,
    ),
    # One dash before a word: java -password x, keytool -storepass x, consul -token x
    context(
        "argument",
        rf"{_BEFORE_A_FLAG}-[a-z]*{_SENSITIVE}{_SCREENED_SPACE}{FIRST}",
        rf"(?<![^\s\"'])-[a-z]{{0,20}}{_SENSITIVE}{_SPACE}(?P<secret>(?!-|pass:)[^\s\"'\\,]{{1,256}})",
        told.of_an_option,
    ),
    context(
        "argument",
        rf"\bnet\s+use[^\n]*/user:[^\s]+\s+{FIRST}|\bnet\s+use\s+[^\n]*\\[^\s]+\s+{FIRST}[^\n]*/user:",
        r"\bnet[ \t]{1,4}use[ \t](?:(?:(?!\bnet[ \t]{1,4}use)[^\n]){0,200}?/user:[^\s]{1,80}[ \t]{1,4}(?=[^\s/])"
        r"|(?:\w:[ \t]{1,4})?\\\\[^\s]{1,200}[ \t]{1,4}(?=[^\s/]{1,256}[ \t]{1,4}/user:))(?P<secret>[^\s/*]{1,256})",
        prefilters=(r"\bnet\s+use",),
    ),
    # PuTTY's -pw x, schtasks /rp x, a list of YAML: - --db-password\n- x, http -a user:x
    context(
        "argument",
        rf"\b(?:pscp|plink|psftp|puttygen|putty)\b[^\n]*\s-pw\s+{FIRST}",
        r"\b(?:pscp|plink|psftp|putty)(?:\.exe)?(?:[ \t](?!-pw[ \t])[^\s]{1,128}){0,12}[ \t]-pw"
        r"[ \t]{1,4}[\"']?(?P<secret>[^\s\"']{1,256})",
        prefilters=(r"\b(?:pscp|plink|psftp|puttygen|putty)\b",),
    ),
    context(
        "argument",
        rf"(?i:\s/(?:rp|password))\s+{FIRST}",
        r"(?i:(?<=[ \t])/(?:rp|password))[ \t]{1,4}[\"']?(?P<secret>[^\s\"'/*]{1,256})",
        accept.password,
    ),
    context(
        "argument",
        rf"-[\w-]*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})[\"']?[ \t]*\n\s*-[ \t]+{FIRST}",
        rf"(?<![\w-])--?(?=[a-z])[\w-]{{0,40}}?{ANY_KEY}[\"']?[ \t]{{0,4}}\n[ \t]{{0,40}}-[ \t]{{1,4}}[\"']?"
        r"(?P<secret>(?!-)[^\s\"']{1,400})",
        accept.secret,
    ),
    context(
        "basic-auth",
        rf"\bhttps?\s[^\n]*(?:-a|--auth)[\s=]+[\"']?[^\s:\"']+:{FIRST}",
        r"\bhttps?(?:[ \t](?!-a[ \t])[^\s]{1,128}){0,8}[ \t](?:-a[ \t]{1,4}|--auth[ =])[\"']?"
        r"[^\s:\"']{1,64}:(?P<secret>[^\s\"']{1,256})",
        accept.of_a_user,
        (r"[ \t](?:-a|--auth)[ \t=]",),
    ),
    # curl -ubob:x and other programs with -u user:password
    context(
        "basic-auth",
        rf"{_BEFORE_A_FLAG}-[uUA][\"',=\s]*[^\s:\"',%]+[:%,]{FIRST}",
        r"(?<![^\s\"'])(?:-u|(?<=smbclient )-U|-U|-A)(?:[ =]{1,4}[\"']?|[\"'],\s{0,4}[\"'])?"
        r"(?:[\w.-]{1,64}[/\\]{1,4})?[^\s:\"',/%]{1,64}[:%,]"
        r"(?P<secret>[^\s\"'/]{1,256})",
        accept.of_a_user,
    ),
    # sqlplus app/x@ORCL, rman target sys/x@db
    context(
        "argument",
        rf"\b(?:sqlplus|sqlldr|impdp|expdp|imp|exp|rman|sqlcl|sql|connect)\s[^\n]*[\w$#]/{FIRST}",
        r"\b(?:sqlplus|sqlldr|impdp|expdp|imp|exp|rman|sqlcl|sql|connect)[ \t]{1,4}"
        r"(?:(?:-\w{1,12}|target)[ \t]{1,4}){0,5}"
        r"(?:userid=)?[\"']?"
        r"[\w$#]{1,64}/(?P<secret>[^\s/@\"']{1,128})(?=@|[\s\"']|$)",
        told.of_a_connection,
        (r"\b(?:sqlplus|sqlldr|impdp|expdp|imp|exp|rman|sqlcl|sql|connect)\s",),
    ),
    # Any key that an option is named for, where its value is random: --certificate-key x
    context(
        "argument",
        r"--[\w-]*key(?:hex)?[ \t=]+[\"']?[\w+/=-]{24}",
        r"(?<![\w-])--[\w-]{0,40}?(?P<key>key(?:hex)?)(?:[ \t]{1,4}|=)[\"']?(?P<secret>[\w+/=-]{24,512})(?![\w.:/])",
        lambda match: stored_keys.opens(match["secret"], match.string, match.start("key")),
        (r"--[\w-]*key(?:hex)?[ \t=]",),
    ),
    # A program that is told how to ask for a password, and is told to print one: restic, Borg, msmtp, mbsync
    context(
        "argument",
        rf"(?i:pass(?:word|wd|phrase)?[_-]?(?:command|cmd|eval))\\*[\"']?[ \t=:]+\\*[\"']?(?:echo|printf)[ \t]+{FIRST}",
        r"(?i:pass(?:word|wd|phrase)?[_-]?(?:command|cmd|eval))\\{0,3}[\"']?[ \t=:]{1,4}\\{0,3}[\"']?(?:echo|printf)"
        r"[ \t]{1,4}(?:-n[ \t]{1,4})?[\"']?(?P<secret>[^\s\"'\\$`|;]{3,256})",
        accept.password,
        (r"\b(?:echo|printf)\s",),
    ),
    # vault login x, vault operator unseal x, mysqladmin password x, wpa_passphrase SSID x, htpasswd -b file user x
    context(
        "argument",
        rf"\b(?:vault\s+(?:login|unseal|operator\s+unseal)|mysqladmin[^\n]*\spassword|wpa_passphrase\s+\S+"
        rf"|htpasswd\s+(?:-\w+\s+)*-\w*b\w*\s+(?:-\w+\s+)*\S+(?:\s+\S+)?|rclone\s+obscure"
        rf"|rabbitmqctl\s+(?:add_user|change_password)\s+\S+|net\s+user\s+\S+)\s+[\"']?{FIRST}",
        r"\b(?:vault[ \t]{1,4}(?:login|unseal|operator[ \t]{1,4}unseal)|mysqladmin(?:[ \t]"
        r"(?!password)[^\s]{1,60}){0,8}[ \t]password|wpa_passphrase[ \t]{1,4}\S{1,64}"
        r"|htpasswd[ \t]{1,4}(?:-[a-zA-Z]{1,6}[ \t]{1,4}){0,3}?"
        r"-(?:\w{0,6}b\w{0,6}(?:[ \t]{1,4}-[a-zA-Z]{1,6}){0,3}[ \t]{1,4}[^\s-]\S{0,200}"
        r"|(?=\w{0,6}n)\w{0,6}b\w{0,6})[ \t]{1,4}\S{1,64}"
        r"|rclone[ \t]{1,4}obscure"
        r"|rabbitmqctl[ \t]{1,4}(?:add_user|change_password)[ \t]{1,4}\S{1,64}"
        r"|net[ \t]{1,4}user[ \t]{1,4}\S{1,64})[ \t]{1,4}[\"']?(?P<secret>(?![-/<])[^\s\"']{1,256})",
        lambda match: odd(match["secret"]) and accept.password(match),
        (r"\b(?:vault|mysqladmin|wpa_passphrase|htpasswd|rclone|rabbitmqctl|net)\s",),
    ),
    # mc alias set name URL ACCESS SECRET; aws configure set aws_secret_access_key x
    context(
        "argument",
        rf"\bmc\s+(?:alias\s+set|config\s+host\s+add)\s+\S+\s+\S+\s+\S+\s+{FIRST}",
        r"\bmc[ \t]{1,4}(?:alias[ \t]{1,4}set"
        r"|config[ \t]{1,4}host[ \t]{1,4}add)[ \t]{1,4}\S{1,64}[ \t]{1,4}\S{1,200}[ \t]{1,4}\S{1,128}[ \t]{1,4}"
        r"(?P<secret>\S{1,256})",
        prefilters=(r"\bmc\s+(?:alias|config)\s",),
    ),
    context(
        "argument",
        rf"\b(?:configure|config)\s+set\s+[^\s]*(?i:{SCREENED_PASSWORD}|{SCREENED_TOKEN})\s+{FIRST}",
        rf"\b(?:configure|config)[ \t]{{1,4}}set[ \t]{{1,4}}[\w.:/-]{{0,100}}{ANY_KEY}[ \t]{{1,4}}[\"']?"
        rf"(?P<secret>[^\s\"']{{1,400}})",
        accept.password,
        (r"\b(?:configure|config)\s+set\s",),
    ),
    # ConvertTo-SecureString 'x' -AsPlainText; echo x | passwd --stdin; echo root:x | chpasswd
    context(
        "argument",
        rf"ConvertTo-SecureString\s+{FIRST}",
        r"ConvertTo-SecureString[ \t]{1,4}(?:-String[ \t]{1,4})?[\"']?(?P<secret>[^\s\"'$-][^\s\"']{0,255})",
    ),
    context(
        "argument",
        rf"\b(?:echo|printf)\s+[^\n|]*{FIRST}[^\n|]*\|[^\n]*(?:passwd|password-stdin|sudo\s+-S|--stdin|with-token|secrets\s|cryptsetup|kinit)",
        r"\b(?:echo|printf)[ \t]{1,4}(?:-n[ \t]{1,4}|['\"]?%s(?:\\n)?['\"]?[ \t]{1,4})?[\"']?(?:[\w-]{1,64}:)?"
        r"(?P<secret>(?!\$)(?:[^\s\"'|$]|\$(?![A-Za-z_({])){1,256})[\"']?[ \t]{0,4}\|"
        r"[ \t]{0,4}[^\n|]{0,200}?(?:passwd|password-stdin|sudo[ \t]{1,4}-S|--stdin|with-token"
        r"|secrets[ ]|cryptsetup|kinit)",
        prefilters=(r"\b(?:echo|printf)\s",),
    ),
)
