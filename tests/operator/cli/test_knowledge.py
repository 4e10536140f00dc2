"""``casebook knowledge``, from a folder to what is found."""

import json
from pathlib import Path

import pytest

from e2e.cluster import Cluster
from tests.operator.cli.conftest import Casebook

OOM = "---\nalerts: [ContainerOomKilled]\n---\n# Out of memory\n\nRaise the memory limit. password=hunter2hunter2\n"
LINK = "https://git.example.com/{path}#L{line}"


@pytest.fixture
def folder(tmp_path: Path, dsn: str, clean_environment: None, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CASEBOOK_DATABASE__URL", dsn)
    folder = tmp_path / "runbooks"
    folder.mkdir()
    (folder / "oom.md").write_text(OOM)
    (folder / "dns.md").write_text("# Name resolution\n\nLook at CoreDNS.\n")
    return folder


def test_a_folder_is_synced_listed_searched_and_removed(casebook: Casebook, folder: Path) -> None:
    tried = casebook("knowledge", "sync", str(folder), "--dry-run")
    assert tried.stdout == "+ dns.md\n+ oom.md\nrunbooks: would be: 2 added, 0 changed, 0 removed, 0 as they were.\n"
    assert "Nothing was written down yet" in casebook("knowledge", "list").stdout
    assert casebook("knowledge", "search", "x").stdout.startswith("Nothing was written down yet: `casebook")
    done = casebook("knowledge", "sync", str(folder), "--link", LINK, "-o", "json")
    assert json.loads(done.stdout)["result"]["added"] == ["dns.md", "oom.md"]
    again = casebook("knowledge", "sync", str(folder), "--link", LINK)
    assert again.stdout == "runbooks: 0 added, 0 changed, 0 removed, 2 as they were.\n"

    checks = {one["check"]: one["detail"] for one in json.loads(casebook("doctor", "-o", "json").stdout)}
    assert checks["knowledge"].startswith("2 documents (runbooks), the last change at 20")
    assert "; runbooks was read at 20" in checks["knowledge"]
    hit = json.loads(casebook("knowledge", "search", "ContainerOomKilled", "-o", "json").stdout)["hits"][0]
    assert (hit["path"], hit["link"], hit["named"]) == (
        "oom.md",
        "https://git.example.com/oom.md#L6",
        ["containeroomkilled"],
    )
    assert "hunter2" not in hit["text"]
    assert "redacted:" in hit["text"]
    assert "runbooks/dns.md:3" in casebook("knowledge", "search", "no", "such", "host").stdout

    bare = casebook("knowledge", "sync", str(folder), "--dry-run").stdout
    assert bare.endswith("The link of 2 documents would be gone: give --link as before.\n")

    (folder / "dns.md").unlink()
    assert "- dns.md" in casebook("knowledge", "sync", str(folder), "--link", LINK).stdout
    one = casebook("knowledge", "remove", "runbooks", "oom.md", "--dry-run").stdout
    assert one == "runbooks/oom.md would be removed.\n"
    assert casebook("knowledge", "remove", "runbooks").stdout == "1 document of runbooks removed.\n"
    gone = casebook("knowledge", "remove", "runbooks")
    assert (gone.returncode, "casebook knowledge list" in gone.stderr) == (1, True)


def test_two_files_of_one_name_are_not_one_document(casebook: Casebook, folder: Path) -> None:
    (folder / "team").mkdir()
    (folder / "team" / "oom.md").write_text("# Another\n\nText.\n")
    done = casebook("knowledge", "add", str(folder / "oom.md"), str(folder / "team" / "oom.md"))
    assert done.returncode == 2
    assert "2 of these files are called oom.md" in done.stderr
    assert "Nothing was written down yet" in casebook("knowledge", "list").stdout


def test_a_file_that_cannot_be_used_is_named_and_what_is_known_of_it_stays(casebook: Casebook, folder: Path) -> None:
    casebook("knowledge", "sync", str(folder))
    (folder / "oom.md").write_text("---\nalerts: {a: b}\n---\ntext")
    (folder / "new.md").write_text("New words.")
    (folder / "binary.md").write_bytes(b"\0")
    done = casebook("knowledge", "sync", str(folder))
    assert done.returncode == 1
    assert "Error: oom.md:2: `alerts` has to be a text or a list of texts." in done.stderr
    assert "Error: binary.md: it is a binary file." in done.stderr
    assert done.stdout == "+ new.md\nrunbooks: 1 added, 0 changed, 0 removed, 1 as they were.\n"
    assert "oom.md" in casebook("knowledge", "list").stdout


def test_a_folder_that_is_empty_all_at_once_takes_nothing_away(casebook: Casebook, folder: Path) -> None:
    """A checkout that is not there yet looks so."""
    casebook("knowledge", "sync", str(folder))
    for path in folder.iterdir():
        path.unlink()
    refused = casebook("knowledge", "sync", str(folder))
    assert refused.returncode == 1
    assert "`casebook knowledge remove runbooks` removes them" in refused.stderr
    assert "oom.md" in casebook("knowledge", "list").stdout


def test_single_files_are_added_and_replaced(casebook: Casebook, folder: Path) -> None:
    assert "added: 1 added" in casebook("knowledge", "add", str(folder / "oom.md")).stdout
    (folder / "oom.md").write_text("# Other words\n\nNothing is left of it.")
    assert "added: 0 added, 1 changed" in casebook("knowledge", "add", str(folder / "oom.md")).stdout
    assert "Other words" in casebook("knowledge", "list", "--source", "added").stdout


def test_what_is_given_wrong_is_told(casebook: Casebook, folder: Path) -> None:
    for arguments, told in (
        (("sync", "nowhere"), "does not exist"),
        (("sync", str(folder / "oom.md")), "casebook knowledge add FILE"),
        (("sync", str(folder), "--source", "x" * 64), "A source has a name of 1 to 63"),
        (("sync", str(folder), "--source", "a\x1bb"), "A source has a name of 1 to 63"),
        (("sync", str(folder), "--link", "javascript:{path}"), "no address that begins with http"),
        (("add", "nowhere.md"), "does not exist"),
        (("sync",), "Give FOLDER or --configmaps, and not both"),
        (("sync", str(folder), "--configmaps", "a=b"), "Give FOLDER or --configmaps, and not both"),
        (("sync", str(folder), "-n", "shop"), "For whose readers a file is, it says itself"),
    ):
        refused = casebook("knowledge", *arguments)
        assert refused.returncode, arguments
        assert told in refused.stderr, arguments
        assert "\x1b" not in refused.stderr, arguments
    assert "Nothing was written down yet" in casebook("knowledge", "list").stdout


@pytest.mark.cluster
def test_configmaps_with_a_label_are_synced_like_a_folder(
    casebook: Casebook, folder: Path, cluster: Cluster, namespace: str
) -> None:
    def kubectl(*arguments: str) -> None:
        cluster.run_kubectl(*arguments, "-n", namespace)

    def sync(*more: str) -> str:
        where = ("--kubeconfig", str(cluster.kubeconfig), "-n", namespace)
        return casebook("knowledge", "sync", "--configmaps", "knows=true", *where, *more).stdout

    kubectl("create", "configmap", "runbooks", "--from-file", str(folder))
    kubectl("create", "configmap", "bystander", f"--from-file={folder / 'oom.md'}")
    none = "0 added, 0 changed, 0 removed, 0 as they were.\nNothing there has a name that ends with .md or .markdown.\n"
    assert sync() == f"{namespace}: {none}"
    kubectl("label", "configmap", "runbooks", "knows=true")
    told = "+ runbooks/dns.md\n+ runbooks/oom.md\nops: {}2 added, 0 changed, 0 removed, 0 as they were.\n"
    assert sync("--source", "ops", "--dry-run") == told.format("would be: ")
    assert sync("--source", "ops", "--link", LINK) == told.format("")
    hit = json.loads(casebook("knowledge", "search", "ContainerOomKilled", "-o", "json").stdout)["hits"][0]
    assert hit["link"] == "https://git.example.com/runbooks/oom.md#L6"
    kubectl("label", "configmap", "runbooks", "knows-")
    assert "0 added, 0 changed, 2 removed" in sync("--source", "ops")
