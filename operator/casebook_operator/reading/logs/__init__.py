"""Logs of containers, within bounds."""
