"""ConfigMaps with a label, also those of somebody who means harm: on a real API server."""

import asyncio
import json
import secrets
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from casebook_analyzer.errors import CasebookError, ConfigurationError
from casebook_analyzer.memory import open_memory
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.knowledge import configmaps, files
from casebook_operator.knowledge.configmaps import read_configmaps
from casebook_operator.knowledge.files import MOST_BYTES
from casebook_operator.knowledge.sync import ReadSource, read_source, sync_source
from casebook_operator.knowledge.watch import sync_until
from casebook_operator.kube import KubeClient, connect
from e2e.cluster import Cluster

pytestmark = pytest.mark.cluster


@pytest.fixture
def label() -> str:
    """Of this test's own: the namespace is the module's."""
    return f"test-{secrets.token_hex(4)}"


async def _made(kube: KubeClient, namespace: str, label: str, name: str, **content: Any) -> str:
    metadata = {"name": f"{label}-{name}", "labels": {label: "true"}}
    body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, **content}
    made = await kube.create(f"/api/v1/namespaces/{namespace}/configmaps", body)
    return str(made["metadata"]["uid"])


async def _read(kube: KubeClient, namespace: str, label: str) -> dict[str, tuple[str, str]]:
    found = await read_configmaps(kube, namespace, f"{label}=true")
    return {one.path.removeprefix(f"{label}-"): (one.text, one.problem) for one in found}


async def test_markdown_of_those_with_the_label_is_read_and_nothing_else(
    kube: KubeClient, namespace: str, label: str
) -> None:
    data = {"a.md": "\ufeffa\r\nb", "UP.MARKDOWN": "c", "x.txt": "d", ".hidden.md": "e", ".md": "f"}
    await _made(kube, namespace, label, "first", data=data)
    await _made(kube, namespace, label, "second", data={"a.md": "g"})
    await _made(kube, namespace, label, "empty")
    await _made(kube, namespace, f"{label}-other", "else", data={"a.md": "not chosen"})
    assert await _read(kube, namespace, label) == {
        "first/UP.MARKDOWN": ("c", ""),
        "first/a.md": ("a\nb", ""),
        "second/a.md": ("g", ""),
    }


async def test_what_cannot_be_used_is_told_and_the_rest_is_read(kube: KubeClient, namespace: str, label: str) -> None:
    await _made(
        kube,
        namespace,
        label,
        "mixed",
        data={"large.md": "a" * (MOST_BYTES + 1), "nul.md": "a\0b", "half.md": "\ud800", "good.md": "good"},
        binaryData={"latin.md": b64encode(b"caf\xe9").decode(), "picture.png": b64encode(b"\x89PNG").decode()},
    )
    assert await _read(kube, namespace, label) == {
        "mixed/good.md": ("good", ""),
        "mixed/half.md": ("\ufffd", ""),  # the API server has put it there
        "mixed/large.md": ("", f"it has {MOST_BYTES + 1:,} bytes, and {MOST_BYTES:,} are read at most"),
        "mixed/latin.md": ("", "it is no text in UTF-8"),
        "mixed/nul.md": ("", "it is a binary file"),
    }


