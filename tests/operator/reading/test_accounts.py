"""As whom a container calls others, by its environment: names in plain words, and nothing that may be a secret."""

from typing import Any

from casebook_operator.reading.pods.accounts import MAX_ACCOUNTS, accounts_of
from tests.rows import of_every


def found(*variables: dict[str, Any]) -> list[tuple[str, str]]:
    return list(accounts_of({"name": "app", "env": list(variables)}))


@of_every("name", ["PGUSER", "POSTGRES_USER", "SPRING_DATASOURCE_USERNAME", "Smtp__Username", "DB_ROLE"])
def test_accounts_of_databases_brokers_and_mail_servers_are_told(name: str) -> None:
    assert found({"name": name, "value": "reader"}) == [(name, "reader")]


@of_every(
    "variable",
    [
        {"name": "USER", "value": "root"},
        {"name": "RUN_AS_USER", "value": "node"},
        {"name": "DB_PASSWORD", "value": "reader"},
        {"name": "DB_USER", "value": "mail.of@example.org"},
        {"name": "DB_USER", "value": "$(SECRET)"},
        {"name": "DB_USER", "value": "reader:hunter"},
        {"name": "DB_USER", "valueFrom": {"secretKeyRef": {"name": "db", "key": "user"}}},
        {"name": "DB_USER"},
        {"name": "DB_USER_TIMEOUT", "value": "ten"},
        {"name": "DB_USER", "value": "x" * 80},
    ],
)
def test_users_of_the_system_addresses_secrets_and_references_are_not(variable: dict[str, Any]) -> None:
    assert found(variable) == []


def test_no_more_than_a_few_are_told() -> None:
    assert len(found(*({"name": f"N{number}_USER", "value": "reader"} for number in range(9)))) == MAX_ACCOUNTS
