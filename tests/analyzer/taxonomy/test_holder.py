"""Where everybody looks up the taxonomy in force."""

from casebook_analyzer.taxonomy import Taxonomy, TaxonomyHolder, compose, shipped_taxonomy
from tests.analyzer.taxonomy.overlays import overlay, rule

OTHER = compose(shipped_taxonomy(), [overlay(rules=[rule()])]).taxonomy


def test_a_new_taxonomy_counts_at_once_and_is_told_to_everybody() -> None:
    holder, told = TaxonomyHolder(shipped_taxonomy()), list[Taxonomy]()
    holder.subscribe(told.append)
    assert holder.replace(OTHER)
    assert (holder.current(), holder.version, told) == (OTHER, OTHER.version, [OTHER])


def test_the_same_taxonomy_again_is_no_news() -> None:
    holder, told = TaxonomyHolder(OTHER), list[Taxonomy]()
    holder.subscribe(told.append)
    assert not holder.replace(OTHER)
    assert told == []
