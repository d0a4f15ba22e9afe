"""What people send, checked field by field; what the rules refuse is the services' business."""

from tournaments.forms.forms import (
    ApartForm,
    BoardForm,
    ByeByHandForm,
    ByeForm,
    ColourForm,
    PairForm,
    PlayerForm,
    PlayerListForm,
    RegulationsForm,
    RepairForm,
    ResultForm,
    TrfForm,
)

__all__ = [
    "ApartForm",
    "BoardForm",
    "ByeByHandForm",
    "ByeForm",
    "ColourForm",
    "PairForm",
    "PlayerForm",
    "PlayerListForm",
    "RegulationsForm",
    "RepairForm",
    "ResultForm",
    "TrfForm",
]
