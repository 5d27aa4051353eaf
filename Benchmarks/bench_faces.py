"""Face detection: gallery's detectors against common scripts, on 10 to 16 megapixels in the same run,
and against optimized scripts: one process per core, each decoding at 1/4.
"""

import json
import subprocess
import sys

import measure

sys.path.insert(0, str(measure.ROOT / "Benchmarks" / "faces"))

import camera  # noqa: E402

COUNT = 48  # for gallery and for decoding; the slow scripts get fewer
gallery = measure.bin_folder() / "gallery"
model = measure.ROOT / "models" / "face_detection_yunet_2023mar.onnx"
paths = camera.make(measure.WORK / "faces" / "camera", COUNT)
environment = measure.environment(GALLERY_CATALOG=measure.fresh_folder("faces-bench") / "catalog")
work = measure.WORK / "faces-bench"
rows = work / "rows.jsonl"
if not model.exists():
    sys.exit(f"error: '{model}' not found; run 'make models' to download it")


def listed(count):
    """Writes a file with the first paths, one per line."""
    path = work / f"paths-{count}.txt"
    path.write_text("".join(f"{path}\n" for path in paths[:count]))
    return path


def ours(*options):
    """Returns a side that runs gallery on all pictures; its seconds are per picture."""
    def side(_):
        # The shell only redirects input; gallery is what is measured.
        run = measure.run(
            ["sh", "-c", 'exec "$0" "$@" < "$LIST"', gallery, "faces", "-", "--format", "jsonl",
             "--quiet", *options],
            environment | {"LIST": str(listed(COUNT))}, output=rows)
        with open(rows, encoding="utf-8") as source:
            found = [json.loads(line) for line in source]
        if [row["path"] for row in found] != [str(path) for path in paths]:
            sys.exit("error: the rows do not match the list in order")
        if any(row["faces"] is None for row in found):
            sys.exit("error: a picture failed: " + next(r["error"] for r in found if r["error"]))
        return measure.Run(run.seconds / COUNT, run.peak_mb)
    return side


def peer(mode, count, processes=1):
    """Returns a side that runs a script on the first pictures; its seconds are per picture."""
    def side(_):
        command = [
            "/usr/bin/python3", "-B", measure.ROOT / "Benchmarks" / "faces" / "peers.py", mode,
            processes, listed(count), model]
        text = subprocess.run(
            list(map(str, command)), check=True, capture_output=True, text=True).stdout
        return measure.Run(float(text) / count, 0)
    return side


runs = measure.interleaved(
    {
        "haar": ours("--detector", "haar"),
        "yunet": ours("--detector", "yunet"),
        "haar640": peer("haar640", 12),
        "haarfull": peer("haarfull", 2),
        "haar4": peer("haar4", 24, measure.CORES),
        "yunet640": peer("yunet640", 12),
        "yunet4": peer("yunet4", COUNT, measure.CORES),
        "yunet8": peer("yunet8", COUNT, measure.CORES),
        "decode8": peer("decode8", COUNT, measure.CORES),
    },
    measure.rounds(3))

speed = {name: 1 / measure.seconds(side) for name, side in runs.items()}
table = measure.Table()
for ours_name, peer_name, text, least in (
        ("haar", "haar640", "Haar / script at 640 pixels, default cascade", 2.5),
        ("haar", "haar4", f"Haar / that script, decode at 1/4, {measure.CORES} processes", 1),
        ("haar", "haarfull", "Haar / script at full resolution", 20),
        ("yunet", "haar640", "YuNet / script at 640 pixels, default cascade", 8),
        ("yunet", "yunet640", "YuNet / script with YuNet at 640 pixels", 3),
        ("yunet", "yunet4", f"YuNet / that script, decode at 1/4, {measure.CORES} processes", 1.3),
        ("yunet", "decode8", f"YuNet / only decoding at 1/8, {measure.CORES} processes", 0.55)):
    table.claim(
        text, f"{speed[ours_name]:.1f} / {speed[peer_name]:.2f} photos/s",
        speed[ours_name] / speed[peer_name], at_least=least)
table.note(
    f"YuNet / that script with our decode at 1/8 and our size, {measure.CORES} processes",
    f"{speed['yunet']:.1f} / {speed['yunet8']:.2f} photos/s, {speed['yunet'] / speed['yunet8']:.3g}")
table.finish()
