"""More connections than files would end in errors when the next file is needed, wherever that is."""

import resource

import pytest

from casebook_operator.serving import room_for

UNBOUNDED = resource.RLIM_INFINITY


@pytest.mark.parametrize(
    ("soft", "hard", "room", "raised"),
    [
        (1024, 524288, 4096, 4608),
        (1024, UNBOUNDED, 4096, 4608),
        (1024, 2048, 1536, 2048),
        (1024, 1024, 512, 1024),
        (256, 256, 1, 256),
        (65536, 65536, 4096, None),
        (UNBOUNDED, UNBOUNDED, 4096, None),
    ],
)
def test_the_limit_of_files_is_raised_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, room: int, raised: int | None
) -> None:
    done: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: done.append(limits))
    assert room_for(4096) == room
    assert done == ([] if raised is None else [(raised, hard)])
