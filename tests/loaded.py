"""A page as it is after htmx has fetched the parts that load by themselves."""

from __future__ import annotations

import re

from django.http import HttpResponse

LATER = re.compile(r'<section[^>]* hx-get="([^"]+)" hx-trigger="load".*?</section>', re.DOTALL)


def complete(answer: HttpResponse) -> str:
    """The page in the answer to a test's client, with each part that it loads filled in."""

    def part(found: re.Match[str]) -> str:
        fetched: HttpResponse = answer.client.get(found[1])  # type: ignore[attr-defined]
        assert fetched.status_code == 200
        return fetched.content.decode()

    return LATER.sub(part, answer.content.decode())
