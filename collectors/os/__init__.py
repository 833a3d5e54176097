"""Texts of the operating system to samples; every parser is a pure function."""
