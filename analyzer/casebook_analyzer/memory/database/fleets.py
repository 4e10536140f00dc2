"""Which clusters of a database find each other's incidents. Synchronous, and for the owner of the tables: commands."""

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.memory.database.dsn import describe, parse_dsn
from casebook_analyzer.memory.database.logins import require_owner
from casebook_analyzer.memory.database.migrate import transaction
from casebook_analyzer.memory.database.tables import fleet_member as table


class FleetMember(msgspec.Struct, frozen=True, kw_only=True):
    """A cluster, and the fleet that it belongs to: one at a time."""

    cluster: str
    """The tenant, which is ``cluster.name`` of its operator."""
    fleet: str


def join_fleet(dsn: str, cluster: str, fleet: str) -> FleetMember:
    """Put a cluster into a fleet. It shares and reads nothing before its own settings say so. Safe to repeat.

    Args:
        dsn: How the owner of the tables logs in.
        cluster: The tenant.
        fleet: Any name; clusters of one name find each other.

    Raises:
        ConfigurationError: The cluster is in another fleet, or this one is not the owner. The message says what to do.
        CasebookError: What ``Session.transaction`` raises.
    """
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        connection.execute(insert(table).values(tenant=cluster, fleet=fleet).on_conflict_do_nothing())
        joined = connection.execute(select(table.c.fleet).where(table.c.tenant == cluster)).scalar_one()
    if joined != fleet:
        raise ConfigurationError(
            f"The cluster '{cluster}' at {describe(url)} is in the fleet '{joined}': run `casebook db fleet leave "
            f"--cluster {cluster}` first if it is to change over."
        )
    return FleetMember(cluster=cluster, fleet=fleet)


def list_fleets(dsn: str) -> list[FleetMember]:
    """All clusters that are in a fleet, by fleet and name. Raises what ``join_fleet`` raises."""
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        rows = connection.execute(select(table).order_by(table.c.fleet, table.c.tenant))
        return [FleetMember(cluster=row.tenant, fleet=row.fleet) for row in rows]


def leave_fleet(dsn: str, cluster: str) -> FleetMember | None:
    """Take a cluster out of its fleet: from now on it is found by nobody there, and finds nobody. None without one.

    Raises:
        CasebookError: What ``join_fleet`` raises.
    """
    url = parse_dsn(dsn)
    with transaction(url) as connection:
        require_owner(connection, url)
        left = connection.execute(delete(table).where(table.c.tenant == cluster).returning(table.c.fleet)).first()
        return FleetMember(cluster=cluster, fleet=left.fleet) if left else None
