"""The tests below need the Pi stack's root: nothing here is collected outside of it."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("TALLYTRAY_PI") else ["inside/*", "booted/*", "shims/*"]
