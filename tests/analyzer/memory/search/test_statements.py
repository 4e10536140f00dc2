"""The reviewed text of what is sent to the database."""

from tools.sql import statements


async def test_every_question_is_asked_in_the_words_that_were_reviewed(dsn: str) -> None:
    reviewed = {path: path.read_text(encoding="utf-8") for path in statements.SNAPSHOTS.glob("*.sql")}
    assert reviewed == await statements.render(dsn), "run `make sql`, and review what changed"
