# Two commands do everything: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -name '*.py' -o -name '*.toml') setup.py pyproject.toml

.PHONY: play test check interpreted compiled bench golden perft laws clean

play: $(VENV)/.installed
	$(BIN)/skerry play vanuatu

test: check interpreted compiled

check: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

interpreted: $(VENV)/.installed
	PYTHONPATH=src $(BIN)/pytest -n 2

compiled: $(VENV)/.installed
	$(BIN)/pytest -n 2

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --upgrade pip

$(VENV)/.installed: $(VENV)/bin/python $(SOURCES)
	$(BIN)/python -m pip install -q '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build src/*.egg-info .pytest_cache .mypy_cache .ruff_cache
