"""Keys, tokens and kubeconfigs of a test cluster, with the standard library alone."""

from __future__ import annotations

import base64
import json
import secrets
from dataclasses import dataclass
from pathlib import Path

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# SEQUENCE { INTEGER 1, OCTET STRING of 32 bytes, [0] OID prime256v1 }; the public half may be left out (RFC 5915).
_SEC1_HEAD = bytes.fromhex("30310201010420")
_SEC1_TAIL = bytes.fromhex("a00a06082a8648ce3d030107")


def signing_key() -> str:
    """Return a new P-256 private key as PEM; the API server signs ServiceAccount tokens with it."""
    number = secrets.randbelow(_P256_ORDER - 1) + 1
    body = base64.encodebytes(_SEC1_HEAD + number.to_bytes(32, "big") + _SEC1_TAIL).decode()
    return f"-----BEGIN EC PRIVATE KEY-----\n{body}-----END EC PRIVATE KEY-----\n"


@dataclass(frozen=True, slots=True)
class Identity:
    """Somebody whom the API server knows by a token."""

    name: str
    user: str
    groups: tuple[str, ...]
    token: str

    def line(self) -> str:
        """Return the line of the token file."""
        return f'{self.token},{self.user},{self.name},"{",".join(self.groups)}"'


def identities(node_name: str) -> dict[str, Identity]:
    """Return everybody with the rights they have in a real cluster, so that RBAC is really tested."""
    known = [
        ("admin", "casebook-admin", ("system:masters",)),
        ("kube-controller-manager", "system:kube-controller-manager", ()),
        ("kube-scheduler", "system:kube-scheduler", ()),
    ]
    if node_name:
        known += [
            ("kubelet", f"system:node:{node_name}", ("system:nodes",)),
            ("node-problem-detector", "system:node-problem-detector", ()),
            ("kube-proxy", "system:kube-proxy", ()),
            ("coredns", "system:coredns", ()),
        ]
    return {name: Identity(name, user, groups, secrets.token_hex(24)) for name, user, groups in known}


def kubeconfig(server: str, ca: bytes, token: str, user: str) -> str:
    """Return a kubeconfig; JSON is YAML too, and the standard library writes it."""
    cluster = {"server": server, "certificate-authority-data": base64.b64encode(ca).decode()}
    context = {"cluster": "casebook-e2e", "user": user}
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "current-context": "casebook-e2e",
            "clusters": [{"name": "casebook-e2e", "cluster": cluster}],
            "users": [{"name": user, "user": {"token": token}}],
            "contexts": [{"name": "casebook-e2e", "context": context}],
        },
        indent=2,
    )


def server_of(text: str) -> tuple[str, bytes]:
    """Read server and CA back from a kubeconfig in JSON, as `kubectl config view -o json` prints any."""
    cluster = json.loads(text)["clusters"][0]["cluster"]
    return cluster["server"], base64.b64decode(cluster.get("certificate-authority-data", ""))


def token_of(path: Path) -> str:
    """Return the token in a kubeconfig that we wrote."""
    token: str = json.loads(path.read_text())["users"][0]["user"]["token"]
    return token
