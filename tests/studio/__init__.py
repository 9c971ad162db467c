"""A studio that path-traces installations nobody has seen, for the vision bench."""
