"""What pages say in French: found in the source, renewed, compiled, all without gettext's programs.

`locale/fr/LC_MESSAGES/django.po` is sorted by the English text and holds no dates and no places in the
source: two people who add sentences change different lines of it.
"""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING

from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

CATALOGUE: Path = settings.LOCALE_PATHS[0] / "fr" / "LC_MESSAGES" / "django.po"
COMPILED = CATALOGUE.with_suffix(".mo")

HEADER = r"""# What Board One says in French. `make messages` renews it.
msgid ""
msgstr ""
"Language: fr\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\n"

"""

# Django's functions, and which of their arguments are texts; "c" marks a context.
KEYWORDS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}


def sources() -> Iterator[Path]:
    """The files that hold texts: the application's own code and its templates."""
    yield from sorted((settings.BASE_DIR / "tournaments").rglob("*.py"))
    yield from sorted((settings.BASE_DIR / "templates").rglob("*.html"))


def found_in(source: Path) -> Iterator[tuple[int, str | tuple[str, ...], str | None]]:
    """The texts in one file: line, text or (singular, plural), context."""
    code = source.read_text(encoding="utf-8")
    if source.suffix == ".html":
        # What Django makes of a template is no Python, but its words are those of Python: it only must
        # not be indented.
        code = "\n".join(line.strip() for line in templatize(code).splitlines())
    for line, text, _comments, context in extract("python", BytesIO(code.encode()), KEYWORDS):
        yield line, text, context


def found() -> Catalog:
    """All texts, each with the files that say it."""
    texts = Catalog(locale="fr")
    for source in sources():
        place = str(source.relative_to(settings.BASE_DIR))
        for line, text, context in found_in(source):
            texts.add(text, None, [(place, line)], context=context)
    return texts


def french(message: Message) -> tuple[str, ...]:
    """What stands for the message in French: one text, or those that a number decides between."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def read() -> Catalog:
    """The catalogue as it stands."""
    with CATALOGUE.open("rb") as file:
        return read_po(file, locale="fr")


def renew() -> None:
    """Write the catalogue anew: what pages say now, in the French that it has; where it has none, empty."""
    kept, texts = read(), found()
    for message in texts:
        if message.id and (known := kept.get(message.id, message.context)):
            message.string, message.flags = known.string, known.flags
            message.user_comments = known.user_comments
    written = BytesIO()
    write_po(written, texts, width=0, no_location=True, omit_header=True, sort_output=True)
    _replace(CATALOGUE, HEADER.encode() + written.getvalue())


def compile_stale() -> None:
    """Make the compiled catalogue, which Django reads, where it is missing or older than its source."""
    if not COMPILED.exists() or COMPILED.stat().st_mtime_ns < CATALOGUE.stat().st_mtime_ns:
        texts = read()
        for message in [message for message in texts if not all(french(message))]:
            # Where the French is missing the English is better than nothing at all.
            texts.delete(message.id, message.context)
        compiled = BytesIO()
        write_mo(compiled, texts)
        _replace(COMPILED, compiled.getvalue())


def _replace(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: several processes may do it at once."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
