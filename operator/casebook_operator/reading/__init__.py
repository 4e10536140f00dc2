"""What collectors share: how objects are read, and how what they say becomes facts. Nothing here is a collector."""
