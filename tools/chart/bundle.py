"""The chart as a bundle of the Operator Lifecycle Manager: ``make kustomize``, or ``python -m tools.chart.bundle``.

A bundle is one ClusterServiceVersion with deployments and rights, and manifests of few other kinds beside it. Where a
bundle goes, and what each place is called: https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/.
"""

import json
from pathlib import Path
from typing import Any

import yaml

from e2e.cluster import process
from e2e.cluster.tools import helm
from tools.chart.helm import HelmError, Object
from tools.places import CHART, ROOT, write

BASE = ROOT / "deploy" / "olm"
_PACKAGE, _CHANNEL = "casebook", "alpha"
_HEAD = "# Rendered from charts/casebook and deploy/olm/*.{yaml,md} by `make kustomize`; change those.\n"

_OWN = frozenset({"Deployment", "ClusterRoleBinding", "ServiceAccount"})
"""What the ClusterServiceVersion says, and OLM makes itself."""
_BESIDE = frozenset({"ClusterRole", "ConfigMap", "CustomResourceDefinition", "Service"})
"""Kinds that OLM takes beside it (operator-registry: pkg/lib/bundle/supported_resources.go)."""

_OF_HELM = ("helm.sh/", "meta.helm.sh/")


def files() -> dict[Path, str]:
    """Every file of the bundle, and what should be in it.

    Raises:
        HelmError: the values of the bundle are refused.
        ValueError: the chart renders a kind that a bundle cannot carry.
    """
    rendered = _rendered()
    unknown = {found["kind"] for found in rendered} - _OWN - _BESIDE
    if unknown:
        raise ValueError(f"OLM carries no {', '.join(sorted(unknown))}: turn it off in {BASE / 'values.yaml'}")
    roles = {found["metadata"]["name"]: found["rules"] for found in rendered if found["kind"] == "ClusterRole"}
    bound = {_account(found): roles[found["roleRef"]["name"]] for found in rendered if "roleRef" in found}
    own = {"casebook.clusterserviceversion.yaml": _version(rendered, bound)}
    beside = {_file(found): found for found in rendered if found["kind"] in _BESIDE and not _is_bound(found, rendered)}
    return {
        **{BASE / "manifests" / name: _HEAD + _yaml(_plain(found)) for name, found in (own | beside).items()},
        BASE / "metadata" / "annotations.yaml": _HEAD + _yaml({"annotations": _annotations()}),
        BASE / "bundle.Dockerfile": _HEAD + _dockerfile(),
    }


def _rendered() -> list[Object]:
    argv = ["template", "casebook", str(CHART), "--namespace=casebook", f"--values={BASE / 'values.yaml'}"]
    done = process.run([str(helm()), *argv])
    if done.returncode:
        raise HelmError(done.stderr)
    return [found for found in yaml.load_all(done.stdout, yaml.CSafeLoader) if found]


