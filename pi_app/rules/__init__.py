"""The rules of the games: the ground floor of the house.

Pure: standard library only; no clock, random, file, log or thread. Imports nothing of the
rest of the program.
"""
