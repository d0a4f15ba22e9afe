"""Accounts, logging in, and the people of an event."""

from __future__ import annotations

from itertools import batched
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth import views
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.models import Invitation, Membership
from tournaments.models.people import hash_of
from tournaments.people.forms import (
    AccountForm,
    AppForm,
    ChangePasswordForm,
    CodeForm,
    EntryLinkForm,
    InvitationForm,
    LoginForm,
    NewAccountForm,
    PasswordForm,
    RoleForm,
)
from tournaments.people.queries import personal_data, second_factor_of
from tournaments.people.services import (
    accept_invitation,
    address_for_apps,
    change_role,
    close_account,
    invite,
    issue_reset,
    join_with_new_account,
    make_way_in,
    may_reset,
    new_secret,
    remove_person,
    reset_tokens,
    revoke_invitation,
    take,
    turn_off,
    turn_on,
)
from tournaments.results import services as results
from tournaments.web import logins
from tournaments.web.access import AccountRequest, EventRequest, post_only, role_in
from tournaments.web.pages import Address, address_for_phones, as_file, guarded, shown_once
from tournaments.web.refusals import ShownOn, came_from, form_page, own_path
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
        "members": members,
        # The page offers no acts for the only owner: an event always keeps an owner.
        "only_owner": owners[0].pk if len(owners) == 1 else None,
        "roles": roles,
        "resettable": {member.pk for member in members if resets and may_reset(request.user, member.user)},
        "invitations": tournament.invitations.active().filter(used__lt=F("uses")),
        "entry_links": tournament.entrylinks.active().prefetch_related("helpers"),
        "invitation_form": invitation or InvitationForm(roles=roles, prefix="invitation"),
        "public": address_for_phones(request, tournament.get_absolute_url()),
        "entry_link_form": entry_link or EntryLinkForm(prefix="entry"),
    }
    status = 422 if invitation or entry_link else 200
    return render(request, "people/people.html", context, status=status)


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
    )


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
    return reset_link(request, member.user, back=reverse("people", args=[slug]))


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
    found = Invitation.objects.active().filter(token_hash=hash_of(token)).first()
    if found is None or not found.stands:
        return guarded(render(request, "people/invitation.html", status=410))
    request.session[INVITATION] = found.pk
    return guarded(redirect("invitation"))


def invitation(request: HttpRequest) -> HttpResponse:
    """Accept the invitation that was opened, with the account at hand or with a new one."""
    pk = request.session.get(INVITATION, 0)
    found = Invitation.objects.select_related("tournament", "made_by").filter(pk=pk).first()
    if found is None or not found.stands:
        return render(request, "people/invitation.html", status=410)
    if request.user.is_authenticated:
        if request.method != "POST":
            return render(request, "people/invitation.html", {"invitation": found})
        accept_invitation(invitation=found, actor=request.user)
        return _joined(request, found, request.user)
    form = NewAccountForm(request.POST or None)
    if form.is_valid():
        name, password = form.cleaned_data["username"], form.cleaned_data["password1"]
        with ShownOn(form):
            user = join_with_new_account(invitation=found, username=name, password=password)
            auth.login(request, user)
            return _joined(request, found, user)
    return form_page(request, "people/invitation.html", form, {"invitation": found})


def _joined(request: HttpRequest, found: Invitation, user: User) -> HttpResponse:
    """Lead the account, which is logged in, to the event that it has joined."""
    request.session.pop(INVITATION, None)
    messages.success(request, _("You have joined %(event)s.") % {"event": found.tournament.name})
    answer = redirect("desk", found.tournament.slug)
    logins.remember_browser(request, answer, user.get_username())
    return answer


def data(request: AccountRequest) -> HttpResponse:
    """Download all data stored about one's own account."""
    return file_of(request.user)


def close(request: AccountRequest) -> HttpResponse:
    """Close one's own account, after its password was typed."""
    form = PasswordForm(request, request.user, request.POST or None)
    if form.is_valid():
        with ShownOn(form):
            close_account(account=request.user, actor=request.user)
            auth.logout(request)
            return redirect("home")
    return form_page(request, "people/account_close.html", form)


