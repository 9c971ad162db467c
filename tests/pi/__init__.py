"""The real Pi stack without a Pi: real picamera2 on real libcamera, real units under systemd.

`make test-pi` runs `python -m tests.pi` as root on Debian. It builds a Debian 13 root once and
keeps it in the user's cache; the tests in `inside` run in it, those in `booted` in it booted.
"""
