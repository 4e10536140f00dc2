"""The kubelet names a volume and a key; the pod tells whose key it is."""

from typing import Any

from casebook_operator.reading.pods.mounted_keys import holder_of_key
from tests.rows import of_every


def keyed(kind: str, name: str, *keys: str, field: str = "name") -> dict[str, Any]:
    return {kind: {field: name, "items": [{"key": key, "path": key} for key in keys]}}


SPEC = {
    "volumes": [
        {"name": "trust", **keyed("secret", "corp-trust", "ca.crt", field="secretName")},
        {"name": "rules", **keyed("configMap", "gate-rules", "a.yaml")},
        {
            "name": "all",
            "projected": {
                "sources": [
                    keyed("secret", "first", "a", "both"),
                    keyed("secret", "second", "b", "both"),
                    keyed("configMap", "third", "a"),
                    {"serviceAccountToken": {"path": "token"}},
                ]
            },
        },
        {"name": "scratch", "emptyDir": {}},
    ]
}
FAILED = 'MountVolume.SetUp failed for volume "{}" : references non-existent {} key: {}'


@of_every(
    ("volume", "kind", "key", "holder"),
    [
        ("trust", "secret", "ca.crt", {"secretName": "corp-trust"}),
        ("rules", "config", "a.yaml", {"configMapName": "gate-rules"}),
        ("all", "secret", "b", {"secretName": "second"}),
        ("all", "config", "a", {"configMapName": "third"}),
        ("all", "secret", "both", {}),
        ("all", "secret", "c", {}),
        ("trust", "config", "ca.crt", {}),
        ("scratch", "secret", "a", {}),
        ("other", "secret", "a", {}),
    ],
)
def test_whose_key_a_volume_takes(volume: str, kind: str, key: str, holder: dict[str, str]) -> None:
    assert holder_of_key(SPEC, FAILED.format(volume, kind, key)) == holder


def test_other_messages_name_nobody() -> None:
    assert holder_of_key(SPEC, 'MountVolume.SetUp failed for volume "trust" : secret "corp-trust" not found') == {}
    assert holder_of_key({}, FAILED.format("trust", "secret", "ca.crt")) == {}


def test_one_of_several_keys_is_enough() -> None:
    several = (
        FAILED.format("all", "secret", "b").replace(": ref", ": [ref") + ", references non-existent secret key: z]"
    )
    assert holder_of_key(SPEC, several) == {"secretName": "second"}
