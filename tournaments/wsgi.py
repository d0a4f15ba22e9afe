"""The WSGI entry point, for `manage.py serve` or any other WSGI server."""

import os

from django.core.exceptions import ImproperlyConfigured
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.settings")

application = get_wsgi_application()

from django.conf import settings  # noqa: E402  needs to know which

from tournaments import guards  # noqa: E402  needs the settings
from tournaments.releases import steps_of_a_newer_release  # noqa: E402  needs the settings
from tournaments.server.queries import is_migrated  # noqa: E402  needs the settings

if newer := steps_of_a_newer_release():
    message = (
        f"A newer release has migrated the database: it has made {newer[-1]}."
        " Run that release, or restore the backup from before."
    )
    raise ImproperlyConfigured(message)
if not is_migrated():
    message = (
        "The database is not migrated for this release, or was only in part."
        " Run `manage.py migrate`, then start again."
    )
    raise ImproperlyConfigured(message)
if found := guards.faults():
    message = (
        f"The guards of the database are not as they should be: {', '.join(map(str, found))}."
        " Run `manage.py migrate`, then start again; first remove what does not belong to this program."
    )
    raise ImproperlyConfigured(message)

if settings.SENTRY_DSN:
    from tournaments import __version__, monitoring

    monitoring.report_faults_to(settings.SENTRY_DSN, __version__)
