"""The command group and its boundary: deliberate errors end with one sentence and exit code 1."""

import sys
from importlib.metadata import version

import click

from casebook_analyzer.errors import CasebookError
from casebook_operator.cli.database import db
from casebook_operator.cli.doctor import doctor
from casebook_operator.cli.manifests import crds
from casebook_operator.cli.operator import operator
from casebook_operator.cli.report import report
from casebook_operator.cli.search import search


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("kube-casebook"), prog_name="casebook")
def casebook() -> None:
    """Casebook finds the root cause of failures in a Kubernetes cluster and remembers what fixed them.

    \b
    First run:
      casebook doctor                             what works, what is missing, what to do
      casebook crds | kubectl apply -f -          install the Investigation resource
      casebook operator                           watch the cluster
      kubectl get investigations -A               what was found
      casebook report -n NAMESPACE NAME           one report

    Settings are environment variables such as CASEBOOK_DATABASE__URL, or a YAML file named by --config.
    """


for command in (operator, report, search, db, doctor, crds):
    casebook.add_command(command)


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
