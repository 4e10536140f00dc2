"""BM25 weights, computed again when the average length of the documents has moved away from the one they rest on."""

from casebook_analyzer.memory.database.session import Session
from casebook_analyzer.memory.database.tables import Corpus
from casebook_analyzer.memory.index import corpora, reweighting


async def reweight(session: Session) -> int:
    """Compute the weights of every corpus again that has drifted; how many documents changed.

    The tenant's writers wait until it is done.

    Raises:
        CasebookError: What ``Session.transaction`` raises.
    """
    changed = 0
    async with session.transaction() as connection:
        for corpus in Corpus:
            statistics = (await corpora.lock(connection, session.tenant))[corpus]
            if statistics.drifted:
                new = await reweighting.reweight(connection, session.tenant, corpus, statistics)
                await corpora.write(connection, session.tenant, {corpus: new})
                changed += new.documents
    return changed
