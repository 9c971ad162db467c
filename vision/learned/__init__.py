"""Readers that were learned from drawn and ray-traced dice; numpy and cv2 at run time."""
