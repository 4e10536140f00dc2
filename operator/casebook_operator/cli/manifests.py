"""``casebook crds``."""

from importlib.resources import files
from pathlib import Path

import click


@click.command()
def crds() -> None:
    """Print the CustomResourceDefinitions, for ``casebook crds | kubectl apply -f -``."""
    for path in sorted(_directory().glob("*.yaml")):
        click.echo("---\n" + path.read_text(encoding="utf-8").rstrip())


def _directory() -> Path:
    """``crds/`` of the wheel, or of the checkout that is installed editable."""
    packaged = Path(str(files("casebook_operator"))) / "crds"
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / "crds"
