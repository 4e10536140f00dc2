"""Words of messages: whatever a name or a summary holds can neither call anybody nor lead anywhere."""

from pathlib import Path

import msgspec
import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_operator.notify.known import Known
from casebook_operator.notify.news import Happening
from casebook_operator.notify.sample import samples
from casebook_operator.notify.texts import MessageTexts, MessageWriter, read_texts

((NEWS,), *_) = samples()
URL = "https://casebook.example.com/"
HOSTILE = (
    "<!channel> <!here> <@U123> <https://evil.example|click>",
    "@everyone @here @all",
    "[click](https://evil.example) ![x](http://evil.example/x.png)",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "`code` ```block``` *bold* ~~gone~~ |table|",
    "one\r\n\r\ntwo\x1b[31m\u202e\u200b",
    "$report ${severity} $$ %s {0}",
    "password=hunter2hunter2hunter2",
    "x" * 100_000,
)


def writer(texts: MessageTexts | None = None, url: str = URL) -> MessageWriter:
    return MessageWriter(texts or MessageTexts(), url, RedactionPolicy())


def test_hostile_words_can_do_nothing() -> None:
    wrong = []
    for text in HOSTILE:
        hostile = msgspec.structs.replace(
            NEWS,
            subject=text,
            summary=text,
            resolution=text,
            namespace="shop",
            name="a",
            category=text,
            known=Known(past=text, fix=text, runbook=text),
        )
        for happening in Happening:
            message = writer(url="").message([msgspec.structs.replace(hostile, happening=happening)])
            said = f"{message.title}{message.body}"
            armed = [
                sign for sign in ("<", ">", "@", "`", "](", "*", "://", "\x1b", "\u202e", "hunter2") if sign in said
            ]
            if armed or len(said) > 3_500 or "\n" in message.title or message.body.count("\n") > 5:
                wrong.append((text[:40], happening, armed))
    assert wrong == []


def test_a_message_on_many_names_the_first_ten() -> None:
    message = writer().message([NEWS] * 300)
    assert message.title == "300 Investigations: 300 failed"
    assert message.body.count("\n") == 10
    assert message.body.endswith("... and 290 more")
    assert len(message.body) < 8_000


def test_a_message_on_many_says_what_became_of_how_many_and_what_ended_those_that_are_over() -> None:
    back, over = (msgspec.structs.replace(NEWS, happening=one) for one in (Happening.REOPENED, Happening.ENDED))
    message = writer().message([NEWS, NEWS, back, over])
    assert message.title == "4 Investigations: 2 failed, 1 is back, 1 is over"
    assert NEWS.summary in message.body.splitlines()[0]
    assert f"is over. {NEWS.resolution} https" in message.body.splitlines()[3]


def test_what_a_summary_says_last_stands_in_a_message_and_in_one_on_many_whole_sentences_do() -> None:
    long = msgspec.structs.replace(NEWS, summary=f"{'It waits. ' * 60}Its peer is ledger:9090.")
    assert "Its peer is ledger:9090." in writer().message([long]).body
    line = writer().message([long, long]).body.splitlines()[0]
    assert "It waits. https://" in line
    assert len(line) < 400


def test_a_link_leads_to_the_report() -> None:
    assert f"{URL}reports/shop/checkout-3f2a9c1b0d-1" in writer().message([NEWS]).body
    assert "://" not in writer(url="").message([NEWS]).body


def test_templates_of_a_file_are_filled(tmp_path: Path) -> None:
    path = tmp_path / "texts.yaml"
    path.write_text("opened: {title: '[$namespace] $subject', body: 'costs $$5: $summary'}\n")
    message = writer(read_texts(path)).message([NEWS])
    assert message.title == "[shop] Deployment/shop/checkout"
    assert message.body.startswith("costs $5: This is a test")
    assert read_texts(None) == MessageTexts()


def test_a_message_that_would_be_empty_for_a_case_is_told_in_casebooks_own_words(tmp_path: Path) -> None:
    """Each of these has words where something is known, and none where nothing is."""
    path = tmp_path / "texts.yaml"
    names = "{title: '$outage', body: '$past$fix$runbook'}"
    path.write_text(f"opened: {names}\nreopened: {names}\nended: {names}\nline: '$report'\n")
    unknown = msgspec.structs.replace(NEWS, known=Known())
    for happening in Happening:
        told = [msgspec.structs.replace(unknown, happening=happening)]
        assert writer(read_texts(path), url="").message(told) == writer(url="").message(told)
    assert writer(read_texts(path), url="").message([unknown] * 2) == writer(url="").message([unknown] * 2)
    assert writer(read_texts(path)).message([NEWS]).body.startswith("Seen before: Deployment/shop/checkout")


def test_a_title_is_one_line_whatever_stands_in_it(tmp_path: Path) -> None:
    path = tmp_path / "texts.yaml"
    path.write_text('opened: {title: "$subject\\n$fix", body: x}\n')
    assert writer(read_texts(path)).message([NEWS]).title.startswith("Deployment/shop/checkout Fix: env")


WRONG = {
    "an unknown name": ("line: $password", "line names $password; it may name $category"),
    "a misspelt one": (
        "opened: {title: '$severty: $subject', body: x}",
        "t.yaml cannot be used: opened.title names $severty; it may name",
    ),
    "a name of another message": (
        "digest: {title: $subject, body: x}",
        "digest.title names $subject; it may name $count",
    ),
    "a dollar": (
        "ended: {title: x, body: costs 5 $}",
        "in ended.body stands a $ before no name; a dollar itself is $$",
    ),
    "an empty title": (
        "opened: {title: '', body: x}",
        "opened.title is empty; give it words, or leave opened out to keep Casebook's own",
    ),
    "an empty body": ("ended: {title: x, body: ''}", "t.yaml cannot be used: ended.body is empty; give it words"),
    "a body of spaces": ('reopened: {title: x, body: "  \\n "}', "reopened.body is empty"),
    "a body of what nobody sees": ('digest: {title: x, body: "\\u200b\\u2060"}', "digest.body is empty"),
    "an empty line": ("line: ''", "line is empty; give it words, or leave line out"),
    "an unknown message": ("closed: {title: a, body: b}", "closed"),
    "no title": ("opened: {body: b}", "title"),
    "a list": ("[]", "cannot be used"),
    "no YAML": ("{", "it is not YAML"),
    "a bomb": ("a: &a [x, x]\nb: [" + "*a, " * 90 + "]", "values"),
}


def test_a_template_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    wrong = []
    for name, (text, said) in WRONG.items():
        (tmp_path / "t.yaml").write_text(text)
        try:
            read_texts(tmp_path / "t.yaml")
        except ConfigurationError as error:
            if said in str(error):
                continue
            wrong.append((name, str(error)))
        else:
            wrong.append((name, "was read"))
    assert wrong == []
    with pytest.raises(ConfigurationError, match="cannot be read: No such file"):
        read_texts(tmp_path / "missing.yaml")
