# `make play` and `make test` do everything; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests of the source as it is: no installation, so an edit needs no compiling.
SOURCE := PYTHONPATH=src
SOURCES := $(shell find src frontend/src frontend/public frontend/art frontend/build frontend/*.* \
	-not -path '*/static/*' -not -path '*/__pycache__/*' -type f 2>/dev/null) setup.py pyproject.toml

.PHONY: help play dev quick check test interpreted compiled browser browser-long bench bench-server \
	bench-page golden properties engines mutants test-dist types clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

play: $(VENV)/.installed ## Install, compiled, and start the table server
	$(BIN)/skerry serve

dev: $(VENV)/.dependencies ## Server and page from the source; both follow every edit
	$(BIN)/python tools/dev.py

quick: $(VENV)/.dependencies ## Style, types and a choice of fast tests, in less than a minute
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(SOURCE) $(BIN)/lint-imports
	$(SOURCE) $(BIN)/pytest -n 2 @tests/quick.txt

check: $(VENV)/.installed ## Style and types of everything, and the checks of the page
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(SOURCE) $(BIN)/lint-imports
	$(BIN)/python tools/build_frontend.py check

# gcc keeps one core busy for two minutes, so the interpreted tests run beside it.
test: $(VENV)/.dependencies ## Everything that must pass before a change lands
	$(MAKE) -j 2 --output-sync=target $(VENV)/.installed interpreted
	$(MAKE) check
	$(MAKE) compiled
	$(MAKE) browser

interpreted: $(VENV)/.dependencies ## All tests on the source as it is
	$(SOURCE) $(BIN)/pytest -n 2 --ignore tests/browser

compiled: $(VENV)/.installed ## The same tests on the compiled installation
	$(BIN)/pytest -n 2 --ignore tests/browser

browser: $(VENV)/.installed ## The page in a real browser
	$(BIN)/python tools/find_chromium.py
	$(BIN)/pytest tests/browser -n 2 --dist loadfile --timeout 900

browser-long: $(VENV)/.installed ## Thousands of random presses, and axe on every question: 20 minutes
	SKERRY_CHANCE=true SKERRY_PRESSES=2000 $(BIN)/pytest tests/browser/test_monkey.py
	SKERRY_CHANCE=true $(BIN)/pytest tests/browser -m heavy --timeout 900

bench: $(VENV)/.installed ## Speed, beside the interpreted engine in the same run
	$(BIN)/skerry bench

bench-server: $(VENV)/.installed ## The server under load, kills and hostile messages: 20 minutes
	for one in move restart bots load secrecy hostile kill; do \
		echo "== $$one"; $(BIN)/python bench/server/$$one.py || exit 1; done

bench-page: $(VENV)/.installed ## From a click to the changed board, and the page's memory
	$(BIN)/python bench/page.py

golden: $(VENV)/.installed ## Record the golden games again and show what changed
	$(BIN)/python -m tests.record_golden
	git diff --stat tests/golden

properties: $(VENV)/.installed ## Long property tests that `make test` does not wait for
	$(BIN)/pytest -m heavy -n 2 --timeout 0 --hypothesis-profile=properties

engines: $(VENV)/.installed ## The compiled engine against the interpreted one, move by move
	$(BIN)/python -m tests.compare_engines --games 10000 vanuatu nusfjord

mutants: $(VENV)/.dependencies ## Plant one-line bugs in the engines; the tests must find 95 %
	$(BIN)/python tools/mutants.py

test-dist: $(VENV)/.dependencies ## Build the source distribution and a wheel from it
	$(BIN)/python tools/check_distribution.py

types: $(VENV)/.dependencies ## TypeScript types of the messages and views, from the Python structs
	$(SOURCE) $(BIN)/python -m skerry.web.typescript frontend/src

clean: ## Remove everything that was made
	rm -rf $(VENV) build src/*.egg-info src/skerry/web/static .pytest_cache .mypy_cache .ruff_cache

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

# Everything but Skerry itself.
$(VENV)/.dependencies: $(VENV)/bin/python pyproject.toml
	$(BIN)/python tools/dependencies.py > $(VENV)/requirements.txt
	$(BIN)/python -m pip install -q -r $(VENV)/requirements.txt
	touch $@

# Skerry, compiled by mypyc. Only what runs the compiled engine or the built page asks for it.
$(VENV)/.installed: $(VENV)/.dependencies $(SOURCES)
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation .
	touch $@
