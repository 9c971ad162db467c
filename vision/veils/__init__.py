"""Mirrored lamps: the veils that they lay on faces are taken off, and what may be believed then.

May import: numpy, cv2 and the other rooms of vision, but none that reads whole pictures.
"""
