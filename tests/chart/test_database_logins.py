"""The chart's script and initContainers on a real PostgreSQL with pgvector: what its logins may do, and what not.

The wheel's server has no TLS; who gets in from the network is proved in test_database_tls.py.
"""

import base64
import hashlib
import hmac
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
import yaml

from casebook_analyzer.memory.database.embedded import start
from casebook_operator.cli import main
from tests.chart.rendered import one, pod_of
from tests.databases import dsn_of
from tests.operator.logging_kept import logging_kept
from tools.chart.helm import Helm, Object

LOGINS = ("casebook_operator", "casebook_web")
PASSWORDS = {"casebook_operator": "of-the-operator", "casebook_web": "of-the-web"}


class Database(NamedTuple):
    """The chart's database after the start of the operator's pod."""

    superuser: str
    folder: Path
    objects: list[Object]

    def connect(self, login: str) -> psycopg.Connection:
        return psycopg.connect(self.of(login), autocommit=True)

    def of(self, login: str) -> str:
        return self.superuser.replace("postgres:@", f"{login}:@")

    def start_the_pod(self) -> str:
        """Run its initContainers in their order, with nothing of the tests' own settings, and return what they say."""
        said = io.StringIO()
        for container in pod_of(self.objects, "operator")["spec"]["initContainers"]:
            folder = str(self.folder / "logins")
            words = [word.replace("/var/lib/casebook/logins", folder) for word in container["args"]]
            assert not set(PASSWORDS.values()) & set(words)
            with (
                self._pod(words),
                logging_kept(),
                redirect_stdout(said),
                redirect_stderr(said),
                pytest.raises(SystemExit) as ended,
            ):
                main()
            assert not ended.value.code, said.getvalue()
        return said.getvalue()

    @contextmanager
    def _pod(self, words: list[str]) -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("CASEBOOK_")]:
                patch.delenv(name)
            patch.setenv("CASEBOOK_CONFIG", str(self.folder / "casebook.yaml"))
            patch.setenv("CASEBOOK_DATABASE__URL", self.of("casebook"))
            patch.setattr(sys, "argv", ["casebook", *words])
            yield


@pytest.fixture(scope="module")
def database(helm: Helm) -> Iterator[Database]:
    folder = Path(tempfile.mkdtemp(prefix="cb-login-"))
    objects = helm.template({"cluster": {"name": "east"}})
    (folder / "logins").mkdir()
    for login, password in PASSWORDS.items():
        (folder / "logins" / login).write_text(password, encoding="utf-8")
    settings = yaml.safe_load(one(objects, "ConfigMap", "casebook-config")["data"]["casebook.yaml"])
    (folder / "casebook.yaml").write_text(yaml.safe_dump({"cluster": settings["cluster"]}), encoding="utf-8")
    server = start(folder / "server")
    try:
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute("ALTER ROLE postgres PASSWORD 'of-the-image'")
            connection.execute("CREATE DATABASE casebook")
        made = Database(dsn_of(server.dsn, "casebook"), folder, objects)
        script = one(objects, "ConfigMap", "casebook-postgresql")["data"]["owner.sql"]
        with made.connect("postgres") as connection:
            for statement in script.split(";\n\n"):
                connection.execute(statement)
        made.start_the_pod()
        yield made
    finally:
        server.stop()
        shutil.rmtree(folder)


def test_migrations_need_no_superuser_and_the_superuser_has_no_password(database: Database) -> None:
    with database.connect("postgres") as connection:
        rows = connection.execute("SELECT rolname, rolsuper, rolpassword FROM pg_authid WHERE rolcanlogin").fetchall()
        owners = connection.execute(
            "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = 'public'::regnamespace "
            "AND relkind = 'r'"
        ).fetchall()
    assert owners == [("casebook",)]
    assert {name for name, superuser, _ in rows if superuser} == {"postgres"}
    assert {name for name, _, password in rows if password is None} == {"postgres"}
    assert {name for name, *_ in rows} == {"postgres", "casebook", *LOGINS}
    assert all(password.startswith("SCRAM-SHA-256$") for *_, password in rows if password)


@pytest.mark.parametrize("login", LOGINS)
@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE own ()",
        "CREATE SCHEMA own",
        "ALTER TABLE incident DISABLE ROW LEVEL SECURITY",
        "DROP POLICY tenant ON incident",
        "DROP TABLE incident",
        "TRUNCATE incident",
        "SELECT * FROM login",
        "INSERT INTO login VALUES (session_user, 'west')",
        "CREATE ROLE other LOGIN",
        "ALTER ROLE casebook PASSWORD 'mine'",
        "SET ROLE casebook",
        "SELECT * FROM pg_authid",
    ],
)
@pytest.mark.parametrize("role", ["itself", "casebook_app"])
def test_operator_and_web_cannot_change_the_schema_or_who_they_are(
    database: Database, login: str, role: str, statement: str
) -> None:
    with database.connect(login) as connection:
        if role != "itself":
            connection.execute(f"SET ROLE {role}")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(statement)


@pytest.mark.parametrize("login", LOGINS)
def test_operator_and_web_read_their_own_cluster_whatever_they_set(database: Database, login: str) -> None:
    with database.connect("casebook") as owner:
        for name in ("east", "west"):
            owner.execute("SELECT set_config('casebook.tenant', %s, false)", (name,))
            owner.execute("INSERT INTO tenant VALUES (%s, 'uid', now()) ON CONFLICT DO NOTHING", (name,))
    with database.connect(login) as connection:
        for attack in ("SET casebook.tenant = 'west'", "SET ROLE casebook_app", "SET casebook.tenant = 'west'"):
            connection.execute(attack)
            assert connection.execute("SELECT tenant FROM tenant").fetchall() == [("east",)]


def is_of(digest: str, password: str) -> bool:
    """Whether a SCRAM verifier is that of a password (RFC 5802, section 3)."""
    _, iterations_and_salt, keys = digest.split("$")
    iterations, salt = iterations_and_salt.split(":")
    salted = hashlib.pbkdf2_hmac("sha256", password.encode(), base64.b64decode(salt), int(iterations))
    stored = hashlib.sha256(hmac.digest(salted, b"Client Key", "sha256")).digest()
    return base64.b64decode(keys.split(":")[0]) == stored


def test_each_start_of_the_pod_gives_the_logins_the_passwords_of_the_secret_and_says_none(database: Database) -> None:
    changed = PASSWORDS | {"casebook_web": "of-the-web-from-now-on"}
    for passwords in (changed, changed):
        for login, password in passwords.items():
            (database.folder / "logins" / login).write_text(password, encoding="utf-8")
        said = database.start_the_pod()
        with database.connect("postgres") as connection:
            digests = dict(connection.execute("SELECT rolname, rolpassword FROM pg_authid WHERE rolpassword > ''"))
        assert digests.keys() == {"casebook", *LOGINS}
        log = "".join(path.read_text(errors="replace") for path in (database.folder / "server").rglob("log"))
        for login, password in passwords.items():
            assert is_of(digests[login], password)
            assert password not in said + log
