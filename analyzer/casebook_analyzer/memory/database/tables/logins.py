"""Which cluster each login of the database belongs to. The owner's: the role of the application cannot even read it."""

from sqlalchemy import Column, MetaData, Table, Text

owners_metadata = MetaData(naming_convention={"pk": "pk_%(table_name)s"})
"""Tables that hold no rows of a tenant, and are for the owner alone."""

login = Table(
    "login",
    owners_metadata,
    Column("login", Text, primary_key=True),  # as session_user has it
    Column("tenant", Text, nullable=False),
)
