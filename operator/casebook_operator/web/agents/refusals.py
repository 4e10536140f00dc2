"""What a tool says when it cannot answer, in words for an agent: it has tools, and no terminal and no browser."""

from collections.abc import Iterator

from casebook_operator.web.problems import PageProblem

_PERSON = "A person has to see to it: tell the one you work for."


def refusal(problem: PageProblem) -> str:
    """What a page would say of it. Where a person is advised to run a command, the tool that does the same is named."""
    return "\n".join((f"{problem.title}. {problem.text}", *_advice(problem)))


def _advice(problem: PageProblem) -> Iterator[str]:
    for one in problem.advice:
        if one.tool or not one.command:
            yield f"{one.text} {one.tool}".strip()
    if problem.advice and not any(one.tool for one in problem.advice):
        yield _PERSON
