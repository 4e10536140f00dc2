"""The images of the end-to-end runs, built here as no registry is asked: Casebook's own, and one for PostgreSQL."""

from e2e.images.builder import Built, ensure
from e2e.images.errors import ImageError
from e2e.images.recipes import CASEBOOK, PGVECTOR, ImageRecipe
from e2e.images.store import TOOLS

__all__ = ["CASEBOOK", "PGVECTOR", "TOOLS", "Built", "ImageError", "ImageRecipe", "ensure"]
