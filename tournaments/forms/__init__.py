"""What people send, checked field by field; what the rules refuse is the services' business."""

from tournaments.forms.corrections import DeadlineForm, WishForm
from tournaments.forms.forms import (
    AllBoardsForm,
    ApartForm,
    BoardForm,
    ByeByHandForm,
    ByeForm,
    ColourForm,
    PairForm,
    RegulationsForm,
    RepairForm,
    ResultForm,
    SwapForm,
    TrfForm,
)
from tournaments.forms.players import CategoryForm, PlayerForm, PlayerListForm
from tournaments.forms.rating_lists import RatingListForm
from tournaments.forms.results import other_results

__all__ = [
    "AllBoardsForm",
    "ApartForm",
    "BoardForm",
    "ByeByHandForm",
    "ByeForm",
    "CategoryForm",
    "ColourForm",
    "DeadlineForm",
    "PairForm",
    "PlayerForm",
    "PlayerListForm",
    "RatingListForm",
    "RegulationsForm",
    "RepairForm",
    "ResultForm",
    "SwapForm",
    "TrfForm",
    "WishForm",
    "other_results",
]
