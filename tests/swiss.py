"""The editions of Swiss systems: what is asked of brackets, byes and lots is asked of these."""

from __future__ import annotations

from pairing.editions import EDITIONS

SWISS = {code: edition for code, edition in EDITIONS.items() if edition.rounds_for is None}
