"""Training of the learned readers: offline only, never imported by the program."""
