"""A second opinion by a language model: asked with redacted facts, checked against them, and never decisive."""
