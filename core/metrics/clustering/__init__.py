"""Induced tags as clusters of words, compared with the gold's tags."""

from goldleaf.core.metrics.clustering.metric import Clustering

__all__ = ["Clustering"]
