"""Questions about what the chart renders."""

from tools.chart.helm import Helm, Object, Values
from tools.places import CHART


def refusal(helm: Helm, values: Values, *args: str) -> str:
    """Why values are refused."""
    done = helm.run("template", "casebook", CHART, *args, values=values)
    assert done.returncode, "helm took these values"
    return done.stderr


def one(objects: list[Object], kind: str, name: str = "") -> Object:
    """The only object of a kind, or the one with this name."""
    (found,) = [obj for obj in objects if obj["kind"] == kind and name in ("", obj["metadata"]["name"])]
    return found


def kinds(objects: list[Object]) -> set[str]:
    return {obj["kind"] for obj in objects}


def pod_of(objects: list[Object], component: str) -> Object:
    """The pod template of a component."""
    (found,) = [
        obj["spec"]["template"]
        for obj in objects
        if obj["kind"] in ("Deployment", "StatefulSet")
        and obj["metadata"]["labels"]["app.kubernetes.io/component"] == component
    ]
    return dict(found)


def pods_of(objects: list[Object]) -> list[Object]:
    """Every pod that a release makes, as a Pod."""
    made = [obj["spec"] for obj in objects if obj["kind"] in ("Deployment", "StatefulSet")]
    jobs = [obj["spec"]["jobTemplate"]["spec"] for obj in objects if obj["kind"] == "CronJob"]
    return [_pod(spec) for spec in (*made, *jobs)] + [obj for obj in objects if obj["kind"] == "Pod"]


def _pod(spec: Object) -> Object:
    claims = [claim["metadata"]["name"] for claim in spec.get("volumeClaimTemplates", ())]
    volumes = [{"name": name, "persistentVolumeClaim": {"claimName": name}} for name in claims]
    template = spec["template"]
    own = template["spec"] | {"volumes": [*template["spec"]["volumes"], *volumes]}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": template["metadata"], "spec": own}
