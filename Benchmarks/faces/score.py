"""Scores detections against the labeled set.

Usage: score.py DETECTIONS [--recipe NAME]

DETECTIONS has the rows of `gallery faces - --format jsonl` (a file, or - for standard input);
pictures are identified by file name. Every truth box is matched with at most one detection,
greedily by overlap, at IoU >= 0.5 (0.4 and 0.7 are printed for comparison). Detections on a box
that is 'ignored' (a face too blurred or hidden to mark) count neither way. With --recipe
(haar-fast, haar-balanced, haar-thorough, yunet-fast, yunet-balanced, yunet-thorough) the status is
1 when a target of that recipe is missed.
"""

import argparse
import csv
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

# F1 of everything, F1 of upright faces, false detections per 50 pictures without faces: the project's
# targets, which are for a different and larger set. The scenes and rotated faces here are harder for
# Haar (alt2, scale 1.2, 2 neighbors has 0.789 there and 0.705 here, which the search of rotated
# pictures compensates), and YuNet detects two headlamps and a dandelion here as faces. Missed targets
# are reported anyway. Fast recipes have no targets.
TARGETS = {
    "haar-fast": {},
    "haar-balanced": {"all": 0.79, "upright": 0.92, "false": 5},
    "haar-thorough": {"all": 0.80, "upright": 0.92, "false": 5},
    "yunet-fast": {},
    "yunet-balanced": {"all": 0.92, "upright": 0.95, "false": 1},
    "yunet-thorough": {"all": 0.92, "upright": 0.95, "false": 1},
}


class Counts:
    """Counts of found, wrong and missed faces."""

    def __init__(self):
        self.found = self.wrong = self.missed = 0

    def add(self, other):
        """Adds the faces of another count."""
        self.found += other.found
        self.wrong += other.wrong
        self.missed += other.missed

    @property
    def precision(self):
        """The fraction of detections that are faces."""
        return self.found / max(1, self.found + self.wrong)

    @property
    def recall(self):
        """The fraction of faces that were detected."""
        return self.found / max(1, self.found + self.missed)

    @property
    def f1(self):
        """The harmonic mean of precision and recall."""
        return 2 * self.found / max(1, 2 * self.found + self.wrong + self.missed)


def overlap(a, b):
    """Returns the intersection over union of two boxes (x, y, width, height)."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    shared = width * height
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def covered(a, b):
    """Returns the fraction of box a inside box b, or of b inside a if larger."""
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0.0
    return width * height / min(a[2] * a[3], b[2] * b[3])


def match(detections, faces, ignored, threshold):
    """Counts one picture: each face has at most one detection, the best pairs first."""
    pairs = sorted(
        ((overlap(d, f), i, j) for i, d in enumerate(detections) for j, f in enumerate(faces)),
        reverse=True)
    used, found = set(), set()
    for value, i, j in pairs:
        if value >= threshold and i not in used and j not in found:
            used.add(i)
            found.add(j)
    counts = Counts()
    counts.found = len(found)
    counts.missed = len(faces) - len(found)
    counts.wrong = sum(
        1 for i, d in enumerate(detections)
        if i not in used and not any(covered(d, b) >= 0.5 for b in ignored))
    return counts


def load_set():
    """Returns the pictures with their kinds and boxes: {file: (kind, faces, ignored)}."""
    pictures = {}
    with open(HERE / "pictures.csv", newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            pictures[row["file"]] = (row["kind"], [], [])
    with open(HERE / "truth.csv", newline="", encoding="utf-8") as source:
        for row in csv.DictReader(source):
            box = [float(row[k]) for k in ("x", "y", "width", "height")]
            pictures[row["file"]][2 if row["kind"] == "ignored" else 1].append(box)
    return pictures


def load_detections(source):
    """Returns the boxes by file name, and the error rows."""
    boxes, failed = {}, []
    for line in source:
        row = json.loads(line)
        name = Path(row["path"]).name
        if row.get("faces") is None:
            failed.append(f"{name}: {row.get('error')}")
            boxes[name] = []
        else:
            boxes[name] = [
                [face[k] for k in ("x", "y", "width", "height")] for face in row["faces"]]
    return boxes, failed


def score(pictures, boxes, threshold):
    """Returns the counts by kind of picture and in total."""
    result = {kind: Counts() for kind in ("upright", "rotated", "scene", "none", "all")}
    for name, (kind, faces, ignored) in pictures.items():
        counts = match(boxes[name], faces, ignored, threshold)
        result[kind].add(counts)
        result["all"].add(counts)
    return result


def measured(pictures, boxes, threshold=0.5):
    """Returns the three numbers that have targets."""
    result = score(pictures, boxes, threshold)
    empty = sum(1 for kind, _, _ in pictures.values() if kind == "none")
    return {
        "all": result["all"].f1,
        "upright": result["upright"].f1,
        "false": result["none"].wrong * 50 / empty,
    }


def misses(values, recipe):
    """Returns the missed targets of a recipe as text."""
    targets = TARGETS[recipe]
    found = [
        f"F1 {name} is {values[name]:.3f}, the target is {targets[name]}"
        for name in ("all", "upright") if name in targets and values[name] < targets[name]]
    if "false" in targets and values["false"] > targets["false"]:
        found.append(
            f"{values['false']:.1f} false faces per 50 pictures without faces, "
            f"at most {targets['false']}")
    return found


def main():
    """Prints the table, and with --recipe the targets."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("detections")
    parser.add_argument("--recipe", choices=sorted(TARGETS))
    options = parser.parse_args()
    if options.detections == "-":
        boxes, failed = load_detections(sys.stdin)
    else:
        with open(options.detections, encoding="utf-8") as source:
            boxes, failed = load_detections(source)
    pictures = load_set()
    missing = sorted(set(pictures) - set(boxes))
    if missing:
        sys.exit(f"error: no row for {len(missing)} pictures, such as {missing[0]}; "
                 "run the detection in the folder printed by prepare.py")
    for line in failed:
        print(f"failed: {line}")
    print("IoU   kind      faces  found  wrong  P      R      F1")
    for threshold in (0.5, 0.4, 0.7):
        for kind, counts in score(pictures, boxes, threshold).items():
            faces = counts.found + counts.missed
            numbers = (f"{counts.precision:.3f}  {counts.recall:.3f}  {counts.f1:.3f}"
                       if kind != "none" else "-      -      -")
            print(f"{threshold:<4}  {kind:<8}  {faces:>5}  {counts.found:>5}  "
                  f"{counts.wrong:>5}  {numbers}")
    values = measured(pictures, boxes)
    print(f"F1 all {values['all']:.3f}, upright {values['upright']:.3f}, "
          f"false faces per 50 pictures without faces: {values['false']:.1f}")
    if options.recipe:
        missed = misses(values, options.recipe)
        print(f"targets of {options.recipe}: {TARGETS[options.recipe] or 'none'}")
        for line in missed:
            print(f"missed: {line}")
        sys.exit(1 if missed or failed else 0)


if __name__ == "__main__":
    main()
