"""The people of an event: their roles, invitations, links for helpers."""

from __future__ import annotations

from typing import Any

from django.contrib import auth, messages
from django.contrib.auth.models import User
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError
from tournaments.forms.accounts import NewAccountForm
from tournaments.forms.people import EntryLinkForm, InvitationForm, RoleForm
from tournaments.models import Invitation, Membership
from tournaments.models.link import hash_of
from tournaments.results import services as results
from tournaments.services.people import (
    accept_invitation,
    change_role,
    invite,
    join_with_new_account,
    make_way_in,
    may_reset,
    remove_person,
    revoke_invitation,
)
from tournaments.views.accounts import reset_link
from tournaments.views.post_only import post_only
from tournaments.views.secret_links import guarded, shown_once
from tournaments.web import logins
from tournaments.web.access import EventRequest, role_in
from tournaments.web.phones import address_for_phones
from tournaments.web.rights import may

# The key of the session under which an opened invitation waits for its acceptance.
INVITATION = "invitation"


@require_safe
def people(request: EventRequest, slug: str) -> HttpResponse:
    """Everybody with a role, and the valid links."""
    return _page(request)


def _page(
    request: EventRequest,
    *,
    invitation: InvitationForm | None = None,
    entry_link: EntryLinkForm | None = None,
) -> HttpResponse:
    tournament, roles = request.tournament, _roles(request)
    members = list(tournament.memberships.select_related("user").order_by("user__username"))
    in_order = list(Membership.Role)
    members.sort(key=lambda member: in_order.index(Membership.Role(member.role)))
    owners = [member for member in members if member.role == Membership.Role.OWNER]
    resets = may(request.role, "person-reset")
    context = {
        "tournament": tournament,
        "role": request.role,
        "members": members,
        # The page offers no acts for the only owner: an event always keeps an owner.
        "only_owner": owners[0].pk if len(owners) == 1 else None,
        "roles": roles,
        "resettable": {member.pk for member in members if resets and may_reset(request.user, member.user)},
        "invitations": tournament.invitations.standing().filter(used__lt=F("uses")),
        "entry_links": tournament.entrylinks.standing().prefetch_related("helpers"),
        "invitation_form": invitation or InvitationForm(roles=roles, prefix="invitation"),
        "public": address_for_phones(request, tournament.get_absolute_url()),
        "entry_link_form": entry_link or EntryLinkForm(prefix="entry"),
    }
    status = 422 if invitation or entry_link else 200
    return render(request, "desk/people.html", context, status=status)


def _roles(request: EventRequest) -> list[Membership.Role]:
    """The roles that the user may give and take away."""
    return Membership.Role(request.role).and_below


@post_only
def make_invitation(request: EventRequest, slug: str) -> HttpResponse:
    """Make an invitation and show its address, once."""
    form = InvitationForm(request.POST, roles=_roles(request), prefix="invitation")
    if not form.is_valid():
        return _page(request, invitation=form)
    made, token = invite(tournament=request.tournament, actor=request.user, **form.facts)
    return _shown(
        request,
        title=_("An invitation for %(label)s") % {"label": made.label},
        text=_("Whoever opens this link, and logs in or makes an account, gets this role: %(role)s.")
        % {"role": made.get_role_display()},
        path=reverse("invitation-open", args=[token]),
    )


@post_only
def entry_link_make(request: EventRequest, slug: str) -> HttpResponse:
    """Make a link for entering results and show its address, once."""
    form = EntryLinkForm(request.POST, prefix="entry")
    if not form.is_valid():
        return _page(request, entry_link=form)
    made, token = results.make_entry_link(tournament=request.tournament, actor=request.user, **form.facts)
    return _shown(
        request,
        title=_("A link for entering results: %(label)s") % {"label": made.label},
        text=_("Whoever opens this link enters results of the round that is on, without an account."),
        path=reverse("entry-open", args=[token]),
    )


def _shown(request: EventRequest, *, title: str, text: str, path: str) -> HttpResponse:
    return shown_once(
        request,
        title=title,
        text=text,
        path=path,
        back=reverse("people", args=[request.tournament.slug]),
        **_frame(request),
    )


def _frame(request: EventRequest) -> dict[str, Any]:
    return {"tournament": request.tournament, "role": request.role}


