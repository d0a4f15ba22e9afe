"""How a round of a knock-out was paired by its bracket (docs/rules/knock-out.md, K1 to K5)."""

from __future__ import annotations

from collections.abc import Sequence

from pairing.core.records import Record
from pairing.core.sentences import Phrase, Who, phrase
from pairing.core.tournament import Pair, Tournament
from pairing.double_swiss.edition_2026 import by_rank, colours
from pairing.explanation.account import Account
from pairing.explanation.facts import OwnSentence, PlainBoard, Reason, WhyNot
from pairing.knock_out.editions import Match, Way, records, require_decided, size_of_bracket
from pairing.knock_out.editions import pair as pair_round

SEEDS, WINNERS, TIE_BREAKS, COLOURS, ALONE = (f"K{number}" for number in range(1, 6))

# Sentences about a player who goes on, and to that player; the match is that of the round before.
WENT_ON = {
    Way.ALONE: (
        phrase("{player} went on from match {match} of round {round} without an opponent."),
        phrase("You went on from match {match} of round {round} without an opponent."),
        ALONE,
    ),
    Way.WON: (
        phrase("{player} won match {match} of round {round} against {loser}."),
        phrase("You won your match against {loser}, match {match} of round {round}."),
        WINNERS,
    ),
    Way.TIE_BREAK: (
        phrase(
            "Match {match} of round {round} was level, and {player} went on by its tie-break against {loser}."
        ),
        phrase(
            "Your match against {loser}, match {match} of round {round}, was level, and you went on by its"
            " tie-break."
        ),
        TIE_BREAKS,
    ),
    Way.PAIRED: (
        phrase("{player} went on from match {match} of round {round}, as the next published pairing shows."),
        phrase("You went on from match {match} of round {round}, as the next published pairing shows."),
        WINNERS,
    ),
}
# The same for a player who is out.
IS_OUT = {
    Way.WON: (
        phrase("{player} lost match {match} of round {round} against {winner}, and is out."),
        phrase("You lost match {match} of round {round} against {winner}, and are out."),
        WINNERS,
    ),
    Way.TIE_BREAK: (
        phrase(
            "Match {match} of round {round} was level, {winner} went on by its tie-break, and {player} is"
            " out."
        ),
        phrase(
            "Match {match} of round {round} was level, {winner} went on by its tie-break, and you are out."
        ),
        TIE_BREAKS,
    ),
    Way.PAIRED: (
        phrase("{winner} went on from match {match} of round {round}, and {player} is out."),
        phrase("{winner} went on from match {match} of round {round}, and you are out."),
        WINNERS,
    ),
    Way.NOBODY: (
        phrase("Nobody came to match {match} of round {round}: {player} is out."),
        phrase("Nobody came to match {match} of round {round}: you are out."),
        ALONE,
    ),
}
# The rules of the colours in their order; then that of the lot, for an even and an odd better seed.
COLOUR_WORDS = (
    phrase("{white} begins with White: they did so in fewer matches than {black}."),
    phrase(
        "{white} begins with White: the last time that the two began with different colours, counting matches"
        " back from the last, {white} had Black and {black} White."
    ),
    phrase(
        "{white} begins with White: {higher} is the better seed, and begins with the opposite colour to that"
        " in their last match."
    ),
    phrase(
        "{white} begins with White: {higher} has not played yet, and {lower} begins with the opposite colour"
        " to that in their last match."
    ),
)
LOT = (
    phrase(
        "Neither has played: {higher} is the better seed with the even number {order}, and {drawn} was drawn"
        " for the odd ones; so {white} begins with White."
    ),
    phrase(
        "Neither has played: {higher} is the better seed with the odd number {order} and gets {drawn}, the"
        " colour that was drawn; so {white} begins with White."
    ),
)


