"""The pages: create_app(table, config). Handlers validate, call, answer.

Templates hold no rules. May import: rules, table.types.
"""
