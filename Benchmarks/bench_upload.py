"""Uploading one file of 3 GB by tus, over a connection that is cut ten times:

- Memory of the server below 300 MB.
- At most 5 % of the bytes are sent twice: those in the buffers of a connection that is cut.
- The stored file has the same bytes; the time is at most 4 times that of `curl` without cuts to
  nginx (WebDAV), which only writes the file.

BENCH_MEGABYTES sets the size of the file.
"""

import hashlib
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import measure

bin_folder = measure.bin_folder()
size = int(os.environ.get("BENCH_MEGABYTES", 3000)) * 1_000_000
folder = measure.fresh_folder("upload")
table = measure.Table()
file = folder / "large.jpg"


def make():
    """Makes a JPEG of the size, most of which are comments, and returns its SHA-256."""
    digest = hashlib.sha256()
    picture = (measure.SAMPLES / "messi5.jpg").read_bytes()
    comment = b"\xff\xfe\xff\xff" + os.urandom(65_533)
    with open(file, "wb") as out:
        def write(data):
            digest.update(data)
            out.write(data)

        write(picture[:2])
        while out.tell() + len(comment) + len(picture) < size:
            write(comment)
        write(picture[2:])
    return digest.hexdigest()


def ask(method, address, path, headers):
    """Sends a request without a body, and returns the headers of the response."""
    connection = http.client.HTTPConnection(address)
    connection.request(method, path, headers={"Tus-Resumable": "1.0.0", **headers})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers


def patch(address, path, offset, end):
    """Sends the rest of the file from an offset; ends the connection before an offset, or returns
    the response."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port))) as connection, open(file, "rb") as source:
        total = file.stat().st_size
        connection.sendall(
            f"PATCH {path} HTTP/1.1\r\nHost: {address}\r\nTus-Resumable: 1.0.0\r\n"
            f"Content-Type: application/offset+octet-stream\r\nUpload-Offset: {offset}\r\n"
            f"Content-Length: {total - offset}\r\nConnection: close\r\n\r\n".encode())
        source.seek(offset)
        connection.sendfile(source, offset, end - offset)
        if end < total:
            return b""
        answer = b""
        while data := connection.recv(65536):
            answer += data
        return answer


def upload(server, cuts):
    """Uploads the file and returns the number of bytes that were sent."""
    address = server.url.removeprefix("http://")
    total = file.stat().st_size
    made = ask("POST", address, "/api/v1/uploads/tus", {"Upload-Length": str(total)})
    path, sent, offset = made["Location"], 0, 0
    for number in range(1, cuts + 2):
        end = total * number // (cuts + 1)
        if end <= offset:
            continue
        answer = patch(address, path, offset, end)
        sent += end - offset
        if end == total and b"\r\nGallery-Photo: " not in answer:
            sys.exit(f"error: {answer.decode(errors='replace')[:500]}")
        offset = int(ask("HEAD", address, path, {})["Upload-Offset"])
    # What was lost with the last cut.
    return sent


def nginx():
    """Sends the file to nginx by curl, and returns the seconds."""
    configuration = folder / "nginx.conf"
    root = folder / "root"
    root.mkdir()
    os.chmod(root, 0o777)
    configuration.write_text(f"""
        {"user root;" if os.geteuid() == 0 else ""}
        daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; events {{}}
        http {{
            access_log off; client_max_body_size 0; client_body_temp_path {root}/body;
            proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
            uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
            server {{ listen 127.0.0.1:8972; root {root}; dav_methods PUT; }}
        }}""")
    process = subprocess.Popen(
        ["/usr/sbin/nginx", "-e", folder / "error.log", "-p", folder, "-c", configuration])
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen("http://127.0.0.1:8972/")
            except urllib.error.HTTPError:
                break
            except OSError:
                time.sleep(0.02)
        return measure.run(
            ["curl", "--silent", "--fail", "--upload-file", file,
             "http://127.0.0.1:8972/large.jpg"]).seconds
    finally:
        process.send_signal(signal.SIGQUIT)
        process.wait()


digest = make()
with measure.GalleryServer(bin_folder, folder / "catalog") as server:
    start = time.monotonic()
    sent = upload(server, 10)
    ours = time.monotonic() - start
    total = file.stat().st_size
    table.claim(
        f"{total / 1e9:.1f} GB, ten cuts, bytes sent twice", f"{(sent - total) / 1e6:.0f} MB",
        (sent - total) / total, at_most=0.05)
    with open(f"/proc/{server.process.pid}/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1e3
    table.claim("memory of the server, peak", f"{peak:.0f} MB", peak, at_most=300)
    stored = next((folder / "catalog" / "files").glob("*/*.jpg"))
    if stored.stem != digest:
        sys.exit(f"error: the stored file is {stored.stem}, not {digest}")
theirs = nginx()
table.claim("upload / curl to nginx", f"{ours:.1f} s / {theirs:.1f} s", ours / theirs, at_most=4)
table.finish()
