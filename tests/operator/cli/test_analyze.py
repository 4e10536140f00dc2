"""``casebook analyze`` on files, as people run it."""

import io
import json
import sys
from pathlib import Path

import pytest

from casebook_operator.cli.analyze import MAX_REPORTS
from tests.operator.cli.conftest import Casebook, sentence
from tests.operator.offline.samples import (
    DEPLOYMENT,
    NAMESPACE,
    REPLICA_SET,
    XID_LINE,
    crash_loop,
    encoded,
    node,
    owner,
    pod,
)
from tests.operator.offline.test_readers import written


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> "io.BytesIO":
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(raw))
    return raw


def dump(folder: Path, *names: str) -> Path:
    """A cluster with one broken pod for each name."""
    pods = [pod(name=name, uid=f"uid-{name}", ownerReferences=[]) for name in names]
    written(folder / "nodes.json", {"kind": "NodeList", "items": [node()]})
    written(folder / NAMESPACE / "pods.json", {"kind": "PodList", "items": pods})
    return folder


def test_a_bundle_gives_its_report(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "case" / "status.json", crash_loop())
    done = casebook("analyze", "case")
    assert done.returncode == 0, done
    assert f"Deployment/{NAMESPACE}/{DEPLOYMENT}" in done.stdout
    assert "DATABASE_URL" in done.stdout


def test_what_the_settings_take_out_is_in_no_report(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "status.json", crash_loop())
    (tmp_path / "casebook.yaml").write_text("evidence: {redaction: {patterns: [{name: url, regex: DATABASE_URL}]}}")
    assert "DATABASE_URL" in casebook("analyze", "status.json", "-o", "json").stdout
    assert "DATABASE_URL" not in casebook("analyze", "status.json", "-o", "json", "--config", "casebook.yaml").stdout


def test_the_machine_readable_form(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "status.json", crash_loop())
    (found,) = json.loads(casebook("analyze", "status.json", "-o", "json").stdout)
    assert found["conclusion"]["category"] == "config_error"
    assert found["detected"] is True
    assert found["report"].startswith("#")


def test_a_kernel_log_comes_from_a_pipe(casebook: Casebook, piped: io.BytesIO) -> None:
    piped.write(f"[  100.1] {XID_LINE}\n".encode())
    piped.seek(0)
    done = casebook("analyze", "-", "-o", "markdown")
    assert done.returncode == 0, done
    assert "Xid 79" in done.stdout


def test_a_bundle_comes_from_a_pipe(casebook: Casebook, piped: io.BytesIO) -> None:
    piped.write(encoded(crash_loop()))
    piped.seek(0)
    assert "DATABASE_URL" in casebook("analyze", "-").stdout


def test_several_cases_are_listed_first(casebook: Casebook, tmp_path: Path) -> None:
    dump(tmp_path / "dump", "cart-0", "search-0")
    done = casebook("analyze", "dump")
    assert done.returncode == 0
    assert "cart-0" in done.stdout
    assert "search-0" in done.stdout
    assert "2 cases" in done.stdout
    name = next(line.split()[0] for line in done.stdout.splitlines() if line.startswith("cart-0"))
    one = casebook("analyze", "dump", "--case", name)
    assert "Pod/shop/cart-0" in one.stdout
    assert "Pod/shop/search-0" not in one.stdout


def test_all_cases_are_reported_when_asked_for(casebook: Casebook, tmp_path: Path) -> None:
    dump(tmp_path / "dump", "cart-0", "search-0")
    done = casebook("analyze", "dump", "--all")
    assert "Pod/shop/cart-0" in done.stdout
    assert "Pod/shop/search-0" in done.stdout


def test_reports_of_a_large_dump_are_bounded(casebook: Casebook, tmp_path: Path) -> None:
    dump(tmp_path / "dump", *(f"pod-{number}" for number in range(MAX_REPORTS + 5)))
    done = casebook("analyze", "dump", "--all", "-o", "json")
    assert len(json.loads(done.stdout)) == MAX_REPORTS


def test_a_dump_without_failures_says_so(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "dump" / "nodes.json", {"kind": "NodeList", "items": [node()]})
    done = casebook("analyze", "dump")
    assert (done.returncode, done.stdout) == (0, "Nothing in it looks like a failure.\n")
    assert json.loads(casebook("analyze", "dump", "-o", "json").stdout) == []


def test_a_case_that_is_not_there_is_said(casebook: Casebook, tmp_path: Path) -> None:
    dump(tmp_path / "dump", "cart-0", "search-0")
    assert "There is no case nothing" in sentence(casebook("analyze", "dump", "--case", "nothing"))


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "does not exist"), (b"{", "not JSON"), (b"", "empty"), (b'{"a": 1}', "no Kubernetes objects")],
)
def test_a_file_that_cannot_be_used_is_one_sentence(
    casebook: Casebook, tmp_path: Path, content: bytes | None, said: str
) -> None:
    if content is not None:
        written(tmp_path / "status.json", content)
    assert said in sentence(casebook("analyze", "status.json"))


def test_neither_cluster_nor_database_is_needed(casebook: Casebook, tmp_path: Path) -> None:
    written(tmp_path / "status.json", crash_loop())
    nowhere = "postgresql://casebook@127.0.0.1:1/casebook"
    done = casebook("analyze", "status.json", CASEBOOK_DATABASE__URL=nowhere, KUBECONFIG=str(tmp_path / "none"))
    assert done.returncode == 0, done


def test_owners_in_a_circle_are_survived(casebook: Casebook, tmp_path: Path) -> None:
    def above(kind: str, name: str) -> dict[str, object]:
        return {"kind": kind, "name": name, "uid": f"uid-{name}", "controller": True}

    circle = [
        owner("Deployment", DEPLOYMENT, above("ReplicaSet", REPLICA_SET)),
        owner("ReplicaSet", REPLICA_SET, above("Deployment", DEPLOYMENT)),
        pod(),
    ]
    written(tmp_path / "status.json", crash_loop(objects=circle))
    assert casebook("analyze", "status.json").returncode == 0
