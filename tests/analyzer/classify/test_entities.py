"""The object to change stands first, whether it exists or not."""

from casebook_analyzer.classify.entities import affected_entities
from casebook_analyzer.models import Category, Entity, EvidenceBundle, Fact, FactKind
from casebook_analyzer.taxonomy import Condition, ObjectToFix
from tests.analyzer.classify.builders import NODE, POD, bundle, fact, rule, says, verdict

NOT_FOUND = r'(?i)configmap "(?P<configmap>[^"]+)" not found'
MISSING = rule(
    Category.CONFIG_ERROR,
    says(NOT_FOUND, FactKind.STATE),
    fix=(ObjectToFix(kind="ConfigMap", name="{configmap}"), ObjectToFix(kind="Secret", name="{secret}")),
)
WAITS = fact("state", 'waits: configmap "settings" not found', container="app", reason="CreateContainerConfigError")


def names(of: EvidenceBundle, *rules: object) -> list[str]:
    return [f"{entity} {entity.role}" for entity in affected_entities(of, verdict(of, *rules))]  # type: ignore[arg-type]


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
