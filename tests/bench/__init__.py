"""Measurements that anyone can run: `make bench`, or one part as `python -m tests.bench.rules`."""
