"""The words of the report file, and what they are in the vocabulary of the rule book."""

from __future__ import annotations

# Record XXS: the names of its values, and the short forms that stand for several of them.
XXS = {
    "WW": ("white_win",),
    "BW": ("black_win",),
    "WD": ("white_draw",),
    "BD": ("black_draw",),
    "WL": ("white_loss",),
    "BL": ("black_loss",),
    "ZPB": ("zero_point_bye",),
    "HPB": ("half_point_bye",),
    "FPB": ("full_point_bye",),
    "PAB": ("pairing_allocated_bye",),
    "FW": ("forfeit_win",),
    "FL": ("forfeit_loss",),
}
XXS_SHORT = {
    "W": ("white_win", "black_win", "forfeit_win", "full_point_bye"),
    "D": ("white_draw", "black_draw", "half_point_bye"),
}

# Records BBW to BBU: one value each.
BB = {
    "BBW": XXS_SHORT["W"],
    "BBD": XXS_SHORT["D"],
    "BBL": ("white_loss", "black_loss"),
    "BBZ": ("zero_point_bye",),
    "BBF": ("forfeit_loss",),
    "BBU": ("pairing_allocated_bye",),
}

# Record 162 of TRF26. Its A is an absence of either kind, which some programs write as Z; its X is a
# result not yet known, which is worth nothing here.
TRF26_SCORING = {
    "W": XXS_SHORT["W"],
    "D": XXS_SHORT["D"],
    "L": BB["BBL"],
    "A": ("zero_point_bye", "forfeit_loss"),
    "Z": ("zero_point_bye", "forfeit_loss"),
    "P": ("pairing_allocated_bye",),
    "X": (),
}

# Record 299 of TRF26: the results whose points it states; none for points beside the results.
ABNORMAL = {
    "W": ("white_win", "black_win"),
    "D": ("white_draw", "black_draw"),
    "L": BB["BBL"],
    "F": XXS["FPB"],
    "H": XXS["HPB"],
    "Z": XXS["ZPB"],
    "+": XXS["FW"],
    "-": XXS["FL"],
    "": (),
}

# Record 192: how each edition is written. FIDE has no codes for the systems based on rating: theirs are
# of this program's making. FIDE_DUTCH is the edition of the Dutch system in force when the tournament ended.
EDITION_CODES = {
    "dutch-2026": "FIDE_DUTCH_2026",
    "dutch-2016": "FIDE_DUTCH_2017",
    "rating-2012": "BOARD_ONE_RATING_2012",
    "rating-1998": "BOARD_ONE_RATING_1998",
}
# And how it is read: drafts of TRF26, and the programs that follow them, name the Dutch system of 2026
# by the year before.
EDITIONS = {code: edition for edition, code in EDITION_CODES.items()} | {"FIDE_DUTCH_2025": "dutch-2026"}
EDITION_BY_DATE = "FIDE_DUTCH"
BAKU = "_BAKU"
# The day the edition of 2026 came into force.
FIRST_DAY_OF_2026 = "2026/02/01"


def edition_by_date(day: str) -> str:
    """The edition of the Dutch system in force on `day` (YYYY/MM/DD)."""
    return "dutch-2016" if day < FIRST_DAY_OF_2026 else "dutch-2026"
