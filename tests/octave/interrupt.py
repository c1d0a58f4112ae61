#!/usr/bin/env python3
"""Ctrl-C, typed at a real terminal while Octave multiplies: it must stop the product and leave Octave usable.

    tests/octave/interrupt.py [MEX_FOLDER]      (default: build/mex)

Prints TAP; exits with 1 where a test fails. Each product here would run for hours (a compiled one for many seconds),
so that one which ends has been stopped. No test depends on how long something takes; the time that Ctrl-C took is printed beside it.
"""
import os
import pty
import select
import shutil
import signal
import sys
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
GIVE_UP_S = 60  # a hang, on any machine


class Octave:
    """An interactive octave-cli on a pseudo-terminal."""

    def __init__(self, mex_folder):
        command = [os.environ.get("OCTAVE", "octave-cli"), "--no-init-file", "--no-history", "--quiet", "--interactive",
                   "--no-line-editing", "--path", os.path.join(ROOT, "octave"), "--path", mex_folder]
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "dumb"
            os.execvp(command[0], command)
        self.seen = ""

    def send(self, text):
        os.write(self.terminal, text.encode())

    def wait_for(self, text):
        """Reads until text appears and forgets everything up to its end. Returns what stood before it."""
        end = time.monotonic() + GIVE_UP_S
        while text not in self.seen:
            ready, _, _ = select.select([self.terminal], [], [], max(0, end - time.monotonic()))
            chunk = os.read(self.terminal, 65536) if ready else b""
            if not chunk:
                raise RuntimeError(f"waited for {text!r}, got {self.seen[-400:]!r}")
            self.seen += chunk.decode(errors="replace")
        before, self.seen = self.seen.split(text, 1)
        return before

    def evaluate(self, code):
        """Runs a statement that prints and returns what it printed. The marks are put together by Octave, so that the
        terminal's echo of the input does not contain them."""
        self.send(f'printf ("<%s", "<"); {code}; printf ("%s>", ">");\n')
        self.wait_for("<<")
        return self.wait_for(">>").strip()

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def typed(octave, product, settle_s=0.3):
    """Ctrl-C typed in the middle of a product."""
    octave.send(f'clear C; printf ("<%s", "<"); C = {product};\n')
    octave.wait_for("<<")
    time.sleep(settle_s)  # for the product to begin: sooner, and the test would show nothing, but not fail
    start = time.monotonic()
    octave.send("\x03")
    octave.send('printf ("%s>", ">");\n')
    octave.wait_for(">>")
    elapsed_s = time.monotonic() - start
    assert octave.evaluate('printf ("%d", exist ("C"))') == "0", "the product was not stopped"
    usable(octave)
    return f"answered in {elapsed_s:.3f} s"


def usable(octave):
    got = octave.evaluate('A = single (magic (4)); printf ("%d", isequal (mm_naive (A, A), mm_blocked (A, A), A * A))')
    assert got == "1", f"afterwards Octave answered {got!r}"


def at_once(octave):
    """After an interrupt in the 1000th multiply-add few may follow: Octave's own signal thread takes a moment to hand it
    on. 0.2 s are some 50000 multiply-adds of 3.5 us."""
    octave.evaluate('global calls; calls = 0')
    octave.evaluate('function acc = interrupting (acc, a, b), global calls; '
                    'if (++calls == 1000) kill (getpid (), SIG ().INT); endif; acc += a * b; endfunction')
    octave.send('clear C; C = mm_naive (ones (3000), ones (3000), @interrupting);\n')
    calls = int(octave.evaluate('global calls; printf ("%d", calls)'))
    assert 1000 <= calls < 1000 + 50000, f"{calls - 1000} multiply-adds followed"
    usable(octave)
    return f"{calls - 1000} followed"


def traced(octave):
    """Ctrl-C in a traced call: nothing of the tracer stays behind."""
    note = typed(octave, f"mm_trace (@() mm_naive ({BIG}, {BIG}))")
    got = octave.evaluate('printf ("%d %d", __mm_trace__ ("is_on"), sum (__mm_trace__ ("slots")(:,3)))')
    assert got == "0 0", f"afterwards the tracer was on, and had slots: {got!r}"
    return note


BIG = 'ones (3000, "single")'
PRODUCTS = [
    ("mm_naive", f"mm_naive ({BIG}, {BIG})"),
    ("mm_naive, double", "mm_naive (ones (3000), ones (3000))"),
    ("mm_naive with a function handle", f"mm_naive ({BIG}, {BIG}, @(acc, a, b) acc + a * b)"),
    ("mm_naive with a builtin function", f"mm_naive ({BIG}, {BIG}, @hypot)"),
    ("mm_blocked, interpreted", f'mm_blocked ({BIG}, {BIG}, 64, "interpreted")'),
    ("mm_blocked, compiled", 'mm_blocked (ones (4000, "single"), ones (4000, "single"))'),
    ("mm_einsum's loop", "mm_einsum ('ij,kj->j', ones (4000), ones (4000))"),
    ("mm_einsum's loop, of a long first letter", "mm_einsum ('ij,kl->', ones (4000), ones (4000))"),
]


def run(octave):
    failures = 0
    tests = [(f"Ctrl-C stops {name} and leaves Octave usable", lambda octave, product=product: typed(octave, product))
             for name, product in PRODUCTS]
    tests.append(("Ctrl-C ends mm_trace's trace", traced))
    tests.append(("few multiply-adds follow an interrupt", at_once))
    print(f"1..{len(tests)}")
    for number, (name, attempt) in enumerate(tests, 1):
        try:
            note = attempt(octave)
            print(f"ok {number} - {name}\n# {note}", flush=True)
        except (AssertionError, RuntimeError, ValueError, OSError) as error:
            failures += 1
            print(f"not ok {number} - {name}\n# {error}", flush=True)
    return failures


def main():
    mex_folder = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "build", "mex"))
    if not shutil.which(os.environ.get("OCTAVE", "octave-cli")):
        print("1..0 # SKIP octave-cli is not installed")
        return 0
    octave = Octave(mex_folder)
    try:
        return 1 if run(octave) else 0
    finally:
        octave.close()


sys.exit(main())
