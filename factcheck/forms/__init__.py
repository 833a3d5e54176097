"""The forms at the edge: facts in, verdicts out, their JSON Schemas, and facts made from a table."""
