"""From marts to prose: facts, claims, sentences, articles. The only door for the command and the DAGs."""

from prompts.store import Article
from prompts.writing import write

__all__ = ["Article", "write"]
