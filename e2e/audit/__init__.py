"""Compares the rights that the operator is granted with what it asked the API server for."""
