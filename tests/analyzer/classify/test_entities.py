"""The object to change stands first, whether it exists or not."""

import pytest

from casebook_analyzer.classify.entities import affected_entities
from casebook_analyzer.models import Category, Entity, EvidenceBundle, Fact, FactKind, SubjectRef
from casebook_analyzer.taxonomy import Condition, ObjectToFix
from tests.analyzer.classify.builders import NODE, POD, bundle, fact, rule, says, weighing

NOT_FOUND = r'(?i)configmap "(?P<configmap>[^"]+)" not found'
MISSING = rule(
    Category.CONFIG_ERROR,
    says(NOT_FOUND, FactKind.STATE),
    fix=(ObjectToFix(kind="ConfigMap", name="{configmap}"), ObjectToFix(kind="Secret", name="{secret}")),
)
WAITS = fact("state", 'waits: configmap "settings" not found', container="app", reason="CreateContainerConfigError")


def names(of: EvidenceBundle, *rules: object) -> list[str]:
    return [f"{entity} {entity.role}" for entity in affected_entities(of, weighing(of, *rules))]  # type: ignore[arg-type]


def about(of: Fact, entity: Entity) -> Fact:
    return Fact(id="", kind=of.kind, source=of.source, text=of.text, entity=entity, attributes=of.attributes)


def test_a_missing_object_is_an_entity_and_the_first() -> None:
    assert names(bundle(WAITS), MISSING)[:2] == ["ConfigMap/shop/settings cause", "Deployment/shop/checkout subject"]


def test_an_object_without_a_name_is_left_out() -> None:
    assert not any("Secret" in name for name in names(bundle(WAITS), MISSING))


def test_an_object_of_the_cluster_has_no_namespace() -> None:
    class_ = rule(Category.CONFIG_ERROR, says("."), fix=(ObjectToFix(kind="StorageClass", name="fast"),))
    own = rule(Category.CONFIG_ERROR, says("."), fix=(ObjectToFix(kind="Pool", name="a", cluster_scoped=True),))
    text = bundle(fact("log", "x"))
    assert names(text, class_)[0] == "StorageClass/fast cause"
    assert names(text, own)[0] == "Pool/a cause"


def test_a_name_that_says_its_namespace_is_taken_at_its_word() -> None:
    other = fact("state", 'waits: configmap "infra/settings" not found', container="app")
    assert names(bundle(other), MISSING)[0] == "ConfigMap/infra/settings cause"


def test_an_object_that_a_cited_fact_is_about_has_the_namespace_that_stands_there() -> None:
    service = Entity(kind="Service", name="db", namespace="data")
    found = about(fact("object", "Service db has no endpoints", finding="no-endpoints", name="db"), service)
    empty = rule(
        Category.CONFIG_ERROR,
        Condition(kind=FactKind.OBJECT, attributes={"finding": "no-endpoints"}),
        fix=(ObjectToFix(kind="Service", name="{name}"),),
    )
    assert names(bundle(found), empty)[0] == "Service/data/db cause"


def test_a_subject_that_has_to_be_changed_itself_stands_there_once() -> None:
    own = rule(Category.CONFIG_ERROR, says("."), fix=(ObjectToFix(kind="{kind}", name="{name}"),))
    found = names(bundle(fact("log", "x")), own)
    assert found[0] == "Deployment/shop/checkout cause"
    assert sum("Deployment/shop/checkout" in name for name in found) == 1


def test_devices_owners_and_the_node_stand_before_the_affected_pods() -> None:
    owner = Entity(kind="ReplicaSet", namespace="shop", name="checkout-5d9f7c8b6d", role="owner")
    kernel = fact("kernel", "Xid 79", pattern="xid", xid="79", pci="0000:3b:00")
    device = rule(Category.PCIE_ERROR, Condition(kind=FactKind.KERNEL))
    found = names(bundle(kernel, entities=(POD, NODE, owner)), device)
    assert [name.rsplit(" ", 1)[1] for name in found] == ["subject", "device", "owner", "node", "affected"]


def test_without_a_cause_nothing_is_named_as_one() -> None:
    unknown = rule(Category.UNKNOWN, says("."), fix=(ObjectToFix(kind="Node", name="{node}"),))
    assert names(bundle(fact("log", "x")), unknown)[:2] == [
        "Deployment/shop/checkout subject",
        "Node/worker-1 affected",
    ]


def test_there_are_at_most_twenty_and_the_object_to_fix_is_among_them() -> None:
    pods = tuple(Entity(kind="Pod", namespace="shop", name=f"p{n:03}", role="affected") for n in range(99))
    found = names(bundle(WAITS, entities=pods), MISSING)
    assert len(found) == 20
    assert found[0].startswith("ConfigMap")


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [("pcie-aer", "PCIDevice"), ("iommu-fault", "PCIDevice"), ("sxid", "NVSwitch"), ("xid", "GPU"), ("", "GPU")],
)
def test_a_device_is_named_by_its_address_and_kind(pattern: str, kind: str) -> None:
    kernel = fact("kernel", "x", pattern=pattern, pci="0000:3b:00")
    device = rule(Category.PCIE_ERROR, Condition(kind=FactKind.KERNEL))
    assert f"{kind}/0000:3b:00 device" in names(bundle(kernel, fact("kernel", "without an address")), device)
    logged = rule(Category.PCIE_ERROR, Condition(kind=FactKind.LOG))
    assert not any("device" in name for name in names(bundle(fact("log", "x", pci="0000:3b:00")), logged))


def test_what_a_cited_fact_is_about_is_named_and_of_pods_only_the_deciding_one() -> None:
    def pod(number: int) -> Entity:
        return Entity(kind="Pod", namespace="shop", name=f"p{number}", role="affected")

    service = Entity(kind="Service", namespace="shop", name="db", role="affected")
    facts = [about(fact("event", "gone"), pod(1)), about(fact("event", "gone"), pod(2))]
    facts.append(about(fact("object", "x"), service))
    gone = rule(Category.CONFIG_ERROR, says("gone", FactKind.EVENT), also=(Condition(kind=FactKind.OBJECT),))
    assert names(bundle(*facts, entities=()), gone) == [
        "Deployment/shop/checkout subject",
        "Pod/shop/p1 affected",
        "Service/shop/db affected",
    ]


def test_a_name_that_is_too_long_or_that_has_no_kind_is_none() -> None:
    def fixed(kind: str, name: str) -> list[str]:
        fix = (ObjectToFix(kind=kind, name=name),)
        made = rule(Category.CONFIG_ERROR, says("(?P<long>x+)", FactKind.LOG), fix=fix)
        return names(bundle(fact("log", "x" * 254)), made)

    assert fixed("Secret", "{long}")[0] == "Deployment/shop/checkout subject"
    assert fixed("{absent}", "a")[0] == "Deployment/shop/checkout subject"
    assert fixed("Secret", "a" * 253)[0].startswith("Secret/shop/aaa")


def test_an_object_is_where_the_subject_is_else_where_the_signal_came_from() -> None:
    subject = SubjectRef(kind="Node", name="worker-1")
    assert names(bundle(WAITS, subject=subject), MISSING)[0] == "ConfigMap/shop/settings cause"


def test_others_stand_in_order_of_role_and_name() -> None:
    others = tuple(
        Entity(kind="Pod", namespace="shop", name=name, role=role)
        for name, role in (("b", "affected"), ("a", "affected"), ("c", "strange"), ("d", "node"), ("e", "device"))
    )
    assert [name.split("/")[-1] for name in names(bundle(entities=others))[1:]] == [
        "e device",
        "d node",
        "a affected",
        "b affected",
        "c strange",
    ]
