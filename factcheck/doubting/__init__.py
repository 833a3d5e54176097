"""How sure a refusal is, and what becomes of one that is not."""
