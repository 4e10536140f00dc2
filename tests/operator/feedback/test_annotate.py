"""What a command writes to an Investigation is what the operator reads from it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from casebook_analyzer.errors import ConfigurationError
from casebook_analyzer.models import Category, Feedback, FeedbackSource, Verdict
from casebook_analyzer.redaction import Sanitizer
from casebook_analyzer.redaction_policy import SECRETS_AND_EMAILS
from casebook_operator.feedback.annotate import annotate, login, whoami
from casebook_operator.feedback.annotations import FIELDS, VERDICT, annotated, parse_word
from casebook_operator.kube import Object, paths
from tests.operator.builders import at
from tests.operator.fakes import FakeKube, refusal

PATH = paths.item("Investigation", "shop", "checkout-1")


class PatchedKube(FakeKube):
    """Applies JSON patches to annotations, as the API server would."""

    def __init__(self, annotations: dict[str, str] | None = None) -> None:
        super().__init__()
        metadata: dict[str, Any] = {"name": "checkout-1", "namespace": "shop", "uid": "u-1"}
        if annotations is not None:
            metadata["annotations"] = annotations
        self.put({"kind": "Investigation", "metadata": metadata})
        self.managers: list[str] = []
        self.answers: dict[str, Object] = {}

    async def patch(self, path: str, operations: Sequence[Mapping[str, Any]], *, field_manager: str) -> Object:
        self.managers.append(field_manager)
        metadata = self.objects[path]["metadata"]
        for operation in operations:
            *_, key = operation["path"].split("/")
            name = key.replace("~1", "/").replace("~0", "~")
            match operation["op"], name:
                case "test", _:
                    assert metadata[name] == operation["value"]
                case "add", "annotations":
                    metadata["annotations"] = dict(operation["value"])
                case "add", _:
                    metadata["annotations"][name] = operation["value"]
                case "remove", _:
                    del metadata["annotations"][name]
        return dict(self.objects[path])

    async def create(self, path: str, body: Object) -> Object:
        if path not in self.answers:
            raise refusal(404, "NotFound")
        return self.answers[path]


def word(verdict: Verdict = Verdict.CONFIRMED, **changes: Any) -> Feedback:
    return Feedback(verdict=verdict, **({"source": FeedbackSource.COMMAND, "given_at": at()} | changes))


@pytest.mark.parametrize("before", [None, {}, {"kept": "yes"}])
async def test_what_is_written_is_read_back(before: dict[str, str] | None) -> None:
    kube = PatchedKube(before)
    given = word(Verdict.CORRECTED, category=Category.SOFTWARE_BUG, cause="a leak", fix="stop it", author="ann")
    await annotate(kube, "shop", "checkout-1", given)
    body = kube.objects[PATH]
    read = parse_word(
        annotated(body), Sanitizer(b"k" * 32, SECRETS_AND_EMAILS), source=FeedbackSource.COMMAND, given_at=at()
    )
    assert read == given
    assert kube.managers == ["casebook-cli"]
    assert body["metadata"]["annotations"].get("kept") == (before or {}).get("kept")


async def test_an_earlier_word_leaves_nothing_behind() -> None:
    kube = PatchedKube({VERDICT: "corrected", FIELDS["category"]: "software_bug", FIELDS["note"]: "old"})
    await annotate(kube, "shop", "checkout-1", word(note="new"))
    assert annotated(kube.objects[PATH]) == {VERDICT: "confirmed", FIELDS["note"]: "new"}


async def test_an_investigation_that_is_not_there_is_said_with_what_to_do() -> None:
    with pytest.raises(ConfigurationError, match="add --memory"):
        await annotate(PatchedKube(), "shop", "gone", word())


async def test_the_author_is_whom_the_api_server_knows() -> None:
    kube = PatchedKube()
    kube.answers["/apis/authentication.k8s.io/v1/selfsubjectreviews"] = {"status": {"userInfo": {"username": "ann"}}}
    assert await whoami(kube) == "ann"


async def test_an_api_server_that_cannot_tell_leaves_it_to_the_login(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "bob")
    assert await whoami(PatchedKube()) == "bob"


def test_where_the_login_has_no_name_there_is_no_author(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("no username set in the environment")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert login() == ""
