"""The forms of prizes and categories. Money is typed in whole units of its currency, with decimals."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments import rulebook
from tournaments.models import Category, PrizeFund, PrizeList, Tournament
from tournaments.models.fields import LinesInput
from tournaments.prizes import queries
from tournaments.web.forms import ChangesForm, HasFederation, WrittenField, field_of, offer


class CategoryForm(HasFederation, forms.ModelForm):  # type: ignore[type-arg]  # at run time it takes none
    """The definition of a category."""

    class Meta:
        model = Category
        fields = (
            *("name", "sex", "under_age", "from_age", "under_rating", "from_rating"),
            *("unrated", "club", "federation"),
        )
        help_texts: ClassVar[dict[str, Any]] = {
            "name": _("For example U18, Women, Seniors 65+, under 2000"),
            "under_age": _("18: players who are not yet 18 when the year begins"),
            "from_age": _("65: players who are 65 before the year ends"),
            "from_rating": _("1 leaves out players without a rating"),
            "club": _("As in the list of players"),
        }


# The separators of prizes: semicolons or line ends if there are any, else commas or blanks.
CLEARLY, USUALLY = re.compile(r"[;\n]"), re.compile(r"[,\s]+")

# The most prizes of a list.
MOST = 200


class MoneyField(WrittenField):
    """An amount; the value is in the smallest unit of `currency`, which the form sets."""

    currency = ""

    def prepare_value(self, value: Any) -> Any:
        """The amount as people type it."""
        return rulebook.bare_amount(value, self.currency) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        """The amount in smallest units; ValidationError if it is empty, zero or no amount of the currency."""
        amount = rulebook.amount_in(str(value or ""), self.currency)
        if not amount:
            raise ValidationError(
                _("Expected an amount of %(currency)s such as 1, 5 or 10, found “%(found)s”.")
                % {"currency": self.currency, "found": value or ""}
            )
        return amount


class AmountsField(MoneyField):
    """Amounts, the first prize first: 1000, 600, 400."""

    def prepare_value(self, value: Any) -> Any:
        """The amounts as people type them."""
        if not isinstance(value, list):
            return value
        return ", ".join(rulebook.bare_amount(amount, self.currency) for amount in value)

    def to_python(self, value: Any) -> Any:
        """The amounts in smallest units; ValidationError that names a part that is no amount."""
        text = str(value or "").strip()
        parts = (CLEARLY if CLEARLY.search(text) else USUALLY).split(text)
        amounts = []
        for place, part in enumerate(filter(None, map(str.strip, parts)), 1):
            amount = rulebook.amount_in(part, self.currency)
            if amount is None:
                raise ValidationError(
                    _("Prize %(place)d: expected an amount of %(currency)s, found “%(found)s”.")
                    % {"place": place, "currency": self.currency, "found": part}
                )
            amounts.append(amount)
        if len(amounts) > MOST:
            raise ValidationError(
                _("Expected at most %(most)d prizes, found %(found)d.")
                % {"most": MOST, "found": len(amounts)}
            )
        return amounts


class _OfPrizes(ChangesForm):
    """A form of the fund, which asks for a reason once round 1 has been paired."""

    reason = LinesInput(
        label=_("Why the prizes change"),
        help_text=_("Round 1 has been paired: this is shown on the public page"),
        max_length=500,
        required=False,
    )

    def __init__(self, *args: Any, bound: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if bound:
            self.fields["reason"].required = True
            self.fields["reason"].show_hidden_initial = False
        else:
            del self.fields["reason"]

    @property
    def changes(self) -> dict[str, Any]:
        """The fields that differ from what the page showed, without the reason."""
        return {name: value for name, value in super().changes.items() if name != "reason"}

    @property
    def given_reason(self) -> str:
        """Why the prizes change; "" before round 1 is paired."""
        return str(self.cleaned_data.get("reason", ""))


class PrizeFundForm(_OfPrizes):
    """The rules for all prizes."""

    step = MoneyField(
        label=_("Shares are rounded down to multiples of"),
        help_text=_("0.01, 1 or 5, for example"),
    )

    class Meta:
        model = PrizeFund
        fields = ("currency", "step", "one_each")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"].widget.attrs |= {"size": 3, "autocapitalize": "characters"}
        typed = str(self.data.get("currency", "")).strip().upper() if self.is_bound else ""
        field_of(self, "step", MoneyField).currency = typed or self.instance.currency
        for name in ("currency", "step", "one_each"):
            # Also before the fund is stored.
            self.fields[name].show_hidden_initial = True

    def clean_currency(self) -> str:
        """The currency in the standard's capital letters, however it was typed."""
        return str(self.cleaned_data["currency"]).upper()


class PrizeListForm(_OfPrizes):
    """The prizes of one list."""

    amounts = AmountsField(
        label=_("Prizes"),
        help_text=_("From the first on: 1000, 600, 400. With decimals: 12.50"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    class Meta:
        model = PrizeList
        fields = (
            *("category", "amounts", "sharing"),
            *("name", "needed", "unawarded", "besides", "team_by", "team_of", "place"),
        )
        labels: ClassVar[dict[str, Any]] = {"category": _("For")}
        help_texts: ClassVar[dict[str, Any]] = {
            "name": _("If it should have a name other than what it is for"),
            "needed": _("If fewer players than this could win these prizes, they are not awarded"),
            "team_by": _("The prizes go to clubs or federations, in addition to those of their players"),
        }

    # Fields that most lists leave at their defaults.
    MORE = ("name", "needed", "unawarded", "besides", "team_by", "team_of", "place")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fund = self.instance.fund
        field_of(self, "amounts", AmountsField).currency = fund.currency
        category = field_of(self, "category", forms.ModelChoiceField)
        category.queryset = tournament.categories.all()
        category.empty_label = _("all players")
        offer(self, "team_by", [("", _("none: prizes for players")), *PrizeList.TeamBy.choices])
        if self.instance.pk:
            self.fields["place"] = forms.IntegerField(
                label=_("Place in the fund"),
                help_text=_(
                    "Prizes not awarded may raise the first list; of equal prizes, the one from the earlier"
                    " list is taken"
                ),
                min_value=1,
                max_value=queries.number_of_lists(fund),
                show_hidden_initial=True,
            )
        else:
            del self.fields["place"]

    @property
    def usual_fields(self) -> list[forms.BoundField]:
        """The fields shown for every list."""
        return [field for field in self.visible_fields() if field.name not in (*self.MORE, "reason")]

    @property
    def more_fields(self) -> list[forms.BoundField]:
        """The fields that most lists leave at their defaults."""
        return [field for field in self.visible_fields() if field.name in self.MORE]

    @property
    def more_is_wrong(self) -> bool:
        """Whether one of the fields that most lists leave at their defaults has an error."""
        return any(field.errors for field in self.more_fields)

    @property
    def definition(self) -> dict[str, Any]:
        """The fields of new prizes."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}
