"""The conclusion engine: pure functions from the marts' rows to claims; the ten rules of writing.md live here."""

from prompts.claims.engine import make_claims
from prompts.claims.model import Claim, Figure, Level

__all__ = ["Claim", "Figure", "Level", "make_claims"]
