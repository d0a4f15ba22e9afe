"""The addresses of norms."""

from django.urls import register_converter
from django.urls.converters import StringConverter

from tournaments.norms import views
from tournaments.web.rights import Access, at


class Paper(StringConverter):
    """The file formats of papers to be signed."""

    regex = "|".join(views.FORMS)


register_converter(Paper, "paper")

desk = [
    at("norms/", views.norms, "norms", Access.ARBITER),
    at("norms/it3.<paper:form>", views.report, "norm-report", Access.ARBITER),
    at("norms/<int:pk>/it1-<str:title>.<paper:form>", views.certificate, "norm-certificate", Access.ARBITER),
]
