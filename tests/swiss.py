"""The editions by kind of tournament, for tests of one kind only."""

from __future__ import annotations

from pairing.core.edition import Form
from pairing.editions import EDITIONS

# Swiss systems of single games, for the tests of brackets, byes and lots.
SWISS = {
    code: edition
    for code, edition in EDITIONS.items()
    if edition.form is Form.GAMES and edition.rounds_for is None
}
# Editions that pair matches, of two games or of teams.
OF_MATCHES = tuple(code for code, edition in EDITIONS.items() if edition.form is not Form.GAMES)
