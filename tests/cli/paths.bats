# mmcli paths: front ends found, expressions traced, the exercise.
load helper

setup() {
    out_dir=$BATS_TEST_TMPDIR/D
    [ -e "$BUILD/libmmtrace.so" ] || skip "the tracer is not built"
    ! is_sanitized || skip "a sanitized tracer cannot be loaded into other programs"
}

valid_paths() { # DIR
    need_python jsonschema
    local kind
    for kind in paths manifest; do
        "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/$kind.schema.json" "$1/$kind.json"
    done
}

# Debian's own, at the place where mmcli looks for it.
need_numpy() {
    /usr/bin/python3 -c "import numpy" 2>/dev/null || skip "/usr/bin/python3 has no module numpy"
}

# Every expression of this version calls what the file says; skipped where another version is here.
matches() { # FRONTEND VERSION FILE
    need_python json
    "$PYTHON" "$ROOT/tests/cli/golden_paths.py" "$out_dir/paths.json" "$@" || {
        [ $? -eq 77 ] || return 1
        skip "$1 $2 is not here"
    }
}

@test "Octave 7.3: every expression reaches the routine, shape and flags of the golden map" {
    need_octave
    succeeds paths --frontend octave --out "$out_dir"
    valid_paths "$out_dir"
    matches octave 7.3 "$ROOT/tests/data/paths-octave-7.3.tsv"
    holds "$out_dir/paths.json" "all(r['as_expected'] for r in data['rows'])" "data['exercise'] is None"
    grep -Eq "^  A' \* A +dsyrk T 40x60 +1 " "$out"
    grep -Eq '^  mm_gemm \(A, B\) +no BLAS' "$out"
    grep -Fq "| \`A * B\` | \`dgemm NN 60x50x40\` | \`dgemm_\` | yes |" "$out_dir/README.md"
}

@test "NumPy 1.24: the same" {
    need_numpy
    succeeds paths --frontend numpy --out "$out_dir"
    valid_paths "$out_dir"
    matches numpy 1.24 "$ROOT/tests/data/paths-numpy-1.24.tsv"
    holds "$out_dir/paths.json" \
        "all(f['interpreter'] == '/usr/bin/python3' for f in data['frontends'] if f['version'].startswith('1.24'))" \
        "all(r['found'] == 'none' for r in data['rows'] if r['id'] == 'einsum')" \
        "all(r['found'] == 'dgemm' for r in data['rows'] if r['id'] == 'einsum_optimize')" \
        "all(c['library'] and c['provider'] for r in data['rows'] for c in r['calls'])"
}

@test "what is not here is a row with the reason, and no error" {
    succeeds paths --frontend torch-mps,mlx-gpu --out "$out_dir"
    valid_paths "$out_dir"
    holds "$out_dir/paths.json" "[f['name'] for f in data['frontends']] == ['torch-mps', 'mlx-gpu']" \
        "all(len(f['reason']) > 20 for f in data['frontends'] if f['status'] == 'not run')"
}

@test "an Octave that is none, hangs up or talks nonsense is not run, for a reason" {
    local program=$BATS_TEST_TMPDIR/octave
    OCTAVE=/no/such/octave succeeds paths --frontend octave --json
    holds "$out" "data['frontends'][0]['reason'].startswith('/no/such/octave: ')" "data['rows'] == []"
    [ -d "$BUILD/mex" ] || skip "the MEX files are not built"
    printf '#!/bin/sh\nexit 7\n' >"$program"
    chmod +x "$program"
    OCTAVE=$program succeeds paths --frontend octave --json
    holds "$out" "data['frontends'][0]['reason'] == 'ended by itself with exit status 7'"
    printf '#!/bin/sh\nprintf "hello\\tOctave\\t7.3.0\\t\\tC\\nnonsense\\n"\nsleep 60\n' >"$program"
    OCTAVE=$program succeeds paths --frontend octave --json
    holds "$out" "data['frontends'][0]['reason'] == \"said 'nonsense', expected an expression\""
    nothing_runs "$program"
}

@test "the exercise: verified, timed, with the bare call and the overhead; README in three languages" {
    need_numpy
    succeeds paths --frontend numpy --exercise --sizes 8,64,640 --reps 2 --min-time 0.001 --budget 60 --out "$out_dir"
    valid_paths "$out_dir"
    holds "$out_dir/paths.json" \
        "sorted({t['size'] for t in data['exercise']}) == [8, 64, 640]" \
        "all(t['seconds'] for t in data['exercise'])" \
        "all(t['verified']['ok'] for t in data['exercise'] if t['what'] == 'product')" \
        "all((t['overhead_seconds'] is None) == (t['frontend'] == 'c' or t['what'] != 'product') for t in data['exercise'])" \
        "all(t['routine'] == 'sgemm' and t['library'] for t in data['exercise'] if t['frontend'] == 'numpy' and t['what'] == 'product')" \
        "{t['what'] for t in data['exercise'] if t['size'] == 64} == {'product', 'loop', 'batch'}" \
        "all(t['what'] == 'product' for t in data['exercise'] if t['size'] != 64)" \
        "any(t['expression'] == 'mm_gemm' for t in data['exercise'])"
    grep -q '^## The exercise: 640 x 640 x 640' "$out_dir/README.md"
    grep -q '^## Many small products' "$out_dir/README.md"
    cp "$out_dir/README.md" "$BATS_TEST_TMPDIR/before"
    succeeds report "$out_dir"
    cmp "$out_dir/README.md" "$BATS_TEST_TMPDIR/before"
    succeeds report --lang es "$out_dir"
    grep -q '^# De la expresión a la rutina' "$out_dir/README.md"
    succeeds report --lang ko "$out_dir"
    grep -q '^# 식에서 루틴까지' "$out_dir/README.md"
    refuses 2 "got 'lab', but the data in .* are of 'paths'" report --as lab "$out_dir"
    ! command -v octave-cli >/dev/null || [ ! -d "$BUILD/mex" ] || [ -s "$out_dir/perf.png" ]
}

@test "Ctrl-C ends the front ends, too" {
    need_numpy
    export TMPDIR=$BATS_TEST_TMPDIR/tmp
    mkdir "$TMPDIR"
    "$MMCLI" paths --frontend numpy >/dev/null 2>"$BATS_TEST_TMPDIR/err" </dev/null 3>&- &
    pid=$!
    until ls "$TMPDIR"/gemmlab-paths-*/trace* >/dev/null 2>&1; do
        kill -0 $pid # it must not end before
        sleep 0.05
    done
    kill -INT $pid
    ends
    [ "$status" -eq 130 ]
    grep -q 'interrupted' "$BATS_TEST_TMPDIR/err"
    [ -z "$(ls "$TMPDIR")" ]
    nothing_runs "serve.py numpy .*$TMPDIR"
}

@test "wrong options: one line, and what was expected" {
    refuses 2 "got 'fortran', expected some of octave, numpy, scipy, torch, torch-cuda, torch-mps, jax, mlx, mlx-gpu" \
        paths --frontend numpy,fortran
    refuses 2 "--sizes: got '0'" paths --sizes 0
    refuses 2 "--size: got 'x'" paths --size x
}
