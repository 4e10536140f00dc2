"""Connection strings."""

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory import open_memory
from casebook_analyzer.memory.database.dsn import describe, parse_dsn
from tests.rows import of_every


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_the_scheme_is_understood(scheme: str) -> None:
    url = parse_dsn(f"{scheme}://casebook:s3cret@db.example:6432/memory?sslmode=require")
    assert (url.drivername, url.password, url.query["sslmode"]) == ("postgresql+psycopg", "s3cret", "require")
    assert describe(url) == "db.example:6432/memory as casebook"


def test_a_socket_folder_is_shown_as_the_host() -> None:
    assert describe(parse_dsn("postgresql:///memory?host=/run/postgresql")) == "/run/postgresql:5432/memory"
    assert describe(parse_dsn("postgresql:///memory?host=/run/postgresql&port=6432")) == "/run/postgresql:6432/memory"


@of_every(
    "dsn",
    [
        "",
        "s3cret",
        "mysql://casebook:s3cret@db/memory",
        "postgresql+asyncpg://casebook:s3cret@db/memory",
        "host=db password=s3cret",
        "postgresql://casebook:s3cret@db:port/memory",
        "postgresql://casebook:s3cret@db:99x/memory",
    ],
)
def test_what_is_no_dsn_is_refused_without_repeating_it(dsn: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        open_memory(dsn, tenant="cluster-a", embedder=None)
    assert "s3cret" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
