"""How much a request may bring. May import: nothing."""

from __future__ import annotations

LARGEST_REQUEST_BYTES = 16 * 1024
"""Of a form: taps and names."""

LARGEST_FILE_BYTES = 16 * 1024 * 1024
"""Of a dice set; one of five pictures with 1280 x 960 pixels has about two million."""

FILE_PIECE_BYTES = 256 * 1024
"""Of a file that is held in memory while it comes in; it is read in pieces of 64 KiB."""
