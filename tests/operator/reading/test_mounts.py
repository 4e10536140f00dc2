"""What stands at which path of a container, by its pod's specification."""

from casebook_operator.kube import Object
from casebook_operator.reading.pods.mounts import MAX_MOUNTS, mounts_of
from tests.operator.evidence.fakes import obj
from tests.rows import of_every


def pod(*mounts: Object, **volumes: Object) -> Object:
    container = {"name": "app", "volumeMounts": list(mounts)}
    spec = {"containers": [container], "volumes": [{"name": name, **source} for name, source in volumes.items()]}
    return obj("Pod", "db-0", "shop", spec=spec)


@of_every(
    ("volume", "mounted"),
    [
        ({"persistentVolumeClaim": {"claimName": "data-db-0"}}, "PersistentVolumeClaim/data-db-0"),
        ({"ephemeral": {"volumeClaimTemplate": {}}}, "PersistentVolumeClaim/db-0-v"),
        ({"configMap": {"name": "conf"}}, "ConfigMap/conf"),
        ({"secret": {"secretName": "tls"}}, "Secret/tls"),
        ({"hostPath": {"path": "/var/log"}}, "hostPath /var/log"),
        ({"csi": {"driver": "csi.example"}}, "CSI volume of csi.example"),
        ({"nfs": {"server": "nas", "path": "/export"}}, "NFS nas:/export"),
        ({"emptyDir": {}}, "emptyDir v"),
        ({"emptyDir": {"sizeLimit": "1Gi"}}, "emptyDir v (limit 1Gi)"),
        (
            {"projected": {"sources": [{"secret": {"name": "a"}}, {"configMap": {"name": "b"}}]}},
            "Secret/a, ConfigMap/b",
        ),
    ],
)
def test_what_is_mounted_is_named_as_kubectl_does(volume: Object, mounted: str) -> None:
    (mount,) = mounts_of(pod({"name": "v", "mountPath": "/data/"}, v=volume), "app")
    assert (mount["mounted"], mount["mountPath"], mount["mode"]) == (mounted, "/data", "")


def test_a_part_of_a_volume_and_a_mount_that_is_only_read() -> None:
    file = {"name": "v", "mountPath": "/etc/app.yaml", "subPath": "app.yaml", "readOnly": True}
    (mount,) = mounts_of(pod(file, v={"configMap": {"name": "conf"}}), "app")
    assert (mount["mounted"], mount["mode"]) == ("ConfigMap/conf (app.yaml)", "read-only")


def test_what_every_container_has_and_what_names_nothing_is_left_out() -> None:
    token = {"name": "t", "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}
    of_itself, lost = {"name": "d", "mountPath": "/podinfo"}, {"name": "gone", "mountPath": "/gone"}
    volumes = {"t": {"projected": {"sources": [{"configMap": {"name": "kube-root-ca.crt"}}]}}, "d": {"downwardAPI": {}}}
    assert not [*mounts_of(pod(token, of_itself, lost, **volumes), "app")]


def test_no_more_than_some_are_told() -> None:
    many = [{"name": "v", "mountPath": f"/{number}"} for number in range(MAX_MOUNTS + 3)]
    assert len([*mounts_of(pod(*many, v={"emptyDir": {}}), "app")]) == MAX_MOUNTS
