"""Settings: one file, every difference between a laptop and a server read from the environment.

DATABASE_URL   postgresql://user:password@host:port/name; SQLite in var/ when absent
REPLICA_URL    the same of a replica that follows it, from which pages of strangers are read; none when absent
REPLICA_BEHIND  seconds that it may be behind; 10. After these, DATABASE_URL is asked instead
SECRET_KEY     generated once into var/secret-key when absent
ALLOWED_HOSTS  comma-separated names the server answers to; this machine only when absent
HTTPS          1 when the site is served over HTTPS (behind a proxy that sets X-Forwarded-Proto)
TIME_ZONE      the events' time zone; the machine's own when absent
PASSWORD_MINUTES  how long a typed password lasts until publishing and correcting ask for it again; 15
NEW_EVENTS     who creates events: administrators (of the server) alone, or all accounts; accounts when absent
MOST_EVENTS    how many events that are not finished one account may own, administrators more; 100
REMOVED_DAYS   how long a removed event can be brought back before it is deleted for good; 30
RATING_LISTS   addresses of rating lists that are fetched each day, between blanks, for example
               https://ratings.fide.com/download/players_list.zip; nothing is fetched when absent
WEBHOOK_NETWORKS  networks beside the public Internet to which webhooks may be sent, over http too, between
               blanks, for example 192.168.1.0/24 for a hall; none when absent
WEB_PUSH       whom push services may write to about our notifications, as mailto:… or https://…; no phone is
               told of anything when absent
WEB_PUSH_KEY   the secret that the key towards them is made from; generated once into var/push-key when absent
COPIES_TO      a directory, on a stick for example, that gets every copy of a SQLite database too
LOG            lines for people, json for programs; lines when absent
SLOW_QUERY     milliseconds from which on a query is written down; 500
METRICS_TOKEN  what a monitoring program sends to read /metrics; nobody reads it when absent
SENTRY_DSN     where faults that nobody expected are sent to; nowhere when absent
DEBUG          1 for a developer's error pages
DATA_DIR       where SQLite, the key and the like live, readable to their owner alone; when absent var/ beside
               the source, or where the platform keeps programs' data if Board One was installed from a wheel
STATIC_ROOT    where `collectstatic` puts what pages load, to be served from there; when absent staticfiles/
               beside the source, or within DATA_DIR
"""

import os
import secrets
import sys
import time
import zoneinfo
from contextlib import suppress
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP
from platformdirs import user_data_path

from tournaments import postgresql

BASE_DIR = Path(__file__).resolve().parent.parent
# Beside the source, where there is one; a program that was installed has no place of its own there.
FROM_SOURCE = (BASE_DIR / "manage.py").exists()
OWN_DIR = BASE_DIR / "var" if FROM_SOURCE else user_data_path("board-one", appauthor=False)
DATA_DIR = Path(os.environ.get("DATA_DIR") or OWN_DIR)

DEBUG = os.environ.get("DEBUG") == "1"
HTTPS = os.environ.get("HTTPS") == "1"


