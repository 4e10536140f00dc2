"""What the operator knows of the Investigations in the cluster. The API server has the truth; this is its index."""

from collections.abc import Iterator

from casebook_operator.investigation import Investigation


class Ledger:
    """Investigations by UID, and the episodes of each case. Plain memory: filled by a list, kept by the watch."""

    def __init__(self) -> None:
        self._by_uid: dict[str, Investigation] = {}
        self._by_case: dict[tuple[str, str], dict[int, str]] = {}

    def put(self, investigation: Investigation) -> None:
        """Remember a version of an Investigation, unless a later one is known.

        A watch may deliver what Casebook itself has overwritten since. States only go forward, so they tell.
        """
        known = self._by_uid.get(investigation.uid)
        if known is not None and _progress(known) > _progress(investigation):
            return
        self._by_uid[investigation.uid] = investigation
        self._by_case.setdefault((investigation.namespace, investigation.key), {})[investigation.episode] = (
            investigation.uid
        )

    def remove(self, uid: str) -> None:
        investigation = self._by_uid.pop(uid, None)
        if investigation is None:
            return
        case = (investigation.namespace, investigation.key)
        episodes = self._by_case.get(case, {})
        if episodes.get(investigation.episode) == uid:
            del episodes[investigation.episode]
        if not episodes:
            self._by_case.pop(case, None)

    def get(self, uid: str) -> Investigation | None:
        return self._by_uid.get(uid)

    def latest(self, namespace: str, key: str) -> Investigation | None:
        """The newest episode of a case."""
        episodes = self._by_case.get((namespace, key))
        return self._by_uid[episodes[max(episodes)]] if episodes else None

    def unresolved(self) -> Iterator[Investigation]:
        """Every episode that is not closed yet."""
        return (investigation for investigation in list(self._by_uid.values()) if not investigation.resolved)

    def __len__(self) -> int:
        return len(self._by_uid)


def _progress(investigation: Investigation) -> tuple[bool, bool]:
    return investigation.concluded, investigation.resolved
