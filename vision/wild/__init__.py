"""The reading of a picture without a calibration.

May import: numpy, cv2, vision.learned, vision.faces.layout and what lies beside the rooms.
"""
