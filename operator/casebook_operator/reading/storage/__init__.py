"""Volume claims, and what they are or could be bound to."""
