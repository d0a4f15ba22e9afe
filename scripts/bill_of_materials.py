#!/usr/bin/env python3
"""Writes the bill of materials of a release (CycloneDX, JSON): locked packages, others' files in the wheel.

    python scripts/bill_of_materials.py > dist/board-one.cdx.json

Releases and hashes are those of requirements.txt, licences those of docs/licences.md. The same source gives
the same text, except for the serial number and the time that the format requires.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
LICENCE = re.compile(r"\| ([\w.-]+) \| ([^|]+) \| ([^|]*)\|")


class Locked(NamedTuple):
    """A package as requirements.txt locks it: its name, its release, the SHA-256 of each of its files."""

    name: str
    release: str
    hashes: tuple[str, ...]


def locked() -> Iterator[Locked]:
    """The packages that a server runs, by name."""
    for entry in re.split(r"\n(?=\w)", (ROOT / "requirements.txt").read_text())[1:]:
        requirement = Requirement(entry.partition("\\")[0].strip())
        (release,) = requirement.specifier
        hashes = tuple(re.findall(r"--hash=sha256:(\w+)", entry))
        yield Locked(requirement.name, release.version, hashes)


def licences() -> dict[str, str]:
    """The licence of each package and of each third-party file, from docs/licences.md."""
    _heading, *rows = LICENCE.findall((ROOT / "docs" / "licences.md").read_text())
    return {name: licence.strip() for name, licence, _where in rows}


def bill() -> Bom:
    """The bill of materials. Raises KeyError for a package without a licence."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    known, make = licences(), LicenseFactory()
    bom = Bom()
    root = Component(
        name=project["name"],
        bom_ref=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        licenses=[make.make_from_string(project["license"])],
    )
    bom.metadata.component = root
    for package in locked():
        bom.components.add(
            Component(
                name=package.name,
                bom_ref=package.name,
                version=package.release,
                type=ComponentType.LIBRARY,
                purl=PackageURL("pypi", name=package.name, version=package.release),
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=text) for text in package.hashes],
                licenses=[make.make_from_string(known.pop(package.name))],
            )
        )
    for name, licence in known.items():
        bom.components.add(
            Component(
                name=name,
                bom_ref=name,
                type=ComponentType.FILE,
                licenses=[make.make_from_string(licence)],
            )
        )
    bom.register_dependency(root, bom.components)
    return bom


if __name__ == "__main__":
    sys.stdout.write(JsonV1Dot6(bill()).output_as_string(indent=1) + "\n")
