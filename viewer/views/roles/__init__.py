"""Predicates and arguments: the differences that the metric counts, and a view of lanes alone. No Qt."""
