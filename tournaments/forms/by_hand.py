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
    """Who is to have White at the board, by their key: who has it already keeps it."""

    white_to = KeyField()


class AllBoardsForm(forms.Form):
    """All boards of a draft, as the event stood when its page was opened."""

    seen = forms.IntegerField(min_value=0)


class ByeByHandForm(forms.Form):
    """Who gets the pairing-allocated bye, or has it and loses it, by their key."""

    player = KeyField()
