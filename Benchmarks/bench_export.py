"""Exporting: 1,000,000 rows of CSV at 150,000 rows per second or more, in less than 150 MB."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import measure

bin_folder = measure.bin_folder()
count = int(os.environ.get("BENCH_ROWS", 1_000_000))
catalog = measure.WORK / f"rows-{count}"
subprocess.run(
    [Path(__file__).parent / "make-million.sh", bin_folder, catalog, str(count)], check=True)
environment = measure.environment(GALLERY_CATALOG=catalog)
output = measure.fresh_folder("export") / "dogs.csv"


def export(_):
    return measure.run(
        [bin_folder / "gallery", "export", "dogs", "--format", "csv", "-o", output], environment)


def rewrite(_):
    # In separate processes, as the memory of this one would show in the peaks of its children. One
    # process per core, each with its own file; joining the files is not measured.
    processes = [
        subprocess.Popen(
            [sys.executable, Path(__file__).with_name("csv_rewrite.py"), output,
             output.with_name(f"copy-{number}.csv"), "100000"],
            stdout=subprocess.PIPE, text=True)
        for number in range(measure.CORES)]
    speeds = [float(process.communicate()[0]) for process in processes]
    if any(process.returncode for process in processes):
        sys.exit("error: csv_rewrite.py failed")
    return measure.Run(count / sum(speeds), 0)


runs = measure.interleaved({"gallery": export, "python": rewrite}, measure.rounds(3))
with open(output, newline="", encoding="utf-8") as source:
    exported = sum(1 for _ in csv.reader(source)) - 1
if exported != count:
    sys.exit(f"error: {exported} rows of {count} in {output}")

table = measure.Table()
ours, theirs = measure.seconds(runs["gallery"]), measure.seconds(runs["python"])
table.claim(
    f"gallery export of {count:,} rows, rows per second", f"{ours:.2f} s", count / ours,
    at_least=150_000)
megabytes = measure.peak(runs["gallery"])
table.claim("gallery export, peak memory", f"{megabytes:.0f} MB", megabytes, at_most=150)
table.note(
    f"python's csv.writer, with rows in memory, {measure.CORES} processes", f"{count / theirs:,.0f} rows/s ({theirs:.2f} s)")
table.finish()
