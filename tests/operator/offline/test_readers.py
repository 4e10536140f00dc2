"""Every shape in which people save a failure is read; what is broken in it is said."""

import io
import json
import tarfile
from pathlib import Path

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.kube import Object
from casebook_operator.offline import Snapshot, open_bundle, open_text
from casebook_operator.offline.bundle import LogKey
from casebook_operator.offline.cluster_dump import sections
from tests.operator.offline.samples import (
    CRASH_LOG,
    DEPLOYMENT,
    NAMESPACE,
    NODE,
    POD,
    XID_LINE,
    crash_loop,
    encoded,
    event,
    node,
    owner,
    pod,
)


def written(path: Path, content: bytes | str | Object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, dict):
        content = encoded(content)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize("name", ["status.json", "status.yaml", "status.yml"])
def test_a_folder_with_a_status_file(tmp_path: Path, name: str) -> None:
    written(tmp_path / "case" / name, crash_loop())  # JSON is YAML, too
    bundle = open_bundle(tmp_path / "case")
    assert bundle.name == "crash-loop"
    assert len(bundle.objects) == 4
    assert bundle.logs[LogKey("", POD, "app")]["previous"] == CRASH_LOG.encode()
    assert bundle.trigger is not None
    assert bundle.trigger.name == DEPLOYMENT


def test_times_that_yaml_understands_are_times_of_the_api(tmp_path: Path) -> None:
    text = f"""
objects:
  - kind: Node
    metadata: {{name: {NODE}, creationTimestamp: 2026-01-01T00:00:00Z}}
    status: {{conditions: [{{type: Ready, status: True, lastTransitionTime: 2026-03-04 05:06:07+02:00}}]}}
"""
    held = Snapshot(open_bundle(written(tmp_path / "status.yaml", text)))
    found = held.objects["Node", "", NODE]
    assert found["metadata"]["creationTimestamp"] == "2026-01-01T00:00:00Z"
    assert found["status"]["conditions"][0] == {
        "type": "Ready",
        "status": "True",
        "lastTransitionTime": "2026-03-04T03:06:07Z",
    }


def test_the_output_of_kubectl_get(tmp_path: Path) -> None:
    listed = {"kind": "List", "apiVersion": "v1", "items": [pod(), node()]}
    held = Snapshot(open_bundle(written(tmp_path / "all.json", listed)))
    assert {kind for kind, _, _ in held.objects} == {"Pod", "Node"}


def test_several_yaml_documents(tmp_path: Path) -> None:
    text = b"\n---\n".join(json.dumps(obj).encode() for obj in (pod(), node()))
    assert len(Snapshot(open_bundle(written(tmp_path / "all.yaml", text))).objects) == 2


def cluster_dump(folder: Path) -> Path:
    """As ``kubectl cluster-info dump --output-directory`` writes it: lists without kinds, one log file a pod."""
    below = folder / NAMESPACE
    written(folder / "nodes.json", {"kind": "NodeList", "apiVersion": "v1", "items": [node()]})
    for name, kind, items in (
        ("events", "EventList", [event()]),
        ("pods", "PodList", [pod()]),
        ("deployments", "DeploymentList", [owner("Deployment", DEPLOYMENT)]),
        ("services", "ServiceList", []),
    ):
        version = "apps/v1" if kind == "DeploymentList" else "v1"
        bare = [{field: item[field] for field in item if field not in ("kind", "apiVersion")} for item in items]
        written(below / f"{name}.json", {"kind": kind, "apiVersion": version, "items": bare})
    heading = f"==== START logs for container app of pod {NAMESPACE}/{POD} ====\n"
    end = f"==== END logs for container app of pod {NAMESPACE}/{POD} ====\n"
    written(below / POD / "logs.txt", heading + CRASH_LOG + end)
    return folder


def test_the_folder_of_a_cluster_dump(tmp_path: Path) -> None:
    bundle = open_bundle(cluster_dump(tmp_path / "dump"))
    held = Snapshot(bundle)
    assert {kind for kind, _, _ in held.objects} == {"Node", "Pod", "Deployment"}
    assert len(held.events) == 1
    assert bundle.logs == {LogKey(NAMESPACE, POD, "app"): {"current": CRASH_LOG.encode()}}
    assert not bundle.about_one_failure


def test_logs_of_several_containers_in_one_file() -> None:
    text = (
        b"Request log error: something\n"
        b"==== START logs for container app of pod shop/a ====\none\n"
        b"==== END logs for container app of pod shop/a ====\n"
        b"==== START logs for container side of pod shop/a ====\ntwo\n"
    )
    logs = sections(text)
    assert {key.container: texts["current"] for key, texts in logs.items()} == {"app": b"one\n", "side": b"two\n"}


