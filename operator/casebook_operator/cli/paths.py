"""Paths that commands are given."""

import os
from pathlib import Path

import click
from typing_extensions import override


class NamedPath(click.Path[Path]):
    """A path that somebody named: an empty one, as ``"$UNSET"`` in a script is, would be the current folder."""

    def __init__(
        self, *, exists: bool = False, file_okay: bool = True, dir_okay: bool = True, allow_dash: bool = False
    ) -> None:
        super().__init__(exists=exists, file_okay=file_okay, dir_okay=dir_okay, allow_dash=allow_dash, path_type=Path)

    @override
    def convert(self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not os.fspath(value):
            self.fail("It is empty.", param, ctx)
        if self.exists:
            try:
                Path(value).stat()
            except FileNotFoundError:
                pass  # which is said in the words of click
            except OSError as error:
                self.fail(f"'{click.format_filename(value)}' cannot be read: {error.strerror}.", param, ctx)
        return super().convert(value, param, ctx)
