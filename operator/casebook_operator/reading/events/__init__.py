"""Events of objects, folded and told as facts."""
