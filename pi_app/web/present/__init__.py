"""What the templates draw, worked out of a Snapshot: pure functions, no game known by name."""
