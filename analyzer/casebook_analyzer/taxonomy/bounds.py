"""How long texts of a taxonomy may be, and how many there may be of anything.

The CustomResourceDefinition has the same bounds (crds/taxonomies.yaml; a test compares them): the API server refuses
objects whose validation could cost too much, and a list without a bound counts as endless.
"""

from typing import Annotated

from msgspec import Meta

Id = Annotated[str, Meta(max_length=80)]
Title = Annotated[str, Meta(max_length=160)]
Sentence = Annotated[str, Meta(max_length=500)]
"""Also of causes and effects before their ``{names}`` are filled in."""
Source = Annotated[str, Meta(max_length=500)]
Url = Annotated[str, Meta(max_length=500)]
Value = Annotated[str, Meta(max_length=253)]
"""A name, a type or an attribute's value."""
RePattern = Annotated[str, Meta(max_length=2_000)]

FEW, SOME, MANY = 16, 64, 500
"""Items of a list within a rule, of a table of one's own, and rules of one overlay."""
