"""The investigation itself, in steps that can each be killed and run again."""
