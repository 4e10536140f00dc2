"""The command ``casebook``, also installed as the kubectl plugin ``kubectl casebook``."""

from casebook_operator.cli.root import main

__all__ = ["main"]