# A key of the session: the secret that a page shows to an app, until a code proves that the app has it.
KEY_OF_APP = "key_of_app"


class LogIn(views.LoginView):
    """The login."""

    template_name = "people/login.html"
    authentication_form = LoginForm

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        """Add whether a link past the wait has led here."""
        return super().get_context_data(**context) | {"led_past": logins.led_to(self.request)}

    def form_valid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]  # no other comes
        """Log in, or ask for the app's code first; a cookie notes that this account has been here."""
        user = form.get_user()
        if second_factor_of(user) is None:
            answer = super().form_valid(form)
        else:
            logins.begin_second_step(self.request, user, self.get_success_url())
            answer = redirect("login-code")
        logins.remember_browser(self.request, answer, user.get_username())
        return answer

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]  # no other comes
        """The form again, with its errors."""
        return form_page(self.request, self.template_name, form, self.get_context_data(form=form))


def login_code(request: HttpRequest) -> HttpResponse:
    """The second half of a login: the code that the account's app shows, or a spare one."""
    waiting = logins.waiting(request)
    if waiting is None:
        return redirect("login")
    form = CodeForm(request.POST or None)
    if form.is_valid():
        with ShownOn(form, "code"):
            with logins.guess_code(waiting.user, "app"):
                form.look_at(take(user=waiting.user, code=form.cleaned_data["code"]))
            logins.end(request)
            auth.login(request, waiting.user)
            return redirect(waiting.page)
    return form_page(request, "people/login_code.html", form)


