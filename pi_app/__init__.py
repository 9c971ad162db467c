"""Tallytray, the program: rules, table, adapters, web, and the command line."""

__version__ = "0.1.0"
