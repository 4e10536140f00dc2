"""What becomes of a pod, by annotations of its template."""

from dataclasses import dataclass
from typing import Any

from casebook_operator.kube import Object


@dataclass(frozen=True)
class Script:
    """Annotations ``life/...``, in minutes of life."""

    sandbox: float = 0.1
    init: float = 0.5
    """How long init containers run, where there are some."""
    pull: float = 0.2
    ready: float = 0.3
    run: float = 1.0
    """Until it exits, if it does."""
    back_off: float = 0.2
    stop: float = 0.1
    exits: tuple[int, ...] = ()
    """Exit codes of its runs, one after another; then it runs for good."""
    fail_first: int = 0
    """How many pods of one controller end with an error before one does not."""

    @classmethod
    def of(cls, pod: Object) -> "Script":
        given: dict[str, Any] = {}
        for name, value in (pod["metadata"].get("annotations") or {}).items():
            if name == "life/exits":
                given["exits"] = tuple(int(one) for one in value.split(","))
            elif name.startswith("life/"):
                given[name.removeprefix("life/")] = float(value)
        return cls(**given)
