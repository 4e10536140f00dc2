"""``casebook analyze`` on files that were made to stop it: a sentence, within 256 MiB and ten seconds of CPU."""

import os
import subprocess
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.offline.opening import open_text
from tests.operator.offline.analyses import MOST_MIB, MOST_SECONDS, Analysed

_LIST = b'{"kind":"List","apiVersion":"v1","items":['
_OBJECTS = b"kind: List\napiVersion: v1\nitems:\n"
_MERGES = "".join(f"m{n}: &m{n} {{<<: [{','.join([f'*m{n - 1}'] * 9)}]}}\n" for n in range(1, 9))
_ALIASES = "".join(f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 9))


HOSTILE: dict[str, tuple[str, bytes]] = {
    "brackets.yaml": ("levels deep", b"kind: Pod\na: " + b"[" * 60_000),
    "brackets.json": ("levels deep", b'{"kind":"Pod","a":' + b"[" * 900 + b"]" * 900 + b"}"),
    "braces.json": ("nested too deep", b'{"a":' * 200_000),
    "brackets": ("", b"[" * 60_000),
    "merges.yaml": ("when its aliases are followed", b"m0: &m0 {a: b}\n" + _MERGES.encode()),
    "aliases.yaml": ("when its aliases are followed", b"a0: &a0 [a]\n" + _ALIASES.encode()),
    "values.yaml": ("values", _OBJECTS + b"- a: b\n" * 400_000),
    "many.yaml": ("values", b"---\na: b\n" * 300_000),
    "text.yaml": ("are allowed", b"kind: Pod\na: " + b"x" * (5 << 20)),
    "values.json": ("more than 400,000 values", _LIST + b"{}," * 5_000_000 + b"{}]}"),
    "pairs.json": ("", _LIST + b'{"a":"bc"},' * 300_000 + b"{}]}"),
    "pods.json": ("", _LIST + b'{"kind":"Pod","metadata":{"name":"a"}},' * 60_000 + b"{}]}"),
    "wide.json": ("", b'{"kind":"Pod","metadata":{"name":"' + b"a" * (15 << 20) + b'\xf0\x9f\x98\x80"}}'),
    "large.json": ("are read at most", b" " * (17 << 20)),
    "quotes.json": ("it is not JSON", b'"' * (8 << 20)),
    "number.yaml": ("", b"kind: Pod\nmetadata: {name: a}\na: " + b"9" * 100_000),
    "kernel.log": ("", b"[    1.000000] x\n" * 900_000),
    "blanks.log": ("", b"[    1.000000] a" + b" " * 4_000_000 + b"b\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_sentence(name: str, tmp_path: Path, analysed: Analysed) -> None:
    says, content = HOSTILE[name]
    path = tmp_path / name
    path.write_bytes(content)
    told = analysed(path)
    assert says in told.said
    assert told.code in {0, 1}
    assert "Traceback" not in told.said
    assert told.mib < MOST_MIB
    assert told.seconds < MOST_SECONDS


@pytest.mark.parametrize("name", ["pipe", "pipe.tar"])
def test_a_pipe_is_not_waited_for(name: str, tmp_path: Path, analysed: Analysed) -> None:
    os.mkfifo(tmp_path / name)
    assert "no regular file" in analysed(tmp_path / name).said


def test_a_device_is_not_read(analysed: Analysed) -> None:
    assert "no regular file" in analysed(Path("/dev/zero")).said


@pytest.mark.parametrize(("raw", "helps"), [(b"[" * 200 + b"]" * 200, False), (b"[" + b"1," * 130_000 + b"1]", True)])
def test_more_room_is_suggested_only_where_it_would_help(raw: bytes, helps: bool) -> None:
    with pytest.raises(ConfigurationError) as refused:
        open_text(b"kind: Pod\na: " + raw, "pods.yaml")
    assert ("--large" in str(refused.value)) is helps


def test_a_link_in_the_place_of_a_bundle_is_not_followed(tmp_path: Path, analysed: Analysed) -> None:
    (tmp_path / "status.json").symlink_to("/etc/passwd")
    assert "is no bundle" in analysed(tmp_path).said


def test_a_tree_of_many_files_is_refused_with_what_to_do(tmp_path: Path, analysed: Analysed) -> None:
    (tmp_path / "nodes.json").write_bytes(_LIST + b"{}]}")
    for number in range(5):
        (tmp_path / f"pods-{number}.json").write_bytes(_LIST + b"{}," * 100_000 + b"{}]}")
    told = analysed(tmp_path)
    assert "more than 400,000 values" in told.said
    assert "--large" in told.said
    assert told.mib < MOST_MIB
    assert told.seconds < MOST_SECONDS
    assert analysed(tmp_path, "--large").code == 0


def test_folders_in_folders_end(tmp_path: Path, analysed: Analysed) -> None:
    (tmp_path / "nodes.json").write_bytes(_LIST + b'{"kind":"Node","metadata":{"name":"a"}}]}')
    below = os.open(tmp_path, os.O_RDONLY)
    for _ in range(1_500):  # deeper than a path may be long
        os.mkdir("d", dir_fd=below)
        deeper = os.open("d", os.O_RDONLY, dir_fd=below)
        os.close(below)
        below = deeper
    os.close(below)
    try:
        assert analysed(tmp_path).code == 0
    finally:
        subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)
