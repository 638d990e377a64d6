# Fresh clone, Python 3.11 or later, make (and later Node): every target sets up what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PAGE := src/banneret/server/static/index.html
SOURCES := src tests bench scripts
# As many processes as there are cores, four at most; whoever is done takes work from the others.
PYTEST := $(BIN)/pytest --quiet --numprocesses auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play terminal test check lintbook quickbook every quick deep lint coverage components page web pictures count golden ends soak bench compiled lock clean

# Tests start many processes: none should compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(READY) $(PAGE)  ## open the table in the browser, ready for a battle against the computer
	@$(BIN)/banneret play --browser

terminal: $(READY)  ## play in the terminal, or go on with the kept battle
	@$(BIN)/banneret play --terminal

test: $(READY) components $(PAGE)  ## everything, side by side: style, types, layers, the page, all tests, coverage
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target every lint web

check: $(READY)  ## the everyday loop: style, types, layers, quick tests; make check BOOK=arthurian: of one book and what it stands on
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target $(if $(BOOK),lintbook quickbook,lint quick)

# One book, the tabletop it stands on, and what every book keeps.
OF_BOOK = src/banneret/rulesets/$(BOOK) tests/rulesets/$(BOOK) src/banneret/tabletop tests/tabletop

lintbook: $(READY)
	$(BIN)/ruff check --quiet $(OF_BOOK)
	$(BIN)/ruff format --check --quiet $(OF_BOOK)
	$(BIN)/mypy $(OF_BOOK)
	$(BIN)/lint-imports

quickbook: $(READY)
	$(PYTEST) -m "not slow" -k "$(BOOK) or tabletop" tests/rulesets/$(BOOK) tests/tabletop tests/contract

every: $(READY)  ## all tests alone, slow ones too; coverage is that of the quick ones
	HYPOTHESIS_PROFILE=ci $(PYTEST) --cov --cov-branch --cov-report= --cov-fail-under=93

coverage: $(READY)  ## what the quick tests did not reach in the last make test
	$(BIN)/coverage report

quick: $(READY)  ## the quick tests alone
	$(PYTEST) -m "not slow"

deep: $(READY)  ## every property with thousands of new examples: make deep EXAMPLES=3000
	HYPOTHESIS_PROFILE=deep HYPOTHESIS_EXAMPLES=$(or $(EXAMPLES),3000) $(PYTEST) --timeout=3000 \
	  $$(grep -rl "@given" tests/core tests/rulesets)

lint: $(READY)  ## style, types and layers alone
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports

components:  ## install what tests need besides Python, if it is missing: PostgreSQL, Chromium, Node
	sh scripts/install-components.sh
	test -d web/node_modules/axe-core || npm --prefix web install --no-save --no-audit --no-fund --ignore-scripts

page: $(PAGE)  ## build the browser table into the package, if its sources changed

# The page is made here and not kept in the repository: a built page changes whole with every line.
$(PAGE): $(shell find web/src web/public web/symbols -type f) web/index.html web/vite.config.ts web/package-lock.json
	@echo "Building the table for the browser: half a minute, and only when it has changed ..."
	@sh scripts/install-components.sh node
	@test -d web/node_modules/axe-core || npm --prefix web install --no-save --no-audit --no-fund --ignore-scripts --silent
	@npm --prefix web run --silent build -- --logLevel warn
	@touch $(PAGE)

web: components  ## the page alone: types and unit tests of the browser table
	npm --prefix web run --silent check
	npm --prefix web test --silent

pictures: components  ## take the pictures in the README again
	BANNERET_PICTURES=1 $(BIN)/pytest --quiet -n0 tests/browser/test_newcomer.py \
	  "tests/browser/test_hands.py::test_small_screens[360-740]" \
	  tests/browser/test_knights.py::test_turns_of_twenty_against_twenty

count: components  ## count the actions of a whole battle of twenty against twenty in the browser
	BANNERET_TURNS=99 $(BIN)/pytest --quiet -n0 --timeout=1200 tests/browser/test_knights.py::test_turns_of_twenty_against_twenty
	tail -n 1 artefacts/browser/knights-count.txt

golden: $(READY)  ## record golden battles again: make golden REASON="what changed and why"
	PYTHONPATH=tests $(BIN)/python -m playthroughs.record --reason "$(REASON)" $(if $(UNRELEASED),--unreleased)

ends: $(READY)  ## fight the captains' battles whose ends are on file: make ends [BOOK=arthurian] [WRITE=1]
	PYTHONPATH=tests $(BIN)/python -m playthroughs.ends $(if $(BOOK),--book $(BOOK)) $(if $(WRITE),--write)

soak: $(READY)  ## fight many battles, save and replay each: make soak SEEDS=1000
	$(BIN)/python scripts/soak.py --seeds $(or $(SEEDS),100)
	$(BIN)/python scripts/soak.py --seeds $(or $(SEEDS),100) --variety

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
	@echo "Setting up Banneret: this is done once and takes a minute or two."
	@echo "  1 of 2  the libraries it needs, into $(VENV) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check --requirement requirements.lock
	@echo "  2 of 2  Banneret itself ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)
