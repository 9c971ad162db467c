"""What every test shares: random examples are the same in every run, and nothing is timed."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("project", derandomize=True, deadline=None, database=None)
settings.load_profile("project")
