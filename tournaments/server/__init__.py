"""The server: its health, its log, copies of its database."""
