"""The data stored about one's own account, and closing it."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpResponse
from django.shortcuts import redirect, render

from tournaments.errors import DomainError
from tournaments.forms.accounts import PasswordForm
from tournaments.services.closing import close_account
from tournaments.views.accounts import file_of, refused
from tournaments.web.access import AccountRequest


def data(request: AccountRequest) -> HttpResponse:
    """Download all data stored about one's own account."""
    return file_of(request.user)


def close(request: AccountRequest) -> HttpResponse:
    """Close one's own account, after its password was typed."""
    form = PasswordForm(request, request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            close_account(account=request.user, actor=request.user)
        except DomainError as error:
            form.add_error(None, error.message)
        else:
            auth.logout(request)
            return redirect("home")
    if request.method == "POST":
        return refused(request, "account_close.html", form)
    return render(request, "account_close.html", {"form": form})
