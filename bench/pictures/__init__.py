"""How well screens are read off pictures, and how many of the secrets in them outlast redaction."""
