"""What is written from the right is set apart on a page, so that numbers beside it keep their place."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.template import Context, Template
from django.utils.safestring import mark_safe


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("Łuków, Čeněk", "Łuków, Čeněk"),
        ("Smith & <b>Sons</b>", "Smith &amp; &lt;b&gt;Sons&lt;/b&gt;"),
        ("ليلى، نور 3", "<bdi>ليلى، نور 3</bdi>"),
        ("כהן & <לוי>", "<bdi>כהן &amp; &lt;לוי&gt;</bdi>"),
        ("כהן <i>x</i>", "<bdi>כהן</bdi> &lt;i&gt;x&lt;/i&gt;"),
        ("Board 3: כהן, ד'ן & לוי – 2 points", "Board 3: <bdi>כהן, ד&#x27;ן &amp; לוי</bdi> – 2 points"),
        ("\"' onclick=כהן", "&quot;&#x27; onclick=<bdi>כהן</bdi>"),
        (mark_safe("<b>כהן</b> wins"), "<b><bdi>כהן</bdi></b> wins"),
        (None, "None"),
        (User(username="דנה7"), "<bdi>דנה7</bdi>"),
    ],
)
def test_what_is_written_from_the_right_is_set_apart_and_nothing_else_changes(
    text: object, shown: str
) -> None:
    assert Template("{{ text|bdi }}").render(Context({"text": text})) == shown
