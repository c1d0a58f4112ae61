#!/bin/sh
# Ten million normals by gemmlab's generator and by NumPy's, interleaved: random.sh BUILD_FOLDER
set -eu
for python in python3 /usr/bin/python3; do
    if "$python" -c 'import numpy' 2>/dev/null; then
        exec "$python" tests/bench/beside_numpy.py "$1/tests/bench_random"
    fi
done
echo "skipped: no python3 here has the module numpy (Debian: python3-numpy)"
