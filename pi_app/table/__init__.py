"""One game being played: owns its state, has one queue of commands, tells listeners.

Knows the rules and vision's result types; no hardware, no web, no database.
"""
