"""Types lines into a real shell on a terminal and prints the completed words.

Usage: shell_completion.py bash|zsh|fish FOLDER_OF_GALLERY LINE...

A LINE contains TAB at each key press. The completed line is then turned into arguments of `printf`,
so that the shell itself splits it into words. Prints a JSON array with the words of each line.
"""

import json
import os
import pty
import select
import subprocess
import sys
import tempfile
import time

SHELLS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "PS1=; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'"),
    "zsh": (["zsh", "-f", "-i"],
            "PS1=; unset zle_bracketed_paste; bindkey -e; setopt NO_LIST_BEEP NO_PROMPT_SP;"
            " autoload -Uz compinit; compinit -u -D"),
    "fish": (["fish", "--no-config", "-i"], "function fish_prompt; end; set fish_greeting"),
}
DEADLINE = 20  # seconds: for a shell that hangs


def read_until(terminal, marker):
    """Reads the terminal output up to a marker."""
    end, seen = time.monotonic() + DEADLINE, b""
    while marker not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
        if not ready:
            sys.exit(f"error: no '{marker.decode()}' in {seen!r}")
        try:
            seen += os.read(terminal, 65536)
        except OSError:
            sys.exit(f"error: the shell ended: {seen!r}")


def main():
    shell, folder, lines = sys.argv[1], sys.argv[2], sys.argv[3:]
    command, begin = SHELLS[shell]
    with tempfile.TemporaryDirectory() as work:
        script, result = os.path.join(work, "script"), os.path.join(work, "words")
        with open(script, "wb") as file:
            subprocess.run(
                [os.path.join(folder, "gallery"), "--generate-completion-script", shell],
                stdout=file, check=True)
        environment = os.environ | {
            "PATH": f"{folder}:{os.environ['PATH']}", "TERM": "xterm", "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": work, "XDG_DATA_HOME": work}
        process, terminal = pty.fork()
        if process == 0:
            os.execvpe(command[0], command, environment)
        # The markers are written in two parts, so that their echo does not match.
        os.write(terminal, f"{begin}; source {script}; printf 'ready%s\\n' 0\r".encode())
        read_until(terminal, b"ready0")
        words = []
        for number, line in enumerate(lines, 1):
            # An open quote in a line is closed by completion, or here.
            os.write(terminal, line.encode())
            # Move to the start of the line and print its words into a file.
            os.write(terminal, f"\x01printf '%s\\0' >{result} \r".encode())
            os.write(terminal, f"printf 'done%s\\n' {number}\r".encode())
            read_until(terminal, f"done{number}".encode())
            with open(result, "rb") as file:
                words.append(file.read().decode().split("\0")[:-1])
            os.unlink(result)
        os.write(terminal, b"exit\r")
        os.close(terminal)
        os.waitpid(process, 0)
    json.dump(words, sys.stdout)


main()
