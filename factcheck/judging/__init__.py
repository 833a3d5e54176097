"""The judges: what a bound number or claiming word asserts, and whether the facts bear it out."""
