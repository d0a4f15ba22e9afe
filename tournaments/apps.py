"""The application's start-up: connect the guards to the migrations, and register the checks."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.db.models.signals import post_migrate, pre_migrate


class TournamentsConfig(AppConfig):
    """Board One."""

    name = "tournaments"
    verbose_name = "Board One"

    def ready(self) -> None:
        """Connect the guards to the migrations; register checks, login signals and connection watchers."""
        from tournaments import checks, guards, monitoring  # noqa: F401, PLC0415  models load only after the registry
        from tournaments.server import services as server  # noqa: PLC0415  models load only after the registry
        from tournaments.web import logins  # noqa: F401, PLC0415  models load only after the registry

        connection_created.connect(monitoring.time_queries)
        connection_created.connect(server.watch)
        pre_migrate.connect(guards.before_migrate, sender=self)
        post_migrate.connect(guards.after_migrate, sender=self)
