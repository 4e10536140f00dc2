"""The SQL of Casebook as files that a reviewer reads: the schema that all migrations give, and every search statement.

They are snapshots. Nothing runs them; a test fails when what runs differs, and ``make sql`` writes them anew.
"""
