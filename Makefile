SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
SOURCES := operator analyzer bench e2e tests tools
# Beside the built programs of the cluster: a fresh clone does not have to read all libraries again. Two at once would read
# what the other has half written.
export MYPY_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/casebook/mypy

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
	$(BIN)/python -m compileall -q operator analyzer # each command would, where Python is told to keep no bytecode
	touch $(READY)

.PHONY: fmt
fmt: $(READY) ## Format the code
	$(BIN)/ruff check --fix-only --quiet $(SOURCES)
	$(BIN)/ruff format $(SOURCES)

.PHONY: lock
lock: ## Lock the newest allowed versions of everything
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--extra embeddings --extra embedded --extra mcp --extra notify --extra ocr --extra parquet --group dev --custom-compile-command "make lock" pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --extra sentence-transformers --custom-compile-command "make lock" pyproject.toml \
		-o requirements/sentence-transformers.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --custom-compile-command "make lock" pyproject.toml -o requirements/plugin.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--group image --custom-compile-command "make lock" -o requirements/image.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --group mutants --custom-compile-command "make lock" -o requirements/mutants.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --group fuzz --custom-compile-command "make lock" -o requirements/fuzz.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --group audit --custom-compile-command "make lock" -o requirements/audit.txt
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
		--constraints requirements/dev.txt --group plots --custom-compile-command "make lock" -o requirements/plots.txt

.PHONY: crds
crds: $(READY) ## Write the triggers into the CRD, and copy the CRDs into the chart
	$(BIN)/python -m tools.crds
	cp crds/*.yaml charts/casebook/crds-source/

.PHONY: chart
chart: $(READY) crds ## Write what follows from the chart anew (schema, README, golden manifests), and lint it
	$(BIN)/python -m tools.chart
	$$($(BIN)/python -c 'from e2e.cluster import tools; print(tools.helm())') lint --strict --quiet charts/casebook

.PHONY: kustomize
kustomize: $(READY) ## Render the chart into deploy/kustomize/install.yaml, and into the bundle of OLM in deploy/olm
	$(BIN)/python -m tools.chart.kustomize
	$(BIN)/python -m tools.chart.bundle

.PHONY: sql
sql: $(READY) ## Write the snapshots of SQL anew: the schema, and the text of every search statement
	$(BIN)/python -m tools.sql

.PHONY: graph
graph: $(READY) ## Write the graph of the embedding model anew, from the layout of its weights
	$(BIN)/python -m tools.graph

##@ Documentation

export NO_MKDOCS_2_WARNING := 1

.PHONY: docs
docs: $(READY) ## Write the reference pages anew and build the site into build/site
	$(BIN)/python -m tools.docs
	$(BIN)/mkdocs build

.PHONY: docs-serve
docs-serve: $(READY) ## Show the site at http://127.0.0.1:8000 while it is written
	$(BIN)/mkdocs serve

##@ Check

.PHONY: lint
lint: $(READY) ## ruff, mypy, import-linter, actionlint
	$(BIN)/ruff check $(SOURCES)
	$(BIN)/ruff format --check $(SOURCES)
	$(if $(shell command -v flock),mkdir -p $(MYPY_CACHE_DIR) && flock $(MYPY_CACHE_DIR)/lock) $(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tools.workflows

.PHONY: unit
unit: $(READY) ## Tests that need neither a cluster nor a browser (ONLY="path ..." for some of them)
	$(BIN)/python -m tools.lanes unit model --only "$(ONLY)"

.PHONY: test
test: $(READY) ## Everything: lint, unit tests, tests on a real cluster, the demo asserted (ONLY="path ..." for one area)
	$(BIN)/python -m tools.lanes --only "$(ONLY)"

.PHONY: soak
soak: $(READY) ## Kill writers of memory again and again, at other moments each time, and try more texts (ROUNDS=20)
	seed=$(or $(SEED),$$RANDOM); echo "SEED=$$seed"; \
		CASEBOOK_SOAK_ROUNDS=$(or $(ROUNDS),20) CASEBOOK_SOAK_SEED=$$seed $(BIN)/pytest --timeout=0 --hypothesis-seed=$$seed \
		tests/analyzer/memory/test_kill.py tests/analyzer/redaction/test_properties.py tests/operator/offline/test_hostile.py

.PHONY: reference
reference: $(READY) ## Install sentence-transformers (5 GB), have it embed the texts of the tests anew, and compare
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements/sentence-transformers.txt
	$(BIN)/python -m tools.graph.reference
	$(BIN)/pytest -q tests/analyzer/embedding

.PHONY: release-check
release-check: $(READY) ## Build sdist and wheel, try the wheel, compare versions; needs no network
	$(BIN)/python -m tools.release

.PHONY: e2e
e2e: $(READY) ## Install the chart on a real node, walk the page of the first day, and go from a failure to an alert whose link opens its report
	$(BIN)/python -m e2e.install
	$(BIN)/python -m e2e.first_day
	$(BIN)/python -m e2e.alerting

.PHONY: faults
faults: $(READY) ## Inject faults of every category into a real node, and print what Casebook says of each
	$(BIN)/python -m e2e.faults

.PHONY: compare
compare: $(READY) ## k8sgpt beside Casebook on the same live scenes; builds k8sgpt once (ONLY="missing-claim ..." OUTPUT=json)
	$(BIN)/python -m e2e.compare $(ONLY) $(if $(OUTPUT),--output $(OUTPUT))

.PHONY: images
images: $(READY) ## Build the images of Casebook and of the stand-in for PostgreSQL into the cache
	$(BIN)/python -m e2e.images

.PHONY: mutants
mutants: $(READY) ## Put small faults into the code and count those that its tests find (AREA=signals SAMPLE=100 SEED=1)
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements/mutants.txt
	$(BIN)/python -m tools.mutants $(AREA) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

.PHONY: fuzz
fuzz: $(READY) ## Throw hostile inputs at whatever reads strangers' text (ENTRY="log bundle" SECONDS=600, for each)
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements/fuzz.txt
	$(BIN)/python -m tools.fuzz $(ENTRY) $(if $(SECONDS),--seconds $(SECONDS))

.PHONY: plots
plots: $(READY) ## Draw the plots of docs/scale.md anew, from the figures in docs/pictures/scale.json
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements/plots.txt
	$(BIN)/python -m bench.plots

.PHONY: audit
audit: $(READY) ## Ask the advisory database of PyPI about every locked dependency (needs its JSON API)
	VIRTUAL_ENV=$(VENV) $(BIN)/uv pip install --quiet --require-hashes -r requirements/audit.txt
	for locked in dev image; do $(BIN)/pip-audit --strict --disable-pip --require-hashes -r requirements/$$locked.txt || exit 1; done

.PHONY: bench
bench: $(READY) ## Measure what docs/benchmarks.md tells (ONLY="scale floods" COMPARE=before.json)
	$(BIN)/python -m bench $(if $(ONLY),--only "$(ONLY)") $(if $(COMPARE),--compare $(COMPARE))

##@ Cluster

.PHONY: cluster-up
cluster-up: $(READY) ## Start the clusters of all tests, or find those that run: test runs find them too
	$(BIN)/python -m tools.lanes.clusters up

.PHONY: cluster-down
cluster-down: $(READY) ## Stop the test clusters and leave nothing behind
	$(BIN)/python -m tools.lanes.clusters down

.PHONY: cluster-status
cluster-status: $(READY) ## What runs
	$(BIN)/python -m tools.lanes.clusters status

.PHONY: clean
clean: ## Remove .venv and caches of this checkout
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
