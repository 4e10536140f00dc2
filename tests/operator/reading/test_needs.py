"""What may be needed."""

import pytest

from casebook_operator.reading.needs import Need, gets, lists


def test_a_need_is_one_verb_on_one_kind() -> None:
    assert gets("Pod", "Node") | lists("Pod") == {Need("get", "Pod"), Need("get", "Node"), Need("list", "Pod")}


@pytest.mark.parametrize("kind", ["Secret", "Pood"])
def test_what_has_no_path_cannot_be_needed(kind: str) -> None:
    with pytest.raises(ValueError, match=r"kube/paths\.py wants a row"):
        lists(kind)
