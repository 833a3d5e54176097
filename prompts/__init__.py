"""From marts to prose: facts, claims, sentences, articles. The only door for the command and the DAGs."""

from prompts.digest import write_digest, write_due
from prompts.store import Article
from prompts.writing import write

__all__ = ["Article", "write", "write_digest", "write_due"]
