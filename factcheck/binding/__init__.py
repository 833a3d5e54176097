"""What the words and numbers of a sentence are said of, in terms of these facts: metric, level, statistic, pair."""
