"""Cases: folding signals into Investigations, counting occurrences, closing episodes."""
