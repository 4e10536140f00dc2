"""Lists of documents: narrowed, page by page, and of what is for the reader alone."""

import pytest

from casebook_analyzer.memory import Memory
from casebook_analyzer.memory.knowledge.document import read_document
from casebook_analyzer.memory.knowledge.listing import DocumentFilter
from casebook_analyzer.models.knowledge import document_id

TEXTS = {
    "a/disk.md": "---\nalerts: [DiskFull]\n---\n# The disk is full\n\nRemove logs.",
    "b.md": "# 100 % of memory_limit\n\nRaise it.",
    "secret.md": "---\nnamespaces: [payments, bank]\n---\n# Vault\n\nOpen it.",
}


@pytest.fixture
async def shelf(lexical_memory: Memory) -> Memory:
    for source in ("wiki", "runbooks"):
        documents = [read_document(source, path, text) for path, text in TEXTS.items()]
        await lexical_memory.knowledge.sync(source, documents)
    return lexical_memory


async def paths(memory: Memory, **wanted: object) -> list[str]:
    """All documents of a filter, page by page."""
    asked, after, found = DocumentFilter(**wanted), None, []  # type: ignore[arg-type]
    while True:
        page = await memory.knowledge.page(asked, after=after, limit=2)
        found += [f"{one.source}/{one.path}" for one in page.rows]
        if not page.more:
            assert page.count == len(found)
            assert [f"{one.source}/{one.path}" for one in await memory.knowledge.documents(asked)] == found
            return found
        after = document_id(page.rows[-1].source, page.rows[-1].path)


async def test_pages_have_each_document_once_by_source_and_path(shelf: Memory) -> None:
    assert await paths(shelf) == [f"{source}/{path}" for source in ("runbooks", "wiki") for path in TEXTS]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"source": "wiki"}, ["wiki/a/disk.md", "wiki/b.md", "wiki/secret.md"]),
        ({"source": "wik"}, []),
        ({"text": "DISK", "source": "wiki"}, ["wiki/a/disk.md"]),
        ({"text": "a/d", "source": "wiki"}, ["wiki/a/disk.md"]),
        ({"text": "diskfull", "source": "wiki"}, ["wiki/a/disk.md"]),
        ({"text": "100 % of", "source": "wiki"}, ["wiki/b.md"]),
        ({"text": "100 _ of"}, []),
        ({"text": "Remove logs"}, []),
        ({"text": "x\0"}, []),
    ],
)
async def test_a_list_is_narrowed_by_source_and_by_title_path_and_names(
    shelf: Memory, wanted: dict[str, str], found: list[str]
) -> None:
    assert await paths(shelf, **wanted) == found


async def test_what_is_for_others_is_in_no_page_no_number_and_no_list_of_sources(shelf: Memory) -> None:
    secret = [read_document("vaults", "x.md", TEXTS["secret.md"])]
    await shelf.knowledge.sync("vaults", secret)
    of_shop, of_bank = frozenset({"shop"}), frozenset({"bank"})
    assert not [path for path in await paths(shelf, namespaces=of_shop) if "secret" in path]
    page = await shelf.knowledge.page(DocumentFilter(text="vault", namespaces=of_shop), after=None, limit=5)
    assert (page.rows, page.count, page.sources) == ([], 0, ("runbooks", "wiki"))
    assert (await shelf.knowledge.page(DocumentFilter(namespaces=of_bank), after=None, limit=1)).count == 7
    for gone in (document_id("vaults", "x.md"), document_id("vaults", "nosuch"), "x\0"):
        with pytest.raises(LookupError):
            await shelf.knowledge.page(DocumentFilter(namespaces=of_shop), after=gone, limit=5)
