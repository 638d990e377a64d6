# Fresh clone, Python 3.11 or later, make (and later Node): every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := src tests bench

.DEFAULT_GOAL := help
.PHONY: help play terminal test check lint bench compiled lock clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY)  ## open the table in the browser, ready for a battle against the computer
	@$(BIN)/banneret play --browser

terminal: $(READY)  ## play in the terminal, or go on with the kept battle
	@$(BIN)/banneret play --terminal

test: lint  ## everything: style, types, layers, all tests (slow ones too), coverage
	HYPOTHESIS_PROFILE=ci $(BIN)/pytest -n 2 --cov --cov-branch --cov-report=term

check: lint  ## the everyday loop: style, types, layers, the quick tests
	$(BIN)/pytest -q -n 2 -m "not slow"

lint: $(READY)  ## style, types and layers alone
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)  ## measure speed side by side with peers
	$(BIN)/python -m bench.harness

compiled: $(READY)  ## build the compiled extra in .venv-compiled and compare it with the plain package
	test -x $(VENV)-compiled/bin/python || $(PYTHON) -m venv $(VENV)-compiled
	$(VENV)-compiled/bin/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	BANNERET_COMPILE=1 $(VENV)-compiled/bin/pip install --quiet --disable-pip-version-check \
	  --no-deps --no-build-isolation --force-reinstall .
	$(BIN)/python -m bench.compiled

lock:  ## write requirements.lock from the newest versions that pyproject.toml allows
	rm -rf $(VENV)-lock
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/pip install --quiet --upgrade "setuptools>=77"
	$(VENV)-lock/bin/pip install --quiet --editable ".[dev]"
	$(VENV)-lock/bin/pip freeze --all --exclude-editable | grep -Ev '^(pip|banneret)==' > requirements.lock
	rm -rf $(VENV)-lock

clean:  ## remove the environment and caches
	rm -rf $(VENV) $(VENV)-compiled build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage

# The environment: locked versions, then this package in place. setuptools is locked too, so the
# editable build needs nothing else.
$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "make: $(PYTHON) is older than 3.11; say which to use: make PYTHON=python3.11 ..."; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)
