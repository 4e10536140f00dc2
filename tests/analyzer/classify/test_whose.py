"""The workload is named once where nothing in a summary does, and nowhere else."""

from casebook_analyzer.classify.whose import name_of, with_owner
from casebook_analyzer.models import SubjectRef
from tests.rows import of_every


def about(kind: str, name: str) -> SubjectRef:
    return SubjectRef(kind=kind, namespace="shop", name=name)


@of_every(
    ("kind", "name", "sentence", "told"),
    [
        ("Deployment", "cart", "The program in container app fails.", "The program in container app of cart fails."),
        ("Deployment", "cart", "Memory of the container app is full.", "Memory of the container app of cart is full."),
        ("Deployment", "cart", "The pod asks for 3 cpu.", "The pod of cart asks for 3 cpu."),
        ("Pod", "cart-0", "The pod asks for 3 cpu.", "The pod cart-0 asks for 3 cpu."),
        ("CronJob", "nightly", "The CronJob has a schedule.", "The CronJob nightly has a schedule."),
        ("CronJob", "nightly", "The pods of the Job failed.", "The pods of the Job of nightly failed."),
        ("Node", "w-1", "The node reports Ready = Unknown.", "The node w-1 reports Ready = Unknown."),
        ("ReplicaSet", "cart-6d5b9f6c7d", "The pod waits.", "The pod of cart waits."),
    ],
)
def test_a_part_is_told_with_its_workload(kind: str, name: str, sentence: str, told: str) -> None:
    assert with_owner(sentence, about(kind, name), "app", "") == told


@of_every(
    ("sentence", "beside"),
    [
        ("The program in container cart fails.", ""),
        ("The program in container app fails.", 'It says: "cart cannot start".'),
        ("The program in container application fails.", ""),
        ("The pod before had to make room.", ""),
        ("The pod of another one waits.", ""),
        ("The container's memory is used up.", ""),
        ("The node is full.", ""),
        ("PostgreSQL is full.", ""),
    ],
)
def test_what_is_named_or_about_something_else_stays(sentence: str, beside: str) -> None:
    assert with_owner(sentence, about("Deployment", "cart"), "app", beside) == sentence


def test_a_replica_set_goes_by_the_name_of_its_deployment_and_a_word_at_its_end_stays() -> None:
    assert name_of(about("ReplicaSet", "cart-6d5b9f6c7d")) == "cart"
    assert name_of(about("ReplicaSet", "cart-production")) == "cart-production"
    assert name_of(about("Deployment", "cart-6d5b9f6c7d")) == "cart-6d5b9f6c7d"
