"""Settings: one file; everything that differs between a laptop and a server is read from the environment.

DATABASE_URL   postgresql://user:password@host:port/name; SQLite in var/ when absent
SECRET_KEY     generated once into var/secret-key when absent
ALLOWED_HOSTS  comma-separated names the server answers to; this machine only when absent
HTTPS          1 when the site is served over HTTPS (behind a proxy that sets X-Forwarded-Proto)
TIME_ZONE      the events' time zone; the machine's own when absent
PASSWORD_MINUTES  minutes after which publishing and correcting ask for the password again; 15
NEW_EVENTS     who may create events: administrators (of the server), or all accounts; accounts when absent
MOST_EVENTS    how many unfinished events one account may own (administrators may own more); 100
REMOVED_DAYS   how long a removed event can be brought back before it is deleted for good; 30
RATING_LISTS   addresses of rating lists that are fetched each day, separated by blanks, for example
               https://ratings.fide.com/download/players_list.zip; nothing is fetched when absent
WEBHOOK_NETWORKS  networks besides the public Internet to which webhooks may be sent, over http too, separated
               by blanks, for example 192.168.1.0/24 for a hall; none when absent
WEB_PUSH       the contact that push services may write to about our notifications, as mailto:… or https://…;
               phones get no notifications when absent
WEB_PUSH_KEY   the secret from which the key for push services is made; generated once into var/push-key when
               absent
COPIES_TO      a second directory, on a stick for example, for every copy of a SQLite database
LOG            lines for people, json for programs; lines when absent
SLOW_QUERY     milliseconds from which on a query is logged as slow; 500
METRICS_TOKEN  the token with which a monitoring program reads /metrics; /metrics is closed when absent
SENTRY_DSN     where unexpected errors are sent; nowhere when absent
DEBUG          1 for a developer's error pages
DATA_DIR       the directory of SQLite, the key and the like, readable only by its owner; when absent var/
               beside the source, or the platform's directory for data if Board One was installed from a wheel
STATIC_ROOT    where `collectstatic` puts static files, and where they are served from; when absent
               staticfiles/ beside the source, or within DATA_DIR
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
# Data is kept beside the source if there is one; an installed program has no writable place there.
FROM_SOURCE = (BASE_DIR / "manage.py").exists()
# The pages lie beside the program in the source, and within it where a wheel has been installed.
PAGES = BASE_DIR if FROM_SOURCE else BASE_DIR / "tournaments"
OWN_DIR = BASE_DIR / "var" if FROM_SOURCE else user_data_path("board-one", appauthor=False)
DATA_DIR = Path(os.environ.get("DATA_DIR") or OWN_DIR)

DEBUG = os.environ.get("DEBUG") == "1"
HTTPS = os.environ.get("HTTPS") == "1"


def keep_private(path: Path) -> None:
    """Let only its owner read or change a file; a restored or copied one may be open to all."""
    with suppress(FileNotFoundError, PermissionError):
        path.chmod(0o600)


def make_data_directory() -> None:
    """Make a directory closed to other users; an existing one is closed only if it is our own default."""
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
    """The secret from the environment, or one made on first start and kept beside the database."""
    if given := os.environ.get(variable):
        return given
    path = DATA_DIR / name
    make_data_directory()
    # If two workers start together, one makes the file, even on a disk without links; the other waits.
    with (
        suppress(FileExistsError),
        open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file,
    ):
        try:
            file.write(secrets.token_urlsafe(50))
            file.flush()
        except OSError:
            # On a full disk: the next start makes one again.
            path.unlink()
            raise
    keep_private(path)
    for _look in range(100):
        if key := path.read_text():
            return key
        time.sleep(0.02)
    raise ImproperlyConfigured(f"{path}: found an empty file, expected a key; delete it for a new one")


def database() -> dict[str, Any]:
    """Django's database settings from DATABASE_URL; SQLite if it is not set."""
    url = os.environ.get("DATABASE_URL")
    if not url:
        make_data_directory()
        path = DATA_DIR / "board-one.sqlite3"
        # SQLite creates the files beside the database with the database's permissions.
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
                # A writer takes the lock at BEGIN: of two arbiters one waits, instead of failing
                # half-way. WAL lets the public read meanwhile.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                # FULL: an answered act is on the disk. Recursive: guards see what INSERT OR REPLACE deletes.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                " PRAGMA recursive_triggers=ON;",
            },
            # Each thread keeps its connection: a new one reads the schema, which takes longer than a page.
            "CONN_MAX_AGE": None,
            # A file, because tests with threads and the live server need separate connections.
            "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
        }
    return postgresql.named(url)


def local_time_zone() -> str:
    """The name of the machine's own time zone; UTC if it cannot be determined."""
    if sys.platform == "win32":
        from tzlocal import get_localzone_name  # noqa: PLC0415  Windows alone needs it, and has names of its own

        return get_localzone_name()
    _root, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if found and name in zoneinfo.available_timezones() else "UTC"


