"""What people wrote, on its way into memory: found in folders, within bounds, redacted."""
