"""How long a test waits for what should happen at once, before it says that it never does."""

PATIENCE = 240.0
"""Seconds. Bounds what hangs, never what is slow: lanes share two cores and are served by rank, and what takes two
seconds alone has taken more than sixty beside other work. Below the 600 s that pytest-timeout gives each test."""
