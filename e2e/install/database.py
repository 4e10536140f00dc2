"""Who gets in to the chart's database from the network, and what he may do: asked from the operator's container."""

from __future__ import annotations

import json

from e2e.install.errors import InstallError
from e2e.install.release import NAMESPACE, Release

_EXPECTED = {
    "as itself": "True",
    "without TLS": "no encryption",
    "believing other authorities": "certificate verify failed",
    "as the owner, with its own password": "password authentication failed",
    "as the superuser": "pg_hba.conf rejects connection",
    "CREATE TABLE own ()": "permission denied",
    "SELECT * FROM login": "permission denied",
}

_PROGRAM = """
import json, os, psycopg
url, said = os.environ["CASEBOOK_DATABASE__URL"], {}
def look(name, statement="SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", **changes):
    try:
        with psycopg.connect(psycopg.conninfo.make_conninfo(url, **changes)) as connection:
            said[name] = str(connection.execute(statement).fetchone()[0])
    except psycopg.Error as error:
        said[name] = str(error).strip()
look("as itself")
look("without TLS", sslmode="disable")
look("believing other authorities", sslrootcert="/etc/ssl/certs/ca-certificates.crt")
look("as the owner, with its own password", user="casebook")
look("as the superuser", user="postgres")
for statement in ("CREATE TABLE own ()", "SELECT * FROM login"):
    look(statement, statement)
print(json.dumps(said))
"""


def look(release: Release) -> str:
    """Try every way in, and return what the database said.

    Raises:
        InstallError: It let somebody in, or kept somebody out, whom it should not.
    """
    where = ("-n", NAMESPACE, "deployment/casebook-operator", "-c", "operator")
    said = json.loads(release.kubectl("exec", *where, "--", "python", "-c", _PROGRAM))
    wrong = {name: said[name] for name, expected in _EXPECTED.items() if expected not in said[name]}
    if wrong:
        raise InstallError(f"the database said: {wrong}")
    return "\n".join(f"{name}: {text.splitlines()[0]}" for name, text in said.items())
