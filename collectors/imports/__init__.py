"""Brings experiments that pgverdict did not run into the warehouse (contracts.md 2)."""

from collectors.imports.loader import ImportReport, import_manifests

__all__ = ["ImportReport", "import_manifests"]
