"""Prizes on a page. Loaded for every template."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import rulebook
from tournaments.models import PrizeFund, PrizeList
from tournaments.templatetags.registration import category_rule

register = template.Library()


@register.filter
def money(amount: int, fund: PrizeFund) -> str:
    """An amount in the smallest unit of the fund's currency, as printed: 1 000 EUR."""
    return rulebook.money(amount, fund.currency)


@register.filter
def prizes_for(prizes: PrizeList) -> str:
    """The rule, in words, for winning prizes of the list; "" if the list is for everybody."""
    return category_rule(prizes.category) if prizes.category else ""


@register.filter
def prize_rules(prizes: PrizeList) -> str:
    """How the prizes of a list are divided, and when they are awarded."""
    needed = ngettext("%(count)d starter needed", "%(count)d starters needed", prizes.needed)
    rolls_over = prizes.unawarded == PrizeList.Unawarded.ROLLS_OVER
    parts = [
        _("level on points: %(sharing)s") % {"sharing": prizes.get_sharing_display()},
        needed % {"count": prizes.needed} if prizes.needed else "",
        _("what is not awarded raises the first list") if rolls_over else "",
        _("had besides another prize") if prizes.is_besides else "",
    ]
    return "; ".join(filter(None, parts))
