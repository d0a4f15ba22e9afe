"""Logging in and out, the lock, passwords."""

from __future__ import annotations

from itertools import batched
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth import views
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.errors import DomainError
from tournaments.forms.accounts import (
    AccountForm,
    AppForm,
    ChangePasswordForm,
    CodeForm,
    LoginForm,
    PasswordForm,
)
from tournaments.models import Membership
from tournaments.selectors.accounts import kept
from tournaments.selectors.second_factors import second_factor_of
from tournaments.services.closing import close_account
from tournaments.services.people import issue_reset, reset_tokens
from tournaments.services.second_factor import address_for_apps, new_secret, take, turn_off, turn_on
from tournaments.views.secret_links import guarded, shown_once
from tournaments.web import logins, second_step
from tournaments.web.access import AccountRequest
from tournaments.web.addresses import came_from, own_path
from tournaments.web.downloads import as_file
from tournaments.web.phones import Address

# A key of the session: the secret that a page shows to an app, until a code proves that the app has it.
KEY_OF_APP = "key_of_app"


def refused(request: HttpRequest, template: str, form: BaseForm, **context: Any) -> HttpResponse:
    """The form again: 429 with the time to wait if too many passwords were wrong, else 422."""
    faults = [fault for errors in form.errors.as_data().values() for fault in errors]
    throttled = next((fault for fault in faults if isinstance(fault, logins.Throttled)), None)
    answer = render(request, template, {"form": form, **context}, status=429 if throttled else 422)
    if throttled:
        answer["Retry-After"] = throttled.seconds
    return answer


class LogIn(views.LoginView):
    """The login."""

    template_name = "login.html"
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
            second_step.begin(self.request, user, self.get_success_url())
            answer = redirect("login-code")
        logins.remember_browser(self.request, answer, user.get_username())
        return answer

    def form_invalid(self, form: LoginForm) -> HttpResponse:  # type: ignore[override]  # no other comes
        """The form again, with its errors."""
        return refused(self.request, self.template_name, **self.get_context_data(form=form))


def login_code(request: HttpRequest) -> HttpResponse:
    """The second half of a login: the code that the account's app shows, or a spare one."""
    waiting = second_step.waiting(request)
    if waiting is None:
        return redirect("login")
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            with logins.guess_code(waiting.user, "app"):
                form.look_at(take(user=waiting.user, code=form.cleaned_data["code"]))
        except ValidationError as error:
            form.add_error("code", error)
        else:
            second_step.end(request)
            auth.login(request, waiting.user)
            return redirect(waiting.page)
    if request.method == "POST":
        return refused(request, "login_code.html", form)
    return render(request, "login_code.html", {"form": form})


@require_safe
def let_in(request: HttpRequest, pk: int, token: str) -> HttpResponse:
    """Open a link past the wait: the session keeps the link, and the login asks for the password."""
    if not logins.open_way_in(request, pk, token):
        return guarded(render(request, "link_ended.html", status=410))
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
    context = {"next": page, "locked_user": user.get_username()}
    if request.method != "POST":
        return render(request, "unlock.html", {"form": form, **context})
    if not form.is_valid():
        return refused(request, "unlock.html", form, **context)
    logins.unlock(request)
    return redirect(page)


def account(request: AccountRequest) -> HttpResponse:
    """The account: its password, its sessions, its events."""
    return render(request, "account.html", _account(request, PasswordForm(request, request.user)))


def _account(request: AccountRequest, form: PasswordForm) -> dict[str, Any]:
    form.fields["password"].widget.attrs.pop("autofocus", None)
    memberships = request.user.memberships.select_related("tournament").order_by("-tournament_id")
    # The owner of a removed event finds it here, to bring it back.
    memberships = memberships.filter(Q(tournament__removed_at=None) | Q(role=Membership.Role.OWNER))
    return {"form": form, "memberships": memberships}


def logout_everywhere(request: AccountRequest) -> HttpResponse:
    """End all other sessions of the account."""
    if request.method != "POST":
        return redirect("account")
    form = PasswordForm(request, request.user, request.POST)
    if not form.is_valid():
        return refused(request, "account.html", **_account(request, form))
    logins.end_other_sessions(request, request.user, form.cleaned_data["password"])
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("account")


def password(request: AccountRequest) -> HttpResponse:
    """Change the password; every other session of the account ends with the old one."""
    form = ChangePasswordForm(request, request.user, request.POST or None)
    if request.method != "POST":
        return render(request, "password.html", {"form": form})
    if not form.is_valid():
        return refused(request, "password.html", form)
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
    if request.method == "POST" and form.is_valid():
        try:
            spare = turn_on(user=request.user, secret=secret, code=form.cleaned_data["code"])
        except DomainError as error:
            form.add_error("code", error.message)
        else:
            del request.session[KEY_OF_APP]
            # The other sessions were opened by the password alone.
            logins.end_other_sessions(request, request.user, form.cleaned_data["password"])
            answer = render(request, "spare_codes.html", {"spare": spare})
            add_never_cache_headers(answer)
            return answer
    app = Address(address_for_apps(request.user, secret))
    context = {"app": app, "key": " ".join(map("".join, batched(secret, 4)))}
    if request.method == "POST":
        return refused(request, "second_factor.html", form, **context)
    return render(request, "second_factor.html", {"form": form, **context})


def _turn_off(request: AccountRequest) -> HttpResponse:
    form = PasswordForm(request, request.user, request.POST or None)
    context = {"factor": second_factor_of(request.user)}
    if request.method != "POST":
        return render(request, "second_factor.html", {"form": form, **context})
    if not form.is_valid():
        return refused(request, "second_factor.html", form, **context)
    turn_off(user=request.user, actor=request.user)
    messages.success(request, _("The login asks only for the password again."))
    return redirect("account")


class NewPassword(views.PasswordResetConfirmView):
    """Set a new password by a link that works once. The link's token is moved into the session at once."""

    template_name = "new_password.html"
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
    if request.method == "POST" and form.is_valid() and form.account:
        if "data" in request.POST:
            return file_of(form.account)
        try:
            if "close" in request.POST:
                return _close(request, form.account)
            return reset_link(request, form.account, back=reverse("accounts"))
        except DomainError as error:
            form.add_error("username", error.message)
    return render(request, "accounts.html", {"form": form}, status=422 if form.errors else 200)


def file_of(account: User) -> HttpResponse:
    """A file with all data stored about an account, to be handed to its owner."""
    return as_file(kept(account), "account.json", "application/json; charset=utf-8")


def _close(request: AccountRequest, account: User) -> HttpResponse:
    name = account.get_username()
    if account == request.user:
        return redirect("account-close")
    close_account(account=account, actor=request.user)
    messages.success(request, _("The account %(user)s is closed.") % {"user": name})
    return redirect("accounts")


def reset_link(request: AccountRequest, account: User, *, back: str, **context: Any) -> HttpResponse:
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
        **context,
    )
