"""The tests and benchmarks of Tallytray."""

import os

# As the program itself does it (see pi_app), and before any test imports numpy.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
