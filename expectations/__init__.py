"""Says what data a DBA would not believe, before anything is computed from them and after; see README.md."""

from expectations.checks import Boundary
from expectations.validation import ValidationReport, validate

__all__ = ["Boundary", "ValidationReport", "validate"]