SECRET_KEY = secret("SECRET_KEY", "secret-key")
# The names under which a machine knows itself.
THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = [h for h in os.environ.get("ALLOWED_HOSTS", "").split(",") if h] or THIS_MACHINE
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HTTPS else []

INSTALLED_APPS = [
    "tournaments",
    "django.forms",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
]

MIDDLEWARE = [
    "tournaments.api.views.Refusals",
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
    "tournaments.web.requests.LanguageMiddleware",
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
        "DIRS": [PAGES / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.web.access.event_of_page",
            ],
            "builtins": ["tournaments.templatetags.chess", "tournaments.templatetags.page"],
        },
    },
]
# The fields of forms have templates of ours too.
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

DATABASES = {"default": database()}
# Whether copies of the database are made automatically: on SQLite, while management/commands/serve.py runs.
COPIES = False
COPIES_TO = os.environ.get("COPIES_TO", "")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# The cache of pages and tables; after TIMEOUT seconds they are made again in any case.
CACHES = {
    "default": {
        "BACKEND": "tournaments.cache.BoundedCache",
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
# Where rating lists are fetched from; without an address the server fetches nothing.
RATING_LISTS = os.environ.get("RATING_LISTS", "").split()
if wrong := [address for address in RATING_LISTS if not address.startswith(("https://", "http://"))]:
    message = f"RATING_LISTS: expected addresses that begin with https://, found {wrong[0]}"
    raise ImproperlyConfigured(message)
# Where webhooks may go besides public addresses over https; without it, never into a private network.
try:
    WEBHOOK_NETWORKS = [ip_network(text) for text in os.environ.get("WEBHOOK_NETWORKS", "").split()]
except ValueError as error:
    message = f"WEBHOOK_NETWORKS: expected networks as 192.168.1.0/24, found {error}"
    raise ImproperlyConfigured(message) from error
# Push services require a contact. Without one, phones get no notifications, and pages do not offer them.
WEB_PUSH = os.environ.get("WEB_PUSH", "")
if WEB_PUSH and not WEB_PUSH.startswith(("mailto:", "https://")):
    message = f"WEB_PUSH: expected mailto: or https:// and whom to write to, found {WEB_PUSH}"
    raise ImproperlyConfigured(message)
WEB_PUSH_KEY = secret("WEB_PUSH_KEY", "push-key") if WEB_PUSH else ""
# Where the tests' push service listens, on this machine and without HTTPS; only the tests set it.
WEB_PUSH_HERE = ""
# Before acts that cannot be undone, the password is asked for again if it was typed longer ago than this.
PASSWORD_LASTS = timedelta(minutes=int(os.environ.get("PASSWORD_MINUTES") or 15))
# A link for a new password is good for a day.
PASSWORD_RESET_TIMEOUT = 24 * 60 * 60
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en"
# Each language by its own name, which its speakers look for.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), ("fr", "Français")]
LOCALE_PATHS = [BASE_DIR / "tournaments" / "locale"]
LANGUAGE_COOKIE_NAME = "language"
# The hall's clock is the machine's: "published 14:32" must agree with the one on the wall.
TIME_ZONE = os.environ.get("TIME_ZONE") or local_time_zone()
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [PAGES / "static"]
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT") or (BASE_DIR if FROM_SOURCE else DATA_DIR) / "staticfiles")
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}

# In the session and not in a cookie of their own: a message is for the person who has logged in, and must not
# appear to the next person in the same browser, or on the public's cached page.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# The largest forms that arbiters send are a table of players and a TRF; they stay in memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
# Two fields for each of the 2,000 lines of a list: its corrected text, and whether it is left out.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4100

# Nothing inline, nothing from other hosts.
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
# Computers in a hall are shared: a session ends with the browser, and after this time without activity
# (tournaments.web.logins.note_activity); requests that pages send by themselves are no activity.
SESSION_COOKIE_AGE = 8 * 60 * 60
SESSION_EXPIRE_AT_BROWSER_CLOSE = True
CSRF_COOKIE_HTTPONLY = True
# Browsers let no other host of the same domain set a cookie with this prefix.
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = (
    ("__Host-sessionid", "__Host-csrftoken") if HTTPS else ("sessionid", "csrftoken")
)
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
# HSTS for subdomains and preloading are not ours to decide: a club may have other subdomains.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
# Health checks and monitoring ask the process itself, over plain HTTP and by the machine's own names
# (tournaments.web.requests).
ABOUT_THE_PROCESS = ("healthz", "readyz", "metrics")
SECURE_REDIRECT_EXEMPT = [rf"^({'|'.join(ABOUT_THE_PROCESS)})$"]

# Whether each answer is logged (management/commands/serve.py).
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
            "()": "tournaments.monitoring.Line",
            "fmt": "{asctime} {levelname} {name} [{request_id}] {message}",
            "style": "{",
        },
        "json": {"()": "tournaments.monitoring.Json"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    # Requests that wait for a thread are no error: a whole hall asks in the second of publication.
    "loggers": {"waitress.queue": {"level": "ERROR"}},
}
