"""Uploads a file by tuspy over a connection that is cut several times, and prints a JSON object.

Usage: tus_upload.py URL FILE CUTS [NAME=VALUE...]

`received` is the number of bytes of the file that reached the server.
"""

import json
import os
import socket
import sys
import threading
import time
from urllib.parse import urlsplit

from tusclient import client
from tusclient.exceptions import TusCommunicationError


class Connection:
    """A proxy that ends the connection after a number of bytes, as many times as there are."""

    def __init__(self, host, port, cuts):
        self.target, self.cuts, self.lock = (host, port), list(cuts), threading.Lock()
        self.received = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def port(self):
        return self.server.getsockname()[1]

    def accept(self):
        while True:
            threading.Thread(target=self.pass_on, args=self.server.accept()[:1], daemon=True).start()

    def pass_on(self, near):
        with socket.create_connection(self.target) as far, near:
            back = threading.Thread(target=self.copy, args=(far, near), daemon=True)
            back.start()
            head, body = b"", False
            while data := near.recv(1 << 16):
                far.sendall(data)
                # The bytes after the head of each request that has some.
                with self.lock:
                    if not body:
                        head += data
                        if b"\r\n\r\n" not in head:
                            continue
                        head, _, data = head.partition(b"\r\n\r\n")
                        body = head.startswith((b"PATCH", b"POST"))
                    self.received += len(data)
                    if self.cuts and self.received >= self.cuts[0]:
                        self.cuts.pop(0)
                        break
            for end in (near, far):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
            back.join()

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(1 << 16):
                target.sendall(data)
        except OSError:
            pass


def main():
    url, file, cuts = sys.argv[1], sys.argv[2], int(sys.argv[3])
    settings = dict(word.split("=", 1) for word in sys.argv[4:])
    size = os.path.getsize(file)
    address = urlsplit(url)
    connection = Connection(
        address.hostname, address.port, [size * (n + 1) // (cuts + 2) for n in range(cuts)])
    tus = client.TusClient(f"http://127.0.0.1:{connection.port}/api/v1/uploads/tus")
    metadata = {"filename": os.path.basename(file), "filetype": "image/jpeg"}
    # Each request sends all that is left, so that a cut ends it in the middle.
    upload = tus.uploader(file, metadata=metadata, chunk_size=int(settings.get("piece", size)))
    if settings.get("checksum"):
        upload.upload_checksum = True
    breaks = 0
    while upload.offset < size:
        try:
            upload.upload()
        except (TusCommunicationError, OSError):
            breaks += 1
            assert breaks < 100, "it does not end"
            time.sleep(0.05)
            while True:
                try:
                    upload.offset = upload.get_offset()
                    break
                except (TusCommunicationError, OSError):
                    time.sleep(0.05)
    headers = {name.lower(): value for name, value in upload.request.response_headers.items()}
    print(json.dumps({
        "breaks": breaks, "received": connection.received, "size": size,
        "photo": headers.get("gallery-photo"), "status": headers.get("gallery-status")}))


main()
