"""Cases: correlating signals into Investigations, counting occurrences, closing episodes."""
