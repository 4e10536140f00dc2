"""Refusals are told once each, and never wait behind investigations."""

from casebook_operator.pipeline.refusals import Refusals
from tests.operator.builders import investigation
from tests.operator.fakes import FakePublisher
from tests.operator.waiting import until


async def test_people_are_told_why_not() -> None:
    publisher = FakePublisher()
    refusals = Refusals(publisher)
    refusals.submit(investigation(), "It is in another namespace.")
    await until(lambda: publisher.calls)
    assert publisher.calls == [("refused", "It is in another namespace.")]
    await refusals.close()


async def test_what_the_status_says_is_not_told_again() -> None:
    publisher = FakePublisher()
    refusals = Refusals(publisher)
    refusals.submit(investigation("Failed"), "It was refused before.")
    await refusals.close()
    assert publisher.calls == []
