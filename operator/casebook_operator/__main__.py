"""``python -m casebook_operator`` is the command ``casebook``."""

from casebook_operator.cli import main

main()
