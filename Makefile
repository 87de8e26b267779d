# Every command a newcomer or a contributor needs. `make help` lists them.

HOST ?= 127.0.0.1
PORT ?= 8000
MINUTES ?= 240
BARE ?= /var/tmp/quintet-bare
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.NOTPARALLEL:
.DEFAULT_GOAL := help

# The first Python that is new enough; empty when there is none.
override PYTHON := $(shell for p in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock
LOCALES := ru he

.PHONY: help run serve test check lint types contracts sizes bench judge soak deploy-test services messages lock python

help: ## list the commands
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

# --- use ---
run: .venv/runtime.stamp ## play on this machine, nothing else to set up (PORT=8000 HOST=127.0.0.1)
	@exec $(BIN)/python -m config.embedded --host $(HOST) --port $(PORT)

serve: .venv/runtime.stamp ## the production shape; needs DATABASE_URL and REDIS_URL (PORT= HOST=)
	@exec $(BIN)/python -m config.production --host $(HOST) --port $(PORT)

# --- checks ---
test: python ## all tests, in a fresh virtual environment, on services of their own
	@PYTHON="$(PYTHON)" bash tests/run.sh

check: lint types contracts sizes test ## everything that must pass before a push

lint: .venv/dev.stamp ## style
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: .venv/dev.stamp ## type annotations
	$(BIN)/mypy

contracts: .venv/dev.stamp ## who may import whom
	$(BIN)/lint-imports
	$(BIN)/python -m checks.rules_imports

sizes: .venv/dev.stamp ## no long functions, no long files; each variable of the environment is told
	$(BIN)/python -m checks.sizes
	$(BIN)/python -m checks.environment

bench: .venv/bench.stamp ## speed, as ratios within one run: rules, then live play, 25 minutes (LIVE="--mode closed --quick")
	$(BIN)/python -m bench.rules_play
	$(BIN)/python -m bench.live $(LIVE)

judge: .venv/dev.stamp ## each promise of docs/reliability.md put to the proof, within 8 minutes
	$(BIN)/python -m checks.judge run

soak: .venv/dev.stamp ## the same at full size, then all tests that are larger with SOAK=1; stops by itself, goes on where it was (MINUTES=240)
	$(BIN)/python -m checks.judge run --soak --minutes $(MINUTES)

deploy-test: .venv/dev.stamp ## docs/deploy.md word for word on a bare Debian in a folder; as root, 15 minutes (BARE=/var/tmp/quintet-bare)
	$(BIN)/python -m tests.deploy.walk --root $(BARE) $(WALK)

# --- work ---
services: .venv/dev.stamp ## PostgreSQL and Valkey to try things on, until Ctrl-D
	@$(BIN)/python -m tests.services

messages: .venv/runtime.stamp ## collect the texts to translate, compile the translations
	@$(BIN)/python -m config.messages $(LOCALES)

lock: python ## write requirements.lock anew
	@PYTHON="$(PYTHON)" bash tests/lock.sh

# --- the virtual environment ---
python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "Quintet needs Python 3.11 or newer. On Debian or Ubuntu: sudo apt install python3 python3-venv"; exit 1; fi
	@"$(PYTHON)" -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv"; exit 1; }

# A folder that was moved, or whose Python is gone, is made anew.
.venv/made.stamp: | python
	@$(BIN)/python -c 'import pip' 2>/dev/null || "$(PYTHON)" -m venv --clear .venv
	@touch $@

.venv/runtime.stamp: requirements.txt requirements.lock | .venv/made.stamp
	@echo "Installing what Quintet needs into .venv (once; about half a minute) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/dev.stamp: requirements-dev.txt .venv/runtime.stamp
	@echo "Installing what the tests and checks need into .venv ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

.venv/bench.stamp: requirements-bench.txt .venv/dev.stamp
	@$(INSTALL) -r requirements-bench.txt
	@touch $@
