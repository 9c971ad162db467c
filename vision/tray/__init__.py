"""The tray as a calibrated camera sees it: where it lies, from straight above, knocked or not.

May import: numpy, cv2 and what lies beside the rooms of vision, but for `vision.read` and the like.
"""
