"""Pictures to text: what is read, what is taken out, and what pictures that were made to harm come to."""

import subprocess
import sys
import zlib
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Exhibit, FeedbackSource, MediaType
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import RedactionPolicy
from casebook_operator.exhibits import pictures
from casebook_operator.exhibits.picture_bounds import MOST_BYTES, MOST_ON_A_SIDE, MOST_PIXELS, SMALL
from casebook_operator.exhibits.pictures import read_picture
from casebook_operator.exhibits.taking import Brought, File, taken, to_send
from tests.rows import of_every

pytest.importorskip("tesserocr", reason="has no wheel for this machine")
from PIL import Image, ImageDraw, ImageFont

from tests.operator.exhibits.drawn import drawn, saved

SCREEN = (
    "NAME  READY  STATUS  RESTARTS",
    "checkout  0/1  CrashLoopBackOff  12",
    "DATABASE_PASSWORD=Tr0ub4dor3xyz",
    "postgres://app:s3cr3tPass99@db:5432/orders",
    "the ticket Zk7mQ2vXn9wLp4Rt8 was given",
    "the proxy of payments refused us",
)


def of(raw: bytes) -> Exhibit:
    now = datetime(2026, 3, 1, tzinfo=UTC)
    brought = Brought(file=File("screen.png", raw), author="ana", source=FeedbackSource.COMMAND, attached_at=now)
    return taken(brought, Sanitizer(b"k" * 32, RedactionPolicy())).kept


@of_every(("paper", "ink"), [("white", "black"), ("#1e1e1e", "#d4d4d4")])
def test_what_a_screen_says_is_kept_and_its_secrets_are_not(paper: str, ink: str) -> None:
    raw = drawn(*SCREEN, paper=paper, ink=ink)
    one = of(raw)
    assert (one.media_type, one.size, one.digest) == (MediaType.PNG, len(raw), sha256(raw).hexdigest())
    assert "CrashLoopBackOff" in one.text
    assert "refused us" in one.text
    assert not {"ub4dor", "s3cr3t", "99@db"} & {one.text[at : at + 6] for at in range(len(one.text))}
    assert "the ticket" in one.text
    assert "was given" not in one.text


def test_a_picture_that_is_sent_to_a_server_is_read_here_and_kept_as_if_it_had_been_read_there() -> None:
    picture = File("screen.png", drawn(*SCREEN))
    outgoing = to_send(picture)
    assert b"PNG" not in outgoing.raw
    now = datetime(2026, 3, 1, tzinfo=UTC)
    brought = Brought(file=outgoing, author="ana", source=FeedbackSource.PAGE, attached_at=now)
    there, here = taken(brought, Sanitizer(b"k" * 32, RedactionPolicy())).kept, of(picture.raw)
    assert (there.digest, there.lines) == (here.digest, here.lines)


def test_a_picture_without_text_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="has no text"):
        of(saved(Image.new("RGB", (64, 64), "white")))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4) + kind + data + zlib.crc32(kind + data).to_bytes(4)


def _png(width: int, height: int, *chunks: bytes) -> bytes:
    header = _chunk(b"IHDR", width.to_bytes(4) + height.to_bytes(4) + b"\x08\x02\x00\x00\x00")
    return b"\x89PNG\r\n\x1a\n" + header + b"".join(chunks) + _chunk(b"IEND", b"")


ZEROS = zlib.compress(bytes(200 << 20), 9)


