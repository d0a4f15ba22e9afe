"""The addresses of the report to FIDE."""

from tournaments.fide import views
from tournaments.web.rights import Access, at

desk = [
    at("for-the-report/", views.report_data, "report-data", Access.ARBITER),
    at("before-the-report/", views.preflight, "preflight", Access.ARBITER),
    at("for-the-report/arbiters/", views.arbiters, "arbiters", Access.ARBITER),
]
