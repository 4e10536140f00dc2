"""``make fuzz``: hostile inputs, found by coverage, for whatever reads strangers' text."""
