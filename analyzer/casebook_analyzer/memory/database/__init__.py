"""The database itself: connections, the transactions of one tenant, tables, migrations, rights.

Knows what the tables look like, and nothing of what their rows mean: no module here reads or writes an incident.
"""