def must_gather(folder: Path) -> Path:
    root = folder / "registry-local-must-gather-sha256-1"
    written(root / "cluster-scoped-resources" / "core" / "nodes" / f"{NODE}.yaml", node())
    written(root / "namespaces" / NAMESPACE / "core" / "pods.yaml", {"kind": "PodList", "items": [pod()]})
    written(root / "namespaces" / NAMESPACE / "core" / "events.yaml", {"kind": "EventList", "items": [event()]})
    written(root / "namespaces" / NAMESPACE / "core" / "secrets.yaml", "kind: [broken, and must not be opened")
    logs = root / "namespaces" / NAMESPACE / "pods" / POD / "app" / "app" / "logs"
    written(logs / "current.log", "")
    written(logs / "previous.log", CRASH_LOG)
    written(folder / "timestamp", "2026-03-04 05:06:07")
    return folder


def test_a_must_gather_tree(tmp_path: Path) -> None:
    bundle = open_bundle(must_gather(tmp_path / "gathered"))
    held = Snapshot(bundle)
    assert {kind for kind, _, _ in held.objects} == {"Node", "Pod"}
    assert bundle.logs == {LogKey(NAMESPACE, POD, "app"): {"previous": CRASH_LOG.encode()}}
    assert bundle.gaps == []


def test_the_text_of_a_kernel_log(tmp_path: Path) -> None:
    bundle = open_bundle(written(tmp_path / "dmesg.txt", f"[  100.000001] {XID_LINE}\n"))
    assert bundle.kernel_log == [f"[  100.000001] {XID_LINE}"]
    assert bundle.kernel_only


def test_a_packed_bundle(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "case.tar.gz", "w:gz") as archive:
        raw = encoded(crash_loop())
        member = tarfile.TarInfo("case/status.json")
        member.size = len(raw)
        archive.addfile(member, io.BytesIO(raw))
    assert open_bundle(tmp_path / "case.tar.gz").name == "crash-loop"


def test_a_bundle_on_standard_input() -> None:
    assert open_text(encoded(crash_loop()), "standard input").name == "crash-loop"
    assert open_text(b"objects: []\nkernel_log: ['a line']\n", "standard input").kernel_log == ["a line"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("status.json", b"{", "not JSON"),
        ("status.json", b"\xff\xfe", "not JSON"),
        ("status.json", b"[" * 100_000, "not JSON"),
        ("status.yaml", b"a: [", "not YAML"),
        ("status.yaml", b"a: !!python/object/apply:os.system [id]", "not YAML"),
        ("status.yaml", b"\x00\x01", "not YAML"),
        ("status.json", b'{"anything": 1}', "no Kubernetes objects"),
        ("status.json", b"", "empty"),
        ("notes.bin", b"\x00\x01\x02\x03", "binary"),
    ],
)
def test_a_file_that_cannot_be_used_is_said(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said):
        open_bundle(written(tmp_path / name, content))


def test_a_path_that_does_not_exist_is_said(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="does not exist"):
        open_bundle(tmp_path / "nothing")


def test_a_folder_of_something_else_is_said(tmp_path: Path) -> None:
    written(tmp_path / "music" / "song.txt", "la la")
    with pytest.raises(ConfigurationError, match="no bundle that Casebook knows"):
        open_bundle(tmp_path / "music")


def test_a_yaml_file_that_multiplies_is_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    with pytest.raises(ConfigurationError, match="values"):
        open_bundle(written(tmp_path / "status.yaml", "\n".join(lines)))


def test_a_yaml_file_that_holds_itself_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="an alias stands inside"):
        open_bundle(written(tmp_path / "status.yaml", "objects: &a\n  - *a\n"))


def test_broken_files_of_a_dump_are_gaps(tmp_path: Path) -> None:
    folder = cluster_dump(tmp_path / "dump")
    written(folder / NAMESPACE / "events.json", "{")
    written(folder / NAMESPACE / "services.json", b"\xff")
    bundle = open_bundle(folder)
    assert sorted(gap.what for gap in bundle.gaps) == ["file shop/events.json", "file shop/services.json"]
    assert len(Snapshot(bundle).objects) == 3


def test_a_dump_of_which_nothing_can_be_used_is_said(tmp_path: Path) -> None:
    written(tmp_path / "dump" / "nodes.json", "{")
    with pytest.raises(ConfigurationError, match=r"nodes\.json"):
        open_bundle(tmp_path / "dump")


def test_links_out_of_a_dump_are_not_followed(tmp_path: Path) -> None:
    written(tmp_path / "outside.json", node())
    folder = cluster_dump(tmp_path / "dump")
    (folder / "more.json").symlink_to(tmp_path / "outside.json")
    (folder / "again").symlink_to(folder)
    assert len(Snapshot(open_bundle(folder)).objects) == 3


@pytest.mark.parametrize("part", ["objects", "events", "logs", "commands", "trigger", "read"])
def test_a_part_of_the_wrong_type_is_a_gap(tmp_path: Path, part: str) -> None:
    bundle = open_bundle(written(tmp_path / "status.json", crash_loop(**{part: 7})))
    assert [gap.what for gap in bundle.gaps] == [part]


def test_an_archive_without_a_bundle_is_said(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "x.tar", "w"):
        pass
    with pytest.raises(ConfigurationError, match="holds no status"):
        open_bundle(tmp_path / "x.tar")
    with pytest.raises(ConfigurationError, match="cannot be unpacked"):
        open_bundle(written(tmp_path / "y.tar.gz", b"no archive"))
