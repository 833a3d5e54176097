"""The checked article for people: in a terminal and as a page."""
