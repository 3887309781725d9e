.PHONY: help run test check bench golden update clean

PYTHON ?= python3
BIN := .venv/bin
# The versions that were tested with this Python, if it is one that was tried.
CONSTRAINTS := $(wildcard .ci/constraints-$(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])').txt)

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: .venv/installed  ## set up, open the window on the demo treebank (without a display: write its scores and pictures)
	$(BIN)/goldleaf

test: .venv/installed check  ## set up, run all tests offscreen, on all cores
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest --numprocesses auto

check: .venv/installed  ## style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/installed  ## measure speed and memory
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest tests/bench --benchmark-only --benchmark-disable-gc -s

golden: .venv/installed  ## make the golden files of the tests anew; look at what git says has changed
	QT_QPA_PLATFORM=offscreen $(BIN)/pytest --update-golden -m golden

update:  ## try the newest versions of all dependencies, and note them for this Python once all tests pass
	.ci/update $(PYTHON)

clean:  ## remove what the other targets made
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks build *.egg-info

.venv/installed: pyproject.toml .ci/system-libraries $(CONSTRAINTS)
	.ci/system-libraries
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]' $(addprefix --constraint ,$(CONSTRAINTS))
	# mypy sees the folders by their installed names
	mkdir -p .venv/names/goldleaf
	ln -sfn ../../../core ../../../viewer ../../../assets .venv/names/goldleaf/
	touch $@
