"""The API for other programs."""
