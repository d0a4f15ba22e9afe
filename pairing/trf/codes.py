"""The words of the report file, and what they mean in the vocabulary of the rule book."""

from __future__ import annotations

# Record XXS: the names of its values, and the short forms for several values at once.
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
# result not yet known, whose value is not used here.
TRF26_SCORING = {
    "W": XXS_SHORT["W"],
    "D": XXS_SHORT["D"],
    "L": BB["BBL"],
    "A": ("zero_point_bye", "forfeit_loss"),
    "Z": ("zero_point_bye", "forfeit_loss"),
    "P": ("pairing_allocated_bye",),
    "X": (),
}

# Record 192, after the code of the edition or of its system.
BAKU = "_BAKU"
