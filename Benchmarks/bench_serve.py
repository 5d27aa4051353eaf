"""Serving 100,000 photos, compared with nginx serving the same files, with Debian's `hey` as the client:

- Thumbnails of 240 pixels: at least 30 % of nginx's requests per second.
- API pages of 100 photos at 100 requests per second: 99 % within 20 ms when idle, and within 60 ms
  while 5,000 pictures are imported.
- Memory below 250 MB after 100,000 requests; ready within 100 ms on the whole catalog.

BENCH_SIZES sets the number of photos, BENCH_FILES of imported pictures, BENCH_REQUESTS of requests.
"""

import csv
import io
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import measure

HERE = Path(__file__).parent
bin_folder = measure.bin_folder()
gallery = bin_folder / "gallery"
rows = int(os.environ.get("BENCH_SIZES", "100000").split()[-1])
imported = int(os.environ.get("BENCH_FILES", 5_000))
requests = int(os.environ.get("BENCH_REQUESTS", 100_000))
folder = measure.fresh_folder("serve")
table = measure.Table()
os.environ["no_proxy"] = "127.0.0.1"


def hey(url, *options):
    """Runs hey and returns the seconds of its requests, and the number of requests per second."""
    out = subprocess.run(
        ["hey", "-o", "csv", *map(str, options), url], check=True, capture_output=True, text=True,
        env=measure.environment()).stdout
    answers = list(csv.DictReader(io.StringIO(out)))
    wrong = [answer["status-code"] for answer in answers if answer["status-code"] != "200"]
    if wrong or not answers:
        sys.exit(f"error: {len(wrong)} of {len(answers)} responses from {url} are wrong: {wrong[:3]}")
    seconds = sorted(float(answer["response-time"]) for answer in answers)
    starts = [float(answer["offset"]) for answer in answers]
    return seconds, len(answers) / max(max(starts) - min(starts), 1e-6)


def most(seconds):
    """Returns the 99th percentile of request times in milliseconds."""
    return seconds[int(len(seconds) * 0.99)] * 1e3


def nginx(root, port):
    """Runs nginx with the files of a folder, with one process per core as usual."""
    configuration = folder / "nginx.conf"
    configuration.write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off; worker_processes {measure.CORES}; pid {folder}/nginx.pid;
        error_log {folder}/error.log; events {{ worker_connections 1024; }}
        http {{
            include /etc/nginx/mime.types; access_log off; sendfile on; tcp_nopush on;
            open_file_cache max=1000;
            client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
            scgi_temp_path {folder}/scgi;
            server {{ listen 127.0.0.1:{port}; root {root}; }}
        }}""")
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-e", folder / "error.log", "-p", folder, "-c", configuration])
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/")
        except urllib.error.HTTPError:
            return process
        except OSError:
            time.sleep(0.02)
    sys.exit("error: nginx did not start")


def pictures(name, count):
    """Makes small pictures with distinct content."""
    made = measure.WORK / f"pictures-{name}-{count}"
    subprocess.run(
        [sys.executable, HERE / "pictures.py", made, str(count), "20000"], check=True)
    return made


def thumbnails():
    """Compares serving the same thumbnails over persistent connections."""
    catalog = folder / "thumbnails"
    environment = measure.environment(GALLERY_CATALOG=catalog)
    measure.run([gallery, "import", measure.SAMPLES / "fruits.jpg"], environment)
    with measure.GalleryServer(bin_folder, catalog) as server:
        photos = server.json("/api/v1/photos?limit=20")["items"]
        address = next(p["thumbnail"] for p in photos if p["thumbnail"])
        content = urllib.request.urlopen(server.url + address).read()
        root = folder / "root"
        root.mkdir()
        (root / "thumbnail.jpg").write_bytes(content)
        os.chmod(root, 0o755)
        peer = nginx(root, 8971)
        try:
            count = requests // 5
            both = {"ours": [], "theirs": []}
            for _ in range(measure.rounds(3)):
                both["ours"].append(hey(server.url + address, "-n", count, "-c", 16)[1])
                both["theirs"].append(
                    hey("http://127.0.0.1:8971/thumbnail.jpg", "-n", count, "-c", 16)[1])
        finally:
            peer.send_signal(signal.SIGQUIT)
            peer.wait()
    ours, theirs = (sorted(both[side])[len(both[side]) // 2] for side in ("ours", "theirs"))
    table.claim(
        f"thumbnails of {len(content) // 1000} kB / nginx", f"{ours:,.0f}/s / {theirs:,.0f}/s",
        ours / theirs, at_least=0.3)


def pages():
    """Measures API pages when idle and during an import."""
    catalog = measure.WORK / f"rows-{rows}"
    subprocess.run([HERE / "make-million.sh", bin_folder, catalog, str(rows)], check=True)
    copy = folder / "catalog"
    shutil.copytree(catalog, copy)
    with measure.GalleryServer(bin_folder, copy) as server:
        table.claim(
            f"ready on {rows:,} photos", f"{server.seconds * 1e3:.0f} ms", server.seconds * 1e3,
            at_most=100)
        url = server.url + "/api/v1/photos?limit=100"
        hey(url, "-n", 200, "-c", 4)
        idle, _ = hey(url, "-n", 2000, "-c", 4, "-q", 25)
        table.claim("page of 100, idle, p99", f"{most(idle):.1f} ms", most(idle), at_most=20)
        source = pictures("serve", imported)
        work = subprocess.Popen(
            [gallery, "import", "-q", source], env=measure.environment(GALLERY_CATALOG=copy))
        busy = []
        while work.poll() is None:
            busy += hey(url, "-n", 200, "-c", 4, "-q", 25)[0]
        if work.returncode != 0:
            sys.exit("error: the import failed")
        busy.sort()
        table.claim(
            f"page of 100 during an import of {imported:,}, p99", f"{most(busy):.1f} ms", most(busy),
            at_most=60)
        hey(url, "-n", requests, "-c", 16)
        memory = server.megabytes()
        table.claim(
            f"memory after {requests:,} pages", f"{memory:.0f} MB", memory, at_most=250)


thumbnails()
pages()
table.finish()
