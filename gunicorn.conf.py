"""How gunicorn serves Board One, on a laptop and on a server alike."""

wsgi_app = "tournaments.wsgi"

# The work is short and mostly waits for the database. More processes: set WEB_CONCURRENCY.
threads = 8

# Nobody uses it, and two servers of one user would fight over its path.
control_socket_disable = True
