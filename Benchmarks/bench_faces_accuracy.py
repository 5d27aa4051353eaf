"""Face detection, accuracy: gallery on the labeled set of Benchmarks/faces, with targets."""

import sys

import measure

sys.path.insert(0, str(measure.ROOT / "Benchmarks" / "faces"))

import prepare  # noqa: E402
import score  # noqa: E402

gallery = measure.bin_folder() / "gallery"
folder = prepare.prepare(measure.WORK / "faces")
work = measure.fresh_folder("faces-accuracy")
environment = measure.environment(GALLERY_CATALOG=work / "catalog")
truth = score.load_set()
listed = work / "paths.txt"
listed.write_text("".join(f"{folder / name}\n" for name in truth))

table = measure.Table()
for detector, quality in (
        ("haar", "fast"), ("haar", "balanced"), ("haar", "thorough"),
        ("yunet", "fast"), ("yunet", "balanced"), ("yunet", "thorough")):
    rows = work / f"{detector}-{quality}.jsonl"
    run = measure.run(
        ["sh", "-c", 'exec "$0" "$@" < "$LIST"', gallery, "faces", "-", "--format", "jsonl",
         "--quiet", "--detector", detector, "--quality", quality],
        environment | {"LIST": str(listed)}, output=rows)
    with open(rows, encoding="utf-8") as source:
        boxes, failed = score.load_detections(source)
    if failed:
        sys.exit("error: a picture failed: " + failed[0])
    name = f"{detector}-{quality}"
    values = score.measured(truth, boxes)
    targets = score.TARGETS[name]
    for key, text in (("all", "F1, all"), ("upright", "F1, upright")):
        if key in targets:
            table.claim(f"{name}, {text}", f"{values[key]:.3f}", values[key], at_least=targets[key])
        else:
            table.note(f"{name}, {text}", f"{values[key]:.3f}")
    if "false" in targets:
        table.claim(
            f"{name}, false faces per 50 pictures without faces", f"{values['false']:.1f}", values["false"],
            at_most=targets["false"])
    else:
        table.note(f"{name}, false faces per 50 pictures without faces", f"{values['false']:.1f}")
    table.note(f"{name}, time", f"{run.seconds:.1f} s")
table.finish()
