"""Reads the outline of a statement: who is said to stand how to whom in what. It passes over words that it does not know, and only refutes."""
