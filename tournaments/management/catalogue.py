"""The translation catalogues: extracting texts, updating and compiling, all without gettext's programs.

A catalogue is sorted by the English text and holds no dates and no places in the source, so that two people
who add sentences change different lines of it. Django reads the pages' catalogues in compiled form; the rule
book reads its own ones uncompiled.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

# The languages with a catalogue; the texts in the source are English.
CODES = tuple(code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)

HEADER = r"""# What Board One says in {language}. `make messages` renews it.
msgid ""
msgstr ""
"Language: {code}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: {plural}\n"

"""


@dataclass(frozen=True)
class Domain:
    """The texts of one part of the program, and the catalogues that translate them."""

    # The path of a catalogue, with {code} in place of its language's code.
    catalogues: str
    # Patterns of the files that contain its texts.
    patterns: tuple[str, ...]
    # Functions and classes -> which of their arguments are texts; "c" marks a context.
    keywords: Mapping[str, Any]
    # Files in which nothing is translated.
    english: tuple[str, ...] = ()

    def catalogue(self, code: str) -> Path:
        """The catalogue of the language with this code."""
        return settings.BASE_DIR / self.catalogues.format(code=code)

    def sources(self) -> Iterator[Path]:
        """The files that contain texts."""
        for pattern in self.patterns:
            for path in sorted(settings.BASE_DIR.glob(pattern)):
                if not any(path.match(english) for english in self.english):
                    yield path


PAGES = Domain(
    "tournaments/locale/{code}/LC_MESSAGES/django.po",
    ("tournaments/**/*.py", "templates/**/*.html"),
    {
        **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop"), None),
        **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
        **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
        **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
    },
)
RULE_BOOK = Domain(
    "pairing/locale/{code}.po",
    ("pairing/**/*.py",),
    {
        **dict.fromkeys(("say", "Phrase", "phrase", "in_catalogue"), None),
        **dict.fromkeys(("count", "count_points", "Counted"), (1, 2)),
    },
    english=("pairing/generator/*", "pairing/commands/generate.py"),
)
DOMAINS = (PAGES, RULE_BOOK)


def found_in(
    source: Path, keywords: Mapping[str, Any]
) -> Iterator[tuple[int, str | tuple[str, ...], str | None]]:
    """The texts in one file: line, text or (singular, plural), context."""
    code = source.read_text(encoding="utf-8")
    if source.suffix == ".html":
        # Django turns a template into text that is not Python but can be tokenized like it, if it is not
        # indented.
        code = "\n".join(line.strip() for line in templatize(code).splitlines())
    for line, text, _comments, context in extract("python", BytesIO(code.encode()), keywords):
        yield line, text, context


def found(domain: Domain) -> Catalog:
    """All texts of a domain, each with the files that contain it."""
    texts = Catalog()
    for source in domain.sources():
        place = str(source.relative_to(settings.BASE_DIR))
        for line, text, context in found_in(source, domain.keywords):
            texts.add(text, None, [(place, line)], context=context)
    return texts


def header(code: str) -> str:
    """The head of the catalogue of the language with this code."""
    language = Locale.parse(code).english_name
    return HEADER.format(language=language, code=code, plural=get_plural(code))


def forms(message: Message) -> tuple[str, ...]:
    """The translations of the message in a catalogue: one text, or one for each plural form."""
    text = message.string or ""
    return (text,) if isinstance(text, str) else tuple(text)


def read(domain: Domain, code: str) -> Catalog:
    """A catalogue of a domain as stored; empty if there is none yet."""
    path = domain.catalogue(code)
    return read_po(BytesIO(path.read_bytes() if path.exists() else b""), locale=code)


def renew(domain: Domain, code: str) -> None:
    """Write a catalogue anew: the present texts with their known translations, empty for new texts."""
    kept, texts = read(domain, code), found(domain)
    for message in texts:
        if message.id and (known := kept.get(message.id, message.context)):
            message.string, message.flags = known.string, known.flags
            message.user_comments = known.user_comments
    written = BytesIO()
    write_po(written, texts, width=0, no_location=True, omit_header=True, sort_output=True)
    path = domain.catalogue(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    _replace(path, header(code).encode() + written.getvalue())


def compile_stale() -> None:
    """Compile the catalogues that Django reads if the compiled file is missing or older than its source."""
    for code in CODES:
        made = PAGES.catalogue(code).with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime_ns < PAGES.catalogue(code).stat().st_mtime_ns:
            texts = read(PAGES, code)
            for message in [message for message in texts if not all(forms(message))]:
                # Without a translation, the English text is better than an empty one.
                texts.delete(message.id, message.context)
            compiled = BytesIO()
            write_mo(compiled, texts)
            _replace(made, compiled.getvalue())


def _replace(path: Path, content: bytes) -> None:
    """Write a file atomically, because several processes may do it at once."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(path)
