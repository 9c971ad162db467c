"""Arrays in, values out: a picture of a dice tray becomes a Reading.

What lives here needs numpy and cv2 only; it never imports pi_app or calibration, never
reads a clock, a file or the environment, and never logs.
"""
