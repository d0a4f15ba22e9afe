"""FIDE's rating lists: which are in use, and the upload of a new one."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.errors import DomainError
from tournaments.forms.rating_lists import RatingListForm
from tournaments.models import RatingList
from tournaments.selectors.rating_lists import in_use
from tournaments.services.rating_lists import import_in_background

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tournaments.web.access import AccountRequest


def rating_lists(request: AccountRequest) -> HttpResponse:
    """The lists in use and the last imports; while one is under way, the page asks how far it is."""
    imports = list(RatingList.objects.select_related("imported_by")[:10])
    context = {
        "lists": in_use(),
        "imports": imports,
        "running": any(row.is_under_way for row in imports),
    }
    template = "rating_lists.html#state" if request.htmx else "rating_lists.html"  # type: ignore[attr-defined]
    return render(request, template, context)


def import_list(request: AccountRequest) -> HttpResponse:
    """Take a list; it is imported while others go on working."""
    form = RatingListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid() and _is_started(request, form):
        messages.success(
            request, _("The list is being imported. The one before stays in use until it is done.")
        )
        return redirect("rating-lists")
    return render(request, "rating_list_import.html", {"form": form}, status=422 if form.errors else 200)


def _is_started(request: AccountRequest, form: RatingListForm) -> bool:
    """Put the file where the importing process finds it; what is wrong with it stands on the form."""
    data = form.cleaned_data
    folder = Path(settings.DATA_DIR) / "uploads"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix="rating-list-", delete=False) as file:
        shutil.copyfileobj(data["file"], file)
    path = Path(file.name)
    try:
        import_in_background(
            path=path, name=data["file"].name, kind=data["kind"], month=data["month"], actor=request.user
        )
    except DomainError as error:
        path.unlink()
        form.add_error("kind" if error.code == "rating_list_kind" else "file", error.message)
    return not form.errors
