"""The addresses of the chain of publications and of its check."""

from tournaments.chain import views
from tournaments.web.rights import Access, at

event = [
    at("rounds/<int:number>/check/", views.check, "round-check", Access.PUBLIC),
    at("rounds/<int:number>/check.trf", views.check_file, "round-check-file", Access.PUBLIC),
    at("publications.txt", views.chain, "chain", Access.PUBLIC),
    at("publications/<int:place>.txt", views.publication, "publication", Access.PUBLIC),
]

desk = [
    at("verify/", views.verify, "verify", Access.ARBITER),
]
