"""The taxonomy in force, where everybody who judges looks it up each time, so that a new one counts at once."""

from collections.abc import Callable

from casebook_analyzer.taxonomy.model import Taxonomy


class TaxonomyHolder:
    """Holds one taxonomy, and tells when another takes its place. For one event loop."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._current = taxonomy
        self._subscribers: list[Callable[[Taxonomy], None]] = []

    def current(self) -> Taxonomy:
        """The one in force now. Ask for it with every case, and once per case."""
        return self._current

    @property
    def version(self) -> str:
        return self._current.version

    def subscribe(self, told: Callable[[Taxonomy], None]) -> None:
        """``told`` is called with every taxonomy that takes another's place. It must return at once."""
        self._subscribers.append(told)

    def replace(self, taxonomy: Taxonomy) -> bool:
        """Put another taxonomy in force. False when it is the same one, of which nobody needs to hear."""
        if taxonomy.version == self._current.version:
            return False
        self._current = taxonomy
        for told in self._subscribers:
            told(taxonomy)
        return True
