"""How gunicorn serves Board One, on a laptop and on a server alike."""

import re

from gunicorn import glogging

wsgi_app = "tournaments.wsgi"

# The work is short and mostly waits for the database. More processes: set WEB_CONCURRENCY.
threads = 8

# Nobody uses it, and two servers of one user would fight over its path.
control_socket_disable = True

# Addresses of tournaments/urls.py that hold a token.
SECRET = re.compile(r"(/(?:invitation|enter|reset/[^/\s]+)/)[^/\s]+")


class logger_class(glogging.Logger):  # noqa: N801  gunicorn's name for the setting
    """The log, without the secrets that stand in addresses: who reads it must not be able to use them."""

    def atoms(self, *args, **kwargs):
        """What a line of the access log is made of."""
        atoms = super().atoms(*args, **kwargs)
        return {
            key: SECRET.sub(r"\1…", value) if isinstance(value, str) else value
            for key, value in atoms.items()
        }
