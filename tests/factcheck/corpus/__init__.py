"""True articles with their facts: `dev/` was looked at while the checker was written, `heldout/` was not."""
