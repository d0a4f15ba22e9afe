"""Knock-out tournaments by a rule of our own: FIDE's Handbook has none (docs/rules/knock-out.md)."""