class BracketAccount(Account):
    """The matches of a round by the bracket, the players who go on without one, and those who are out."""

    by_score = False

    def __init__(self, tournament: Tournament) -> None:
        """Raises what pairing raises."""
        pairing = pair_round(tournament)
        super().__init__(tournament, tuple(records(tournament).values()), pairing)
        self.draw = require_decided(tournament)

    def board(self, number: int, pair: Pair) -> PlainBoard:
        [match] = [one for one in self.draw.coming if pair.white in one.players]
        return PlainBoard(number, pair, (*self._met(match), self._colours(pair)))

    @property
    def bye(self) -> None:
        """Nobody takes the allocated bye (K5)."""

    def without_game(self, number: int) -> tuple[OwnSentence, ...]:
        match = next((one for one in self.draw.coming if number in one.players), None)
        if match is None:
            return (self._out(number),)
        return tuple(self._met(match)) if len(match.players) == 1 else ()

    def why_not(self, one: int, two: int | None) -> WhyNot:
        if two is not None or self.away(one) is not None:
            return super().why_not(one, two)
        return WhyNot(one, two, tuple(self.why_not_bye(self.records[one])))

    def why_not_meeting(self, one: Record, two: Record) -> Sequence[Reason]:
        lines = {player: match.number - 1 for match in self.draw.coming for player in match.players}
        if out := [self._out(record.number) for record in (one, two) if record.number not in lines]:
            return out
        number, places = self.coming, (lines[one.number], lines[two.number])
        while places[0] != places[1]:
            number, places = number + 1, (places[0] // 2, places[1] // 2)
        text = phrase("In the bracket {one} and {two} can meet in round {round}, and not before.")
        facts = {"one": Who(one.number), "two": Who(two.number), "round": number}
        return [OwnSentence(Phrase.of(text, facts), (SEEDS if self.coming == 1 else WINNERS,))]

    def why_not_bye(self, _one: Record) -> Sequence[Reason]:
        text = Phrase("Only a player without an opponent in the bracket goes on without a game.")
        return [OwnSentence(text, (ALONE,))]

    # -- who meets whom -----------------------------------------------------------------------------

    def _met(self, match: Match) -> Sequence[OwnSentence]:
        """Why these two, or this one alone, are in the match."""
        if self.coming == 1:
            return self._seeded(match)
        before = self.draw.rounds[-1]
        two = [before[place] for place in (2 * match.number - 2, 2 * match.number - 1)]
        if {one.winner for one in two if one.winner} != set(match.players):
            return [OwnSentence(Phrase("They have been there since a round was paired by hand."), (WINNERS,))]
        went_on = [self._went_on(one) for one in two if one.winner]
        if len(went_on) == 1:
            [number] = [one.number for one in two if not one.winner]
            text = Phrase(
                "Nobody goes on from match {match}, so there is no opponent in this round.", match=number
            )
            return [*went_on, OwnSentence(text, (ALONE,))]
        text = Phrase(
            "In the bracket the winner of match {one} meets the winner of match {two}.",
            one=two[0].number,
            two=two[1].number,
        )
        return [*went_on, OwnSentence(text, (WINNERS,))]

    def _seeded(self, match: Match) -> Sequence[OwnSentence]:
        players = len(self.players)
        facts: dict[str, object] = {
            "match": match.number,
            "size": size_of_bracket(players),
            "sum": size_of_bracket(players) + 1,
            "players": players,
        }
        if len(match.players) == 1:
            facts |= {"player": Who(match.players[0]), "seed": match.players[0]}
            text = phrase(
                "The bracket has {size} lines and {players} players: there is no opponent for {player}, seed"
                " {seed}, so they go on without a game."
            )
            spoken = phrase(
                "The bracket has {size} lines and {players} players: there is no opponent for you, seed"
                " {seed}, so you go on without a game."
            )
            [one] = match.players
            return [
                OwnSentence(Phrase.of(text, facts), (SEEDS, ALONE), spoken={one: Phrase.of(spoken, facts)})
            ]
        facts |= dict(zip(("one", "two"), map(Who, match.players), strict=True))
        text = phrase(
            "Match {match} of a bracket of {size} lines: in the first round, seeds meet whose numbers add up"
            " to {sum}, here {one} and {two}."
        )
        return [OwnSentence(Phrase.of(text, facts), (SEEDS,))]

    def _went_on(self, match: Match) -> OwnSentence:
        told, spoken, article = WENT_ON[match.way]
        winner = match.winner or 0
        facts = {
            "player": Who(winner),
            "match": match.number,
            "loser": Who(match.loser or 0),
            "round": self.coming - 1,
        }
        return OwnSentence(Phrase.of(told, facts), (article,), spoken={winner: Phrase.of(spoken, facts)})

    def _out(self, number: int) -> OwnSentence:
        round_, match = self.draw.last_match(number) or (0, None)
        if match is None:
            text = phrase("{player} is in no match of the bracket.")
            return OwnSentence(Phrase.of(text, {"player": Who(number)}), (WINNERS,))
        told, spoken, article = IS_OUT[match.way]
        facts = {
            "player": Who(number),
            "winner": Who(match.winner or 0),
            "match": match.number,
            "round": round_,
        }
        return OwnSentence(Phrase.of(told, facts), (article,), spoken={number: Phrase.of(spoken, facts)})

    def _colours(self, pair: Pair) -> OwnSentence:
        white, black = self.records[pair.white], self.records[pair.black]
        higher, lower = by_rank(white, black)
        place = colours(white, black, self.tournament)[1]
        named = {"white": white, "black": black, "higher": higher, "lower": lower}
        facts: dict[str, object] = {name: Who(record.number) for name, record in named.items()}
        facts |= {"order": higher.order, "drawn": self.tournament.initial_colour}
        sentence = COLOUR_WORDS[place - 1] if place else LOT[higher.order % 2]
        return OwnSentence(Phrase.of(sentence, facts), (COLOURS,))


def account(tournament: Tournament) -> BracketAccount:
    """The account of the coming round. Raises what pairing raises."""
    return BracketAccount(tournament)
