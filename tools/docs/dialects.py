"""Writes ``docs/dialects.md`` from the tables of dialects."""

from collections.abc import Iterator

from casebook_analyzer.taxonomy.dialects import Dialect, shipped_dialects, shipped_meanings
from tools.places import DOCS

PAGE = DOCS / "dialects.md"
_LONGEST = 160
"""Characters of the words that are shown; the table has all."""

HEAD = """# Dialects

What much-used programs say when they cannot work, in their own words, and what Casebook takes it for. Each row is data
in `analyzer/casebook_analyzer/taxonomy/data/dialects`; a meaning is written once (`meanings.yaml`), and a row gives the
words, what is named in them, and the file or the page of the manual where they stand. This page is written from them:
`make docs`.

What is the same in every program (a refused connection, a missing variable, a full disk, a stack trace) is known
without a row here. A row is added where only the program's words tell, or where they name the thing. Of two rules that
know the same words the one that names something decides, and then the one that knows the program.

A row may name the words by which the program says later that the trouble is over (`until`), and a program the lines of
its own log that tell of a client (`ofClient`): why a container ended is neither. For each program there are texts that
look like a row and mean something else (`tests/analyzer/taxonomy/alike`): an info line, a try that succeeded later, a
client's error in the log of its server, a setting of that name.
"""


def render() -> str:
    """The page as it should be."""
    sections = [HEAD]
    for name, dialects in shipped_dialects().items():
        sections.append(f"## {name.removesuffix('.yaml').replace('-', ' ').capitalize()}\n")
        sections += ["\n".join(_section(dialect)) + "\n" for dialect in dialects]
    return "\n".join(sections)


def _section(dialect: Dialect) -> Iterator[str]:
    meanings = shipped_meanings()
    yield f"### {dialect.program}\n"
    yield "| says | what it means | category | source |\n|---|---|---|---|"
    for saying in dialect.sayings:
        meaning = meanings[saying.means]
        yield f"| `{_cell(_shortened(saying.says))}` | {meaning.title} | {meaning.category} | {_cell(saying.source)} |"


def _shortened(words: str) -> str:
    words = words.replace("`", "'")
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
