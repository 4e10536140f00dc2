"""What an answer is checked for before anybody sees it. Pure."""

from casebook_operator.reflection.answers import Answer, NoAnswerError, read_answer
from casebook_operator.reflection.names import is_vocabulary, names_in, occurs
from casebook_operator.reflection.question import ModelQuestion


def checked(text: str, question: ModelQuestion) -> Answer:
    """The answer that a text holds.

    Raises:
        NoAnswerError: It is none, cites facts that were not sent, or names what none of those names.
    """
    answer = read_answer(text)
    if unknown := [fact for fact in answer.facts if fact not in question.facts]:
        raise NoAnswerError(f"it cites {len(unknown)} of {len(answer.facts)} facts that do not exist")
    sent = question.text.lower()
    if invented := [name for name in answer.entities if not occurs(name, sent)]:
        raise NoAnswerError(f"it names {_shown(invented)} as an entity, which no fact has")
    words = f"{answer.cause}\n{answer.reasoning}"
    for name in names_in(words):
        if name not in question.facts and not is_vocabulary(name) and not occurs(name, sent):
            raise NoAnswerError(f"it names {_shown([name])}, which no fact has")
    return answer


def _shown(names: list[str]) -> str:
    """The first one. It is a model's word, which whoever shows it has to clean."""
    return f'"{names[0][:80]}"'
