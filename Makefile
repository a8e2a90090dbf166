# The verbs of the project; PYTHON names the interpreter of an environment.
PYTHON ?= python
PYTEST = $(PYTHON) -m pytest -q

.DEFAULT_GOAL = help
.PHONY: help build test test-fast sanitize valgrind fuzz lint format bench reference docs clean

help: ## list the verbs
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

build: ## install in place, with extensions and everything that tests and checks need
	$(PYTHON) -m pip install --editable ".[test,dev]"

test: ## everything
	$(PYTEST)

test-fast: ## what takes seconds
	$(PYTEST) -x --fast tests/types tests/lang tests/lower tests/graph tests/nodes/test_golden.py \
		--ignore tests/lang/test_limits.py --ignore tests/graph/test_growth.py \
		-k 'not long and not const_capture'

sanitize: ## engines and batches under the sanitizers of memory and of undefined behaviour
	PYTHON=$(PYTHON) .ci/sanitize

valgrind: ## the examples on both compiled engines, every access to memory
	PYTHON=$(PYTHON) .ci/valgrind

fuzz: ## 200,000 texts that are hardly programs
	$(PYTHON) -m tests.fuzz.fuzz_grammar --count 200000 --jobs 2

lint: ## format, lint, types, import contracts
	$(PYTHON) -m ruff format --check .
	$(PYTHON) -m ruff check .
	$(PYTHON) -m mypy
	lint-imports

format: ## lay out every file
	$(PYTHON) -m ruff format .

bench: ## the benchmark graphs, against hand-written C
	$(PYTHON) -m bench

reference: ## write the pages that are made from the code
	PYTHONPATH=. $(PYTHON) docs/generate/grammar_page.py
	PYTHONPATH=. $(PYTHON) docs/generate/error_page.py
	PYTHONPATH=. $(PYTHON) docs/generate/event_page.py
	PYTHONPATH=. $(PYTHON) docs/generate/node_pages.py
	PYTHONPATH=. $(PYTHON) docs/generate/results.py

docs: reference ## the pages as a site in build/site; a warning is an error
	PYTHONPATH=. $(PYTHON) -m sphinx -q -W -b html docs build/site

clean: ## back to a fresh checkout
	rm -rf build dist *.egg-info polydat/_csrc .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find polydat \( -name '*.so' -o -name '*.c' -o -name '*.html' -o -name __pycache__ \) \
		-prune -exec rm -rf {} +
