# PYTHON=... chooses the interpreter; otherwise the first of these that will do.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
CHROMIUM ?= chromium
export CHROMIUM

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/npm
# Python code is picked up as it is; what is listed here asks for a new installation.
INSTALLED := pyproject.toml constraints.txt $(wildcard setup.py src/tripeaks/solver/*.c)

.PHONY: help play test unit lint page chromium docs pins clean
help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-10s%s\n", $$1, $$2 }' Makefile

play: .venv/play ## play in the browser; Ctrl-C stops
	@exec $(BIN)/tripeaks

test: lint page chromium ## everything, real browser included
	$(BIN)/pytest --numprocesses=auto --ignore=tests/browser -m 'not slow' --cov
	$(BIN)/pytest --numprocesses=auto --ignore=tests/browser -m slow # counting lines would double it
	$(BIN)/pytest --numprocesses=auto tests/browser # its event loop suffers no other beside it

unit: .venv/test ## the fast tests
	$(BIN)/pytest -m 'not slow' --ignore=tests/browser

lint: .venv/test ## style, types and the floors
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo --no-cache

page: node_modules/.package-lock.json ## types and tests of the page's JavaScript
	$(BIN)/node node_modules/typescript/bin/tsc
	$(BIN)/node --test 'tests/js/**/*.test.mjs'

docs: .venv/docs ## the documentation, into docs/_build
	$(BIN)/sphinx-build --fail-on-warning --keep-going --quiet docs docs/_build

pins: .venv/test ## the newest versions into constraints.txt and package.json
	@$(BIN)/python -m pip install --quiet --upgrade uv
	@{ head -2 constraints.txt; $(BIN)/uv pip compile --quiet --universal --upgrade --all-extras \
	  --python-version 3.11 --no-header --no-annotate pyproject.toml; } > constraints.new
	@mv constraints.new constraints.txt
	@$(NPM) install --package-lock-only --save-dev axe-core@latest typescript@latest

clean: ## removes all that make has made
	rm -rf .venv node_modules build docs/_build src/*.egg-info .coverage .*_cache .hypothesis

$(BIN)/python:
	@for python in $(PYTHON); do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  usable=$$python; $$python -c 'import ensurepip' 2>/dev/null || continue; \
	  $$python -m venv --clear .venv && exit 0; rm -rf .venv; exit 1; \
	done; \
	if [ "$$usable" ]; then echo "$$usable cannot make virtual environments yet: install" \
	  "that part of Python first (on Debian and Ubuntu: apt-get install python3-venv)."; \
	else echo "TriPeaks needs Python 3.11 or newer: install it (on Debian and Ubuntu:" \
	  "apt-get install python3 python3-venv) or name it with PYTHON=/path/to/python3."; fi >&2; exit 1

.venv/play: $(INSTALLED) | $(BIN)/python
	@echo 'Installing TriPeaks into .venv ...'
	@$(PIP) setuptools && $(PIP) --no-build-isolation --editable .
	@$(BIN)/python -c 'import tripeaks.solver._kernel' 2>/dev/null || echo 'The solver could not' \
	  'be compiled and runs on NumPy, many times slower; "$(BIN)/tripeaks doctor" says more.'
	@touch $@

.venv/test .venv/docs: .venv/%: $(INSTALLED) | $(BIN)/python
	@echo 'Installing TriPeaks and what "make $*" needs into .venv ...'
	@$(PIP) setuptools && $(PIP) --no-build-isolation --editable '.[$*]'
	@touch $@ .venv/play

node_modules/.package-lock.json: package.json package-lock.json | .venv/test
	@$(NPM) ci || { echo 'npm could not install what checks the page (see above).' >&2; exit 1; }
	@touch $@

chromium:
	@command -v $(CHROMIUM) >/dev/null && exit 0; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then echo 'Installing Chromium ...'; \
	  export DEBIAN_FRONTEND=noninteractive; \
	  apt-get update -qq && apt-get install -qq -y chromium >/dev/null; fi; \
	command -v $(CHROMIUM) >/dev/null && exit 0; \
	echo 'The browser tests need Chromium: install it (on Debian: apt-get install chromium)' \
	  'or name it with CHROMIUM=/path/to/chromium.' >&2; exit 1
