"""Text to sentences, numbers, units and lemmas; knows nothing of any facts."""
