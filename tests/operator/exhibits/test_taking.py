"""A file to what is kept of it."""

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Exhibit, FeedbackSource, MediaType
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_analyzer.text.cleaning import LINE_LIMIT
from casebook_operator.exhibits.taking import MOST_TEXT, Brought, File, read, taken, to_send

SANITIZER = Sanitizer(b"k" * 32, RedactionPolicy())


def of(raw: bytes, name: str = "notes.md", author: str = "ana") -> Exhibit:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    brought = Brought(file=File(name, raw), author=author, source=FeedbackSource.COMMAND, attached_at=now)
    return taken(brought, SANITIZER).kept


def test_text_is_kept_with_its_lines_and_its_indentation() -> None:
    one = of(b"\xef\xbb\xbf\n# Seen\r\n    at x:12\n\n", "a/b/seen.markdown")
    assert one.lines == ("# Seen", "    at x:12")
    assert (one.name, one.media_type, one.size) == ("seen.markdown", MediaType.MARKDOWN, 25)


def test_secrets_are_taken_out_of_text_name_and_author() -> None:
    one = of(b"x\nDB_PASSWORD=hunter2hunter2\n", "token=hunter2hunter2.md", "token=hunter2hunter2")
    assert "hunter2" not in f"{one}"
    assert one.text.startswith("x\nDB_PASSWORD=")


def test_what_is_kept_tells_nothing_of_what_was_taken_out() -> None:
    one = of(b"password=hunter2hunter2")
    assert one.digest == sha256(one.text.encode()).hexdigest()


def test_nothing_in_it_moves_or_hides_text() -> None:
    one = of("\x1b[31mred\x1b[0m \u202egnp.exe pass\u200bword=hunter2hunter2".encode())
    assert one.text.isprintable()
    assert "hunter2" not in one.text


def test_a_long_line_is_cut_and_says_so() -> None:
    assert len(of(b"x" * 30_000).text) <= LINE_LIMIT
    assert "characters cut" in of(b"x" * 30_000).text


@pytest.mark.parametrize(
    ("name", "raw", "why"),
    [
        ("run.sh", b"x", "ends with none of .txt, .log, .md, .markdown, .png"),
        ("md", b"x", "ends with none of"),
        ("a.md", b"", "has no text"),
        ("a.md", b" \n\t\n", "has no text"),
        ("a.md", b"\xff", "no text in UTF-8"),
        ("a.md", b"a\0b", "a binary file"),
        ("a.md", b"x" * (MOST_TEXT + 1), "Attach the part that matters"),
    ],
)
def test_what_cannot_be_taken_is_one_sentence(name: str, raw: bytes, why: str) -> None:
    with pytest.raises(ConfigurationError, match=why):
        of(raw, name)


def test_of_a_file_system_regular_files_alone_are_read(tmp_path: Path) -> None:
    (tmp_path / "device.txt").symlink_to("/dev/zero")
    (tmp_path / "large.txt").write_bytes(b"x" * (MOST_TEXT + 1))
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "good.md").write_bytes(b"x")
    assert read(tmp_path / "good.md") == File("good.md", b"x")
    for name in ("device.txt", "large.txt", "folder.md", "nothing.md", "other.exe"):
        with pytest.raises(ConfigurationError, match=r"cannot be attached"):
            read(tmp_path / name)


def test_what_is_sent_to_a_server_is_the_text_itself_and_nothing_that_is_none() -> None:
    assert to_send(File("notes.md", b"x\n")) == File("notes.md", b"x\n")
    for name, raw in (("a.md", b"\xff"), ("a.md", b"a\0b"), ("a.exe", b"x")):
        with pytest.raises(ConfigurationError):
            to_send(File(name, raw))


def read_elsewhere(raw: bytes, name: str = "screen.png", picture: str = "0f" * 32) -> Exhibit:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    file = File(name, raw, picture)
    return taken(Brought(file=file, author="ana", source=FeedbackSource.PAGE, attached_at=now), SANITIZER).kept


def test_text_that_was_read_off_a_picture_elsewhere_ends_where_a_secret_may_begin() -> None:
    one = read_elsewhere(b"the proxy refused us\nDB PASSVIORD hunter two\nand went on\n")
    assert (one.digest, one.media_type) == ("0f" * 32, MediaType.PNG)
    assert one.lines[0] == "the proxy refused us"
    assert "hunter" not in one.text


@pytest.mark.parametrize(
    ("raw", "name", "picture"),
    [
        (b"x", "notes.md", "0f" * 32),
        (b"x", "screen.png", "0F" * 32),
        (b"x", "screen.png", "0f" * 31),
        (b"x", "screen.png", "../" * 21),
        (b"x" * (MOST_TEXT + 1), "screen.png", "0f" * 32),
        (b"\x89PNG\r\n\x1a\n\0", "screen.png", "0f" * 32),
    ],
)
def test_what_says_to_be_read_off_a_picture_and_cannot_be_is_refused(raw: bytes, name: str, picture: str) -> None:
    with pytest.raises(ConfigurationError):
        read_elsewhere(raw, name, picture)