@post_only
def invitation_revoke(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """End an invitation."""
    revoke_invitation(tournament=request.tournament, invitation=pk, actor=request.user)
    messages.success(request, _("The invitation is revoked."))
    return redirect("people", slug)


@post_only
def entry_link_revoke(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """End a link for entering results."""
    results.revoke_entry_link(tournament=request.tournament, link=pk, actor=request.user)
    messages.success(request, _("The link is revoked: nobody can enter results by it any more."))
    return redirect("people", slug)


@post_only
def role(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Give somebody another role."""
    form = RoleForm(request.POST, roles=_roles(request))
    chosen = form.cleaned_data["role"] if form.is_valid() else ""
    change_role(
        tournament=request.tournament,
        person=pk,
        role=chosen,
        actor=request.user,
        seen=request.POST.get("seen", ""),
    )
    messages.success(request, _("The role is changed."))
    return _back(request)


@post_only
def remove(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Take somebody's role away."""
    remove_person(tournament=request.tournament, person=pk, actor=request.user)
    messages.success(request, _("The role is taken away."))
    return _back(request)


def _back(request: EventRequest) -> HttpResponse:
    """Redirect to the people, or to the list of events if the user has just lost the right to see them."""
    if may(role_in(request, request.tournament), "people"):
        return redirect("people", request.tournament.slug)
    return redirect("home")


@post_only
def reset(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link for setting somebody's new password."""
    member = get_object_or_404(request.tournament.memberships.select_related("user"), pk=pk)
    return reset_link(request, member.user, back=reverse("people", args=[slug]), **_frame(request))


@post_only
def let_in(request: EventRequest, slug: str, pk: int) -> HttpResponse:
    """Make a link past the wait that others' wrong passwords have caused, and show it, once."""
    account = get_object_or_404(request.tournament.memberships.select_related("user"), pk=pk).user
    make_way_in(tournament=request.tournament, person=pk, actor=request.user)
    name = account.get_username()
    return _shown(
        request,
        title=_("A link past the wait for %(user)s") % {"user": name},
        text=_(
            "Whoever opens this link may type the password of %(user)s, in the same browser, however many"
            " wrong ones were typed elsewhere. It is good for a day, and ends when %(user)s logs in."
        )
        % {"user": name},
        path=reverse("let-in", args=[account.pk, logins.way_in_tokens.make_token(account)]),
    )


@require_safe
def invitation_open(request: HttpRequest, token: str) -> HttpResponse:
    """Open an invitation: the session keeps it, so that the token appears in no further address.

    Opening does not use it up, because programs that preview links open it too.
    """
    found = Invitation.objects.standing().filter(token_hash=hash_of(token)).first()
    if found is None or not found.stands:
        return guarded(render(request, "invitation.html", status=410))
    request.session[INVITATION] = found.pk
    return guarded(redirect("invitation"))


def invitation(request: HttpRequest) -> HttpResponse:
    """Accept the invitation that was opened, with the account at hand or with a new one."""
    pk = request.session.get(INVITATION, 0)
    found = Invitation.objects.select_related("tournament", "made_by").filter(pk=pk).first()
    if found is None or not found.stands:
        return render(request, "invitation.html", status=410)
    form = None if request.user.is_authenticated else NewAccountForm(request.POST or None)
    if request.method == "POST" and (form is None or form.is_valid()):
        try:
            name = _join(request, found, form)
        except DomainError as error:
            if form is None:
                raise
            form.add_error(None, error.message)
        else:
            answer = redirect("desk", found.tournament.slug)
            logins.remember_browser(request, answer, name)
            return answer
    status = 422 if form and form.errors else 200
    return render(request, "invitation.html", {"invitation": found, "form": form}, status=status)


def _join(request: HttpRequest, found: Invitation, form: NewAccountForm | None) -> str:
    """Accept the invitation; returns the name of the account, which is logged in afterwards."""
    if form is None:
        user: User = request.user  # type: ignore[assignment]  # the caller has asked
        accept_invitation(invitation=found, actor=user)
    else:
        user = join_with_new_account(
            invitation=found,
            username=form.cleaned_data["username"],
            password=form.cleaned_data["password1"],
        )
        auth.login(request, user)
    request.session.pop(INVITATION, None)
    messages.success(request, _("You have joined %(event)s.") % {"event": found.tournament.name})
    return user.get_username()
