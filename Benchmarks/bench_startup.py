"""Starting: `gallery --help` and `gallery sections` take at most 0.6 times as long as `exiftool -ver`."""

import measure

gallery = measure.bin_folder() / "gallery"
environment = measure.environment(GALLERY_CATALOG=measure.fresh_folder("startup") / "catalog")
runs = measure.interleaved(
    {
        "help": lambda _: measure.run([gallery, "--help"], environment),
        "sections": lambda _: measure.run([gallery, "sections"], environment),
        "exiftool": lambda _: measure.run(["exiftool", "-ver"]),
    },
    measure.rounds(40))

table = measure.Table()
peer = measure.seconds(runs["exiftool"])
for name, words in (("help", "gallery --help"), ("sections", "gallery sections")):
    ours = measure.seconds(runs[name])
    table.claim(
        f"{words} / exiftool -ver", f"{ours * 1e3:.1f} ms / {peer * 1e3:.1f} ms",
        ours / peer, at_most=0.6)
    megabytes = measure.peak(runs[name])
    table.claim(f"{words}, peak memory", f"{megabytes:.0f} MB", megabytes, at_most=60)
table.finish()