@require_safe
def be_let_in(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Open a link past the wait: the session keeps the link, and the login asks for the password."""
    if not logins.open_way_in(request, pk, token):
        return guarded(render(request, "people/link_ended.html", status=410))
    return guarded(redirect("login"))


def lock(request: AccountRequest) -> HttpResponse:
    """Lock the session: ask for the password before anything else, then return to the page."""
    if request.method != "POST":
        return redirect("home")
    logins.lock(request)
    page = own_path(request, request.POST.get("next", "")) if "next" in request.POST else came_from(request)
    return redirect(reverse("unlock", query={"next": page}))


def unlock(request: HttpRequest) -> HttpResponse:
    """Unlock a session: its owner continues where they were."""
    data = request.POST if request.method == "POST" else request.GET
    page = own_path(request, data.get("next", ""))
    if logins.LOCKED not in request.session:
        return redirect(page)
    user = auth.get_user(request)
    if not user.is_authenticated:
        # The password has been changed meanwhile: this session is over.
        return redirect(reverse("login", query={"next": page}))
    form = PasswordForm(request, user, request.POST or None)
    if form.is_valid():
        logins.unlock(request)
        return redirect(page)
    context = {"next": page, "locked_user": user.get_username()}
    return form_page(request, "people/unlock.html", form, context)


def account(request: AccountRequest) -> HttpResponse:
    """The account: its password, its sessions, its events."""
    return _account(request, PasswordForm(request, request.user))


def _account(request: AccountRequest, form: PasswordForm) -> HttpResponse:
    form.fields["password"].widget.attrs.pop("autofocus", None)
    memberships = request.user.memberships.select_related("tournament").order_by("-tournament_id")
    # The owner of a removed event finds it here, to bring it back.
    memberships = memberships.filter(Q(tournament__removed_at=None) | Q(role=Membership.Role.OWNER))
    return form_page(request, "people/account.html", form, {"memberships": memberships})


def logout_everywhere(request: AccountRequest) -> HttpResponse:
    """End all other sessions of the account."""
    if request.method != "POST":
        return redirect("account")
    form = PasswordForm(request, request.user, request.POST)
    if not form.is_valid():
        return _account(request, form)
    logins.end_other_sessions(request, request.user, form.cleaned_data["password"])
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("account")


def password(request: AccountRequest) -> HttpResponse:
    """Change the password; every other session of the account ends with the old one."""
    form = ChangePasswordForm(request, request.user, request.POST or None)
    if not form.is_valid():
        return form_page(request, "people/password.html", form)
    auth.update_session_auth_hash(request, form.save())
    logins.note_password(request)
    messages.success(request, _("The password is changed. Elsewhere you are logged out."))
    return redirect("account")


def second_factor(request: AccountRequest) -> HttpResponse:
    """Make the login also ask for an app's code, or stop doing so; both require the password."""
    if second_factor_of(request.user):
        return _turn_off(request)
    secret = request.session.setdefault(KEY_OF_APP, new_secret())
    form = AppForm(request, request.user, request.POST or None)
    if form.is_valid():
        with ShownOn(form, "code"):
            spare = turn_on(user=request.user, secret=secret, code=form.cleaned_data["code"])
            del request.session[KEY_OF_APP]
            # The other sessions were opened by the password alone.
            logins.end_other_sessions(request, request.user, form.cleaned_data["password"])
            answer = render(request, "people/spare_codes.html", {"spare": spare})
            add_never_cache_headers(answer)
            return answer
    app = Address(address_for_apps(request.user, secret))
    context = {"app": app, "key": " ".join(map("".join, batched(secret, 4)))}
    return form_page(request, "people/second_factor.html", form, context)


def _turn_off(request: AccountRequest) -> HttpResponse:
    form = PasswordForm(request, request.user, request.POST or None)
    if not form.is_valid():
        context = {"factor": second_factor_of(request.user)}
        return form_page(request, "people/second_factor.html", form, context)
    turn_off(user=request.user, actor=request.user)
    messages.success(request, _("The login asks only for the password again."))
    return redirect("account")


class NewPassword(views.PasswordResetConfirmView):
    """Set a new password by a link that works once. The link's token is moved into the session at once."""

    template_name = "people/new_password.html"
    success_url = reverse_lazy("login")
    token_generator = reset_tokens

    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Guard the address with the token: it redirects, or says that the link has ended."""
        answer = super().dispatch(*args, **kwargs)
        return guarded(answer) if kwargs["token"] != self.reset_url_token else answer

    def form_valid(self, form: SetPasswordForm[User]) -> HttpResponse:
        """Save the password, and end the wait: users who have forgotten theirs have typed many wrong ones."""
        answer = super().form_valid(form)
        logins.let_in(self.request, answer, form.user.get_username())
        return answer


def accounts(request: AccountRequest) -> HttpResponse:
    """For administrators: make a link for a new password of an account, download its data, or close it."""
    form = AccountForm(request.POST or None)
    if form.is_valid() and form.account:
        if "data" in request.POST:
            return file_of(form.account)
        with ShownOn(form, "username"):
            if "close" in request.POST:
                return _close(request, form.account)
            return reset_link(request, form.account, back=reverse("accounts"))
    return form_page(request, "people/accounts.html", form)


def file_of(account: User) -> HttpResponse:
    """A file with all data stored about an account, to be handed to its owner."""
    return as_file(personal_data(account), "account.json", "application/json; charset=utf-8")


def _close(request: AccountRequest, account: User) -> HttpResponse:
    name = account.get_username()
    if account == request.user:
        return redirect("account-close")
    close_account(account=account, actor=request.user)
    messages.success(request, _("The account %(user)s is closed.") % {"user": name})
    return redirect("accounts")


def reset_link(request: AccountRequest, account: User, *, back: str) -> HttpResponse:
    """Make a link for a new password of the account, and show it."""
    uid, token = issue_reset(account=account, actor=request.user)
    name = account.get_username()
    return shown_once(
        request,
        title=_("A new password for %(user)s") % {"user": name},
        text=_(
            "Whoever opens this link sets a new password for %(user)s. It is good once, for a day, and ends"
            " when %(user)s logs in or gets another role."
        )
        % {"user": name},
        path=reverse("password-reset", args=[uid, token]),
        back=back,
    )
