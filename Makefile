# Everything an author does. Each target sets up what it needs; `make help` lists them.

WORKINGS = .venv/bin/workings
PURELIB = -c 'import sysconfig; print(sysconfig.get_path("purelib"))'
WITH_PEERS = PYTHONPATH=$$(.venv-peers/bin/python $(PURELIB))
WITH_CHECKERS = PYTHONPATH=$$(.venv-standards/bin/python $(PURELIB))
WITH_DRIVERS = PYTHONPATH=$$(.venv-browsers/bin/python $(PURELIB))
PAPER = a4
MODEL = signal

.DEFAULT_GOAL = book
.PHONY: help book html pdf test lint js audit picture train serve bench sweep wheel-test kills same-bytes aarch64 same-digits standards browsers test-peers bench-peers clean doctor lock python pango

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

book: python pango ## build the whole book: PDFs, EPUB and the site, into dist/
	$(WORKINGS) book --paper $(PAPER)

html: python ## build the site with its data
	$(WORKINGS) html

pdf: python pango ## build the PDFs (PAPER=letter for Letter)
	$(WORKINGS) pdf --paper $(PAPER)

test: book ## build the book; run the tests, the linter and the type checker
	.venv/bin/ruff check --quiet
	.venv/bin/ruff format --quiet --check
	.venv/bin/mypy --no-error-summary
	.venv/bin/pytest --built=dist --numprocesses logical --dist loadfile --no-loadscope-reorder

lint: python ## check every chapter without writing anything
	$(WORKINGS) lint

js: ## check the scripts of the site: their types, rules and form (Node)
	@build/setup.sh js
	@npm run --silent --prefix tests/js check

audit: python ## recompute every line of the built book, and of its PDFs without the site
	$(WORKINGS) audit dist
	$(WORKINGS) audit dist/pdf

picture: html ## take the picture of the front page that the README shows (Chromium)
	.venv/bin/python -m tests.front_picture dist

train: python ## train the model anew (MODEL=signal)
	$(WORKINGS) train $(MODEL)

serve: python ## serve the built site on this machine
	$(WORKINGS) serve

bench: python pango ## measure: lines a second, pages, PDF, audit, training, and how they grow
	.venv/bin/python -m tests.bench

sweep: book ## the slow check: pages opened, digits changed, builds killed, hostile input, the same bytes
	.venv/bin/pytest --built=dist --all-pages tests/site/test_every_page.py tests/site/test_accessibility.py tests/site/test_injection.py
	.venv/bin/python -m tests.bookaudit.mutation dist 10000
	.venv/bin/python -m tests.bookaudit.fuzz 100000
	.venv/bin/python -m tests.edits 1000
	.venv/bin/python -m tests.compared
	.venv/bin/python -m tests.bookbuild.kills 190
	.venv/bin/python -m tests.bookbuild.kills 10 --real
	.venv/bin/python -m tests.site.samebytes
	.venv/bin/python -m tests.wheel

wheel-test: python ## the slow check: a book made with the wheel alone, in an empty environment
	.venv/bin/python -m tests.wheel

kills: python pango ## the slow check: a small book's builds killed at any moment, each edition whole
	.venv/bin/python -m tests.bookbuild.kills 150

same-bytes: python ## the slow check: the site built by one, two and eight processes is the same
	.venv/bin/python -m tests.site.samebytes

aarch64: python ## the slow check: weights and site are the same on another, emulated processor (Debian)
	@build/setup.sh aarch64
	.venv/bin/python -m tests.aarch64

same-digits: python ## the slow check: hundreds of sentences worked in a browser, every digit the engine's
	.venv/bin/python -m tests.site.samedigits 300 40 200

standards: book ## hold the built book to published standards: the Nu HTML checker, epubcheck (Java)
	@build/setup.sh standards
	$(WITH_CHECKERS) .venv/bin/pytest --built=dist tests/standards

browsers: book ## the slow check: the site in Firefox and in WebKit, told the same as in Chromium
	@build/setup.sh browsers
	$(WITH_DRIVERS) xvfb-run --auto-servernum --server-args='-screen 0 1600x1200x24' \
		.venv/bin/pytest --built=dist tests/browsers

test-peers: python ## compare the models with PyTorch, from an environment of its own
	@build/setup.sh peers
	$(WITH_PEERS) .venv/bin/pytest tests/peers

bench-peers: python ## CPU time of a training step, beside PyTorch's in the same run
	@build/setup.sh peers
	$(WITH_PEERS) .venv/bin/python -m tests.peers.bench

clean: python ## remove what builds have made, and nothing else
	$(WORKINGS) clean

doctor: python ## tell what this machine lacks, and how to install it
	$(WORKINGS) doctor

lock: python ## write the lock file anew from pyproject.toml (needs uv)
	uv pip compile --only-binary :all: --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
		--no-header --group dev --quiet pyproject.toml --output-file requirements.lock

python:
	@build/setup.sh python

pango:
	@build/setup.sh pango
