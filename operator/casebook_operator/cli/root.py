"""The command group and its boundary: deliberate errors end with one sentence and exit code 1."""

import sys
from importlib.metadata import version

import click

from casebook_analyzer.errors import CasebookError
from casebook_operator.cli.lazy import LazyGroup

COMMANDS = {
    "operator": "casebook_operator.cli.operator:operator",
    "web": "casebook_operator.cli.web:web",
    "open": "casebook_operator.cli.open:open_",
    "report": "casebook_operator.cli.report:report",
    "search": "casebook_operator.cli.search:search",
    "show": "casebook_operator.cli.show:show",
    "timeline": "casebook_operator.cli.timeline:timeline",
    "family": "casebook_operator.cli.family:family",
    "explain": "casebook_operator.cli.explain:explain",
    "replay": "casebook_operator.cli.replay:replay",
    "memory": "casebook_operator.cli.memory:memory",
    "db": "casebook_operator.cli.database:db",
    "confirm": "casebook_operator.cli.confirm:confirm",
    "correct": "casebook_operator.cli.correct:correct",
    "reject": "casebook_operator.cli.reject:reject",
    "doctor": "casebook_operator.cli.doctor:doctor",
    "analyze": "casebook_operator.cli.analyze:analyze",
    "collect": "casebook_operator.cli.collect:collect",
    "evaluate": "casebook_operator.cli.evaluate:evaluate",
    "taxonomy": "casebook_operator.cli.taxonomy:taxonomy",
    "crds": "casebook_operator.cli.manifests:crds",
}


@click.group(cls=LazyGroup, places=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("kube-casebook"), prog_name="casebook")
def casebook() -> None:
    """Casebook finds the root cause of failures in a Kubernetes cluster and remembers what fixed them.

    \b
    First run:
      casebook doctor                             what works, what is missing, what to do
      casebook crds | kubectl apply -f -          install the resources
      casebook operator                           watch the cluster
      kubectl get investigations -A               what was found
      casebook report -n NAMESPACE NAME           one report

    \b
    Without a cluster:
      casebook analyze PATH                       the report of saved files, a cluster dump or a kernel log

    Settings are environment variables such as CASEBOOK_DATABASE__URL, or a YAML file named by --config.
    """


def main() -> None:
    """Entry point of the console scripts."""
    try:
        sys.exit(casebook.main(standalone_mode=False) or 0)
    except CasebookError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)  # the reader, such as head, has seen enough
