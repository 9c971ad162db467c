"""The only files that import hardware or storage libraries: camera, buttons, store."""
