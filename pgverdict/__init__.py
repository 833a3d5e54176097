"""The kernel: what every room may import (errors, configuration, warehouse, clusters, units, languages) and the command."""

__version__ = "0.1.0"
