from collections.abc import Callable

import msgspec

from casebook_analyzer.models import Entity, SubjectRef
from casebook_analyzer.text import without_names
from tests.golden import FAILING, bundle_of

BUNDLE = bundle_of(FAILING[0])


def _of(name: str, *entities: str) -> Callable[[str], str]:
    subject = SubjectRef(kind="Deployment", namespace="shop", name=name)
    others = tuple(Entity(kind="ConfigMap", namespace="shop", name=entity) for entity in entities)
    return without_names(msgspec.structs.replace(BUNDLE, subject=subject, entities=others))


def test_the_same_words_about_another_workload_are_the_same() -> None:
    one, other = _of("checkout", "checkout-config"), _of("billing", "settings")
    text = 'configmap "{}" not found in shop for {}'
    assert one(text.format("checkout-config", "checkout")) == other(text.format("settings", "billing"))


def test_a_name_within_another_word_stays() -> None:
    assert _of("app")("mapping failed in application: app") == "mapping failed in application: <name>"


def test_a_name_of_two_letters_is_no_name() -> None:
    assert _of("db")("db is locked") == "db is locked"


def test_what_differs_at_every_occurrence_is_masked_as_well() -> None:
    assert _of("checkout")("checkout: dial tcp 10.0.0.1:80: refused") == "<name>: dial tcp <ip>: refused"
