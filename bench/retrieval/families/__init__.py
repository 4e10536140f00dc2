"""Injected failures: every golden case again and again as another workload, and its near misses."""
