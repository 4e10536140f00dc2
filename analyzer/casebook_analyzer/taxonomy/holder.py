"""Holds the taxonomy in force. Every conclusion looks it up there, so that a new one counts at once."""

from collections.abc import Callable

from casebook_analyzer.taxonomy.model import Taxonomy


class TaxonomyHolder:
    """Holds one taxonomy, and tells subscribers when another replaces it. Not safe across threads."""

    def __init__(self, taxonomy: Taxonomy) -> None:
        self._current = taxonomy
        self._subscribers: list[Callable[[Taxonomy], None]] = []

    def current(self) -> Taxonomy:
        """The one in force now. Ask for it with every case, and once per case."""
        return self._current

    @property
    def version(self) -> str:
        """The version of the taxonomy in force, a hash of its content."""
        return self._current.version

    def subscribe(self, told: Callable[[Taxonomy], None]) -> None:
        """Call ``told`` with every taxonomy that replaces another. It must return at once."""
        self._subscribers.append(told)

    def replace(self, taxonomy: Taxonomy) -> bool:
        """Put another taxonomy in force. False when it has the same version, and then nobody is told."""
        if taxonomy.version == self._current.version:
            return False
        self._current = taxonomy
        for told in self._subscribers:
            told(taxonomy)
        return True
