"""Folders of Markdown, also those of somebody who means harm."""

import os
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.knowledge import files
from casebook_operator.knowledge.files import MOST_BYTES, read_file, read_folder


def _write(folder: Path, contents: dict[str, bytes]) -> None:
    for name, raw in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)


def test_markdown_is_read_and_nothing_else(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "b.md": b"b",
            "deep/er/a.markdown": b"\xef\xbb\xbfa\r\nb",
            "UP.MD": b"c",
            "x.txt": b"d",
            ".git/a.md": b"e",
            ".hidden.md": b"f",
        },
    )
    found = read_folder(tmp_path)
    assert [(one.path, one.text) for one in found] == [("UP.MD", "c"), ("b.md", "b"), ("deep/er/a.markdown", "a\nb")]


@pytest.mark.parametrize("name", ["x.csv", "x.txt", "x", "md", "x.md.bak", "x.pdf"])
def test_a_single_file_is_taken_by_the_same_names_as_those_of_a_folder(tmp_path: Path, name: str) -> None:
    _write(tmp_path, {name: b"a,b\n1,2\n", "y.Md": b"text"})
    refused = read_file(tmp_path / name, name)
    assert (refused.text, refused.problem) == (
        "",
        "its name does not end as that of Markdown (.md or .markdown)",
    )
    assert read_file(tmp_path / "y.Md", "y.Md").text == "text"


def test_a_mounted_configmap_is_read_and_links_that_lead_away_are_not(tmp_path: Path) -> None:
    """Kubelet writes ``x.md -> ..data/x.md`` and ``..data -> ..2026``; a Git checkout may have any link."""
    outside = tmp_path / "outside"
    folder = tmp_path / "folder"
    _write(outside, {"passwd.md": b"secret", "more/a.md": b"secret"})
    _write(folder, {"..2026/x.md": b"mounted"})
    (folder / "..data").symlink_to("..2026")
    for name, target in (
        ("x.md", "..data/x.md"),
        ("away.md", "../outside/passwd.md"),
        ("absolute.md", str(outside / "passwd.md")),
        ("folder", "../outside/more"),
        ("here", "."),
    ):
        (folder / name).symlink_to(target)
    assert [(one.path, one.text) for one in read_folder(folder)] == [("x.md", "mounted")]


def test_a_link_that_was_put_in_the_place_of_a_file_after_a_look_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that reads has the key of redaction beside what others write."""
    folder = tmp_path / "folder"
    _write(tmp_path, {"key": b"secret", "folder/a.md": b"a"})
    (folder / "b.md").symlink_to(tmp_path / "key")
    monkeypatch.setattr(files, "_within", lambda *_: True)
    found = [(one.path, one.text, one.problem) for one in read_folder(folder)]
    assert found == [("a.md", "a", ""), ("b.md", "", "it is no file of this folder")]


def test_what_cannot_be_used_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    _write(
        tmp_path,
        {
            "large.md": b"a" * (MOST_BYTES + 1),
            "binary.md": b"a\0b",
            "latin.md": b"caf\xe9",
            "good.md": b"good",
            "bad\x1b[2Jname.md": b"x",
        },
    )
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / os.fsdecode(b"\xff.md")).write_bytes(b"x")
    found = {one.path: one.problem for one in read_folder(tmp_path)}
    assert found == {
        "large.md": f"it has {MOST_BYTES + 1:,} bytes, and {MOST_BYTES:,} are read at most",
        "binary.md": "it is a binary file",
        "latin.md": "it is no text in UTF-8 (at byte 3)",
        "good.md": "",
        "bad?[2Jname.md": "its name is no plain text",
        "\\udcff.md": "its name is no plain text",
        "pipe.md": "it is no regular file",
    }


def test_what_cannot_be_looked_at_is_told_and_is_not_taken_for_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git checkouts are swapped while they are read, and a sidecar writes as somebody else."""
    _write(tmp_path, {"open/a.md": b"a", "closed/b.md": b"b"})
    for name, target in (("gone.md", "nowhere.md"), ("round.md", "round.md")):
        (tmp_path / name).symlink_to(target)
    scan = os.scandir

    def refuse(path: Path) -> object:
        if path.name == "closed":
            raise PermissionError(13, "Permission denied", str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refuse)
    assert {one.path: one.text or one.problem for one in read_folder(tmp_path)} == {
        "open/a.md": "a",
        "closed": "it cannot be read: Permission denied",
        "gone.md": "it cannot be read: No such file or directory",
        "round.md": "it cannot be read: Too many levels of symbolic links",
    }


def test_a_folder_too_deep_is_told_and_the_rest_is_read(tmp_path: Path) -> None:
    _write(tmp_path, {"/".join(["d"] * 40) + "/a.md": b"deep", "/".join(["d"] * 10) + "/b.md": b"less"})
    less, deep = sorted(read_folder(tmp_path), key=lambda one: one.problem)
    assert less.text == "less"
    assert (deep.path, deep.problem) == ("/".join(["d"] * 33), "it cannot be read: it lies more than 32 folders deep")


def test_too_much_is_refused_before_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _write(tmp_path, {f"{number}.md": b"a" * 100 for number in range(5)})
    monkeypatch.setattr(files, "MOST_FILES", 4)
    with pytest.raises(ConfigurationError, match="more than 4 Markdown files"):
        read_folder(tmp_path)
    monkeypatch.setattr(files, "MOST_FILES", 5)
    monkeypatch.setattr(files, "MOST_IN_ALL", 400)
    with pytest.raises(ConfigurationError, match="more than 0 MiB of text"):
        read_folder(tmp_path)
    monkeypatch.setattr(files, "_MOST_ENTRIES", 4)
    with pytest.raises(ConfigurationError, match="more than 4 names in one folder"):
        read_folder(tmp_path)


def test_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    (tmp_path / "round").symlink_to("round")
    told_of = (
        ("a.md", "is no folder"),
        ("b", "does not exist"),
        ("round", "cannot be read: Too many levels of symbolic links"),
        ("long" * 1000, "cannot be read: File name too long"),
    )
    for name, told in told_of:
        with pytest.raises(ConfigurationError, match=told):
            read_folder(tmp_path / name)