@of_every(
    ("raw", "why"),
    [
        (b"", "is no PNG"),
        (b"GIF89a", "is no PNG"),
        (b"\x89PNG\r\n\x1a\n", "is no PNG"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "is no PNG"),
        (drawn(*SCREEN)[:400], "is broken"),
        (drawn(*SCREEN)[:200] + bytes(200), "is broken"),
        (_png(0, 7), "is broken"),
        (_png(64, 64), "is broken"),
        (_png(64, 64, _chunk(b"IDAT", b"\xff" * 900)), "is broken"),
        (_png(64, 64, _chunk(b"zTXt", b"a\0\0" + ZEROS)), "is broken"),
        (_png(64, 64, _chunk(b"iCCP", b"a\0\0" + ZEROS)), "is broken"),
        (_png(40_000, 40_000, _chunk(b"IDAT", ZEROS)), "are read at most"),
        (_png(0xFFFFFFFF, 1), "are read at most"),
        (saved(Image.new("1", (1, MOST_ON_A_SIDE + 1), 1)), "are read at most"),
        (saved(Image.new("1", (MOST_ON_A_SIDE + 1, 1), 1)), "are read at most"),
        (drawn("x") + bytes(MOST_BYTES), "are read at most"),
    ],
)
def test_a_picture_that_is_none_broken_or_made_to_fill_memory_is_one_sentence(raw: bytes, why: str) -> None:
    with pytest.raises(ConfigurationError, match=why):
        read_picture("screen.png", raw)


def test_the_largest_picture_is_read_within_the_bounds_of_its_process() -> None:
    picture = Image.new("RGB", (MOST_PIXELS // 2500, 2500), "white")
    ImageDraw.Draw(picture).text((100, 100), "CrashLoopBackOff", font=ImageFont.load_default(40), fill="black")
    read = read_picture("screen.png", saved(picture))
    assert read.lines == ["CrashLoopBackOff"]
    assert (read.small.width, read.small.height) == (SMALL, SMALL * 2500 // (MOST_PIXELS // 2500))


def test_the_process_that_reads_has_a_bound_of_memory() -> None:
    code = "from casebook_operator.exhibits import reader; reader._bound(); bytearray(2 << 30)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "MemoryError" in done.stderr


NOTHING: dict[str, object] = {"width": 0, "height": 0, "rgb": ""}


@pytest.fixture
def reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What stands in the place of the process that reads: a script, as whoever takes it over could have it."""
    script = tmp_path / "python"
    monkeypatch.setattr(pictures.sys, "executable", str(script))
    return script


def _says(script: Path, code: str) -> None:
    script.write_text(f"#!{sys._base_executable}\n{code}\n")
    script.chmod(0o755)


@of_every("code", ["print('no JSON')", "print('[[]]')", "raise SystemExit(3)", "print('[[1], {}]')"])
def test_whatever_the_process_answers_besides_lines_is_a_broken_picture(reader: Path, code: str) -> None:
    _says(reader, code)
    with pytest.raises(ConfigurationError, match="is broken"):
        read_picture("screen.png", drawn("x"))


@of_every("small", [{"width": 2, "height": 2, "rgb": "AAAA"}, {"width": SMALL + 1, "height": 0, "rgb": ""}])
def test_a_picture_that_is_not_what_it_says_is_refused(reader: Path, small: dict[str, object]) -> None:
    _says(reader, f"import json; print(json.dumps([['x'], {small}]))")
    with pytest.raises(ConfigurationError, match="no picture has"):
        read_picture("screen.png", drawn("x"))


def test_a_process_that_takes_too_long_is_ended(reader: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _says(reader, "import time; time.sleep(60)")
    monkeypatch.setattr(pictures, "_SECONDS", 0.5)
    with pytest.raises(ConfigurationError, match="takes too long"):
        read_picture("screen.png", drawn("x"))


def test_what_it_says_is_bounded_and_it_knows_nothing_of_the_settings(
    reader: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", "postgresql://app:hunter2hunter2@db/casebook")
    _says(reader, f"import json, os; print(json.dumps([[*os.environ, 'x' * 9000, *['y'] * 9000], {NOTHING}]))")
    lines = read_picture("screen.png", drawn("x")).lines
    assert (len(lines), max(map(len, lines))) == (2_000, 2_000)
    assert "CASEBOOK_DATABASE__URL" not in lines


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_NEEDED", ("no-such-distribution",))
    with pytest.raises(ConfigurationError, match=r"pip install 'kube-casebook\[ocr\]'"):
        read_picture("screen.png", drawn("x"))


def test_the_reader_is_told_nothing_by_its_arguments(reader: Path) -> None:
    _says(reader, f"import json, sys; print(json.dumps([sys.argv[1:], {NOTHING}]))")
    assert read_picture("screen.png", drawn("x")).lines == ["-m", "casebook_operator.exhibits.reader"]
