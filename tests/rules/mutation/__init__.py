"""Mutation testing of the rules: each small fault put in on purpose must make a test fail.

    pip install -r tests/rules/mutation/requirements.txt
    python -m tests.rules.mutation [MODULE ...] [--jobs 2]

The faults are those of Cosmic Ray's operators; no file is ever changed by them. See README.md.
"""
