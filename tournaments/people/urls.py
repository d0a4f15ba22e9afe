"""The addresses of accounts and of the people of an event."""

from tournaments.people import views
from tournaments.web.rights import Access, at

site = [
    at("account/data.json", views.data, "account-data", Access.ACCOUNT),
    at("account/close/", views.close, "account-close", Access.ACCOUNT),
    at("login/", views.LogIn.as_view(), "login", Access.PUBLIC),
    # Opens after the password has just been typed.
    at("login/code/", views.login_code, "login-code", Access.PUBLIC),
    at("lock/", views.lock, "lock", Access.ACCOUNT),
    at("unlock/", views.unlock, "unlock", Access.PUBLIC),
    at("account/", views.account, "account", Access.ACCOUNT),
    at("account/password/", views.password, "password", Access.ACCOUNT),
    at("account/second-factor/", views.second_factor, "second-factor", Access.ACCOUNT),
    at("account/logout-everywhere/", views.logout_everywhere, "logout-everywhere", Access.ACCOUNT),
    at("accounts/", views.accounts, "accounts", Access.SERVER, fresh=True),
    # Each of these opens by the secret in its address, or by what opening that address has stored in the
    # session or in a cookie.
    at("reset/<uidb64>/<token>/", views.NewPassword.as_view(), "password-reset", Access.PUBLIC),
    at("let-in/<int:pk>/<str:token>/", views.be_let_in, "let-in", Access.PUBLIC),
    # A link with a secret is opened at one address and answered at another.
    at("invitation/", views.invitation, "invitation", Access.PUBLIC),
    at("invitation/<str:token>/", views.invitation_open, "invitation-open", Access.PUBLIC),
]

desk = [
    at("people/", views.people, "people", Access.ARBITER),
    at("people/invite/", views.make_invitation, "invite", Access.CHIEF, fresh=True),
    at("people/invitations/<int:pk>/revoke/", views.invitation_revoke, "invitation-revoke", Access.CHIEF),
    at("people/links/make/", views.entry_link_make, "entry-link-make", Access.ARBITER, fresh=True),
    at("people/links/<int:pk>/revoke/", views.entry_link_revoke, "entry-link-revoke", Access.ARBITER),
    at("people/<int:pk>/role/", views.role, "person-role", Access.CHIEF, fresh=True),
    at("people/<int:pk>/remove/", views.remove, "person-remove", Access.CHIEF, fresh=True),
    at("people/<int:pk>/reset/", views.reset, "person-reset", Access.OWNER, fresh=True),
    # The link leads to the password question, not past it, so it may also be made for equals and superiors.
    at("people/<int:pk>/let-in/", views.let_in, "person-let-in", Access.CHIEF, fresh=True),
]
