"""``casebook redact``."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click
import msgspec

from casebook_operator.cli.inert import inert_json
from casebook_operator.cli.options import config_option, output_option, settings_with

if TYPE_CHECKING:
    from casebook_analyzer.redaction import FoundSecret
    from casebook_analyzer.redaction_policy import RedactionPolicy

_REPLACED = 3
"""The exit code when something would be replaced; 1 and 2 are those of errors."""
_KEY_BYTES = 32


@click.command()
@click.argument("file", type=click.File(encoding="utf-8", errors="replace"))
@click.option("--addresses", is_flag=True, help="Replace IP addresses, too, as with evidence.redaction.addresses.")
@click.option("--phones", is_flag=True, help="Replace telephone numbers, too, as with evidence.redaction.phones.")
@click.option("--ibans", is_flag=True, help="Replace bank accounts, too, as with evidence.redaction.ibans.")
@click.option(
    "--national-ids", is_flag=True, help="Replace numbers of people, too, as with evidence.redaction.national_ids."
)
@click.option("--keep-emails", is_flag=True, help="Keep addresses of mail, as without evidence.redaction.emails.")
@click.option(
    "--pattern",
    "patterns",
    metavar="NAME=REGEX",
    multiple=True,
    help="Replace what this expression of RE2 matches, too, or its first group, as with evidence.redaction.patterns. "
    "May be given several times.",
)
@config_option
@output_option("text", "json")
@click.pass_context
def redact(
    context: click.Context,
    *,
    file: IO[str],
    addresses: bool,
    phones: bool,
    ibans: bool,
    national_ids: bool,
    keep_emails: bool,
    patterns: tuple[str, ...],
    config: Path | None,
    output: str,
) -> None:
    """Show what redaction would replace in FILE, and why; - reads the standard input.

    Secrets are not printed: each line stands there as it would be kept. Markers are those of a key that is made
    for this call. Settings are those of --config and of the environment, and options add to them. The exit code is 0
    when nothing would be replaced, and 3 when something would.

    \b
    Examples:
      casebook redact app.log
      kubectl logs deploy/checkout | casebook redact - --phones -o json
      casebook redact app.log --pattern 'customer=customer-([0-9]{6})'
    """
    from casebook_analyzer.redaction import findings

    given = {"addresses": addresses, "phones": phones, "ibans": ibans, "national_ids": national_ids}
    wanted = {name: True for name, is_given in given.items() if is_given} | ({"emails": False} if keep_emails else {})
    policy = _policy(settings_with(config).evidence.redaction.policy, wanted, patterns)
    found = findings(file.read(), secrets.token_bytes(_KEY_BYTES), policy)
    click.echo(_json(found) if output == "json" else _lines(found))
    context.exit(_REPLACED if found else 0)


def _policy(settings: RedactionPolicy, wanted: dict[str, bool], patterns: tuple[str, ...]) -> RedactionPolicy:
    from casebook_analyzer.redaction_policy import OwnPattern

    own = []
    try:
        for pattern in patterns:
            name, sign, regex = pattern.partition("=")
            if not sign:
                raise ValueError(f"{pattern!r} has no name. Write NAME=REGEX.")  # noqa: TRY301
            own.append(OwnPattern(name, regex))
        return msgspec.structs.replace(settings, patterns=(*settings.patterns, *own), **wanted)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--pattern") from error


def _json(found: list[FoundSecret]) -> str:
    return inert_json(found)


def _lines(found: list[FoundSecret]) -> str:
    if not found:
        return "Nothing would be replaced."
    lines = [f"{finding.line}: {finding.kind}: {finding.text}" for finding in found]
    reasons = {finding.kind: finding.why for finding in found}
    return "\n".join([*lines, "", *(f"{kind}: {why}" for kind, why in sorted(reasons.items()))])
