"""Pairing by hand: each act names its game or its players by their keys."""

from __future__ import annotations

from django import forms

from tournaments.forms.fields import KeyField


class PairForm(forms.Form):
    """Two players for a board, by their keys."""

    white = KeyField()
    black = KeyField()


class BoardForm(forms.Form):
    """A board of a draft, by the key of its game."""

    game = KeyField()


class SwapForm(BoardForm):
    """The player who is to have White at the board, by their key; if they have it already, they keep it."""

    white_to = KeyField()


class AllBoardsForm(forms.Form):
    """All boards of a draft, with the revision of the event when its page was opened."""

    seen = forms.IntegerField(min_value=0)


class ByeByHandForm(forms.Form):
    """The player who gets the pairing-allocated bye, or loses it, by their key."""

    player = KeyField()
