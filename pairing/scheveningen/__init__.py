"""Scheveningen: two sides, in which every player meets every player of the other side."""
