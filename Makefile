.PHONY: help run test check bench clean

PYTHON ?= python3
BIN := .venv/bin

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/installed  ## set up, open the window on the demo treebank (without a display: write its scores and pictures)
	$(BIN)/goldleaf

test: .venv/installed check  ## set up, run all tests offscreen
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest

check: .venv/installed  ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/installed  ## measure speed and memory
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest tests/bench --benchmark-only --benchmark-disable-gc -s

clean:  ## remove what the other targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks build *.egg-info

.venv/installed: pyproject.toml .ci/system-libraries
	.ci/system-libraries
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
