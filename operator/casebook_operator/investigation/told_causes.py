"""What a status tells of the causes that its case may share with others."""

import msgspec

from casebook_operator.kube import Object
from casebook_operator.kube.values import mappings, text


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """A cause as a status tells it: by a key that only the operator can compute, and by name where all may read it."""

    key: str
    kind: str
    name: str = ""
    namespace: str = ""


def causes_in(status: Object) -> tuple[Cause, ...]:
    return tuple(
        Cause(key=text(one, "key"), kind=text(one, "kind"), name=text(one, "name"), namespace=text(one, "namespace"))
        for one in mappings(status, "causes")
        if text(one, "key")
    )
