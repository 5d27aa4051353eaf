"""Finding, counting and listing in catalogs of 10,000, 100,000 and 1,000,000 photos, warm, one process each:

- `list` at any offset, `show SECTION/N`, `sections`, `find` by an indexed key, `--count` and pages
  after a cursor: at most 60 ms; words without relevance 100 ms for the first 100; `timeline`, `tags`
  and `places` 150 ms.
- Importing 10,000 more pictures takes at most 1.3 times as long as into an empty catalog, and the
  word index at most 25 % of it.

The peers are `exiftool -if` on a folder, and sqlite-utils with tables and an index of the same rows.
BENCH_SIZES sets other sizes (`BENCH_SIZES=10000`), BENCH_FILES the number of imported pictures.
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import measure

HERE = Path(__file__).parent
bin_folder = measure.bin_folder()
gallery = bin_folder / "gallery"
sizes = [int(text) for text in os.environ.get("BENCH_SIZES", "10000 100000 1000000").split()]
imported = int(os.environ.get("BENCH_FILES", 10_000))
output = measure.fresh_folder("find") / "rows"
table = measure.Table()

# The queries for every catalog, with the limit in milliseconds; N is an offset near the end.
QUESTIONS = {
    "list dogs --offset N": (["list", "dogs", "--offset", "N", "--limit", "100"], 60),
    "show dogs/N": (["show", "dogs/N"], 60),
    "sections": (["sections"], 60),
    "find tag:beach": (["find", "tag:beach", "--limit", "100"], 60),
    "find city:\"City 9\"": (["find", "city:\"City 9\"", "--limit", "100"], 60),
    "find country:AE": (["find", "country:AE", "--limit", "100"], 60),
    "find near:": (["find", "near:POSITION,20", "--limit", "100"], 60),
    "find person:": (["find", "person:PERSON", "--limit", "100"], 60),
    "find camera:": (["find", "camera:CAMERA", "--limit", "100"], 60),
    "find license:": (["find", "license:\"CC BY 2.0\"", "--limit", "100"], 60),
    "find faces:>3": (["find", "faces:>3", "--limit", "100"], 60),
    "find rating:5": (["find", "rating:5", "--limit", "100"], 60),
    "find taken:2020-05": (["find", "taken:2020-05", "--limit", "100"], 60),
    "find is:damaged": (["find", "is:damaged", "--limit", "100"], 60),
    "find tag: --sort taken:desc": (
        ["find", "tag:beach", "--sort", "taken:desc", "--limit", "100"], 60),
    "find tag: --count": (["find", "tag:\"new york\"", "--count"], 60),
    "find --sort taken --after": (
        ["find", "has:date", "--sort", "taken", "--limit", "100", "--after", "CURSOR"], 60),
    "find WORD": (["find", "WORD", "--limit", "100"], 100),
    "find \"TWO WORDS\"": (["find", "\"PHRASE\"", "--limit", "100"], 100),
    "timeline": (["timeline"], 150),
    "tags": (["tags", "--limit", "100"], 150),
    "places": (["places"], 150),
    "people": (["people"], None),
    "cameras": (["cameras"], None),
    "timeline --where tag:beach": (["timeline", "--where", "tag:beach"], None),
    "tags --where country:AE": (["tags", "--where", "country:AE", "--limit", "100"], None),
}


def catalog_of(rows):
    """Returns a catalog with the given number of photos, creating it once."""
    catalog = measure.WORK / f"rows-{rows}"
    subprocess.run([HERE / "make-million.sh", bin_folder, catalog, str(rows)], check=True)
    return catalog


def values(catalog, rows):
    """Returns values from the catalog for the placeholders in capitals."""
    database = sqlite3.connect(f"file:{catalog}/catalog.sqlite?mode=ro", uri=True)
    one = lambda sql: database.execute(sql).fetchone()
    latitude, longitude = one("SELECT latitude, longitude FROM photo WHERE id = 7 * 2 + 1")
    person = one("SELECT name FROM label WHERE kind = 'person' ORDER BY photos DESC LIMIT 1 OFFSET 9")
    camera = one("SELECT name FROM label WHERE kind = 'camera' ORDER BY photos DESC LIMIT 1 OFFSET 9")
    title = one("SELECT title FROM photo WHERE title LIKE '% % %' LIMIT 1 OFFSET 500")[0].split()
    database.close()
    return {
        "N": str(rows * 9 // 10), "POSITION": f"{latitude},{longitude}", "PERSON": f'"{person[0]}"',
        "CAMERA": f'"{camera[0]}"', "WORD": title[0], "PHRASE": " ".join(title[:2]),
    }


def cursor(environment):
    """Returns the cursor after the first page of all photos with a date."""
    run = subprocess.run(
        [gallery, "find", "has:date", "--sort", "taken", "--limit", "100", "--format", "jsonl"],
        env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"--after '?([^'\s]+)", run.stderr)
    if not found:
        sys.exit(f"error: no cursor in: {run.stderr!r}")
    return found.group(1)


def ask(catalog, rows):
    """Times every query."""
    environment = measure.environment(GALLERY_CATALOG=catalog)
    words = values(catalog, rows) | {"CURSOR": cursor(environment)}
    sides = {}
    for name, (arguments, _) in QUESTIONS.items():
        filled = [
            re.sub(r"\b(%s)\b" % "|".join(words), lambda match: words[match[0]], argument)
            for argument in arguments]
        sides[name] = lambda _, filled=filled: measure.run([gallery, *filled], environment, output)
    runs = measure.interleaved(sides, measure.rounds(5))
    for name, (_, limit) in QUESTIONS.items():
        milliseconds = measure.seconds(runs[name]) * 1e3
        claim = f"{name}, {rows:,} photos, ms"
        if limit is None:
            table.note(claim, f"{milliseconds:.1f} ms")
        else:
            table.claim(claim, f"{milliseconds:.1f} ms", milliseconds, at_most=limit)


def peers(catalog, rows):
    """Times sqlite-utils with its own table, tag index and word index."""
    tool = Path(sys.executable).with_name("sqlite-utils")
    folder = measure.fresh_folder("find-peer")
    database, lines = folder / "peer.db", folder / "rows.jsonl"
    source = sqlite3.connect(f"file:{catalog}/catalog.sqlite?mode=ro", uri=True)
    with open(lines, "w", encoding="utf-8") as photos, open(f"{lines}.tags", "w", encoding="utf-8") as tags:
        for row in source.execute("SELECT id, title, caption, tags, dateTimeOriginal FROM photo"):
            names = json.loads(row[3])
            photo = {"id": row[0], "title": row[1], "caption": row[2], "taken": row[4], "tags": row[3]}
            photos.write(json.dumps(photo) + "\n")
            for name in names:
                tags.write(json.dumps({"photo": row[0], "tag": name}) + "\n")
    source.close()
    for command in (
            ["insert", database, "photo", lines, "--nl", "--pk", "id"],
            ["insert", database, "tag", f"{lines}.tags", "--nl"],
            ["create-index", database, "tag", "tag", "photo"],
            ["enable-fts", database, "photo", "title", "caption", "tags", "--fts5"]):
        measure.run([tool, *command])
    word = values(catalog, rows)["WORD"]
    by_tag = "SELECT p.* FROM tag t JOIN photo p ON p.id = t.photo WHERE t.tag = 'beach' LIMIT 100"
    by_month = (
        "SELECT substr(taken, 1, 7) AS month, count(*) AS photos FROM photo GROUP BY 1 ORDER BY 1")
    by_name = "SELECT tag, count(*) AS photos FROM tag GROUP BY 1 ORDER BY 2 DESC LIMIT 100"
    runs = measure.interleaved(
        {
            "by tag": lambda _: measure.run([tool, database, by_tag], output=output),
            "words": lambda _: measure.run(
                [tool, "search", database, "photo", word, "--limit", "100"], output=output),
            "timeline": lambda _: measure.run([tool, database, by_month], output=output),
            "tags": lambda _: measure.run([tool, database, by_name], output=output),
        }, measure.rounds(5))
    for name, found in runs.items():
        table.note(
            f"sqlite-utils, {name}, {rows:,} photos, ms", f"{measure.seconds(found) * 1e3:.1f} ms")


def pictures(count):
    """Returns a folder of small pictures."""
    folder = measure.WORK / f"pictures-{count}-20"
    subprocess.run(
        [sys.executable, HERE / "pictures.py", folder, str(count), "20000"], check=True)
    return folder


def look_through():
    """Times exiftool, which has no index and reads every file."""
    folder = pictures(2_000)
    runs = measure.interleaved(
        {"exiftool": lambda _: measure.run(
            ["exiftool", "-q", "-r", "-if", "$Model =~ /Nikon/i", "-p", "$FilePath", folder],
            output=output, expected=(0, 1, 2))}, measure.rounds(1))
    table.note("exiftool -if, a folder of 2,000, s", f"{measure.seconds(runs['exiftool']):.2f} s")


def import_into(catalog):
    """Imports the pictures."""
    return measure.run(
        [gallery, "import", "--in-place", "--no-progress", pictures(imported)],
        measure.environment(GALLERY_CATALOG=catalog))


def without_words(catalog):
    """Removes the statement that fills the word index from the trigger on new photos."""
    database = sqlite3.connect(catalog / "catalog.sqlite")
    name, sql = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'photo'"
        " AND sql LIKE '%AFTER INSERT ON photo %' AND sql LIKE '%INTO photoWords%'").fetchone()
    plain, count = re.subn(r"INSERT INTO photoWords.*?;", "", sql, flags=re.DOTALL)
    if count != 1:
        sys.exit("error: the trigger that fills the word index has changed")
    database.execute(f"DROP TRIGGER {name}")
    database.execute(plain)
    database.close()


def imports(rows):
    """Times imports into an empty catalog, into one without a word index, and into a large one."""
    folder = measure.fresh_folder("find-import")
    big = folder / "big"

    def fresh(name, prepare=None):
        def side(_):
            catalog = folder / name
            shutil.rmtree(catalog, ignore_errors=True)
            measure.run([gallery, "sections"], measure.environment(GALLERY_CATALOG=catalog))
            if prepare:
                prepare(catalog)
            return import_into(catalog)
        return side

    def added(_):
        shutil.rmtree(big, ignore_errors=True)
        subprocess.run(["cp", "-a", "--reflink=auto", catalog_of(rows), big], check=True)
        # Keeps copied data from being written to disk while the import is measured.
        os.sync()
        return import_into(big)

    runs = measure.interleaved(
        {"empty": fresh("empty"), "wordless": fresh("wordless", without_words), "big": added},
        measure.rounds(3))
    shutil.rmtree(folder)
    empty, wordless, more = (measure.seconds(runs[name]) for name in ("empty", "wordless", "big"))
    table.claim(
        f"import of {imported:,} into {rows:,} photos, ratio to an empty catalog",
        f"{more:.2f} / {empty:.2f} s", more / empty, at_most=1.3)
    table.claim(
        "share of the word index in import, %", f"{empty:.2f} - {wordless:.2f} s",
        max(0, (empty - wordless) / empty * 100), at_most=25)


for rows in sizes:
    ask(catalog_of(rows), rows)
    peers(catalog_of(rows), rows)
look_through()
imports(sizes[-1])
table.finish()
