"""Statements on who is above whom, which way and alike, without numbers: parts, clauses, grammar."""
