"""Finds the Markdown in ConfigMaps with a label. Whoever may write ConfigMaps in their namespace has written it."""

from collections.abc import Iterator
from contextlib import aclosing

import msgspec

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.knowledge.files import MOST_BYTES, MOST_FILES, FileList, FoundFile, file_of, is_markdown
from casebook_operator.kube import KubeClient, paths

_PAGE_OBJECTS = 50
_MOST_ANSWERED = 256 << 20
"""Of JSON in one look: keys that are no Markdown come with it."""


class _Metadata(msgspec.Struct, frozen=True):
    name: str


class _ConfigMap(msgspec.Struct, frozen=True, rename="camel"):
    metadata: _Metadata
    data: dict[str, str] | None = None
    binary_data: dict[str, msgspec.Raw] | None = None


async def read_configmaps(kube: KubeClient, namespace: str, selector: str) -> list[FoundFile]:
    """The Markdown keys of all ConfigMaps of a namespace with these labels, each called ``CONFIGMAP/KEY``.

    Raises:
        ConfigurationError: No label or no namespace is named, which would be all of them; or they have too much.
        CasebookError: The API server refused, or did not answer to the end. What there is is not known then.
    """
    if not selector.strip() or not namespace:
        raise ConfigurationError("Name a label and a namespace: --configmaps casebook.dev/knowledge=true -n casebook.")
    found = FileList(f"What the labels {selector} choose in {namespace} has", "Label less, or choose by another label.")
    number = answered = 0
    pages = kube.pages(
        paths.collection("ConfigMap", namespace), _ConfigMap, limit=_PAGE_OBJECTS, labelSelector=selector
    )
    async with aclosing(pages):
        async for page, size in pages:
            number, answered = number + len(page.objects), answered + size
            if number > MOST_FILES:
                found.refuse(f"{MOST_FILES:,} ConfigMaps")
            if answered > _MOST_ANSWERED:
                found.refuse(f"{_MOST_ANSWERED >> 20} MiB, with all that is no Markdown")
            for one in page.objects:
                for file in _files(one):
                    found.add(file)
    return found.files


def _files(one: _ConfigMap) -> Iterator[FoundFile]:
    for key, text in (one.data or {}).items():
        if is_markdown(key) and not key.startswith("."):
            yield _file(f"{one.metadata.name}/{key}", text.encode("utf-8", "surrogatepass"))
    for key in one.binary_data or {}:
        if is_markdown(key) and not key.startswith("."):
            yield FoundFile(path=f"{one.metadata.name}/{key}", problem="it is no text in UTF-8")


def _file(name: str, raw: bytes) -> FoundFile:
    if len(raw) > MOST_BYTES:
        return FoundFile(path=name, problem=f"it has {len(raw):,} bytes, and {MOST_BYTES:,} are read at most")
    return file_of(name, raw)
