"""The pairing of our positions by py4swiss, an independent program for the same rules."""

from __future__ import annotations

from py4swiss.engines import burstein, dubov, dutch
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem
from py4swiss.trf.results import ScoringPointSystemCode as Code
from py4swiss.trf.sections import PlayerSection, XSection
from py4swiss.trf.sections.x_section import XSectionConfiguration

from pairing.core.scores import points
from pairing.core.tournament import Cell, Colour, Outcome, Pair, Scoring, Tournament

# Our code of an edition -> its engine for these rules.
ENGINES = {
    "dutch-2016": dutch.Engine,
    "dubov-2026": dubov.Engine,
    "burstein-2026": burstein.Engine,
}


def _result(cell: Cell) -> RoundResult:
    outcome = Outcome.ZERO_POINT_BYE if cell.outcome is Outcome.NONE else cell.outcome
    colour = ColorToken(cell.colour) if cell.colour else ColorToken.BYE_OR_NOT_PAIRED
    return RoundResult(id=cell.opponent or 0, color=colour, result=ResultToken(outcome))


def _scoring(scoring: Scoring) -> ScoringPointSystem:
    system = ScoringPointSystem(score_dict=dict(ScoringPointSystem().score_dict))
    worth = {
        Code.WIN_WITH_WHITE: scoring.white_win,
        Code.WIN_WITH_BLACK: scoring.black_win,
        Code.DRAW_WITH_WHITE: scoring.white_draw,
        Code.DRAW_WITH_BLACK: scoring.black_draw,
        Code.LOSS_WITH_WHITE: scoring.white_loss,
        Code.LOSS_WITH_BLACK: scoring.black_loss,
        Code.ZERO_POINT_BYE: scoring.zero_point_bye,
        Code.HALF_POINT_BYE: scoring.half_point_bye,
        Code.FULL_POINT_BYE: scoring.full_point_bye,
        Code.PAIRING_ALLOCATED_BYE: scoring.pairing_allocated_bye,
        Code.FORFEIT_WIN: scoring.forfeit_win,
        Code.FORFEIT_LOSS: scoring.forfeit_loss,
    }
    for code, tenths in worth.items():
        system.apply_code(code, tenths)
    return system


def prepared(tournament: Tournament) -> ParsedTrf:
    """The position in the terms of the other program."""
    played = tournament.played_rounds
    sections = []
    for player in tournament.players:
        cells = [player.cell(number) for number in range(1, played + 1)]
        coming = player.cell(played + 1)
        results = [_result(cell) for cell in cells]
        if coming.outcome is not Outcome.NONE:
            results.append(_result(coming))
        sections.append(
            PlayerSection(
                code=PlayerCode.PLAYER,
                starting_number=player.number,
                points_times_ten=points(tournament, player, played),
                rank=player.number,
                fide_rating=player.rating,
                results=results,
            )
        )
    forbidden = {
        (a, b)
        for prohibition in tournament.forbidden
        if prohibition.holds_in(played + 1)
        for a in prohibition.players
        for b in prohibition.players - {a}
    }
    x_section = XSection(
        number_of_rounds=tournament.rounds or 99,
        scoring_point_system=_scoring(tournament.scoring),
        configuration=XSectionConfiguration(first_round_color=tournament.initial_colour is not Colour.BLACK),
        # One engine reads the values of the coming round even if there are none.
        accelerations={
            p.number: [*p.virtual, *[0] * (played + 1 - len(p.virtual))]
            for p in tournament.players
            if p.virtual
        },
        forbidden_pairs=forbidden,
    )
    return ParsedTrf(player_sections=sections, x_section=x_section)


def pairs_of(prepared_position: ParsedTrf, edition: str = "dutch-2016") -> set[tuple[int, int]] | None:
    """The pairs (white, black) of the coming round, (player, 0) for the bye; None if it finds no pairing."""
    engine = ENGINES[edition]
    try:
        return {(pair.white, pair.black) for pair in engine.generate_pairings(prepared_position)}
    except PairingError:
        return None


def as_set(pairs: tuple[Pair, ...], bye: int | None) -> set[tuple[int, int]]:
    """Our pairing in the same terms."""
    return {(pair.white, pair.black) for pair in pairs} | ({(bye, 0)} if bye else set())
