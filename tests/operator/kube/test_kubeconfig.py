"""Whose token a kubeconfig has: as kubectl finds it, and only that of its user."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.kube import kubeconfig
from casebook_operator.kube.kubeconfig import token_of_user
from tests.operator.kubeconfigs import kubeconfig as written
from tests.rows import of_every


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """``user({"token": "t"})`` is who the kubeconfig of the environment names from now on."""

    def named(one: dict[str, Any]) -> None:
        path = written(tmp_path / "config", "https://api.invalid")
        content = yaml.safe_load(path.read_text())
        content["users"][0]["user"] = one
        path.write_text(yaml.safe_dump(content))
        monkeypatch.setenv("KUBECONFIG", str(path))

    return named


def plugin(says: str, code: int = 0) -> dict[str, Any]:
    program = f"import sys; print({says!r}); print('sign in', file=sys.stderr); sys.exit({code})"
    return {
        "exec": {
            "apiVersion": "client.authentication.k8s.io/v1",
            "command": sys.executable,
            "args": ["-I", "-S", "-c", program],
        }
    }


CREDENTIAL = '{{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {}}}'


async def test_a_token_is_taken_from_where_kubectl_takes_it(user: Any, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("of-a-file\n")
    for one, token in (
        ({"token": "written"}, "written"),
        ({"tokenFile": "token"}, "of-a-file"),
        (plugin(CREDENTIAL.format('{"token": "of-a-plugin"}')), "of-a-plugin"),
    ):
        user(one)
        assert await token_of_user() == token


@of_every(
    ("one", "why"),
    [
        ({"client-certificate-data": "Yw==", "client-key-data": "aw=="}, "client certificate"),
        ({"username": "ana", "password": "hunter2"}, "has a password"),
        ({"username": "ana"}, "has no token"),
        ({"token": ""}, "has no token"),
        ({"token": "two words"}, "has no token"),
        ({"token": "two\nlines"}, "has no token"),
        ({"token": "\u00fcber"}, "has no token"),
        (plugin("no JSON"), "has no token"),
        (plugin(CREDENTIAL.format('{"clientCertificateData": "c", "clientKeyData": "k"}')), "client certificate"),
    ],
    ids=str,
)
async def test_who_has_none_is_told_how_to_make_one(user: Any, one: dict[str, Any], why: str) -> None:
    user(one)
    with pytest.raises(ConfigurationError, match="kubectl create token NAME -n NAMESPACE --audience casebook") as told:
        await token_of_user()
    assert why in str(told.value)
    assert "hunter2" not in str(told.value)


async def test_a_plugin_that_fails_gives_no_token(user: Any, caplog: pytest.LogCaptureFixture) -> None:
    user(plugin("", code=1))
    with pytest.raises(ConfigurationError, match="has no token"):
        await token_of_user()
    assert "sign in" in caplog.text


async def test_the_current_context_decides_over_several_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    written(own, "https://api.invalid").write_text(own.read_text().replace("current-context: c\n", ""))
    other.write_text("apiVersion: v1\nkind: Config\ncurrent-context: c\n")
    monkeypatch.setenv("KUBECONFIG", os.pathsep.join(map(str, (own, other))))
    assert await token_of_user() == "t"


async def test_the_account_of_a_pod_is_nobodys_kubeconfig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "token").write_text("of-the-pod")
    monkeypatch.setattr(kubeconfig, "_ACCOUNT", tmp_path / "token")
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "nothing"))
    with pytest.raises(ConfigurationError, match="There is no kubeconfig"):
        await token_of_user()
