.PHONY: help run test test-all check map mutants bench golden screenshots site bundle update clean

PYTHON ?= python3
# One for each Python, where several are tried: VENV=.venv-3.13
VENV ?= .venv
BIN := $(VENV)/bin
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])')
# Tells of which Python the environment is, so that another one makes it anew.
INSTALLED := $(VENV)/installed-$(VERSION)
# Tells that the system libraries are there; a window needs more of them.
LIBRARIES := $(VENV)/libraries$(if $(DISPLAY),-x11,$(if $(WAYLAND_DISPLAY),-wayland))
# The versions that were tested with this Python, if it is one that was tried.
CONSTRAINTS := $(wildcard .ci/constraints-$(VERSION).txt)
ON_ALL_CORES := --numprocesses auto --dist worksteal

# Whoever forbids compiled files has every program compile all of its modules, and tests start hundreds of programs.
export PYTHONDONTWRITEBYTECODE :=

help:  ## what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(INSTALLED) $(LIBRARIES)  ## set up, open the window on the demo treebank (without a display: write its scores and pictures)
	$(BIN)/goldleaf

test: $(INSTALLED)  ## set up, run the tests, offscreen and on all cores: two minutes
	$(BIN)/pytest $(ON_ALL_CORES) -m "not slow and not shared"

test-all: $(INSTALLED)  ## the same with all that takes long: real treebanks, many random examples, TeX, a browser
	$(BIN)/pytest $(ON_ALL_CORES) --hypothesis-profile=many

check: $(INSTALLED)  ## style and types; .ci/run does this under every Python that is there
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

map: $(INSTALLED)  ## the rooms, from the imports: floor, lines, functions, comments, and what each knows
	@PYTHONPATH=. $(BIN)/python -P -m tests.map

NUMBER := 60
SEED := 0
mutants: $(INSTALLED)  ## judge the tests of a room: make mutants ROOM=core/metrics (a folder or a module)
	$(BIN)/python -P tests/mutants.py $(ROOM) $(NUMBER) $(SEED) $(TESTS)

bench: $(INSTALLED)  ## measure speed and memory
	$(BIN)/pytest tests/bench --benchmark-only --benchmark-disable-gc -s

golden: $(INSTALLED)  ## make the golden files of the tests anew; look at what git says has changed
	$(BIN)/pytest --update-golden -m golden

screenshots: $(INSTALLED)  ## make the pictures of README and manual anew from the demo; look at them
	$(BIN)/python .ci/screenshots

site: $(INSTALLED)  ## make HTML of the manual, in build/site
	$(BIN)/python .ci/site

bundle:  ## pack the program with Python and all libraries, for this system: build/goldleaf-…
	DISPLAY=:0 .ci/system-libraries # it takes along what a window needs
	$(PYTHON) -m venv --clear build/environment
	build/environment/bin/pip install --quiet --disable-pip-version-check '.[plots]' pyinstaller $(addprefix --constraint ,$(CONSTRAINTS))
	build/environment/bin/python .ci/bundle/make

update:  ## try the newest versions of all dependencies, and note them for this Python once all tests pass
	.ci/update $(PYTHON)

clean:  ## remove what the other targets made
	rm -rf .venv .venv-* .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks build *.egg-info

$(INSTALLED): pyproject.toml .ci/system-libraries assets/system-libraries.txt $(CONSTRAINTS)
	.ci/system-libraries
	@$(if $(CONSTRAINTS),,echo "no tested versions noted for Python $(VERSION): taking the newest that pyproject.toml allows")
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]' $(addprefix --constraint ,$(CONSTRAINTS))
	# mypy sees the folders by their installed names
	mkdir -p .venv/names/goldleaf
	ln -sfn ../../../core ../../../viewer ../../../assets .venv/names/goldleaf/
	touch $@ $(LIBRARIES)

# An environment may have been made without a display, and be used with one.
$(LIBRARIES): .ci/system-libraries assets/system-libraries.txt | $(INSTALLED)
	.ci/system-libraries
	touch $@
