"""Runs the commands in a page's code blocks from top to bottom, each on a terminal.

Usage: readme_commands.py PAGE PASSWORD [TEXT=REPLACEMENT]...

Texts are replaced in every command, such as addresses by those of the test's servers. PASSWORD is
typed at password prompts, and a server is stopped once it listens. Prints one JSON object per
command: line, status, output.
"""

import json
import os
import pty
import re
import select
import signal
import sys
import time

DEADLINE = 120  # seconds for a command


def commands(page):
    """The lines of the shell code blocks, except those of make."""
    for block in re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        yield from (line for line in block.splitlines() if line and not line.startswith("make "))


def run(line, password):
    """Runs a command; returns its exit status and the terminal output."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvp("bash", ["bash", "-o", "pipefail", "-c", line])
    seen, answered, is_stopped = "", 0, False
    end = time.monotonic() + DEADLINE
    while True:
        if not select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
            os.killpg(process, signal.SIGKILL)
        try:
            data = os.read(terminal, 65536)
        except OSError:  # The last program that had the terminal has ended.
            break
        seen += data.decode(errors="replace")
        if re.search(r"(Password[^\n]*|Again): $", seen[answered:]):
            answered = len(seen)
            os.write(terminal, password.encode() + b"\n")
        if "listening on " in seen and not is_stopped:
            is_stopped = True
            os.killpg(process, signal.SIGTERM)
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), seen


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    for line in commands(page):
        for replacement in sys.argv[3:]:
            line = line.replace(*replacement.split("=", 1))
        status, output = run(line, sys.argv[2])
        print(json.dumps({"line": line, "status": status, "output": output}), flush=True)


main()
