"""Real programs in cages: scenes of healthy life and of one fault at a time, and what the programs say in them."""
