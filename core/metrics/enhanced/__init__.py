"""Enhanced graphs of Universal Dependencies."""

from goldleaf.core.metrics.enhanced.metric import Enhanced

__all__ = ["Enhanced"]
