"""The reporting marts, before a sentence is made of them: figures that contradict each other are caught here."""

from expectations.checks import Suite


def suites() -> tuple[Suite, ...]:
    """One suite a reporting mart."""
    return ()
