"""Top faces: pips, the faces that they may belong to, and those that lie there.

May import: numpy, cv2, vision.tray and what lies beside the rooms of vision that does not import
this one.
"""
