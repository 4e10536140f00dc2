"""How large a picture may be."""

MOST_BYTES = 4 << 20
"""Of the file. A screen full of text has some hundred kilobytes."""
MOST_PIXELS = 10_000_000
"""A screen of 3840 x 2160 has 8.3 million."""
