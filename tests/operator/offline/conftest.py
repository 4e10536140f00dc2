"""How tests of bundles go from a document to what Casebook makes of it."""

from collections.abc import Awaitable, Callable, Iterator

import pytest

from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_analyzer.taxonomy import Taxonomy, load_taxonomy
from casebook_operator.kube import Object
from casebook_operator.offline import Analysis, Analyst, Bundle, Finding, Snapshot, Triage
from casebook_operator.offline.status_file import from_status
from tests.operator.offline.analyses import Analysed, started

Analyse = Callable[[Bundle], Awaitable[Analysis]]
Find = Callable[[Bundle], Awaitable[tuple[Finding, ...]]]


@pytest.fixture(scope="session")
def taxonomy() -> Taxonomy:
    return load_taxonomy()


def bundle(document: Object) -> Bundle:
    return from_status(document, "test")


def snapshot(document: Object) -> Snapshot:
    return Snapshot(bundle(document))


@pytest.fixture
def find(taxonomy: Taxonomy) -> Find:
    async def run(saved: Bundle) -> tuple[Finding, ...]:
        return await Triage(Snapshot(saved), taxonomy).findings()

    return run


@pytest.fixture
def analyse(taxonomy: Taxonomy) -> Analyse:
    async def run(saved: Bundle) -> Analysis:
        held = Snapshot(saved)
        triage = Triage(held, taxonomy)
        main = await triage.main(await triage.findings())
        assert main is not None
        return await Analyst(taxonomy, SECRETS_AND_EMAILS).analyse(held, main, triage)

    return run


@pytest.fixture(scope="module")
def analysed() -> Iterator[Analysed]:
    """``analysed(path, *options)``: what the command says of it, in a process that ends after twenty seconds of CPU."""
    with started() as program:
        yield program.told