def _version(rendered: list[Object], bound: dict[str, list[Object]]) -> Object:
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text(encoding="utf-8"))
    deployments = [found for found in rendered if found["kind"] == "Deployment"]
    image = deployments[0]["spec"]["template"]["spec"]["containers"][0]["image"]
    annotations = {
        "alm-examples": json.dumps(yaml.safe_load(chart["annotations"]["artifacthub.io/crdsExamples"]), indent=2),
        # Backups are those of the database, which is not of the bundle.
        "capabilities": "Seamless Upgrades",
        "categories": "Monitoring, Logging & Tracing",
        "containerImage": image,
        "description": chart["description"],
        "olm.skipRange": f"<{chart['version']}",
        "operatorframework.io/suggested-namespace": "casebook",
        "support": "The Casebook authors",
    }
    return {
        "apiVersion": "operators.coreos.com/v1alpha1",
        "kind": "ClusterServiceVersion",
        "metadata": {"name": f"{_PACKAGE}.v{chart['version']}", "annotations": annotations},
        "spec": {
            "displayName": "Casebook",
            "description": (BASE / "description.md").read_text(encoding="utf-8"),
            "version": chart["version"],
            "minKubeVersion": chart["kubeVersion"].removeprefix(">=").removesuffix("-0"),
            "maturity": "alpha",
            "keywords": chart["keywords"],
            "provider": {"name": "The Casebook authors"},
            "links": [{"name": "Documentation", "url": "https://github.com/casebook-dev/casebook/tree/main/docs"}],
            # Which namespaces are watched is a setting, and not that of an OperatorGroup.
            "installModes": [
                {"type": mode, "supported": mode == "AllNamespaces"}
                for mode in ("OwnNamespace", "SingleNamespace", "MultiNamespace", "AllNamespaces")
            ],
            "customresourcedefinitions": {"owned": _owned(chart)},
            "relatedImages": [{"name": "casebook", "image": image}],
            "install": {
                "strategy": "deployment",
                "spec": {
                    "clusterPermissions": [
                        {"serviceAccountName": account, "rules": rules} for account, rules in bound.items()
                    ],
                    "deployments": [
                        {
                            "name": found["metadata"]["name"],
                            "label": _plain(found)["metadata"]["labels"],
                            "spec": _placed(found),
                        }
                        for found in deployments
                    ],
                },
            },
        },
    }


def _owned(chart: Object) -> list[Object]:
    return [
        {name: declared[name] for name in ("name", "version", "kind", "displayName", "description")}
        for declared in yaml.safe_load(chart["annotations"]["artifacthub.io/crds"])
    ]


def _placed(deployment: Object) -> Object:
    """The specification for whatever namespace OLM installs it in: the pod says which, and not rendered settings."""
    spec: Object = deployment["spec"]
    for container in spec["template"]["spec"]["containers"]:
        place = {"fieldRef": {"fieldPath": "metadata.namespace"}}
        container["env"].append({"name": "CASEBOOK_CLUSTER__NAMESPACE", "valueFrom": place})
    return spec


def _account(binding: Object) -> str:
    (subject,) = binding["subjects"]
    return str(subject["name"])


def _is_bound(found: Object, rendered: list[Object]) -> bool:
    """OLM makes the roles of accounts itself."""
    roles = {binding["roleRef"]["name"] for binding in rendered if binding["kind"] == "ClusterRoleBinding"}
    return found["kind"] == "ClusterRole" and found["metadata"]["name"] in roles


def _file(found: Object) -> str:
    return f"{found['metadata']['name']}.{found['kind'].lower()}.yaml"


def _plain(found: Object) -> Object:
    """Without a namespace, which OLM chooses, and without what only helm reads."""
    metadata = {name: value for name, value in found["metadata"].items() if name != "namespace"}
    for marks in ("annotations", "labels"):
        kept = {key: value for key, value in metadata.get(marks, {}).items() if not key.startswith(_OF_HELM)}
        metadata[marks] = {key: value for key, value in kept.items() if value != "Helm"}
        if not metadata[marks]:
            del metadata[marks]
    return found | {"metadata": metadata}


def _annotations() -> dict[str, str]:
    bundle = "operators.operatorframework.io.bundle"
    return {
        f"{bundle}.mediatype.v1": "registry+v1",
        f"{bundle}.manifests.v1": "manifests/",
        f"{bundle}.metadata.v1": "metadata/",
        f"{bundle}.package.v1": _PACKAGE,
        f"{bundle}.channels.v1": _CHANNEL,
        f"{bundle}.channel.default.v1": _CHANNEL,
    }


def _dockerfile() -> str:
    labels = "".join(f"LABEL {name}={value}\n" for name, value in _annotations().items())
    return f"FROM scratch\n{labels}COPY manifests /manifests/\nCOPY metadata /metadata/\n"


def _yaml(found: Any) -> str:
    return yaml.safe_dump(found, sort_keys=False, width=120, allow_unicode=True)


if __name__ == "__main__":
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, text)
