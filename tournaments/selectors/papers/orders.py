"""Orders to print a paper, and the imprint on each of its sheets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _

from tournaments.files.papers.sheet import Imprint
from tournaments.models import Category, Member, Player, Publication, Round, Tournament
from tournaments.selectors import publications, ratings, schedule

Kind = Publication.Kind
# Links of the chain that report a change, and not the regular course of the round.
CHANGES = (Kind.CHANGE, Kind.FOUND, Kind.IDENTITY, Kind.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Order:
    """An order for a paper of an event, or of one of its rounds."""

    tournament: Tournament
    round: Round | None = None
    # The publication of the round that is wanted; None for the present state.
    link: Publication | None = None
    # The round after which standings are wanted; None for the last finished one.
    after: int | None = None
    # The category whose standings are wanted; None for all players.
    category: Category | None = None
    # Gives the full address of a public page, as phones reach it, from the page's name and arguments.
    address: Callable[..., str] = field(kw_only=True)

    @property
    def of_round(self) -> Round:
        """The round of the paper; ValueError if it has none."""
        if self.round is None:
            message = "this paper is of a round"
            raise ValueError(message)
        return self.round


def moment(at: datetime) -> str:
    """A day and time by the hall's clock: 22 November 2026, 17:31."""
    return date_format(timezone.localtime(at), _("j F Y, H:i"))


def imprint(order: Order, title: str, *, detail: str = "", notice: str = "") -> Imprint:
    """The imprint of a paper of the event: it refers to the last link of the chain."""
    last = publications.last(order.tournament)
    return Imprint(
        title=title,
        event=_event(order.tournament),
        detail=detail or _days(order.tournament),
        printed=_printed(),
        publication=_vouched(last) if last else "",
        notice=notice,
    )


def imprint_of_round(order: Order, title: str) -> Imprint:
    """The imprint of a paper of a round: the publication it shows, and what happened to that since."""
    round_ = order.of_round
    links = list(publications.shown_with(round_))
    shown = order.link or (links[-1] if links else None)
    start = schedule.when(round_.day, round_.time) if round_.day else ""
    heading = _("%(title)s, round %(number)d") % {"title": title, "number": round_.number}
    return Imprint(
        title=heading,
        event=_event(order.tournament),
        detail=start,
        printed=_printed(),
        publication=_vouched(shown) if shown else "",
        notice=_notice(links, shown),
    )


def _notice(links: list[Publication], shown: Publication | None) -> str:
    """A notice if the paper is out of date, withdrawn, or differs from the first publication; else ""."""
    if shown is None:
        return ""
    later = [link for link in links if link.place > shown.place]
    if later:
        facts = {"place": shown.place, "kind": later[-1].get_kind_display(), "time": moment(later[-1].at)}
        return _("OUT OF DATE. As of publication %(place)d; since then: %(kind)s, %(time)s.") % facts
    if shown.kind == Kind.WITHDRAWN:
        return _("NOT VALID. This pairing was withdrawn on %(time)s.") % {"time": moment(shown.at)}
    changes = [link for link in links if link.kind in CHANGES]
    if not changes:
        return ""
    facts = {"place": shown.place, "kind": changes[-1].get_kind_display(), "time": moment(changes[-1].at)}
    return _("As of publication %(place)d. Changed since it was first published: %(kind)s, %(time)s.") % facts


def _event(tournament: Tournament) -> str:
    facts = [tournament.name, tournament.city, tournament.federation]
    if not tournament.in_fide_mode:
        left = {"number": tournament.fide_mode_left_in}
        facts.append(_("Not in FIDE mode since round %(number)s") % left)
    return " · ".join(filter(None, facts))


def _days(tournament: Tournament) -> str:
    first, last = tournament.start_date, tournament.end_date
    days = dict.fromkeys(date_format(day, _("j F Y")) for day in (first, last) if day)
    return " – ".join(days)


def _printed() -> str:
    return _("printed %(time)s · Board One") % {"time": moment(timezone.now())}


def _vouched(link: Publication) -> str:
    facts = {"place": link.place, "time": moment(link.at), "fingerprint": link.short}
    return _("publication %(place)d, %(time)s · fingerprint %(fingerprint)s") % facts


def which_rating(order: Order) -> list[str]:
    """A note that says which rating the paper has; none for teams, whose rating is their members'."""
    return [ratings.sentence(order.tournament)] if order.tournament.boards is None else []


def titled(player: Player | Member) -> str:
    """The name, after the title if there is one."""
    return f"{player.title} {player.name}".strip()
