"""The guided set-up: calibration files, the fits behind them, and the steps that a person follows.

May import vision; never imports pi_app.
"""
