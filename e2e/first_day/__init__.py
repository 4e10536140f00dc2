"""docs/day-one.md, walked word for word: each command is given, and what it prints is held against the page."""
