"""Tallytray, the program: rules, table, adapters, web, and the command line."""

import os

# Before numpy is imported: its threads wait by spinning, which takes the other cores from the
# camera and the page, and each holds memory. A reading is no faster with them.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
