"""Describes the package's snippets for DocC, which the toolchain does only in a plugin.

Lines `// snippet.NAME` and `// snippet.end` delimit the slices of a snippet and are not shown.
Usage: snippet_symbols.py PACKAGE SNIPPET.swift... >OUTPUT.symbols.json
Source: swift-docc-symbolkit, Sources/SymbolKit/Mixins/Snippet.swift
"""

import json
import re
import sys
from pathlib import Path


def symbol(package, path):
    """Returns a snippet as a symbol, with its explanation, lines and slices."""
    lines, slices, explanation = [], {}, []
    name, start = None, 0
    head = True
    for line in path.read_text(encoding="utf-8").splitlines():
        marker = re.fullmatch(r"\s*//\s*snippet\.(\w+)\s*", line)
        if marker:
            head = False
            if name is not None:
                slices[name] = [start, len(lines)]
            name, start = (None if marker[1] == "end" else marker[1]), len(lines)
        elif head and line.startswith("//"):
            explanation.append(line[2:].strip())
        elif lines or line.strip():
            head = False
            lines.append(line)
    if name is not None:
        slices[name] = [start, len(lines)]
    place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
    return {
        "kind": {"identifier": "swift.snippet", "displayName": "Snippet"},
        "identifier": {
            "precise": f"$snippet__{package}.{path.stem}", "interfaceLanguage": "swift"},
        "names": {"title": path.stem},
        "pathComponents": ["Snippets", path.stem],
        "docComment": {"lines": [{"text": text, "range": place} for text in explanation]},
        "accessLevel": "public",
        "isVirtual": True,
        "snippet": {"language": "swift", "lines": lines, "slices": slices},
    }


package = sys.argv[1]
json.dump(
    {
        "metadata": {
            "formatVersion": {"major": 0, "minor": 1, "patch": 0},
            "generator": "tools/snippet_symbols.py",
        },
        "module": {"name": package, "platform": {}, "isVirtual": True},
        "symbols": [symbol(package, Path(name)) for name in sys.argv[2:]],
        "relationships": [],
    },
    sys.stdout)
