"""Runs a command whose stderr is a terminal; prints what the terminal got: on_terminal.py COMMAND ARGS...

Its stdout is dropped. The exit status is the command's.
"""

import os
import pty
import subprocess
import sys


def read_all(terminal):
    chunks = []
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # EIO: the other side was closed
            chunk = b""
        if not chunk:
            return b"".join(chunks)
        chunks.append(chunk)


def main(command):
    terminal, stderr = pty.openpty()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stderr) as process:
        os.close(stderr)
        sys.stdout.buffer.write(read_all(terminal))
    return process.returncode


sys.exit(main(sys.argv[1:]))
