"""Incidents for people who look around: pages, lookups by name, the timeline of a subject. May not write."""
