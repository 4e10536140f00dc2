"""Why one incident is attached to another, or is not: both retrievers, terms, ranks, bands."""

from collections.abc import Iterator

from casebook_analyzer.memory.search.explanation import Explanation, RetrieverScore
from casebook_analyzer.report.blocks import Block, Fields, Page, Paragraph, Section, Table

_TERMS = 15
"""What comes after weighs next to nothing."""
_TEXT = 160


def explanation_page(found: Explanation) -> Page:
    """The answer of ``casebook explain``: the band and why, then scores, shared words and fields side by side."""
    sections = [
        Section("", [Fields(_answer(found))]),
        Section("Score", list(_score(found))),
        Section(f"Shared words ({len(found.terms)})", list(_terms(found))),
        Section("Side by side", [_fields(found)]),
    ]
    return Page(f"{found.hit} as a past incident of {found.incident}", sections)


def _answer(found: Explanation) -> list[tuple[str, str]]:
    limits = found.calibration
    return [
        ("Band", found.band.upper() if found.band else "NONE: not similar"),
        ("Because", found.reason),
        ("Attached", _attached(found)),
        ("Bands", f"possible from {limits.possible:.2f}, strong from {limits.strong:.2f}"),
        (
            "Were right",
            f"{limits.possible_right:.0%} of possible, {limits.strong_right:.0%} of strong ones, when fitted",
        ),
        ("Looked at", "every incident" if found.exact else "what an index proposed, which may miss one"),
    ]


def _attached(found: Explanation) -> str:
    if found.rank is not None:
        return f"as number {found.rank} of {found.attached}"
    if found.speaker:
        return f"not itself: {found.speaker} speaks for this failure (casebook show {found.speaker})"
    return f"no, it is not among the {found.attached} that are"


def _score(found: Explanation) -> Iterator[Block]:
    scores = (("meaning (cosine)", found.cosine), ("words (BM25)", found.lexical))
    rows = [_retriever(name, score) for name, score in scores if score is not None]
    rows.append(("rules and structure", "", f"{found.agreement_points:+.3f}", "", f"{found.agreement_points:+.3f}", ""))
    rows.append(("what else is alike", f"{found.background:.3f}", "", "", f"{found.background_points:+.3f}", ""))
    rows.append(("total", "", "", "", f"{found.total:.3f}", ""))
    yield Table(("PART", "RAW", "0 TO 1", "WEIGHT", "ADDS", "RANK"), rows)
    yield Paragraph(f"A text that says the same in the same words would have a BM25 of {found.perfect_bm25:.1f}.")
    if found.cosine is None:
        yield Paragraph("One of them has no vector of the other's model, so words carry the whole weight.")


def _retriever(name: str, score: RetrieverScore) -> tuple[str, ...]:
    adds = f"{score.normalised * score.weight:.3f}"
    return (
        name,
        f"{score.raw:.3f}",
        f"{score.normalised:.3f}",
        f"{score.weight:.2f}",
        adds,
        f"{score.rank} of {score.among}",
    )


def _terms(found: Explanation) -> Iterator[Block]:
    if not found.terms:
        yield Paragraph("None.")
        return
    shown = found.terms[:_TERMS]
    rows = [(t.term, f"{t.idf:.2f}", f"{t.weight:.2f}", f"{t.contribution:.2f}", f"{t.share:.1%}") for t in shown]
    yield Table(("WORD", "RARITY (IDF)", "WEIGHT THERE", "ADDS TO BM25", "OF A PERFECT MATCH"), rows)
    if len(shown) < len(found.terms):
        rest = sum(term.share for term in found.terms[_TERMS:])
        yield Paragraph(f"{len(found.terms) - _TERMS} more add {rest:.1%}.")


def _fields(found: Explanation) -> Table:
    rows = [
        (field.name, "=" if field.equal else "!", field.here[:_TEXT], "" if field.equal else field.there[:_TEXT])
        for field in found.fields
        if field.here or field.there
    ]
    return Table(("", "", "HERE", "THERE, IF DIFFERENT"), rows)
