"""What is written below the fields of a class, which Python itself forgets."""

import ast
import inspect
from itertools import pairwise


def documented_fields(kind: type) -> dict[str, str]:
    """The docstring below each field of a class, as one line of Markdown; a field without one is left out."""
    body = next(node for node in ast.parse(inspect.getsource(kind)).body if isinstance(node, ast.ClassDef)).body
    found = {}
    for field, below in pairwise(body):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split()).replace("``", "`")
            case _:
                pass
    return found
