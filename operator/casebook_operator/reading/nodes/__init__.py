"""Nodes: their health, their room, and the pods on them."""
