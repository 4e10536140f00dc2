"""What holds of several words on one incident."""

import msgspec

from casebook_analyzer.learning import as_corrected, fold_feedback
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Said, Verdict
from tests.analyzer.learning.members import day
from tests.operator.builders import similar


def word(verdict: Verdict, number: int = 0, **changes: object) -> Feedback:
    values = {"author": "ann", "source": FeedbackSource.COMMAND, "given_at": day(number)}
    return Feedback(verdict=verdict, **(values | changes))  # type: ignore[arg-type]


def test_nobody_said_anything() -> None:
    assert fold_feedback([]) is None


def test_a_correction_adds_to_the_one_before() -> None:
    first = word(Verdict.CORRECTED, category=Category.SOFTWARE_BUG)
    folded = fold_feedback([first, word(Verdict.CORRECTED, 1, cause="a leak", fix="stop it", author="bob")])
    assert folded == Said(
        verdict=Verdict.CORRECTED,
        category=Category.SOFTWARE_BUG,
        cause="a leak",
        fix="stop it",
        speaker="bob",
        given_at=day(1),
    )


def test_a_confirmation_takes_a_correction_back_but_keeps_the_fix() -> None:
    corrected = word(Verdict.CORRECTED, category=Category.SOFTWARE_BUG, cause="a leak", fix="stop it")
    folded = fold_feedback([corrected, word(Verdict.CONFIRMED, 1)])
    assert folded is not None
    assert (folded.category, folded.cause, folded.fix) == (None, "", "stop it")


def test_a_rejection_takes_everything_back() -> None:
    folded = fold_feedback([word(Verdict.CORRECTED, cause="a leak", fix="stop it"), word(Verdict.REJECTED, 1)])
    assert folded is not None
    assert (folded.verdict, folded.cause, folded.fix) == (Verdict.REJECTED, "", "")


def by_agent(number: int = 0, **changes: object) -> Feedback:
    return word(Verdict.CORRECTED, number, source=FeedbackSource.AGENT, **changes)


def test_a_fix_that_an_agent_passes_on_is_a_proposal_until_a_person_names_it() -> None:
    folded = fold_feedback([by_agent(fix="drop it")])
    assert folded is not None
    assert (folded.fix, folded.proposed_fix) == ("", "drop it")
    for verdict in (Verdict.CONFIRMED, Verdict.CORRECTED):
        for named in ("drop it", "keep it"):
            answered = fold_feedback([by_agent(fix="drop it"), word(verdict, 1, fix=named)])
            assert answered is not None
            assert (answered.fix, answered.proposed_fix) == (named, "")


def test_who_only_says_that_the_conclusion_is_right_has_not_confirmed_a_fix_that_he_may_not_have_seen() -> None:
    folded = fold_feedback([by_agent(fix="drop it", cause="a leak"), word(Verdict.CONFIRMED, 1)])
    assert folded is not None
    assert (folded.fix, folded.proposed_fix, folded.cause) == ("", "drop it", "")


def test_an_agent_takes_no_fix_of_a_person_away_and_has_one_proposal_at_a_time() -> None:
    folded = fold_feedback([word(Verdict.CONFIRMED, fix="stop it"), by_agent(1, fix="drop it"), by_agent(2, fix="x")])
    assert folded is not None
    assert (folded.fix, folded.proposed_fix) == ("stop it", "x")


def test_a_rejection_takes_a_proposal_back() -> None:
    folded = fold_feedback([by_agent(fix="drop it"), word(Verdict.REJECTED, 1)])
    assert folded is not None
    assert folded.proposed_fix == ""


def test_a_similar_incident_is_not_fixed_by_what_an_agent_proposes() -> None:
    said = fold_feedback([by_agent(fix="drop it")])
    assert said is not None
    open_one = msgspec.structs.replace(similar(), resolution="", fixed=None)
    (shown,) = as_corrected([open_one], {open_one.id: said})
    assert (shown.resolution, shown.fixed) == ("", None)


def test_only_a_fix_that_is_told_makes_a_similar_incident_a_fixed_one() -> None:
    confirmed = Said(verdict=Verdict.CONFIRMED, speaker="somebody", given_at=day(0))
    rejected = msgspec.structs.replace(confirmed, verdict=Verdict.REJECTED)
    named = msgspec.structs.replace(confirmed, fix="stop it")
    fixed = msgspec.structs.replace(similar(), fixed=True)
    open_one = msgspec.structs.replace(similar(), resolution="", fixed=None)
    deleted = msgspec.structs.replace(similar(), fixed=False)
    for one, said, shown in (
        (fixed, confirmed, True),
        (fixed, rejected, None),
        (open_one, confirmed, None),
        (open_one, named, True),
        (deleted, confirmed, False),
        (deleted, rejected, None),
        (deleted, named, True),
    ):
        (after,) = as_corrected([one], {one.id: said})
        assert after.fixed is shown, (one.fixed, said)


def test_what_nobody_spoke_of_stays_as_it_is() -> None:
    assert as_corrected([similar()], {}) == (similar(),)


def test_a_confirmed_incident_says_who_confirmed_it_behind_the_strongest_reason() -> None:
    said = Said(verdict=Verdict.CONFIRMED, speaker="somebody", given_at=day(0))
    (shown,) = as_corrected([similar()], {similar().id: said})
    assert shown.why == ("same signature", "confirmed by somebody", "shared terms: database_url")
    assert (shown.resolution, shown.verdict) == (similar().resolution, Verdict.CONFIRMED)


def test_who_speaks_is_told_and_whether_an_agent_has_passed_it_on() -> None:
    for author, source, told in (
        ("ann", FeedbackSource.PAGE, "ann"),
        ("", FeedbackSource.COMMAND, "somebody"),
        ("ann", FeedbackSource.AGENT, "ann, through an agent"),
        ("", FeedbackSource.AGENT, "somebody, through an agent"),
    ):
        folded = fold_feedback([word(Verdict.CONFIRMED, author=author, source=source)])
        assert folded is not None
        assert folded.speaker == told
        (shown,) = as_corrected([similar()], {similar().id: folded})
        assert f"confirmed by {told}" in shown.why
