"""The Dubov System (C.04.4.1)."""