def keep_private(path: Path) -> None:
    """Let nobody but its owner read or change a file; a restored or copied one may be open to all."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(0o600)


def make_data_directory() -> None:
    """A directory that nobody else looks into; our own is ours to close, another that was there is not."""
    try:
        DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        message = f"DATA_DIR: {DATA_DIR} cannot be made ({error.strerror}); expected a directory to write in"
        raise ImproperlyConfigured(message) from error
    if not os.access(DATA_DIR, os.W_OK):
        message = f"DATA_DIR: {DATA_DIR} cannot be written; expected a directory to write in"
        raise ImproperlyConfigured(message)
    if DATA_DIR == OWN_DIR:
        with suppress(PermissionError):
            DATA_DIR.chmod(0o700)


def secret(variable: str, name: str) -> str:
    """The secret from the environment, else one made on first start and kept beside the database."""
    if given := os.environ.get(variable):
        return given
    path = DATA_DIR / name
    make_data_directory()
    # Of two workers that start together one makes it, also where the disk knows no links; the other waits.
    with (
        suppress(FileExistsError),
        open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file,
    ):
        file.write(secrets.token_urlsafe(50))
    keep_private(path)
    for _look in range(100):
        if key := path.read_text():
            return key
        time.sleep(0.02)
    raise ImproperlyConfigured(f"{path}: found an empty file, expected a key; delete it for a new one")


def database() -> dict[str, Any]:
    """Django's database settings from DATABASE_URL; SQLite when there is none."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        make_data_directory()
        path = DATA_DIR / "board-one.sqlite3"
        # SQLite gives the files beside it the rights of the database, when it makes them.
        if not path.exists():
            path.touch(mode=0o600)
        for ending in ("", "-wal", "-shm"):
            keep_private(path.with_name(path.name + ending))
        if not os.access(path, os.W_OK):
            raise ImproperlyConfigured(f"DATA_DIR: {path} cannot be written; expected one's own database")
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": path,
            "OPTIONS": {
                # A writer takes its place at BEGIN: two arbiters wait for one another instead of
                # one of them failing half-way. WAL lets the public read meanwhile.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: what is answered is on the disk. Recursive: guards see what INSERT OR REPLACE deletes.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA recursive_triggers=ON;",
            },
            # Each thread keeps its connection: a new one reads the schema, which takes longer than pages do.
            "CONN_MAX_AGE": None,
            # A file, because tests with threads and the live server need connections of their own.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    return postgresql.named("DATABASE_URL", url)


def local_time_zone() -> str:
    """The machine's own time zone by name; UTC where it cannot be told."""
    if sys.platform == "win32":
        from tzlocal import get_localzone_name  # noqa: PLC0415  Windows alone needs it, and has names of its own

        return get_localzone_name()
    _root, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if found and name in zoneinfo.available_timezones() else "UTC"


SECRET_KEY = secret("SECRET_KEY", "secret-key")
ALLOWED_HOSTS = [h for h in os.environ.get("ALLOWED_HOSTS", "").split(",") if h] or [
    "localhost",
    "127.0.0.1",
    "[::1]",
]
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "tournaments.web.requests.Requests",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "tournaments.web.pages.PublicPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.web.languages.LanguageMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournaments.web.refusals.DomainErrorMiddleware",
    "tournaments.web.access.AccessMiddleware",
]

ROOT_URLCONF = "tournaments.urls"
WSGI_APPLICATION = "tournaments.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "tournaments" / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "tournaments.templatetags.access",
                "tournaments.templatetags.chess",
                "tournaments.templatetags.look",
                "tournaments.templatetags.notifications",
                "tournaments.templatetags.prizes",
                "tournaments.templatetags.registration",
                "tournaments.templatetags.rounds",
            ],
        },
    },
]

DATABASES = {"default": database()}
# Which requests read there: tournaments.web.pages. A host that has gone silent keeps nobody long.
if address := os.environ.get("REPLICA_URL"):
    if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("REPLICA_URL: expected DATABASE_URL too, of the primary that it follows")
    usual = {"connect_timeout": "2", "tcp_user_timeout": "5000"}
    following = postgresql.named("REPLICA_URL", address, **usual)
    DATABASES["replica"] = {**following, "TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["tournaments.replica.Router"]
REPLICA_BEHIND = int(os.environ.get("REPLICA_BEHIND") or 10)
# Whether copies of it are made by themselves: while it is served (management/commands/serve.py), on SQLite.
COPIES = False
COPIES_TO = os.environ.get("COPIES_TO", "")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# What pages and tables are kept in; after TIMEOUT seconds they are made again whatever has happened.
CACHES = {
    "default": {
        "BACKEND": "tournaments.kept.BoundedCache",
        "TIMEOUT": 300,
        "OPTIONS": {"MAX_ENTRIES": 10_000, "MAX_BYTES": 32 * 1024 * 1024},
    }
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}", "OPTIONS": options}
    for name, options in {
        "UserAttributeSimilarityValidator": {},
        "MinimumLengthValidator": {"min_length": 10},
        "CommonPasswordValidator": {},
        "NumericPasswordValidator": {},
    }.items()
]
NEW_EVENTS = os.environ.get("NEW_EVENTS") or "accounts"
if NEW_EVENTS not in {"accounts", "administrators"}:
    raise ImproperlyConfigured(f"NEW_EVENTS: expected accounts or administrators, found {NEW_EVENTS}")
