"""What people send, checked field by field; what the rules refuse is the services' business."""

from tournaments.forms.forms import (
    ArbiterForm,
    ByeForm,
    ColourForm,
    PlayerForm,
    PlayerListForm,
    RegulationsForm,
    RepairForm,
    ResultForm,
    TrfForm,
)

__all__ = [
    "ArbiterForm",
    "ByeForm",
    "ColourForm",
    "PlayerForm",
    "PlayerListForm",
    "RegulationsForm",
    "RepairForm",
    "ResultForm",
    "TrfForm",
]
