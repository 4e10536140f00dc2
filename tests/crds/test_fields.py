"""What holds for every field of every resource: it is described, and it is bounded."""

import pytest

from tests.crds import schema, taxonomy_schema
from tests.crds.schema import OF_THE_API, properties, unbounded
from tests.rows import of_every

ROOTS = {"Investigation": schema.ROOT, "Taxonomy": taxonomy_schema.ROOT}
FIELDS = {
    f"{kind}-{path}": found
    for kind, root in ROOTS.items()
    for path, found in properties(root)
    if path not in OF_THE_API
}


@of_every("name", FIELDS)
def test_every_field_has_a_description(name: str) -> None:
    assert FIELDS[name].get("description", "").endswith((".", ")", '".'))


@pytest.mark.parametrize("kind", ROOTS)
def test_every_text_and_every_list_is_bounded(kind: str) -> None:
    assert not unbounded(ROOTS[kind])


@of_every("name", FIELDS)
def test_no_field_is_a_float(name: str) -> None:
    for below in (FIELDS[name], FIELDS[name].get("items") or {}):
        assert below.get("type") != "number"


def test_an_investigation_has_only_fields_that_its_schema_knows() -> None:
    for path, field in properties(schema.ROOT):
        for below in (field, field.get("items") or {}) if path not in OF_THE_API else ():
            assert "x-kubernetes-preserve-unknown-fields" not in below, path


@of_every("name", FIELDS)
def test_every_map_is_bounded(name: str) -> None:
    for below in (FIELDS[name], FIELDS[name].get("items") or {}):
        assert "additionalProperties" not in below or "maxProperties" in below
