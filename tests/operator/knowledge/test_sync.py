"""What a document says of itself is YAML, which can spell a secret or a sign so that its text does not show them."""

from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.knowledge.files import FoundFile
from casebook_operator.knowledge.sync import ReadSource, read_source

SPELT = """---
title: "p\\x61ssword=Mango7-Teller9 \\u202e\\x1b[31m"
tags: ["t\\x6fken: Mango7-Teller9"]
entities: ["pass\\u200bword=Mango7-Teller9"]
alerts: [PodCrashes]
---
What to do.
"""


def read(*files: FoundFile) -> ReadSource:
    return read_source("runbooks", files, Sanitizer(bytes(32), SECRETS_AND_EMAILS))


def test_secrets_and_signs_that_yaml_spells_are_taken_out_of_what_it_says() -> None:
    (document,) = read(FoundFile(path="a.md", text=SPELT)).documents
    said = " ".join((document.title, *document.about.tags, *document.about.entities))
    assert "Mango7" not in said
    assert said.isprintable()
    assert document.title == document.about.title
    assert document.about.alerts == ("PodCrashes",)


def test_a_title_that_is_the_name_of_a_file_has_no_secret() -> None:
    (document,) = read(FoundFile(path="password=Mango7.md", text="What to do.")).documents
    assert "Mango7" not in document.title


def test_what_cannot_be_used_is_told_without_the_secret_in_it() -> None:
    text = '---\nlink: "ftp://wiki.example/?p\\x61ssword=Mango7-Teller9"\n---\nWhat to do.\n'
    found = read(FoundFile(path="a.md", text=text))
    assert found.unusable == {"a.md"}
    assert "wiki.example" in found.problems[0]
    assert "Mango7" not in found.problems[0]
