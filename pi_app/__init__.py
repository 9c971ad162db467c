"""Tallytray, the program: rules, table, adapters, web, and the command line."""
