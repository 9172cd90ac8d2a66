# `make play` and `make test` do everything; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Tests of the source as it is: no installation, so an edit needs no compiling.
SOURCE := PYTHONPATH=src
SOURCES := $(shell find src -not -path '*/static/*' -not -path '*/__pycache__/*' -type f) setup.py pyproject.toml
PAGE := src/skerry/web/static/index.html
PAGE_SOURCES := $(shell find frontend/src frontend/public frontend/art frontend/build frontend/*.* -type f 2>/dev/null)

.PHONY: help play dev quick check check-python check-page test interpreted interpreted-engines compiled browser browser-long bench bench-server \
	bench-page golden properties engines coach mutants test-dist test-research test-scale docs benchmark observations types clean

help: ## List the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 22

play: $(VENV)/.installed ## Install, compiled, and start the table server
	$(BIN)/skerry serve

dev: $(VENV)/.dependencies ## Server and page from the source; both follow every edit
	$(BIN)/python tools/dev.py

quick: check-python ## Style, types and a choice of fast tests, in less than a minute
	$(SOURCE) $(BIN)/pytest -n 2 @tests/quick.txt

check: check-python check-page ## Style and types of everything, and the checks of the page

check-python: $(VENV)/.dependencies ## Style, types and import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(SOURCE) $(BIN)/lint-imports

check-page: $(PAGE) ## Style, types and unit tests of the page
	$(BIN)/python tools/build_frontend.py check

# The engines are tested both ways, everything above them once, on the compiled installation.
# Two jobs at a time, those first that others wait for: gcc keeps one core busy for minutes, and tests
# of servers and pages wait much, so something is always beside them. Each job's output comes at its end.
test: $(VENV)/.dependencies ## Everything that must pass before a change lands
	$(MAKE) -j 2 --output-sync=target $(VENV)/.installed interpreted-engines check-python check-page \
		browser compiled

interpreted: $(VENV)/.dependencies ## All tests on the source as it is
	$(SOURCE) $(BIN)/pytest -n 2 --ignore tests/browser

interpreted-engines: $(VENV)/.dependencies ## The tests of the games' engines, on the source as it is
	$(SOURCE) $(BIN)/pytest -n 2 @tests/engines.txt

# Servers, databases and browsers on a busy machine can miss a moment, so a test that fails here is
# run again. It is listed as RERUN at the end: look into every one that comes again.
compiled: $(VENV)/.installed ## All tests on the compiled installation
	$(BIN)/pytest -n 2 --ignore tests/browser --reruns 1 -rR --durations 15

BROWSER := SKERRY_CHROMIUM="$$($(BIN)/python tools/find_chromium.py)" $(BIN)/pytest -n 2 --dist worksteal --timeout 900
# Walks that end well whatever is dealt.
WALKS := tests/browser/test_monkey.py tests/browser/test_whole_games.py

browser: $(VENV)/.installed ## The page in a real browser
	$(BROWSER) tests/browser --reruns 2 -rR --durations 25

browser-long: $(VENV)/.installed ## The page at every size, in all languages and themes; whole games and thousands of presses
	SKERRY_CHANCE=true SKERRY_PRESSES=2000 $(BROWSER) $(WALKS) -m ""
	$(BROWSER) tests/browser -m heavy $(addprefix --ignore ,$(WALKS))

bench: $(VENV)/.installed ## Speed, beside the interpreted engine in the same run
	$(BIN)/skerry bench

# First what is timed, each alone; then what only counts, two at a time.
TIMED := move restart bots history fairness load reconnect
COUNTED := soak hostile kill secrecy power
bench-server: $(VENV)/.installed ## The server under load, kills, power cuts and hostile messages
	for one in $(TIMED); do echo "== $$one"; $(BIN)/python bench/server/$$one.py || exit 1; done
	$(MAKE) -j 2 --output-sync=target $(COUNTED:%=bench-server-%)

bench-server-%: $(VENV)/.installed
	@echo "== $*"
	$(BIN)/python bench/server/$*.py

bench-page: $(VENV)/.installed ## From a click to the changed board, and the page's memory
	$(BIN)/python bench/page.py

golden: $(VENV)/.installed ## Record the golden games again and show what changed
	$(BIN)/python -m tests.record_golden
	git diff --stat tests/golden

properties: $(VENV)/.installed ## Long property tests that `make test` does not wait for
	$(BIN)/pytest -m heavy -n 2 --timeout 0 --hypothesis-profile=properties \
		--ignore tests/browser --ignore tests/scale --ignore tests/research

engines: $(VENV)/.installed ## The compiled engine against the interpreted one, move by move
	$(BIN)/python -m tests.compare_engines --games 10000 vanuatu nusfjord

coach: $(VENV)/.installed ## Plant mistakes in bots' games; the coach must find 90 %
	$(BIN)/python tools/check_coach.py

mutants: $(VENV)/.dependencies ## Plant one-line bugs in the engines; the tests must find 95 %
	$(BIN)/python tools/mutants.py

test-research: $(VENV)/.installed ## Training, OpenSpiel and every notebook, where torch and OpenSpiel are installed
	$(BIN)/python -m pip install -q "open_spiel>=1.6" || echo "OpenSpiel cannot be installed here: its tests are skipped"
	$(BIN)/python -m pip install -q "sb3-contrib>=2.7" || echo "torch cannot be installed here: its tests are skipped"
	$(BIN)/pytest tests/research -m "heavy or not heavy" --timeout 1800 -rs

docs: $(VENV)/.dependencies ## Run the code of the documentation and build its site into build/site
	$(BIN)/python -m pip install -q "zensical>=0.0.40"
	$(SOURCE) $(BIN)/pytest tests/test_docs.py tests/test_code_in_docs.py tests/research/test_notebooks.py
	$(BIN)/python tools/build_docs.py

benchmark: $(VENV)/.installed ## The ladder of bots, an hour: docs/benchmark.md; the same command continues
	$(BIN)/python tools/benchmark.py

test-scale: $(VENV)/.installed ## PostgreSQL and Dask: servers, schedulers and workers that are killed
	$(BIN)/pytest -m heavy -n 0 -s tests/scale --timeout 1800

test-dist: $(VENV)/.dependencies ## Build the source distribution and a wheel from it; try the wheel in a fresh environment
	$(BIN)/python tools/check_distribution.py

observations: $(VENV)/.dependencies ## Write docs/observations.md from the code
	$(SOURCE) $(BIN)/python tools/write_observations.py

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

$(PAGE): $(PAGE_SOURCES) | $(VENV)/.dependencies
	$(BIN)/python tools/build_frontend.py

# Skerry, compiled by mypyc. Only what runs the compiled engine or the built page asks for it.
$(VENV)/.installed: $(VENV)/.dependencies $(PAGE) $(SOURCES)
	$(BIN)/python -m pip install -q --no-deps --no-build-isolation .
	touch $@
