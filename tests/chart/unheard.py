"""An operator whose word the API server does not take: the moment between CREATE and conclusion lasts."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

from casebook_operator.investigation import names
from e2e.cluster import Cluster, ClusterError

_ANSWER = "unheard"
_SECONDS = 60
_RESOURCE = "investigations"


@contextmanager
def unheard(cluster: Cluster, account: str, *, home: str, case: tuple[str, str]) -> Iterator[None]:
    """Have the API server refuse every status that this ServiceAccount writes, until the context ends.

    What must happen after CREATE and before the conclusion can so be done at leisure; on an idle machine that moment is
    20 ms. ``case`` is the namespace and name of any Investigation: the policy holds once it is refused there, since the
    API server compiles policies some time after it has stored them.
    """
    name, user = f"test-{account}", f"system:serviceaccount:{home}:{account}"
    api = {"apiVersion": "admissionregistration.k8s.io/v1", "metadata": {"name": name}}
    rule = {"apiGroups": [names.GROUP], "apiVersions": ["*"], "operations": ["UPDATE"]}
    spec = {
        "failurePolicy": "Fail",
        "matchConstraints": {"resourceRules": [rule | {"resources": [f"{_RESOURCE}/status"]}]},
        "validations": [{"expression": f"!(request.userInfo.username in ['{user}', '{name}'])", "message": _ANSWER}],
    }
    binding = {"policyName": name, "validationActions": ["Deny"]}
    items = [
        api | {"kind": "ValidatingAdmissionPolicy", "spec": spec},
        api | {"kind": "ValidatingAdmissionPolicyBinding", "spec": binding},
    ]
    given = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    cluster.run_kubectl("apply", "-f", "-", stdin=given)
    try:
        _until_refused(cluster, name, case)
        yield
    finally:
        cluster.run_kubectl("delete", "-f", "-", stdin=given)


def _until_refused(cluster: Cluster, administrator: str, case: tuple[str, str]) -> None:
    """Nothing but the policy can refuse it to an administrator whom it names beside the operator."""
    namespace, name = case
    caller = (f"--as={administrator}", "--as-group=system:masters")
    patch = ("patch", _RESOURCE, name, "-n", namespace, *caller, "--subresource=status", "--dry-run=server")
    end = time.monotonic() + _SECONDS
    while time.monotonic() < end:
        try:
            cluster.run_kubectl(*patch, "--type=merge", "-p", '{"status": {"similarIncidents": null}}')
        except ClusterError as error:
            if _ANSWER in str(error):
                return
            raise
    raise AssertionError("the API server does not know the policy")
