# Everything runs in .venv, which each target creates or updates when necessary.

PORT ?= 8000
ADDRESS ?=
ARGS ?=
python := .venv/bin/python
compiled := $(patsubst %.po,%.mo,$(wildcard tournaments/locale/*/LC_MESSAGES/django.po))

.PHONY: help run hall test test-fast nights mutants check format messages lock wheel release audit setup clean

help:
	@echo 'make run       serve Board One on this machine, with demonstration events (PORT=$(PORT))'
	@echo 'make hall      the same, and let phones in the same network read along (ADDRESS=192.168.1.20 if need be)'
	@echo 'make test      run the tests (ARGS="tests/pairing -k colour" for some of them)'
	@echo 'make test-fast an answer in two minutes: the rule book, the services, the pages, without what took long the last time'
	@echo 'make nights    try everything by chance and every file of the corpora, for hours (ARGS as with make test)'
	@echo 'make mutants   break the program in twenty places by chance, and tell what no test notices (ARGS="--seed 7 pairing")'
	@echo 'make check     run the linters, the type checker and the deployment checks'
	@echo 'make format    format the code and the templates'
	@echo 'make messages  renew the catalogues of all languages, and name what each has no words for yet'
	@echo 'make lock      write what pyproject.toml asks for into the lock files (ARGS=--upgrade: the newest of all)'
	@echo 'make wheel     build what pipx and uv install, into dist/'
	@echo 'make release   the same, with what it is made of (CycloneDX) and checksums'
	@echo 'make audit     look for known weaknesses in what is locked (needs the internet)'
	@echo 'make clean     remove what the other targets made; never the data in var/'

run hall: setup
	@exec $(python) -m tournaments --demo --no-browser --port $(PORT) $(if $(filter hall,$@),--hall $(ADDRESS))

# Tests start Python many times, which can reuse its bytecode from the last time.
unexport PYTHONDONTWRITEBYTECODE
test: setup
	$(python) -m pytest --numprocesses=auto --dist=worksteal $(ARGS)

test-fast: setup
	$(python) -m pytest --numprocesses=auto --dist=worksteal --fast $(ARGS)

# A test run tries a part of what is random or large: tests/chance.py.
nights: setup
	$(python) -m pytest --numprocesses=auto --dist=worksteal --hypothesis-profile=long $(or $(ARGS),tests/pairing tests/tournaments)

mutants: setup
	$(python) scripts/mutants.py $(ARGS)

# The last check uses the settings of a server on the internet.
check: setup
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	find templates -name '*.html' -exec .venv/bin/djade --check {} +
	$(python) -m mypy
	.venv/bin/lint-imports
	$(python) manage.py makemigrations --check --dry-run
	HTTPS=1 ALLOWED_HOSTS=chess.example.org $(python) manage.py check --deploy --fail-level WARNING

format: setup
	$(python) -m ruff check --fix .
	$(python) -m ruff format .
	find templates -name '*.html' -exec .venv/bin/djade {} +

messages: setup
	$(python) manage.py makemessages

# Each line is valid for every Python, system and processor that we run on. Locked versions do not change unless
# pyproject.toml requires it.
lock: setup
	$(call lock,requirements.txt,--extra server)
	$(call lock,requirements-dev.txt,--extra server --extra dev --constraint requirements.txt)

lock = .venv/bin/uv pip compile --quiet --universal --generate-hashes --custom-compile-command 'make lock' \
	$(2) $(ARGS) pyproject.toml --output-file $(1)

# After setup, which compiles the catalogues: the wheel contains them, because Babel is not installed with it.
wheel: setup
	$(python) -m hatchling build --target wheel --directory dist

# The files of a release, without its image: .github/workflows/release.yml.
release: wheel
	$(python) scripts/bill_of_materials.py > dist/board-one.cdx.json
	cd dist && sha256sum board_one-*.whl board-one.cdx.json > SHA256SUMS

# Without --strict it also succeeds when its data are not available, and says for each package that it was not audited.
audit: setup
	.venv/bin/pip-audit --disable-pip --require-hashes --requirement requirements-dev.txt $(or $(ARGS),--strict)

setup: .venv/ready $(compiled)

$(compiled): %.mo: %.po | .venv/ready
	@$(python) manage.py compilemessages

# Also runs when the Python from which .venv was made is gone.
.venv/ready: requirements-dev.txt $(shell $(python) -c '' 2>/dev/null || echo no-python)
	@$(python) -c '' 2>/dev/null || { found=$$(scripts/find-python) && echo "Making .venv with $$found" && "$$found" -m venv --clear .venv; }
	@echo 'Installing what $< names; a minute or two the first time ...'
	@$(python) -m pip install -qq --require-hashes --requirement $<
	@touch $@

.PHONY: no-python
no-python:

clean:
	rm -rf .venv dist *.egg-info staticfiles $(compiled) .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
