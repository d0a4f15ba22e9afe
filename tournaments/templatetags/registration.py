"""Ratings and categories on a page. Loaded for every template."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext as _

from tournaments import rulebook
from tournaments.models import Category, Player, Rating, Tournament
from tournaments.ratings import queries as ratings

register = template.Library()


@register.filter
def rating_kind(kind: str) -> str:
    """The kind of rating, in a word."""
    return str(Rating.Kind(kind).label)


@register.filter
def rating_source(rating: Rating | None) -> str:
    """The source of a rating: "standard, November 2026"; a dash for no rating."""
    return ratings.source_in_words(rating) if rating else "–"


@register.filter
def counting(player: Player) -> Rating | None:
    """The rating of the player that counts; None for an unrated one. Fetch `ratings` with the players."""
    return ratings.counting(player.tournament, player.ratings.all())


@register.filter
def rating_mark(player: Player) -> str:
    """Which rating of the player counts, in short, if the regulations do not say as much."""
    return ratings.mark(player)


@register.filter
def rating_name(player: Player) -> str:
    """What the rating of the player that counts is called."""
    return ratings.name_of(player)


@register.filter
def fide_rating(player: Player) -> int | None:
    """FIDE's rating of the player, in Elo, whichever counts."""
    found = rulebook.fide_rating(player.tournament, player.ratings.all())
    return found.value if found else None


@register.filter
def uncounted_fide_rating(player: Player) -> int | None:
    """FIDE's rating of a player for whom another one counts."""
    return ratings.uncounted_fide_rating(player)


@register.filter
def which_rating(tournament: Tournament) -> str:
    """A sentence that says which rating the lists of the event have."""
    return ratings.sentence(tournament)


@register.filter
def category_rule(category: Category) -> str:
    """The rule of a category, in words."""
    parts = [
        category.get_sex_display(),
        _("under the age of %(age)d") % {"age": category.under_age} if category.under_age else "",
        _("from the age of %(age)d") % {"age": category.from_age} if category.from_age else "",
        _("rating from %(rating)d") % {"rating": category.from_rating} if category.from_rating else "",
        _("rating below %(rating)d") % {"rating": category.under_rating} if category.under_rating else "",
        _("unrated") if category.unrated else "",
        _("club %(club)s") % {"club": category.club} if category.club else "",
        _("federation %(code)s") % {"code": category.federation} if category.federation else "",
    ]
    return ", ".join(filter(None, parts))
