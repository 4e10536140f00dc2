"""Pods and their containers: what they were told to be, and what became of them."""
