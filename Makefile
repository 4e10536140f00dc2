SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := operator analyzer e2e tests

##@ General

.PHONY: help
help: ## Show this help
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n\033[1m%s\033[0m\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  \033[36m%-14s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

##@ See it work

.PHONY: demo
demo: $(READY) ## The whole demo on a real cluster (KEEP=1 leaves it running)
	$(BIN)/python -m e2e.demo up $(if $(KEEP),--keep)

.PHONY: demo-down
demo-down: $(READY) ## End a demo that was left running
	$(BIN)/python -m e2e.demo down

##@ Develop

.PHONY: init
init: $(READY) ## Make .venv with everything, from the lock

$(READY): requirements/bootstrap.txt requirements/dev.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Casebook needs Python 3.11 or newer; name one with PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/bootstrap.txt
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip sync --quiet --compile-bytecode --require-hashes requirements/bootstrap.txt requirements/dev.txt
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --no-deps -e .
	touch $(READY)

.PHONY: fmt
fmt: $(READY) ## Format the code
	$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

.PHONY: lock
lock: ## Lock the newest allowed versions of everything
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra embeddings --extra embedded --extra parquet --group dev --custom-compile-command "make lock" pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--group image --custom-compile-command "make lock" -o requirements/image.txt

.PHONY: crds
crds: ## Copy the CRDs into the chart
	cp crds/*.yaml charts/casebook/crds-source/

.PHONY: chart
chart: $(READY) crds ## Write what follows from the chart anew (schema, README, golden manifests), and lint it
	$(BIN)/python -m tests.chart.regenerate
	$$($(BIN)/python -c 'from e2e.cluster import tools; print(tools.helm())') lint --strict --quiet charts/casebook

.PHONY: kustomize
kustomize: $(READY) ## Render the chart into deploy/kustomize/install.yaml
	$(BIN)/python -m e2e.gitops.kustomize

##@ Documentation

export NO_MKDOCS_2_WARNING := 1

.PHONY: docs
docs: $(READY) ## Write the reference pages anew and build the site into build/site
	for page in signals_page settings_page cli_page crd_pages; do $(BIN)/python -m tests.docs.$$page; done
	$(BIN)/mkdocs build

.PHONY: docs-serve
docs-serve: $(READY) ## Show the site at http://127.0.0.1:8000 while it is written
	$(BIN)/mkdocs serve

##@ Check

.PHONY: lint
lint: $(READY) ## ruff, mypy, import-linter
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

.PHONY: unit
unit: $(READY) ## Tests that need no cluster
	$(BIN)/pytest -m "not cluster and not node"

.PHONY: test
test: lint ## Everything: lint, unit tests, tests on a real cluster, the demo asserted
	$(BIN)/pytest

.PHONY: e2e
e2e: $(READY) ## Install the chart on a real node and go the way from a failure to an alert whose link opens its report
	$(BIN)/python -m e2e.install
	$(BIN)/python -m e2e.alerting

.PHONY: faults
faults: $(READY) ## Inject faults of every category into a real node, and print what Casebook says of each
	$(BIN)/python -m e2e.faults

.PHONY: images
images: $(READY) ## Build the images of Casebook and of the stand-in for PostgreSQL into the cache
	$(BIN)/python -m e2e.images

##@ Cluster

.PHONY: cluster-up
cluster-up: $(READY) ## Start the test cluster, or find the one that runs
	$(BIN)/python -m e2e.cluster up

.PHONY: cluster-down
cluster-down: $(READY) ## Stop the test cluster and leave nothing behind
	$(BIN)/python -m e2e.cluster down

.PHONY: cluster-status
cluster-status: $(READY) ## What runs
	$(BIN)/python -m e2e.cluster status

.PHONY: clean
clean: ## Remove .venv and caches of this checkout
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
