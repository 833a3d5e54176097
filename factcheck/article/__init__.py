"""The article against itself: answers, tables, sums, hypotheses, and what it says of its own runs."""
