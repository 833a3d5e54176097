"""Weighs what a sentence about a plain table may mean: all readings that its names and numbers allow, each with how likely its words make it. It only refutes."""
