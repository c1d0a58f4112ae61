"""Ten million standard normals, gemmlab's generator beside NumPy's, in turn in one run: beside_numpy.py BENCH_RANDOM

Prints the median of each, and their ratio. BENCH_RANDOM is the program built from random.c.
"""

import statistics
import subprocess
import sys
import time

import numpy

COUNT = 10_000_000
ROUNDS = 9


def ours(process):
    process.stdin.write("\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def numpys(generator, numbers):
    start = time.perf_counter()
    generator.standard_normal(out=numbers)
    return time.perf_counter() - start


def main(program):
    generator, numbers = numpy.random.default_rng(42), numpy.ones(COUNT)
    rounds = []
    with subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(1 + ROUNDS):  # the first one warms up
            rounds.append((ours(process), numpys(generator, numbers)))
        process.stdin.close()
    gemmlab_s, numpy_s = (statistics.median(times) for times in zip(*rounds[1:]))
    print(f"gemmlab      {gemmlab_s:.4f} s for {COUNT:,} normals (median of {ROUNDS})")
    print(f"NumPy {numpy.__version__:6} {numpy_s:.4f} s, Generator.standard_normal (out=)")
    print(f"ratio        {gemmlab_s / numpy_s:.3f} (below 1: gemmlab is faster)")


main(*sys.argv[1:])
