"""The only bridge to the rule book: rows become its types, its answers become rows.

Nothing else in this application imports `pairing`; the rule book's errors leave here as DomainError.
"""

from pairing.core import handling
from pairing.core.edition import Edition, Ground
from pairing.core.lots import POSITIONS, back_rank, forsyth
from pairing.norms import COUNTED_TITLES
from tournaments.engine.drawing import VARMA, NumberDraw, draw_freely, draw_restricted, draw_within_sides
from tournaments.engine.earlier_ratings import (
    RatingsTold,
    earlier_ratings,
    rating_remarks,
    ratings_told,
)
from tournaments.engine.editions import (
    GROUNDS,
    all_editions,
    article,
    converted,
    counting_rating,
    description_of,
    edition_in_force,
    edition_of,
    faults_of,
    follows_players,
    goes_by_table,
    ground_in_words,
    has_own_table,
    in_words,
    is_round_robin,
    last_of_side_a,
    name_of,
    name_of_code,
    rounds_for,
    rules_in_force,
    scoring,
    size_of_own_table,
    successor_of,
    usual_points,
    virtual_groups,
    waits_for_lot,
)
from tournaments.engine.elo import RatingOutcome, rating_outcome
from tournaments.engine.explanations import Explained, Explanation, explanation
from tournaments.engine.fide_ratings import fide_rating, players_with_estimates
from tournaments.engine.imported import (
    MOST_BYTES_OF_REPORT,
    LeftOut,
    Pair,
    Report,
    ReportedPlayer,
    RoundCheck,
    Supplied,
    acceleration_of_report,
    boards_of_report,
    check_report,
    day_of_report,
    edition_of_report,
    is_older_than_rules,
    national_ratings_of_report,
    own_table_of_report,
    ranks_of_report,
    rating_kind_of_report,
    rating_method_of_report,
    read_entries,
    read_report,
    require_independent,
    rounds_needed,
    rounds_of_report,
    tie_breaks_of_report,
    with_one_bye_a_round,
    with_usual_points,
)
from tournaments.engine.imported_teams import TeamsReport, stated_of_teams, teams_in
from tournaments.engine.knock_out import (
    KnockOutMatch,
    KnockOutRound,
    is_knock_out,
    knock_out_rounds,
    still_in,
)
from tournaments.engine.matches import games_of_match, match_number, rounds_of_match
from tournaments.engine.norms import (
    NormDetails,
    NormOutlook,
    NormRecord,
    norm_details,
    norm_foreigners,
    norm_outlooks,
    norm_records,
    norms_are_rated,
)
from tournaments.engine.pairings import (
    Drawn,
    Fault,
    OtherPairing,
    Wrong,
    as_paired,
    as_published,
    faults,
    not_paired_as_last,
    pair,
    paired_again,
    publishing_order,
)
from tournaments.engine.played import FORFEITS, Played, played
from tournaments.engine.positions import (
    Position,
    baku_schedule,
    colour_violations,
    colours_due,
    fingerprint,
    forms_before,
    most_rounds,
    position,
    positions,
    rounds_met,
    scores_before,
    virtual_points,
)
from tournaments.engine.prizes import (
    Award,
    NotAwarded,
    amount_in,
    bare_amount,
    check_prizes,
    distribute,
    has_decimals_of,
    money,
)
from tournaments.engine.qualities import Quality, quality
from tournaments.engine.remarks import (
    EXPULSION,
    LATE_ENTRY,
    WITHDRAWAL,
    Ended,
    OfPeople,
    Presence,
    end_told,
    presence_told,
)
from tournaments.engine.report_records import has_code_of_fide, other_records, type_of_report
from tournaments.engine.reports import (
    PROGRAM,
    Format,
    exchange_file,
    file_before,
    file_for_engines,
    periods_without_report,
    rating_periods,
    report,
    report_of_period,
    suits_engines,
    why_no_report,
)
from tournaments.engine.rows import (
    ABSENT,
    SeatRow,
    as_they_count,
    bye_of,
    cell_of,
    corrected,
    is_trace,
    points_at_board,
    points_of,
    result_of,
    rows_of,
    seat_rows,
)
from tournaments.engine.standings import (
    Stand,
    Standing,
    TieBreakValue,
    comparison,
    finished_rounds,
    left_out,
    ranked_among,
    rounds_of_standings,
    stand,
    table,
    tables,
    tie_break_in_print,
    workings,
)
from tournaments.engine.suppositions import Newcomer, Outlook, Supposition, outlooks, why_unpairable
from tournaments.engine.teams import (
    FORFEITS_OF_MATCHES,
    RESULTS_OF_BOARDS,
    counted,
    is_of_teams,
    rating_of_team,
    require_line_up,
    result_of_match,
)
from tournaments.engine.tie_breaks import (
    Column,
    TieBreakList,
    columns,
    columns_by_rating,
    columns_of,
    counting_unrated,
    rating_of_unrated,
    tie_break_choices,
    tie_break_lists,
    tie_break_text_in_force,
    usual_tie_breaks,
)
