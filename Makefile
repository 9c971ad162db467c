# Tallytray's commands. Each does its own set-up first: nothing needs to be typed before it.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help run test coverage test-pi test-long bench lint format lock clean

PORT ?= 8000
# Name another Python with `make run PYTHON=/usr/bin/python3.12`; .ci/setup.sh looks for one if empty.
export PYTHON

# TALLYTRAY_VENV keeps two Pythons apart: `make test TALLYTRAY_VENV=.venv-3.13 PYTHON=python3.13`.
TALLYTRAY_VENV ?= .venv
export TALLYTRAY_VENV
BIN := $(TALLYTRAY_VENV)/bin
RUN_READY := $(TALLYTRAY_VENV)/.ready-run
TEST_READY := $(TALLYTRAY_VENV)/.ready-test
RECIPE := pyproject.toml .ci/setup.sh

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|'

run: $(RUN_READY) ## set up, then Tallytray in demo mode on http://localhost:8000 (PORT=N)
	@exec $(BIN)/tallytray serve --demo --port $(PORT)

test: $(TEST_READY) ## set up (Chromium too), then every check and test
	@.ci/setup.sh browser
	@$(BIN)/python -m tests.check

coverage: $(TEST_READY) ## the same, and which lines no test reaches (takes half as long again)
	@.ci/setup.sh browser
	@$(BIN)/python -m tests.check --coverage

test-pi: $(TEST_READY) ## the camera adapter and the units on the real Pi stack (root, Debian)
	@.ci/setup.sh pi
	@$(BIN)/python -m tests.pi

test-long: $(TEST_READY) ## the slow tests: long random games, many kills, many seeds
	@.ci/setup.sh browser
	@$(BIN)/python -m pytest -m long

bench: $(TEST_READY) ## accuracy and time of the reader, silent errors first
	@$(BIN)/python -m tests.bench

lint: $(TEST_READY) ## the checks without the tests
	@$(BIN)/python -m tests.check --lint

format: $(TEST_READY) ## puts the code into the agreed form
	@$(BIN)/ruff check --fix-only --quiet
	@$(BIN)/ruff format

lock: $(TEST_READY) ## writes the lock files anew from pyproject.toml
	@.ci/setup.sh lock

clean: ## forgets the set-up and everything that was built
	rm -rf $(TALLYTRAY_VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .coverage

$(RUN_READY): $(RECIPE) requirements.lock
	@.ci/setup.sh run

$(TEST_READY): $(RECIPE) requirements-dev.lock
	@.ci/setup.sh test
