"""The certificate of the chart's PostgreSQL: for which names it is, who believes it, and who sees its key."""

import base64
import ssl
from pathlib import Path

import pytest

from tests.chart.rendered import one, pod_of, pods_of
from tools.chart.helm import Helm, Object

KEY, AUTHORITY = "tls.key", "ca.crt"


@pytest.fixture
def files(helm: Helm, tmp_path: Path) -> Path:
    """The Secret, as a pod would see all of it."""
    for name, content in one(helm.template(), "Secret", "casebook-postgresql-tls")["data"].items():
        (tmp_path / name).write_bytes(base64.b64decode(content))
    return tmp_path


def shaken(files: Path, name: str) -> None:
    """A handshake with a client that believes the authority alone and wants this name."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    believing = ssl.create_default_context(cafile=str(files / AUTHORITY))
    serving = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    serving.load_cert_chain(files / "tls.crt", files / KEY)
    client = believing.wrap_bio(back, there, server_hostname=name)
    server = serving.wrap_bio(there, back, server_side=True)
    for side in (client, server, client):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue


@pytest.mark.parametrize("suffix", ["", ".casebook", ".casebook.svc", ".casebook.svc.cluster.local"])
def test_it_is_for_every_name_of_the_service(files: Path, suffix: str) -> None:
    shaken(files, f"casebook-postgresql{suffix}")


@pytest.mark.parametrize("name", ["casebook-web", "casebook-postgresql.other.svc", "localhost"])
def test_it_is_for_no_other_name(files: Path, name: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="not valid for"):
        shaken(files, name)


def test_its_authority_is_not_the_certificate_and_nobody_keeps_the_authoritys_key(files: Path) -> None:
    assert (files / AUTHORITY).read_text() != (files / "tls.crt").read_text()
    assert {path.name for path in files.iterdir()} == {AUTHORITY, KEY, "tls.crt"}


def volumes(pod: Object) -> dict[str, Object]:
    return {one_["name"]: one_["secret"] for one_ in pod["spec"]["volumes"] if "secret" in one_}


def test_clients_see_the_authority_and_the_server_alone_sees_the_key(helm: Helm) -> None:
    for pod in pods_of(helm.template()):
        component = pod["metadata"]["labels"]["app.kubernetes.io/component"]
        of_certificate = {
            name: volume for name, volume in volumes(pod).items() if volume["secretName"] == "casebook-postgresql-tls"
        }
        if component == "postgresql":
            assert list(of_certificate) == ["tls"]
            continue
        assert of_certificate["database-ca"]["items"] == [{"key": AUTHORITY, "path": AUTHORITY}], component
        assert len(of_certificate) == 1


def test_the_key_may_be_read_by_the_group_of_the_pod_and_not_by_others(helm: Helm) -> None:
    """Root owns the files of a Secret; fsGroup gives them the group. PostgreSQL refuses one that others may read."""
    pod = pod_of(helm.template(), "postgresql")
    assert volumes(pod)["tls"]["defaultMode"] == 0o640
    assert pod["spec"]["securityContext"]["fsGroup"] == pod["spec"]["securityContext"]["runAsGroup"]


def test_a_secret_of_ones_own_is_taken_as_cert_manager_makes_it(helm: Helm) -> None:
    objects = helm.template({"postgresql": {"tls": {"existingSecret": {"name": "from-cert-manager"}}}})
    assert volumes(pod_of(objects, "postgresql"))["tls"]["secretName"] == "from-cert-manager"
    assert volumes(pod_of(objects, "web"))["database-ca"]["secretName"] == "from-cert-manager"


def test_another_certificate_restarts_the_server_and_its_clients(helm: Helm) -> None:
    """One rendering makes one certificate, although many templates ask for it."""
    first, second = (helm.template({"postgresql": {"tls": {"days": days}}}) for days in (10, 20))
    checksums = [
        {
            pod_of(objects, component)["metadata"]["annotations"]["checksum/certificate"]
            for component in ("operator", "web", "postgresql")
        }
        for objects in (first, second)
    ]
    assert [len(found) for found in checksums] == [1, 1]
    assert checksums[0] != checksums[1]
