"""The tests in lanes that run side by side: what `make test`, `make unit` and CI start."""
