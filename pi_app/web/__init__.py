"""The pages: create_app(table, config). Handlers validate, call, answer; templates hold no rules."""
