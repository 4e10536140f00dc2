"""``casebook redact``."""

from __future__ import annotations

import secrets
from typing import IO, TYPE_CHECKING

import click
import msgspec

from casebook_operator.cli.options import output_option

if TYPE_CHECKING:
    from casebook_analyzer.redaction import FoundSecret

_REPLACED = 3
"""The exit code when something would be replaced; 1 and 2 are those of errors."""
_KEY_BYTES = 32


@click.command()
@click.argument("file", type=click.File(encoding="utf-8", errors="replace"))
@click.option("--addresses", is_flag=True, help="Replace IP addresses, too, as with evidence.redact_addresses.")
@output_option("text", "json")
@click.pass_context
def redact(context: click.Context, *, file: IO[str], addresses: bool, output: str) -> None:
    """Show what redaction would replace in FILE, and of which kind it is; - reads the standard input.

    Secrets are not printed: each line stands there as it would be kept. Markers are those of a key that is made
    for this call. The exit code is 0 when nothing would be replaced, and 3 when something would.

    \b
    Examples:
      casebook redact app.log
      kubectl logs deploy/checkout | casebook redact - -o json
    """
    from casebook_analyzer.redaction import findings

    found = findings(file.read(), secrets.token_bytes(_KEY_BYTES), addresses=addresses)
    click.echo(_json(found) if output == "json" else _lines(found))
    context.exit(_REPLACED if found else 0)


def _json(found: list[FoundSecret]) -> str:
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def _lines(found: list[FoundSecret]) -> str:
    if not found:
        return "Nothing would be replaced."
    return "\n".join(f"{finding.line}: {finding.kind}: {finding.text}" for finding in found)
