"""The command group and its boundary: deliberate errors end with one sentence and exit code 1."""

import errno
import faulthandler
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from typing_extensions import override

from casebook_analyzer.errors import CasebookError
from casebook_operator.cli.lazy import Lazy, LazyGroup
from casebook_operator.cli.paths import NamedPath

COMMANDS = {
    "operator": Lazy("casebook_operator.cli.operator:operator", "Watch a cluster, and investigate what fails in it."),
    "web": Lazy("casebook_operator.cli.web:web", "Serve reports to browsers."),
    "open": Lazy("casebook_operator.cli.open:open_", "Open a report in the browser."),
    "report": Lazy("casebook_operator.cli.report:report", "Show the report of one Investigation."),
    "list": Lazy("casebook_operator.cli.list:list_", "List incidents by category, severity, state, owner, time, ..."),
    "search": Lazy(
        "casebook_operator.cli.search:search", "Search all reports for a text, or find incidents that are like one."
    ),
    "show": Lazy(
        "casebook_operator.cli.show:show",
        "Show one incident: verdict, chain, resolution, earlier judgements, similar ones.",
    ),
    "stats": Lazy(
        "casebook_operator.cli.stats:stats", "Show what is open, what failed when, what recurs and what fixed it."
    ),
    "timeline": Lazy(
        "casebook_operator.cli.timeline:timeline", "Show episodes, changes and node faults of one subject on one axis."
    ),
    "family": Lazy("casebook_operator.cli.family:family", "Show families of incidents, and what fixed them how often."),
    "explain": Lazy(
        "casebook_operator.cli.explain:explain", "Explain why a past incident is attached to another, or is not."
    ),
    "replay": Lazy(
        "casebook_operator.cli.replay:replay", "Judge stored evidence by today's taxonomy, and show what differs."
    ),
    "mcp": Lazy("casebook_operator.cli.mcp:mcp", "Let an agent on this machine read memory."),
    "memory": Lazy("casebook_operator.cli.memory:memory", "Look after memory: size, index, retention, copies."),
    "knowledge": Lazy(
        "casebook_operator.cli.knowledge:knowledge", "Feed and search what people wrote: runbooks, postmortems."
    ),
    "db": Lazy("casebook_operator.cli.database:db", "Look after the database."),
    "confirm": Lazy("casebook_operator.cli.confirm:confirm", "Say that a conclusion is right."),
    "correct": Lazy("casebook_operator.cli.correct:correct", "Say what a conclusion should have been."),
    "reject": Lazy("casebook_operator.cli.reject:reject", "Say that a conclusion is wrong and teaches nothing."),
    "attach": Lazy("casebook_operator.cli.attach:attach", "Attach notes, logs or pictures to an Investigation."),
    "reflect": Lazy("casebook_operator.cli.reflect:reflect", "Ask a language model for a second opinion."),
    "doctor": Lazy("casebook_operator.cli.doctor:doctor", "Say what works, what is missing, and what to do about it."),
    "analyze": Lazy("casebook_operator.cli.analyze:analyze", "Find the root cause in files, without a cluster."),
    "investigate": Lazy(
        "casebook_operator.cli.investigate:investigate", "Ask about something now, also where nothing seems wrong."
    ),
    "collect": Lazy("casebook_operator.cli.collect:collect", "Save the evidence of one failure as files, redacted."),
    "notify": Lazy("casebook_operator.cli.notify:notify", "Tell chats, mail or webhooks of Investigations."),
    "redact": Lazy("casebook_operator.cli.redact:redact", "Show what redaction would replace in a file, and why."),
    "evaluate": Lazy(
        "casebook_operator.cli.evaluate:evaluate", "Measure how right the conclusions are on labelled cases."
    ),
    "taxonomy": Lazy(
        "casebook_operator.cli.taxonomy:taxonomy", "Check, test and show failure signatures; judge old cases again."
    ),
    "crds": Lazy("casebook_operator.cli.manifests:crds", "Print the CustomResourceDefinitions."),
}

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Standard output may be a file on a disk that is full."""
_LONGEST = 16_384
"""Characters of what is said of an error."""
_UNREAD = 141
"""The exit code of what ends since nobody reads it any more: that of other programs, which SIGPIPE ends."""


class _Unread(Exception):  # noqa: N818 - click would make a BrokenPipeError the exit code 1, which is that of an error
    """Standard output is closed: the reader, such as head, has seen enough."""


class _Root(LazyGroup):
    """All commands. None of them ends with an error because its reader has gone."""

    @override
    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _reader_may_go():
            return super().make_context(*args, **kwargs)

    @override
    def invoke(self, ctx: click.Context) -> Any:
        with _reader_may_go():
            return super().invoke(ctx)


@contextmanager
def _reader_may_go() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise _Unread from error


@click.group(cls=_Root, lazy=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="kube-casebook", prog_name="casebook")
@click.option(
    "--server",
    default="",
    metavar="URL",
    help="Ask the casebook web at this address, and not the database (attach, explain, family, investigate, "
    "knowledge list and search, list, mcp, memory stats, replay, report, search, show, stats, taxonomy propose, "
    "timeline).",
)
@click.option(
    "--token-file",
    type=NamedPath(exists=True, dir_okay=False),
    help="A file with a token of the cluster, for --server.",
)
@click.option(
    "--kube-token",
    is_flag=True,
    help="Send --server the token of the user in the kubeconfig's current context. Whoever runs the server can use it.",
)
@click.pass_context
def casebook(context: click.Context, server: str, token_file: Path | None, *, kube_token: bool) -> None:
    """Casebook finds the root cause of failures in a Kubernetes cluster and remembers what fixed them.

    \b
    First run:
      casebook doctor                             what works, what is missing, what to do
      casebook crds | kubectl apply -f -          install the resources
      casebook operator                           watch the cluster
      kubectl get investigations -A               what was found
      casebook report -n NAMESPACE NAME           one report
      casebook investigate KIND/NAME -n NAMESPACE look at something now

    \b
    Without a cluster:
      casebook analyze PATH                       the report of saved files, a cluster dump or a kernel log

    Settings are environment variables such as CASEBOOK_DATABASE__URL, or a YAML file named by --config.
    """
    if server or token_file or kube_token:
        from casebook_operator.cli import remote

        if context.invoked_subcommand not in remote.COMMANDS:
            raise click.UsageError(f"--server and its tokens are for {', '.join(sorted(remote.COMMANDS))}.")
        context.obj = remote.server_at(server, token_file, of_kubeconfig=kube_token)


def main() -> None:
    """Entry point of the console scripts."""
    if not faulthandler.is_enabled():
        faulthandler.enable()  # an extension that crashes ends the process without a word otherwise
    try:
        _run()
    except CasebookError as error:
        click.echo(f"Error: {_plain(str(error))}", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except (_Unread, BrokenPipeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes at its end what is left
        sys.exit(_UNREAD)
    except OSError as error:
        if not (said := _of_the_system(error)):
            raise
        click.echo(f"Error: {_plain(said)}", err=True)
        sys.exit(1)


def _run() -> None:
    try:
        sys.exit(casebook.main(standalone_mode=False) or 0)
    finally:
        sys.stdout.flush()


def _of_the_system(error: OSError) -> str:
    """What is wrong with a file, as the folder around one that may not be entered; empty where it is about no file."""
    if error.errno in _NO_ROOM:
        return f"It cannot be written: {error.strerror}."
    return f"{os.fsdecode(error.filename)}: {error.strerror}." if isinstance(error.filename, str | bytes) else ""


def _plain(said: str) -> str:
    """What is said, without what moves a cursor or hides text: it may quote a file, a server or a cluster."""
    from casebook_analyzer.text.cleaning import clean_lines

    return clean_lines(said, _LONGEST)
