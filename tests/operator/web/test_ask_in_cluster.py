"""A real API server says whether a reader may ask, and takes what the form makes."""

import json
import secrets

import httpx
import pytest

from casebook_analyzer.memory import Memory
from casebook_operator.kube import KubeClient, paths
from casebook_operator.web.app import make_app
from e2e.cluster import Cluster
from tests.operator.web.conftest import settings_of
from tests.operator.web.test_ask import HERE, sent
from tests.operator.web.test_cluster_access import AUDIENCE, token
from tools.places import CRDS

pytestmark = pytest.mark.cluster


@pytest.mark.parametrize(("verbs", "status"), [(["get", "create"], 303), (["get"], 403)], ids=["may", "may not"])
async def test_the_clusters_own_roles_decide_who_asks(
    cluster: Cluster, kube: KubeClient, namespace: str, untold: Memory, verbs: list[str], status: int
) -> None:
    cluster.run_kubectl("apply", "--server-side", "--force-conflicts", "-f", str(CRDS))
    account = f"reader-{secrets.token_hex(3)}"
    rules = [
        {"apiGroups": ["casebook.dev"], "resources": ["investigations"], "verbs": verbs},
        {"apiGroups": [""], "resources": ["pods/log"], "verbs": ["get"]},
    ]
    role = {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": account}, "rules": rules}
    cluster.run_kubectl("apply", "-n", namespace, "-f", "-", stdin=json.dumps(role))
    cluster.run_kubectl("create", "serviceaccount", account, "-n", namespace)
    bound = (f"--role={account}", f"--serviceaccount={namespace}:{account}")
    cluster.run_kubectl("create", "rolebinding", account, "-n", namespace, *bound)
    cluster.run_kubectl("create", "service", "clusterip", account, "--tcp=80", "-n", namespace)
    settings = settings_of(web={"ask": True, "tokens": True, "audience": AUDIENCE})
    transport = httpx.ASGITransport(make_app(untold, settings, kube))
    known = token(cluster, namespace, account)
    async with httpx.AsyncClient(transport=transport, base_url="http://casebook.test", headers=known) as client:
        answer = await sent(client, HERE, kind="Service", namespace=namespace, name=account)
    assert answer.status_code == status
    found = await kube.list(paths.collection("Investigation", namespace))
    subjects = [one["spec"]["subjectRef"] for one in found]
    about = {"kind": "Service", "namespace": namespace, "name": account}
    assert subjects.count(about) == (1 if status == 303 else 0)
