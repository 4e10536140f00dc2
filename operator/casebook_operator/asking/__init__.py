"""Asks about an object with the rights of whoever asks, and waits for the answer: an Investigation like any other."""
