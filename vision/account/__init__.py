"""What no die that was found explains: things, shadows, glow, marks, and what lies outside.

May import: numpy, cv2, vision.tray, vision.faces and what lies beside the rooms of vision that does
not import this one.
"""
