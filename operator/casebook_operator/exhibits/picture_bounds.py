"""How large a picture may be."""

MOST_BYTES = 4 << 20
"""Of the file. A screen full of text has some hundred kilobytes."""
MOST_PIXELS = 10_000_000
"""A screen of 3840 x 2160 has 8.3 million."""
SMALL = 512
"""Pixels on a side of what a model is shown. CLIP looks at 224 to 336 of them, SigLIP at 512 at most."""
MOST_ON_A_SIDE = 12_000
"""Pixels. Of 10 million the reader takes 155 MiB; in one row they took 623, in one column 878 (Tesseract 5.5)."""
