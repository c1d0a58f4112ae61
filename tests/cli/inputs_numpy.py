"""mmcli's inputs beside NumPy's, byte for byte: inputs_numpy.py MMCLI FOLDER"""

import os
import random
import subprocess
import sys

import numpy

EDGES = [0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1, 2**64, 2**96, 2**127, 2**128 - 1]
SIZES = [1, 2, 7, 64, 100, 257]


def differs(mmcli, folder, seed, size, dtype):
    subprocess.run([mmcli, "inputs", "--size", str(size), "--seed", str(seed), "--dtype", dtype, "--out", folder],
                   check=True, stdout=subprocess.DEVNULL)
    generator = numpy.random.default_rng(seed)
    for name in "AB":
        numbers = generator.standard_normal((size, size)).astype("<f4" if dtype == "f32" else "<f8")
        with open(os.path.join(folder, f"{name}.{dtype}"), "rb") as file:
            if file.read() != numbers.tobytes():
                return True
    return False


def main(mmcli, folder):
    choose = random.Random(1)
    seeds = EDGES + [choose.getrandbits(choose.randint(1, 128)) for _ in range(20)]
    cases = [(seed, SIZES[i % len(SIZES)], dtype) for i, seed in enumerate(seeds) for dtype in ("f32", "f64")]
    wrong = [case for case in cases if differs(mmcli, folder, *case)]
    for seed, size, dtype in wrong:
        print(f"NumPy {numpy.__version__} gives other numbers for seed {seed}, N={size}, {dtype}")
    return 1 if wrong else 0


sys.exit(main(*sys.argv[1:]))
