"""A front end in Python, asked by mmcli paths.

serve.py NAME        talks: what it is and its table first, then an answer to each request on stdin
serve.py NAME ID     prepares the inputs and evaluates one expression of the table once; ID "nothing" evaluates none

A line is words with tabs between. Requests:
  prepare N FILE     A and B are the float32 in FILE, in row order; the product is computed into FILE.C
  time WHAT CALLS    CALLS times: WHAT is "product" (of what was prepared), or a thousand of 64 x 64: "loop", or "batch"
                     in one call
Answers: "ok SECONDS", or "no REASON".

A front end is a module NAME_expressions.py with
  TITLE, VERSION     who it is
  expressions ()     rows (id, text, expected routines, "none" for no BLAS); the text is what is evaluated
  inputs ()          the names in it
  matrix (array)     a NumPy array of float32 as this front end holds it; array (matrix) the way back
  PRODUCT, BATCH     statements that set C to the product of A and B, and of the stacks As and Bs; BATCH is None where
                     there is none, and NO_BATCH says why
  ROUTINE            what PRODUCT is expected to call
  finish ()          waits for work that was only begun; optional
"""

import importlib
import os
import platform
import sys
import timeit

# Each is a module, and what to tell it.
FRONTENDS = {
    "numpy": ("numpy_expressions", None),
    "scipy": ("scipy_expressions", None),
    "torch": ("torch_expressions", "cpu"),
    "torch-cuda": ("torch_expressions", "cuda"),
    "torch-mps": ("torch_expressions", "mps"),
    "jax": ("jax_expressions", None),
    "mlx": ("mlx_expressions", "cpu"),
    "mlx-gpu": ("mlx_expressions", "gpu"),
}
BATCH_COUNT, BATCH_N = 1000, 64
BRIEF_CALL_S = 0.01  # calls this brief are timed with warm caches, as they mostly find them


class NotHere(Exception):
    """This front end cannot run on this machine; the text says why."""


def load(name):
    module, device = FRONTENDS[name]
    front = importlib.import_module(module)
    if device is not None:
        reason = front.choose(device)
        if reason:
            raise NotHere(reason)
    return front


def in_one_line(text):
    return " ".join(str(text).split())[:240]


def table(front):
    """With the product of the exercise at its end."""
    return front.expressions() + [("product", front.PRODUCT, front.ROUTINE)]


def evaluate(front, chosen):
    import numpy

    names = front.inputs()
    square = numpy.arange(10000, dtype="f4").reshape(100, 100)
    if chosen == "product":
        names = dict(vars(front), A=front.matrix(square), B=front.matrix(square[::-1].copy()))
    for identifier, text, _ in table(front):
        if identifier == chosen:
            exec(text, names)
    getattr(front, "finish", lambda: None)()


class Products:
    """The exercise: the same product in every front end."""

    def __init__(self, front):
        self.front = front
        self.finish = getattr(front, "finish", lambda: None)
        self.names = dict(vars(front))
        self.call_s = 0

    def run(self, statement, calls):
        """Seconds that so many take, until the last is done."""
        timer = timeit.Timer(statement, globals=self.names)
        if self.call_s < BRIEF_CALL_S:
            timer.timeit(1)
        start = timeit.default_timer()
        timer.timeit(calls)
        self.finish()
        seconds = timeit.default_timer() - start
        self.call_s = seconds / calls
        return seconds

    def prepare(self, n, file):
        import numpy

        n = int(n)
        A, B = numpy.fromfile(file, dtype="<f4", count=2 * n * n).reshape(2, n, n)
        self.names.update(A=self.front.matrix(A), B=self.front.matrix(B))
        start = timeit.default_timer()
        exec(self.front.PRODUCT, self.names)  # timeit would keep its C to itself
        self.finish()
        seconds = self.call_s = timeit.default_timer() - start
        numpy.ascontiguousarray(self.front.array(self.names["C"]), dtype="<f4").tofile(file + ".C")
        return seconds

    def stack(self):
        import numpy

        stacks = numpy.random.default_rng(42).standard_normal((2, BATCH_COUNT, BATCH_N, BATCH_N)).astype("f4")
        self.names.update(As=self.front.matrix(stacks[0]), Bs=self.front.matrix(stacks[1]))
        self.names["pairs"] = [(self.front.matrix(A), self.front.matrix(B)) for A, B in zip(*stacks)]

    def time(self, what, calls):
        if what != "product" and "As" not in self.names:
            self.stack()
        statements = {"product": self.front.PRODUCT, "batch": self.front.BATCH,
                      "loop": "for A, B in pairs:\n " + self.front.PRODUCT}
        if statements[what] is None:
            raise NotHere(self.front.NO_BATCH)
        return self.run(statements[what], int(calls))


def serve(name, out):
    def say(*words):
        print(*(in_one_line(word) for word in words), sep="\t", file=out, flush=True)

    try:
        front = load(name)
    except ModuleNotFoundError as error:
        return say("missing", error.name)
    except NotHere as error:
        return say("unavailable", error)
    say("hello", front.TITLE, front.VERSION, "Python " + platform.python_version(), front.PRODUCT, front.BATCH or "")
    for row in table(front):
        say("expression", *row)
    say("end")
    products = Products(front)
    for line in sys.stdin:
        request, *arguments = line.rstrip("\n").split("\t")
        try:
            say("ok", repr(getattr(products, request)(*arguments)))
        except Exception as error:  # whatever it is, the parent must be told
            say("no", f"{type(error).__name__}: {error}" if not isinstance(error, NotHere) else error)


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[0] not in FRONTENDS:
        print("usage: serve.py", "|".join(FRONTENDS), "[ID]", file=sys.stderr)
        return 2
    if len(arguments) == 2:
        evaluate(load(arguments[0]), arguments[1])
        return 0
    # What a library prints must not be taken for an answer.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(arguments[0], answers)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
