"""A model reads, arithmetic judges: statements that a model puts as formulas, without seeing a value, are worked out with the facts."""
