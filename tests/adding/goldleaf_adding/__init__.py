"""A package that adds one small format, metric, view, figure format and transformation to Goldleaf, by entry points."""

GOLDLEAF_INTERFACE = 1
