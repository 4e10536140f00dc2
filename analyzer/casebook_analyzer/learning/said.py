"""What people say of an incident, and what of it still holds after the latest word."""

from collections.abc import Mapping, Sequence

import msgspec

from casebook_analyzer.learning.fixes import fix_key
from casebook_analyzer.models import Feedback, FeedbackSource, ProposedFix, Said, SimilarIncident, Verdict


def fold_feedback(words: Sequence[Feedback]) -> Said | None:
    """What holds after all feedback on one incident, given oldest first; None when nobody has said anything.

    A correction adds to what was said before. A confirmation takes earlier corrections of category and cause back and
    keeps the fix. A rejection takes everything back. A fix that an agent passes on is a proposal, until a person names
    it or another one: who only says that the conclusion is right may not have seen it.
    """
    said: Said | None = None
    for word in words:
        category, cause = word.category, word.cause
        fix, proposed = ("", word.fix) if word.source is FeedbackSource.AGENT else (word.fix, "")
        if said is not None and word.verdict is Verdict.CORRECTED:
            category, cause = category or said.category, cause or said.cause
        if said is not None and word.verdict is not Verdict.REJECTED:
            proposed = proposed or ("" if fix else said.proposed_fix)
            fix = fix or said.fix
        said = Said(
            verdict=word.verdict,
            category=category,
            cause=cause,
            fix=fix,
            proposed_fix=proposed,
            speaker=word.speaker,
            given_at=word.given_at,
        )
    return said


def proposals(words: Sequence[Feedback], ended_by: str = "") -> tuple[ProposedFix, ...]:
    """Fixes that agents passed on and that wait for a person, given all feedback on one incident, oldest first.

    Once a person names a fix, or rejects the incident, none of those before it waits any more. Nor does one in whose
    words the incident was seen to end, which are ``ended_by``.
    """
    waiting: dict[str, ProposedFix] = {}
    named = fix_key(ended_by)
    for number, word in enumerate(words, start=1):
        if word.verdict is Verdict.REJECTED or (word.fix and word.source is not FeedbackSource.AGENT):
            waiting.clear()
            named = fix_key(word.fix) or fix_key(ended_by)
        elif word.fix and (key := fix_key(word.fix)) != named:
            waiting.pop(key, None)
            waiting[key] = ProposedFix(number=number, fix=word.fix, author=word.author, given_at=word.given_at)
    return tuple(waiting.values())


def accepting(words: Sequence[Feedback], word: Feedback, number: int) -> Feedback | None:
    """The word of a person who confirms the proposal of this number: it names the fix, and nothing else changes.

    What was said of category and cause before holds on, also what the same agent said, so that the verdict is that
    which holds already. None where no such proposal waits, unless this source has named its fix in its last word: an
    operator that restarts reads every annotation again.
    """
    said = fold_feedback(words)
    for one in proposals(words):
        if one.number == number and said is not None:
            return msgspec.structs.replace(word, verdict=said.verdict, fix=one.fix)
    before = next((one for one in reversed(words) if one.source is word.source), None)
    proposed = words[number - 1].fix if 0 < number <= len(words) else ""
    if before is None or not proposed or before.fix != proposed:
        return None
    return msgspec.structs.replace(word, verdict=before.verdict, fix=before.fix)


def as_corrected(similar: Sequence[SimilarIncident], said: Mapping[str, Said]) -> tuple[SimilarIncident, ...]:
    """Similar incidents as people corrected them; ``said`` is by the incident's id.

    A rejected one stays in the list, because it is still alike; but it is shown as disputed and without its fix.
    """
    return tuple(_as_corrected(incident, said.get(incident.id)) for incident in similar)


def _as_corrected(incident: SimilarIncident, said: Said | None) -> SimilarIncident:
    if said is None:
        return incident
    by = f"{said.verdict} by {said.speaker}"
    if said.verdict is Verdict.REJECTED:
        why = f"disputed: its conclusion was {by}"
        return msgspec.structs.replace(
            incident,
            verdict=said.verdict,
            resolution="",
            fixed=None,
            seconds_to_resolve=None,
            why=_second(incident.why, why),
        )
    return msgspec.structs.replace(
        incident,
        verdict=said.verdict,
        category=said.category or incident.category,
        title=said.cause or incident.title,
        resolution=said.fix or incident.resolution,
        fixed=True if said.fix else incident.fixed,
        why=_second(incident.why, by),
    )


def _second(why: Sequence[str], more: str) -> tuple[str, ...]:
    """Behind the strongest reason: only the first few are shown."""
    return (*why[:1], more, *why[1:])
