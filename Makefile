# The one door for people and for CI: `make help` lists the targets. Paths stay relative, so that a checkout below a directory with spaces works.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
.PHONY: help install report airflow test bench lint format lock clean-state

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

install: ## .venv from requirements.lock (hashes checked); nothing happens when it is up to date
	@PYTHON='$(PYTHON)' sh scripts/install.sh

report: install ## a real experiment, then its article in Russian and in English: about six minutes
	@.venv/bin/python scripts/report.py $(ARGS)

airflow: install ## Airflow with the nightly DAGs on http://127.0.0.1:8080 (PORT=... for another); Ctrl-C ends it
	@.venv/bin/python scripts/airflow_standalone.py $(ARGS)

test: ## every test that this machine can run; says what it had to leave out
	@PYTHON='$(PYTHON)' sh scripts/install.sh --dev
	@.venv/bin/python scripts/run_tests.py $(ARGS)

bench: ## measurements and long simulations (tests/benchmarks), for docs/measurements
	@PYTHON='$(PYTHON)' sh scripts/install.sh --dev
	@.venv/bin/python -m pytest -o addopts= -o python_files='test_*.py bench_*.py' -o timeout=0 --import-mode=importlib -s tests/benchmarks $(ARGS)

lint: ## ruff, mypy, import-linter, sqlfluff, yamllint, dbt-bouncer
	@PYTHON='$(PYTHON)' sh scripts/install.sh --dev
	@.venv/bin/python scripts/lint.py $(ARGS)

format: ## lets ruff put the Python files into form
	@PYTHON='$(PYTHON)' sh scripts/install.sh --dev
	@.venv/bin/python scripts/lint.py --format

lock: ## compiles both lock files again (versions move only where pyproject.toml makes them; ARGS=--upgrade moves all)
	@PYTHON='$(PYTHON)' sh scripts/install.sh --dev
	@.venv/bin/python scripts/lock.py $(ARGS)

clean-state: ## stops the clusters and removes .pgverdict (site/ and .venv stay)
	@sh scripts/clean_state.sh
