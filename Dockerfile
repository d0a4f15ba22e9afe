FROM python:3.13.14-slim@sha256:6771159cd4fa5d9bba1258caf0b82e6b73458c694d178ad97c5e925c2d0e1a91

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /app

# The dependencies first: they change rarely, so this layer is cached.
COPY requirements.txt requirements-dev.txt LICENSE ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements.txt

COPY manage.py ./
COPY pairing pairing
COPY templates templates
COPY static static
COPY tournaments tournaments
# Babel, which compiles the catalogues, is needed only here, and is removed again; so are a key and an empty database.
RUN export SECRET_KEY=only-while-building DATA_DIR=/tmp/building \
    && sed -n '/^babel==/,/# via/p' requirements-dev.txt \
    | pip install --no-cache-dir --require-hashes --requirement /dev/stdin \
    && python manage.py compilemessages && pip uninstall --yes babel \
    && python manage.py collectstatic --noinput && rm -r /tmp/building

# The process owns only var/, where SQLite is if there is no DATABASE_URL: mount a volume there. Besides that, it writes
# only to $TMPDIR, so the image may be read-only.
RUN useradd --system board-one && install --directory --owner board-one --mode 700 var
USER board-one
EXPOSE 8000

# Django answers only to its own host names, so the check uses the first of them.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s CMD ["python", "-c", "import os, urllib.request as web; \
    host = os.environ.get('ALLOWED_HOSTS', 'localhost').split(',')[0]; \
    web.urlopen(web.Request('http://127.0.0.1:8000/healthz', headers={'Host': host}), timeout=4)"]

CMD ["python", "manage.py", "serve", "--host", "0.0.0.0", "--access-log"]
