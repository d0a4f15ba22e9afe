"""The editions by the kind of tournament, for what is asked of one kind alone."""

from __future__ import annotations

from pairing.edition import Form
from pairing.editions import EDITIONS

# Swiss systems of single games: what is asked of brackets, byes and lots is asked of these.
SWISS = {
    code: edition
    for code, edition in EDITIONS.items()
    if edition.form is Form.GAMES and edition.rounds_for is None
}
# Those that pair matches, of two games or of teams.
OF_MATCHES = tuple(code for code, edition in EDITIONS.items() if edition.form is not Form.GAMES)
