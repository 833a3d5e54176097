"""Judges that only refute, each for one way of being wrong; silent wherever they are not certain."""
