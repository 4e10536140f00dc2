"""What an incident is about, as numbers that its row and an index have room for: its objects and its tags.

They are made of its documents as these are stored, so that a migration makes the same.
"""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from itertools import islice
from typing import Any

MOST = 96
"""Numbers of one incident: its subject, 20 objects by two names each, and four times the tags that Casebook has of its
own. A row of an index has 2,704 bytes, of which these take 768."""


def numbers_about(subject: str, conclusion: Mapping[str, Any]) -> list[int]:
    """The numbers of an incident, in order. Where there are more than :data:`MOST`, short names of objects go first."""
    objects, tags = conclusion["entities"], conclusion["environment_tags"]
    return sorted(islice(dict.fromkeys(_all(subject, objects, tags)), MOST))


def object_number(text: str) -> int:
    """The number of an object that is written ``KIND/NAMESPACE/NAME``, or ``KIND/NAME`` whatever its namespace."""
    return _number("object", text)


def tag_number(text: str) -> int:
    """The number of a tag, ``key=value``."""
    return _number("tag", text)


def _all(subject: str, objects: list[Mapping[str, str]], tags: list[str]) -> Iterator[int]:
    yield object_number(subject)
    for one in objects:
        yield object_number("/".join(filter(None, (one["kind"], one["namespace"], one["name"]))))
    yield from map(tag_number, tags)
    for one in objects:
        yield object_number(f"{one['kind']}/{one['name']}")


def _number(what: str, text: str) -> int:
    """Of 64 bits: two of 100 million texts have the same with a chance of one to 3,700."""
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=8, person=what.encode())
    return int.from_bytes(digest.digest(), signed=True)
