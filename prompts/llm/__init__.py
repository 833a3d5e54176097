"""The model writer: words claims by any OpenAI-compatible endpoint, never sees a number, and is believed only after the checker."""
