"""Make container images from one static program, without a registry and without a builder."""

from __future__ import annotations

import hashlib
import io
import json
import platform
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_OCI = "application/vnd.oci.image"
_USERS = "root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/:/sbin/nologin\n"


@dataclass(frozen=True, slots=True)
class Image:
    """A name and what it runs."""

    name: str
    entrypoint: tuple[str, ...]


PAUSE = Image("casebook.local/pause:e2e", ("/workload", "pause"))
WORKLOAD = Image("casebook.local/workload:e2e", ("/workload",))


class _Archive:
    """An OCI archive in the making: blobs are named by their digest."""

    def __init__(self, target: io.BytesIO) -> None:
        self._tar = tarfile.open(fileobj=target, mode="w")  # noqa: SIM115 - closed by close()

    def file(self, name: str, content: bytes) -> None:
        info = tarfile.TarInfo(name)
        info.size = len(content)
        self._tar.addfile(info, io.BytesIO(content))

    def blob(self, kind: str, content: bytes) -> dict[str, Any]:
        digest = hashlib.sha256(content).hexdigest()
        self.file(f"blobs/sha256/{digest}", content)
        return {"mediaType": f"{_OCI}.{kind}", "digest": f"sha256:{digest}", "size": len(content)}

    def close(self) -> None:
        self._tar.close()


def layer(program: Path) -> bytes:
    """Return the one layer: the program, a writable /tmp and a user that is not root."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w") as tar:
        for name, mode in (("etc", 0o755), ("tmp", 0o1777)):
            folder = tarfile.TarInfo(name)
            folder.type, folder.mode = tarfile.DIRTYPE, mode
            tar.addfile(folder)
        for name, content, mode in (
            ("etc/passwd", _USERS.encode(), 0o644),
            (program.name, program.read_bytes(), 0o755),
        ):
            info = tarfile.TarInfo(name)
            info.size, info.mode = len(content), mode
            tar.addfile(info, io.BytesIO(content))
    return target.getvalue()


def architecture() -> str:
    """Return the architecture in the words of image manifests."""
    return {"x86_64": "amd64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())


def archive(program: Path, images: Sequence[Image] = (PAUSE, WORKLOAD)) -> bytes:
    """Return an OCI archive with several images that share the layer of one program."""
    target = io.BytesIO()
    made = _Archive(target)
    content = layer(program)
    layer_ref = made.blob("layer.v1.tar", content)
    manifests = []
    for image in images:
        config = {
            "architecture": architecture(),
            "os": "linux",
            "config": {"Entrypoint": list(image.entrypoint), "WorkingDir": "/"},
            "rootfs": {"type": "layers", "diff_ids": [layer_ref["digest"]]},
        }
        manifest = {
            "schemaVersion": 2,
            "mediaType": f"{_OCI}.manifest.v1+json",
            "config": made.blob("config.v1+json", json.dumps(config).encode()),
            "layers": [layer_ref],
        }
        reference = made.blob("manifest.v1+json", json.dumps(manifest).encode())
        manifests.append({**reference, "annotations": {"io.containerd.image.name": image.name}})
    made.file("oci-layout", b'{"imageLayoutVersion":"1.0.0"}')
    made.file("index.json", json.dumps({"schemaVersion": 2, "manifests": manifests}).encode())
    made.close()
    return target.getvalue()
