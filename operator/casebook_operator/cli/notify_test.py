"""``casebook notify test``."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_text
from casebook_operator.cli.options import config_option, settings_with


@click.command()
@click.option("--dry-run", is_flag=True, help="Show the messages, and send none.")
@config_option
def test(dry_run: bool, config: Path | None) -> None:  # noqa: FBT001
    """Show what messages look like by these settings and templates, and send the first to every address.

    No cluster is asked. Addresses are not shown: only what kind each is, and whether it took the message.

    \b
    Examples:
      CASEBOOK_NOTIFY__URLS=urls.txt casebook notify test
      CASEBOOK_NOTIFY__TEMPLATE=texts.yaml casebook notify test --dry-run
    """
    from casebook_operator.notify.sample import samples
    from casebook_operator.notify.targets import read_targets
    from casebook_operator.notify.texts import MessageWriter, read_texts

    settings = settings_with(config)
    texts = read_texts(settings.notify.template)
    writer = MessageWriter(texts, settings.reports.external_url, settings.evidence.redaction.policy)
    messages = [writer.message(sample) for sample in samples()]
    for message in messages:
        click.echo(inert_text(f"{message.title}\n\n{message.body}\n\n---"))
    if dry_run:
        return
    failed = 0
    for target in read_targets(settings.notify.urls, settings.evidence.redaction.policy):
        wrong = asyncio.run(target.send(messages[0]))
        click.echo(f"{target.service} ({target.id}): {wrong or 'sent'}")
        failed += bool(wrong)
    if failed:
        raise ConfigurationError(f"{failed} of the addresses did not take the message; what each said stands above.")
