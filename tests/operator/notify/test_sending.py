"""Messages on their way: to every address, again to those that failed, and never with an address in the log."""

import asyncio
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.notify.courier import Courier
from casebook_operator.notify.targets import read_targets
from casebook_operator.notify.texts import MessageText
from tests.operator.notify.hook import hooked
from tests.operator.waiting import until

MESSAGE = MessageText("Warning: checkout", "It ends because <DATABASE_URL> is not set.")
SECRET = "s3cr3ts3cr3ts3cr3t"


async def test_a_message_arrives_as_it_was_written(tmp_path: Path) -> None:
    async with hooked() as hook:
        (target,) = read_targets(hook.told_in(tmp_path / "urls"), SECRETS_AND_EMAILS)
        assert await target.send(MESSAGE) == ""
        assert hook.titles == [MESSAGE.title]
        assert hook.taken[0]["message"] == MESSAGE.body
        hook.answers = [401]
        wrong = await target.send(MESSAGE)
        assert "401" in wrong
        assert "hunter2" not in wrong


async def test_a_target_that_fails_is_tried_again_and_holds_up_no_other(tmp_path: Path) -> None:
    async with hooked() as good, hooked() as bad:
        bad.answers = [500, 500]
        path = tmp_path / "urls"
        path.write_text(f"{good.address}\n{bad.address}\n")
        courier = Courier(lambda: read_targets(path, SECRETS_AND_EMAILS), pauses=(0.0, 0.0, 0.0))
        assert await courier.send(MESSAGE)
        await until(lambda: bad.taken)
        assert (good.asked, bad.asked) == (1, 3)
        good.answers, bad.answers = [500], [500]
        assert not await courier.send(MESSAGE)
        await courier.close()


async def test_addresses_that_change_are_read_again(tmp_path: Path) -> None:
    async with hooked() as first, hooked() as second:
        path = first.told_in(tmp_path / "urls")
        courier = Courier(lambda: read_targets(path, SECRETS_AND_EMAILS))
        second.told_in(path)
        assert await courier.send(MESSAGE)
        path.write_text(f"nonsense://{SECRET}\n")
        with capture_logs() as said:
            assert await courier.send(MESSAGE)
        assert (first.asked, second.asked) == (0, 2)
        assert SECRET not in str(said)
        assert "line 1" in said[0]["error"]


WRONG = {
    "nothing": ("\n# nobody\n", "has no address"),
    "no scheme": (f"{SECRET}\n", "line 1 is no address"),
    "another scheme": (f"\nsmoke://{SECRET}\n", "line 2 is no address"),
    "this machine": ("syslog://\n", "line 1 is no address"),
    "too many": ("json://127.0.0.1/\n" * 51, "51 addresses, and 50 are allowed"),
    "bytes": ("\0\udcff\n", "line 1 is no address"),
}


def test_addresses_that_cannot_be_are_one_sentence_without_them(tmp_path: Path) -> None:
    wrong = []
    for name, (text, said) in WRONG.items():
        (tmp_path / "urls").write_bytes(text.encode(errors="surrogateescape"))
        try:
            read_targets(tmp_path / "urls", SECRETS_AND_EMAILS)
        except ConfigurationError as error:
            if said in str(error) and SECRET not in str(error):
                continue
            wrong.append((name, str(error)))
        else:
            wrong.append((name, "was read"))
    assert wrong == []
    for path, said in ((None, "CASEBOOK_NOTIFY__URLS names no file"), (tmp_path / "missing", "No such file")):
        with pytest.raises(ConfigurationError, match=said):
            read_targets(path, SECRETS_AND_EMAILS)


def test_a_mounted_secret_is_a_folder(tmp_path: Path) -> None:
    data = tmp_path / "..data"
    data.mkdir()
    (data / "slack").write_text("json://127.0.0.1/a\n")
    (tmp_path / "slack").symlink_to(data / "slack")
    (tmp_path / "mail").write_text("json://127.0.0.1/b\njson://127.0.0.1/c")
    assert [one.service for one in read_targets(tmp_path, SECRETS_AND_EMAILS)] == ["json"] * 3


async def test_a_service_that_does_not_answer_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("casebook_operator.notify.targets._TIMEOUT_SECONDS", 0.02)
    held = asyncio.Event()

    async def hold(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await held.wait()
        writer.close()

    async with await asyncio.start_server(hold, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        (tmp_path / "urls").write_text(f"json://127.0.0.1:{port}/?rto=1&cto=1\n")
        (target,) = read_targets(tmp_path / "urls", SECRETS_AND_EMAILS)
        assert await target.send(MESSAGE)
        held.set()
