"""What is written below the fields of a class, for a table of Markdown."""

from casebook_operator.web.api import documented


def documented_fields(kind: type) -> dict[str, str]:
    """The docstring below each field of a class, as one cell; a field without one is left out."""
    return {name: text.replace("|", "\\|") for name, text in documented.documented_fields(kind).items()}
