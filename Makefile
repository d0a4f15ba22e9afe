# Everything runs in .venv, which any target makes or renews when it has to.

PORT ?= 8000
ARGS ?=
python := .venv/bin/python
french := locale/fr/LC_MESSAGES/django

.PHONY: help run test check format messages setup clean

help:
	@echo 'make run       serve Board One on this machine, with demonstration events (PORT=$(PORT))'
	@echo 'make test      run the tests (ARGS="tests/pairing -k colour" for some of them)'
	@echo 'make check     run the linters, the type checker and the deployment checks'
	@echo 'make format    format the code and the templates'
	@echo 'make messages  renew the French catalogue, and name what has no French yet'
	@echo 'make clean     remove what the other targets made; never the data in var/'

run: setup
	@$(python) -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
		{ echo 'Port $(PORT) cannot be had; another program may be using it. Choose one: make run PORT=8001'; exit 1; }
	$(python) manage.py migrate --verbosity 0
	$(python) manage.py collectstatic --noinput --verbosity 0
	$(python) manage.py demo
	@echo
	@echo 'Board One is at http://localhost:$(PORT)/ until you press Ctrl+C.'
	@exec $(python) -m gunicorn --bind 127.0.0.1:$(PORT) --log-level warning

test: setup
	$(python) -m pytest $(ARGS)

# The last check asks what a server on the internet would be asked.
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

setup: .venv/ready $(french).mo

$(french).mo: $(french).po | .venv/ready
	@$(python) manage.py compilemessages

# Also when the Python that .venv was made with has gone.
.venv/ready: pyproject.toml $(shell $(python) -c '' 2>/dev/null || echo no-python)
	@$(python) -c '' 2>/dev/null || { found=$$(scripts/find-python) && echo "Making .venv with $$found" && "$$found" -m venv --clear .venv; }
	@echo 'Installing what pyproject.toml asks for; a minute or two the first time ...'
	@$(python) -m pip install -qq --editable '.[dev]'
	@touch $@

.PHONY: no-python
no-python:

clean:
	rm -rf .venv *.egg-info staticfiles $(french).mo .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
