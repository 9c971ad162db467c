"""What speaks against each die, and against the reading as a whole.

May import: numpy, cv2, vision.tray, vision.faces, vision.account and what lies beside the rooms of
vision that does not import this one.
"""
