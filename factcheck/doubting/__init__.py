"""How sure a refusal is."""
