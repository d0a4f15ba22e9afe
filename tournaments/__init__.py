"""Board One's Django application and project package: the event, its arbiters and its public."""

__version__ = "0.1.0"
