# mmcli rivals: our product beside other libraries, here those of tests/fault; none that is wrong is ever timed.
load helper

setup() {
    FAULT=$BUILD/tests/fault
    QUICKLY="--only unknown --min-time 0.01 --reps 2 --patience 30" # the libraries of tests/fault name no provider
    out_dir=$BATS_TEST_TMPDIR/D
}

faults() { # NAME...: these libraries, and what else the system has is not asked for
    local name list=
    for name in "$@"; do
        list=$list:$FAULT/lib$name.so
    done
    export MM_BLAS_PATH=$list
}

left_out() { # NAME PATTERN: one line tells why, and no row has a time
    [ "$(grep -Ec "^left out: lib$1\\.so: .*$2" "$out")" -eq 1 ] || show
    holds "$out_dir/results.json" \
        "not any(r['provider'] == 'lib$1.so' and r['status'] == 'measured' for r in data['results'])" \
        "sum(c['id'] == 'rival-left-out' and c['message'].startswith('lib$1.so: ') for c in data['checks']) == 1"
}

@test "a sane library is verified, timed and compared, in both integer widths" {
    faults sane ilp64 suffixed
    succeeds rivals --sizes 4,33 $QUICKLY --out "$out_dir"
    valid "$out_dir"
    holds "$out_dir/results.json" "finite(data)" \
        "sorted({(r['method'], r['provider'] or '') for r in data['results']}) ==
            [('blas', 'libilp64.so'), ('blas', 'libsane.so'), ('blas', 'libsuffixed.so'), ('packed', '')]" \
        "len(data['results']) == 8" \
        "all(r['status'] == 'measured' and r['verified']['ok'] and r['reps'] >= 2 for r in data['results'])" \
        "data['roofline']['dtype'] == 'f32'" "any(c['id'] == 'contest-square' for c in data['checks'])"
    grep -Eq '^N=33 +[0-9.]+ +[0-9.]+ % +[0-9.]+!? ' "$out"
    grep -q '^geometric mean, square ' "$out"
}

@test "wrong numbers, crashes, hangs and libraries that are no BLAS: one line each, never a time" {
    local crashed='crashed \(signal 11,'
    ! is_sanitized || crashed='ended by itself with exit status 1' # a sanitizer catches the signal, and exits
    faults wrong addsnan crash loadcrash quits noisamax nogemm late
    succeeds rivals --sizes 8 $QUICKLY --out "$out_dir"
    valid "$out_dir"
    left_out wrong 'wrong product of whole numbers: f32 129x67x257, op NN'
    left_out addsnan 'wrong product of whole numbers: f32 1x1x1, op NN'
    left_out crash "$crashed"
    left_out loadcrash 'crashed \(signal 6,'
    left_out quits 'ended by itself with exit status 0'
    left_out noisamax 'isamax_ is missing or wrong'
    left_out nogemm 'neither sgemm_ nor dgemm_'
    left_out late "$crashed"
}

@test "a library that hangs is given up after --patience, and leaves no process" {
    faults sane
    cp "$FAULT/libhang.so" "$BATS_TEST_TMPDIR/" # other tests run at the same time, with others
    MM_BLAS_PATH=$MM_BLAS_PATH:$BATS_TEST_TMPDIR/libhang.so succeeds rivals --sizes 8 $QUICKLY --patience 5 --out "$out_dir"
    left_out hang 'hung: no answer in 5 s'
    holds "$out_dir/results.json" "any(r['provider'] == 'libsane.so' for r in data['results'])"
    nothing_runs "worker.*$BATS_TEST_TMPDIR/libhang.so"
}

@test "f64: a library without dgemm is left out" {
    faults onlyf32 sane
    succeeds rivals --shapes 3x17x5 --dtype f64 $QUICKLY --out "$out_dir"
    left_out onlyf32 'has no dgemm'
    holds "$out_dir/results.json" "all(r['dtype'] == 'f64' and r['m'] == 3 for r in data['results'])"
}

@test "transposed and thin products" {
    faults sane
    succeeds rivals --cases transposed --quick $QUICKLY --out "$out_dir"
    holds "$out_dir/results.json" \
        "sorted({r['method'] for r in data['results']}) == sorted(['blas', 'blas_nt', 'blas_tn', 'blas_tt',
            'packed', 'packed_nt', 'packed_tn', 'packed_tt'])" \
        "any(c['id'] == 'contest-transposed' for c in data['checks'])"
}

@test "the BLAS of this system is found and timed, under kernels of its own" {
    unset MM_BLAS_PATH
    succeeds rivals --sizes 16 --min-time 0.01 --reps 2 --patience 30 --out "$out_dir"
    valid "$out_dir"
    holds "$out_dir/results.json" \
        "len({(r['provider'], r['kernel']) for r in data['results']}) == len(data['results'])"
    [ -z "$(ls /usr/lib/*/libopenblas.so.0 2>/dev/null)" ] || holds "$out_dir/results.json" \
        "any((r['provider'] or '').startswith('openblas ') and r['kernel'] for r in data['results'])"
}

@test "--json prints the file's bytes" {
    faults sane
    succeeds rivals --sizes 8 $QUICKLY --out "$out_dir" --json
    cmp "$out" "$out_dir/results.json"
}

@test "bad arguments are refused in one line" {
    refuses 2 "--cases: got 'round'" rivals --cases square,round
    refuses 2 "--sizes: got '0'" rivals --sizes 0
    MM_BLAS_PATH=/nowhere refuses 2 "MM_BLAS_PATH names '/nowhere'" rivals --sizes 4
}

@test "Ctrl-C: exit status 130, and what was measured is saved" {
    faults sane
    begins "$out_dir/manifest.json" rivals --sizes 8,4096 $QUICKLY --out "$out_dir"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    grep -q 'interrupted; what was measured so far is saved' "$err"
    valid "$out_dir"
    holds "$out_dir/results.json" "any(r['n'] == 8 and r['status'] == 'measured' for r in data['results'])" \
        "manifest['interrupted']"
}

@test "worker: a process that nobody asks ends by itself" {
    mmcli worker </dev/null
    [ "$status" -eq 4 ] || [ "$status" -eq 0 ] || show
    ! mmcli --help | grep -q worker
}
