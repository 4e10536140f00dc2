"""The files that the cluster is made of: modules, credentials, images, kernel rules."""

import base64
import io
import json
import re
import tarfile
from pathlib import Path

import pytest

from e2e.cluster import build, credentials, foreign, gomodules, images, npd
from e2e.cluster.errors import ClusterError
from tests.rows import of_every

RECIPES = [*gomodules.CONTROL_PLANE, *gomodules.NODE, *gomodules.SERVICES, gomodules.HELM]


@of_every("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_every_program_has_a_pinned_version(recipe: gomodules.Recipe) -> None:
    expected = r"local" if recipe.name == "workload" else r"v\d+\.\d+\.\d+"
    assert all(re.fullmatch(expected, version) for version in recipe.versions().values())


@of_every("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_every_module_is_proved_by_its_sums_and_names_no_host_of_a_proxy(recipe: gomodules.Recipe) -> None:
    assert recipe.name == "workload" or (recipe.folder / "go.sum").stat().st_size > 0
    text = (recipe.folder / "go.mod").read_text()
    assert "://" not in text


def test_no_two_recipes_build_the_same_program() -> None:
    programs = [program for recipe in RECIPES for program in recipe.packages]
    assert len(programs) == len(set(programs))


def test_the_key_changes_with_the_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gomodules, "GO_DIR", tmp_path)
    recipe = gomodules.Recipe("x", "x", "", {"x": "."})
    recipe.folder.mkdir()
    (recipe.folder / "go.mod").write_text("go 1.24\n")
    before = recipe.key()
    (recipe.folder / "README.md").write_text("no source")
    assert recipe.key() == before
    (recipe.folder / "main.go").write_text("package main")
    assert recipe.key() != before


def test_a_missing_go_is_named_with_the_ways_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ClusterError, match=r"go is not on PATH.*KUBEBUILDER_ASSETS"):
        build.require_go(RECIPES)


def test_an_old_go_is_named_with_the_version_that_is_needed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "go"
    old.write_text("#!/bin/sh\necho go1.19.8\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    with pytest.raises(ClusterError, match=r"go 1\.\d+ or newer is needed, and go1\.19\.8"):
        build.require_go(RECIPES)


def test_a_built_cache_needs_no_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    target = build.bin_dir_of(RECIPES, tmp_path)
    target.mkdir(parents=True)
    assert build.build(RECIPES, tmp_path, tmp_path) == target


def test_the_signing_key_is_a_p256_key_and_never_the_same() -> None:
    first, second = credentials.signing_key(), credentials.signing_key()
    assert first != second
    body = base64.b64decode("".join(first.splitlines()[1:-1]))
    assert len(body) == 51
    # The length that the outer SEQUENCE claims.
    assert body[1] == len(body) - 2


def test_only_the_administrator_is_a_master() -> None:
    known = credentials.identities("node-1")
    masters = [one.name for one in known.values() if "system:masters" in one.groups]
    assert masters == ["admin"]
    assert known["kubelet"].user == "system:node:node-1"
    assert len({one.token for one in known.values()}) == len(known)
    assert "kubelet" not in credentials.identities("")


def test_a_kubeconfig_verifies_the_server() -> None:
    text = credentials.kubeconfig("https://192.0.2.1:443", b"CA", "t0ken", "me")
    assert credentials.server_of(text) == ("https://192.0.2.1:443", b"CA")
    assert "insecure" not in text


def test_images_share_one_layer_and_every_blob_has_its_digest(tmp_path: Path) -> None:
    program = tmp_path / "workload"
    program.write_bytes(b"ELF")
    wanted = [images.Image("a.local/pause:e2e", ("/workload", "pause")), images.Image("a.local/w:e2e", ("/workload",))]
    made = tarfile.open(fileobj=io.BytesIO(images.archive(program, wanted)))  # noqa: SIM115
    members = {member.name: made.extractfile(member).read() for member in made.getmembers()}  # type: ignore[union-attr]
    manifests = json.loads(members["index.json"])["manifests"]
    assert [one["annotations"]["io.containerd.image.name"] for one in manifests] == [image.name for image in wanted]
    layers = set()
    for one in manifests:
        manifest = json.loads(members["blobs/sha256/" + one["digest"].removeprefix("sha256:")])
        layers.add(manifest["layers"][0]["digest"])
    assert len(layers) == 1


KERNEL_LINES = {
    "NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', GPU has fallen off the bus.": "Xid79GpuFellOffBus",
    "NVRM: Xid (PCI:0000:3b:00): 48, pid=1, An uncorrectable double bit error": "Xid48DoubleBitEcc",
    "NVRM: Xid (PCI:0000:3b:00): 31, pid=9, name=python, MMU Fault": "XidReported",
    "NVRM: Xid (0000:03:00): 119, Timeout waiting for RPC from GSP!": "Xid119GspTimeout",
    "pcieport 0000:00:03.0: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer": "UncorrectedAer",
    "pcieport 0000:00:03.0: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer": "UncorrectedAer",
    "pcieport 0000:00:03.0: PCIe Bus Error: severity=Corrected, type=Physical Layer": "CorrectedAer",
    "NVRM: API mismatch: the client has the version 550.54.15, but": "ApiMismatch",
    "nvidia: version magic '6.1.0 SMP' should be '6.2.0 SMP'": "VersionMagic",
    "Memory cgroup out of memory: Killed process 7 (app) total-vm:9kB, anon-rss:8kB, file-rss:1kB, x": "OOMKilling",
    "eth0: link up": None,
}


@of_every(("line", "reason"), KERNEL_LINES.items())
def test_a_kernel_line_has_at_most_one_reason(line: str, reason: str | None) -> None:
    rules = json.loads(npd.monitor_config())["rules"]
    # node-problem-detector wants the match to reach the end of what it has buffered.
    found = [rule["reason"] for rule in rules if re.search(rule["pattern"] + r"\Z", line)]
    assert found == ([reason] if reason else [])


def test_every_permanent_rule_has_its_condition() -> None:
    config = json.loads(npd.monitor_config())
    declared = {one["type"] for one in config["conditions"]}
    used = {rule["condition"] for rule in config["rules"] if rule["type"] == "permanent"}
    assert used == declared


def test_kind_gets_the_version_that_is_built_elsewhere() -> None:
    config = json.loads(foreign.kind_config())
    assert config["nodes"][0]["image"] == f"kindest/node:{gomodules.CONTROL_PLANE[0].version}"
