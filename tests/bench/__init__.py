"""Speed and memory, measured and printed as ratios to a plain baseline; run by `make bench`."""