MOST_EVENTS = int(os.environ.get("MOST_EVENTS") or 100)
REMOVED_LASTS = timedelta(days=int(os.environ.get("REMOVED_DAYS") or 30))
# From where rating lists are fetched; without an address the server asks nobody for anything.
RATING_LISTS = os.environ.get("RATING_LISTS", "").split()
if wrong := [address for address in RATING_LISTS if not address.startswith(("https://", "http://"))]:
    message = f"RATING_LISTS: expected addresses that begin with https://, found {wrong[0]}"
    raise ImproperlyConfigured(message)
# Where webhooks may go beside public addresses over https; without it nothing of a network of one's own.
try:
    WEBHOOK_NETWORKS = [ip_network(text) for text in os.environ.get("WEBHOOK_NETWORKS", "").split()]
except ValueError as error:
    message = f"WEBHOOK_NETWORKS: expected networks as 192.168.1.0/24, found {error}"
    raise ImproperlyConfigured(message) from error
# Push services want to know whom to write to. Without it no phone is told of anything, and nobody is asked.
WEB_PUSH = os.environ.get("WEB_PUSH", "")
if WEB_PUSH and not WEB_PUSH.startswith(("mailto:", "https://")):
    message = f"WEB_PUSH: expected mailto: or https:// and whom to write to, found {WEB_PUSH}"
    raise ImproperlyConfigured(message)
WEB_PUSH_KEY = secret("WEB_PUSH_KEY", "push-key") if WEB_PUSH else ""
# Where a push service of the tests listens, on this machine and without HTTPS; nothing else sets it.
WEB_PUSH_HERE = ""
# Before what cannot be taken back, the password is asked for again when it was typed longer ago.
PASSWORD_LASTS = timedelta(minutes=int(os.environ.get("PASSWORD_MINUTES") or 15))
# A link for a new password is good for a day.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
# Each in its own words: who looks for their language knows no other name of it.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
LANGUAGE_COOKIE_NAME = "language"
# The hall's clock is the machine's: "published 14:32" must agree with the one on the wall.
TIME_ZONE = os.environ.get("TIME_ZONE") or local_time_zone()
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or (BASE_DIR if FROM_SOURCE else DATA_DIR) / "staticfiles")
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

# In the session and not in a cookie of their own: a message is for who has logged in, and for nobody
# who comes to the same browser, or to the public's cached page, afterwards.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# A table of players or a TRF: nothing an arbiter sends is larger, and it stays in memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# Each of the 2,000 lines of a list may be mended and left out.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4100

# Nothing inline, nothing from elsewhere.
SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
CSRF_FAILURE_VIEW = "tournaments.web.refusals.csrf_failure"
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
# Computers in a hall are shared: a session ends with the browser, and when nobody has done anything for
# so long (tournaments.web.logins.note_activity); pages that ask by themselves are no sign of life.
SESSION_COOKIE_AGE = 8 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_HTTPONLY = True
# A name with this prefix is one that no other host of the same domain can set.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
    ("__Host-sessionid", "__Host-csrftoken") if HTTPS else ("sessionid", "csrftoken")
)
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# A club's other subdomains are not ours to speak for.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# What looks after the process asks it by itself, over plain HTTP.
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]

# Whether each answer gets a line in the log (management/commands/serve.py).
ACCESS_LOG = False
SLOW_QUERY = int(os.environ.get("SLOW_QUERY") or 500)
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
SENTRY_DSN = os.environ.get("SENTRY_DSN", "")
LOG = os.environ.get("LOG") or "lines"
if LOG not in {"lines", "json"}:
    raise ImproperlyConfigured(f"LOG: expected lines or json, found {LOG}")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "tournaments.logs.Line",
            "fmt": "{asctime} {levelname} {name} [{request_id}] {message}",
            "style": "{",
        },
        "json": {"()": "tournaments.logs.Json"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # That requests wait for a thread is no fault: a whole hall asks in the second of publication.
    "loggers": {"waitress.queue": {"level": "ERROR"}},
}
