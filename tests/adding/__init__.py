"""One small format, metric, view and figure format each, as CONTRIBUTING tells how to add them."""
