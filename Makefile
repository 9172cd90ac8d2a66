# Two commands do everything: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src frontend/src frontend/public frontend/*.* \
	-not -path '*/static/*' -not -path '*/__pycache__/*' -type f 2>/dev/null) setup.py pyproject.toml

.PHONY: play test check interpreted compiled browser browser-long bench bench-server bench-page golden laws engines types clean

play: $(VENV)/.installed
	$(BIN)/skerry serve

test: check interpreted compiled browser

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/build_frontend.py check

# The same tests on the source as it is and on the compiled installation.
interpreted: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/pytest -n 2 --ignore tests/browser

compiled: $(VENV)/.installed
	$(BIN)/pytest -n 2 --ignore tests/browser

browser: $(VENV)/.installed
	$(BIN)/python tools/find_chromium.py
	$(BIN)/pytest tests/browser --timeout 900

# Thousands of presses on anything, and axe on every kind of question: about twenty minutes.
browser-long: $(VENV)/.installed
	SKERRY_CHANCE=true SKERRY_PRESSES=2000 $(BIN)/pytest tests/browser/test_monkey.py
	SKERRY_CHANCE=true $(BIN)/pytest tests/browser -m heavy --timeout 900

# Speed, beside the interpreted engine in the same run.
bench: $(VENV)/.installed
	$(BIN)/skerry bench

# What the server holds under load, kills, secrets and hostile messages: about twenty minutes.
bench-server: $(VENV)/.installed
	for one in move restart bots load secrecy hostile kill; do \
		echo "== $$one"; $(BIN)/python bench/server/$$one.py || exit 1; done

# From a click to the changed board, and the page's memory.
bench-page: $(VENV)/.installed
	$(BIN)/python bench/page.py

# Record the golden games anew and show what changed.
golden: $(VENV)/.installed
	$(BIN)/python -m tests.record_golden
	git diff --stat tests/golden

# Long proofs that `make test` does not wait for.
laws: $(VENV)/.installed
	$(BIN)/pytest -m heavy -n 2 --timeout 0 --hypothesis-profile=laws

# The compiled engine against the interpreted one, move by move.
engines: $(VENV)/.installed
	$(BIN)/python -m tests.compare_engines --games 10000 vanuatu nusfjord

# TypeScript types of the messages, from the Python structs.
types: $(VENV)/.installed
	$(BIN)/python -m skerry.web.typescript frontend/src/types.gen.ts

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info src/skerry/web/static .pytest_cache .mypy_cache .ruff_cache