async def test_a_list_of_many_large_ones_is_read_to_its_end(
    kube: KubeClient, cluster: Cluster, namespace: str, label: str
) -> None:
    """Each is more than an answer may have otherwise: what is cut without a word would be removed."""
    text = "<" * MOST_BYTES  # the API server writes six characters for each
    data = {"a.md": text, "b.md": text[: MOST_BYTES * 3 // 4]}
    for number in range(3):
        metadata = {"name": f"{label}-{number}", "namespace": namespace, "labels": {label: "true"}}
        body = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}
        cluster.run_kubectl("create", "-f", "-", stdin=json.dumps(body))
    await _made(kube, namespace, label, "small", data={"a.md": "a"})
    found = await _read(kube, namespace, label)
    assert len(found) == 7
    assert {content for content, _ in found.values()} == {*data.values(), "a"}


async def test_too_much_is_refused_before_it_is_kept(
    kube: KubeClient, namespace: str, label: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        await _made(kube, namespace, label, f"n{number}", data={"a.md": "a" * 100, "b.md": "b" * 100, "c": "c" * 1000})
    for module, bound, value, told in (
        (files, "MOST_FILES", 5, "more than 5 Markdown files"),
        (files, "MOST_IN_ALL", 500, "more than 0 MiB of text"),
        (configmaps, "MOST_FILES", 2, "more than 2 ConfigMaps"),
        (configmaps, "_MOST_ANSWERED", 3000, "more than 0 MiB, with all that is no Markdown"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(module, bound, value)
            with pytest.raises(ConfigurationError, match=told):
                await _read(kube, namespace, label)


async def test_no_label_or_no_namespace_is_not_all_of_them(kube: KubeClient, namespace: str) -> None:
    for where, selector in ((namespace, ""), (namespace, " "), ("", "a=b")):
        with pytest.raises(ConfigurationError, match="Name a label and a namespace"):
            await read_configmaps(kube, where, selector)
    with pytest.raises(CasebookError, match="unable to parse"):
        await read_configmaps(kube, namespace, "a in (")


async def test_what_vanished_is_removed_also_the_last_and_a_list_that_fails_removes_nothing(
    kube: KubeClient, cluster: Cluster, namespace: str, label: str, dsn: str, tmp_path: Path
) -> None:
    cluster.run_kubectl("create", "serviceaccount", label, "-n", namespace)
    nobody = cluster.service_account_kubeconfig(namespace, label, tmp_path / "kubeconfig")
    sanitizer = Sanitizer(bytes(32), SECRETS_AND_EMAILS)

    async def read(client: KubeClient) -> ReadSource:
        found = await read_configmaps(client, namespace, f"{label}=true")
        return read_source("runbooks", found, sanitizer, answered=True)

    async with open_memory(dsn, tenant="cluster-a", embedder=None) as memory, await connect(nobody) as refused:

        async def synced() -> list[str]:
            await sync_source(memory, await read(kube), whole=True, dry_run=False)
            return [one.path.removeprefix(f"{label}-") for one in await memory.knowledge.documents()]

        first = await _made(kube, namespace, label, "first", data={"a.md": "# A\n\ntext"})
        second = await _made(kube, namespace, label, "second", data={"b.md": "# B\n\ntext"})
        assert await synced() == ["first/a.md", "second/b.md"]

        stop, asked = asyncio.Event(), 0

        async def forbidden() -> ReadSource:
            nonlocal asked
            asked += 1
            if asked > 1:
                stop.set()
            return await read(refused)

        await sync_until(stop, memory, forbidden, 0.01)
        assert (asked, len(await memory.knowledge.documents())) == (2, 2)

        path = f"/api/v1/namespaces/{namespace}/configmaps/{label}"
        await kube.delete(f"{path}-first", uid=first)
        assert await synced() == ["second/b.md"]
        await kube.delete(f"{path}-second", uid=second)
        assert await synced() == []


async def test_who_writes_one_says_for_whom_it_is_and_replaces_no_other(
    kube: KubeClient, namespace: str, label: str
) -> None:
    """A name of a key has no ``/``: what another ConfigMap has cannot be called so."""
    text = '---\nnamespaces: [bank]\ntitle: "p\\x61ssword=Mango7-Teller9"\n---\nWhat to do.\n'
    await _made(kube, namespace, label, "bank", data={"a.md": text})
    await _made(kube, namespace, label, "else", data={"a.md": "# Other\n\ntext"})
    found = await read_configmaps(kube, namespace, f"{label}=true")
    read = read_source("runbooks", found, Sanitizer(bytes(32), SECRETS_AND_EMAILS), answered=True)
    assert [one.about.namespaces for one in read.documents] == [("bank",), ()]
    assert "Mango7" not in json.dumps([one.title for one in read.documents])
    with pytest.raises(CasebookError, match="a valid config key"):
        await _made(kube, namespace, label, "wrong", data={f"../{label}-bank/a.md": "mine"})
