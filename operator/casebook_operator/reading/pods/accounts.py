"""As whom a container calls its database, broker or mail server, as its environment says in plain words."""

import re
from collections.abc import Iterator

from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings, text

MAX_ACCOUNTS = 3
_VARIABLE = re.compile(r"(?:PG|\w+_|\w+__)(?:USER|USERNAME|USER_NAME|ROLE|LOGIN)", re.IGNORECASE)
"""``PGUSER`` (libpq), ``POSTGRES_USER``, ``SPRING_DATASOURCE_USERNAME``, ``Smtp__Username``; ``USER`` runs it."""
_OF_THE_SYSTEM = re.compile(r"(?:RUN_?AS|SUDO|UNIX|LINUX|OS)_", re.IGNORECASE)
_ACCOUNT = re.compile(r"[A-Za-z_][\w.-]{1,62}")
"""A plain name: no address of a person, no placeholder and nothing with a sign that passwords have."""


def accounts_of(container: Object) -> Iterator[tuple[str, str]]:
    """Variables and the accounts that they name. What comes from a Secret or ConfigMap is not read."""
    found = ((text(variable, "name"), variable.get("value")) for variable in mappings(container, "env"))
    named = [(name, value) for name, value in found if isinstance(value, str) and _names_one(name, value)]
    yield from named[:MAX_ACCOUNTS]


def _names_one(variable: str, value: str) -> bool:
    of_a_peer = _VARIABLE.fullmatch(variable) is not None and _OF_THE_SYSTEM.match(variable) is None
    return of_a_peer and _ACCOUNT.fullmatch(value) is not None
