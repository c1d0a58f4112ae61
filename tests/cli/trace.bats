# mmcli trace: every call of programs that make a known number of them (tests/trace), and of Octave and NumPy.
load helper

setup() {
    TRACED=$BUILD/tests/trace
    FAULT=$BUILD/tests/fault
    json=$BATS_TEST_TMPDIR/trace.json
}

traces() { # EXIT_STATUS PROGRAM...: the trace is in $json, and has the form that the schema publishes
    local expected=$1
    shift
    mmcli trace --json "$json" -- "$@"
    [ "$status" -eq "$expected" ] || { echo "expected exit status $expected"; show; }
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/trace.schema.json" "$json"
    holds "$json" "finite(data)" "data['wall_seconds'] > 0" \
        "data['calls'] == sum(r['calls'] for r in data['rows']) == sum(p['calls'] for p in data['processes'])" \
        "abs(data['blas_seconds'] - sum(r['seconds_exclusive'] for r in data['rows'])) < 1e-8" \
        "all(r['seconds_exclusive'] <= r['seconds'] + 1e-9 for r in data['rows'])"
}

rows() { # COLUMNS, then the lines expected on stdin: as trace_rows.py prints them
    "$PYTHON" "$ROOT/tests/cli/trace_rows.py" "$json" "$@" >"$BATS_TEST_TMPDIR/rows"
    diff "$BATS_TEST_TMPDIR/rows" -
}

@test "calls through Fortran's names: shapes, flags, numbers" {
    traces 0 "$TRACED/calls" fortran
    rows symbol shape flags <<'END'
ddot_ -x4x- - 1 0
dgemm_ 5x6x7 CN 1 0
dgemm_ 5x6x7 NT 3 0
END
    holds "$json" "all(r['caller'].endswith('/calls') for r in data['rows'])" \
        "[r['flops'] for r in data['rows'] if r['calls'] == 3] == [3 * 2 * 5 * 6 * 7]" \
        "all(r['interface'] == 'fortran' and r['order'] is None and r['integer_bits'] == 32 for r in data['rows'])" \
        "data['exit_status'] == 0" "data['signal'] is None" "data['warnings'] == []" "data['process_count'] == 1" \
        "all(abs(r['gflops'] - r['flops'] / r['seconds'] / 1e9) <= 1e-9 * r['gflops'] for r in data['rows'])"
}

@test "calls through cblas: the arguments are the caller's, in either order" {
    traces 0 "$TRACED/calls" cblas
    rows symbol order shape flags <<'END'
cblas_dgemm column 2x3x4 TN 1 0
cblas_dgemm row 2x3x4 NT 1 0
cblas_dsyrk column -x5x6 UT 1 0
cblas_ztrsm row 3x4x- RLCN 1 0
END
    holds "$json" "[r['flops'] for r in data['rows'] if r['routine'] == 'ztrsm'] == [4 * 3 * 4 * 4]" \
        "[r['flops'] for r in data['rows'] if r['routine'] == 'dsyrk'] == [6 * 5 * 6]"
}

@test "what functions return comes back whole, complex numbers too" {
    "$TRACED/calls" values >"$BATS_TEST_TMPDIR/bare"
    traces 0 "$TRACED/calls" values
    cmp "$out" "$BATS_TEST_TMPDIR/bare"
    grep -qx '3 11 102 0 -14 -2 6' "$out"
    rows symbol shape <<'END'
cblas_zdotu_sub -x2x- 1 0
ddot_ -x1x- 1 0
idamax_ -x4x- 1 0
sdot_ -x2x- 1 0
zdotc_ -x2x- 1 0
END
}

@test "twenty threads, four at a time: every call, of more shapes than a table begins with" {
    traces 0 "$TRACED/calls" threads
    holds "$json" "data['calls'] == 5 * 4 * 1200" "data['calls_nested'] == 0" "len(data['rows']) == 201" \
        "all(r['calls'] == 20 for r in data['rows'] if r['routine'] == 'ddot')" \
        "sorted(r['n'] for r in data['rows'] if r['routine'] == 'ddot') == list(range(1, 201))"
}

@test "fork and exec: every process's calls, and which is whose child" {
    traces 0 "$TRACED/calls" fork
    rows symbol shape flags <<'END'
ddot_ -x4x- - 1 0
dgemm_ 2x2x2 NN 11 0
dgemm_ 3x3x3 NN 20 0
dgemm_ 4x4x4 NN 1 0
dgemm_ 5x6x7 CN 1 0
dgemm_ 5x6x7 NT 3 0
END
    holds "$json" "data['process_count'] == 4" "sorted(p['calls'] for p in data['processes']) == [1, 5, 11, 20]" \
        "len({p['parent_pid'] for p in data['processes'] if p['calls'] != 11}) == 1" \
        "[p['pid'] for p in data['processes'] if p['calls'] == 11] ==
            list({p['parent_pid'] for p in data['processes'] if p['calls'] != 11})"
}

@test "nothing is lost to _exit, abort and SIGKILL; the exit status is the program's" {
    local pair
    for pair in exit:3 abort:134 kill:137; do
        traces "${pair#*:}" "$TRACED/calls" "${pair%:*}"
        rows symbol shape <<<'dgemm_ 2x2x2 7 0'
    done
    holds "$json" "data['signal'] == 9" "data['exit_status'] is None"
}

@test "two libraries of one process, loaded side by side: each is told apart" {
    cd "$TRACED"
    traces 0 ./host run ./libplugin_sane.so ./libplugin_wrong.so
    rows symbol from lib shape flags <<'END'
dgemm_ libplugin_sane.so libsane.so 2x2x2 NT 1 0
dgemm_ libplugin_wrong.so libwrong.so 2x2x2 NT 1 0
END
}

@test "libraries that are closed and opened again, in each other's place" {
    cd "$TRACED"
    traces 0 ./host cycle ./libplugin_sane.so ./libplugin_wrong.so
    rows from lib <<'END'
libplugin_sane.so libsane.so 10 0
libplugin_wrong.so libwrong.so 10 0
END
}

@test "calls inside calls, and calls after one that was left by longjmp" {
    cd "$TRACED"
    traces 0 ./host run ./libnested.so
    rows symbol lib shape flags <<'END'
cblas_dgemm_batch libnested.so 2x3x4 NT 1 0
dgemm_ libsane.so 4x2x4 NN 4 4
dgesv_ libnested.so -x4x2 - 2 0
END
    holds "$json" "data['calls_nested'] == 4" \
        "[(r['batch'], r['flops']) for r in data['rows'] if r['batch']] == [(15, 10 * 2 * 24 + 5 * 2 * 336)]" \
        "abs(sum(r['seconds'] - r['seconds_exclusive'] for r in data['rows'] if r['routine'] == 'dgesv') -
             sum(r['seconds'] for r in data['rows'] if r['routine'] == 'dgemm')) < 1e-8"
}

@test "names that are looked up, with 64-bit integers by their names or by what the library is" {
    traces 0 "$TRACED/host" dgemm_64_ "$FAULT/libsuffixed.so"
    rows routine symbol shape integer_bits lib <<<'dgemm dgemm_64_ 3x3x3 64 libsuffixed.so 1 0'
    traces 0 "$TRACED/host" dgemm_ "$FAULT/libilp64.so" "$FAULT/libsane.so"
    rows symbol shape integer_bits lib <<'END'
dgemm_ 3x3x3 32 libsane.so 1 0
dgemm_ 3x3x3 64 libilp64.so 1 0
END
}

@test "input, output and errors are the program's; the table follows on stderr" {
    status=0
    printf 'a\nb' | "$MMCLI" trace -- sh -c 'cat; echo oops >&2; exit 7' >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" || status=$?
    [ "$status" -eq 7 ]
    [ "$(cat "$BATS_TEST_TMPDIR/out")" = $'a\nb' ]
    [ "$(head -n 1 "$BATS_TEST_TMPDIR/err")" = oops ]
    grep -q '^No BLAS call seen\.' "$BATS_TEST_TMPDIR/err"
    [ "$(grep -c '^  - ' "$BATS_TEST_TMPDIR/err")" -ge 3 ]
    ! grep -q '%' "$BATS_TEST_TMPDIR/err"
}

@test "a program without a call: null, not 0, and why that may be" {
    traces 0 true
    holds "$json" "data['calls'] == 0" "data['rows'] == []" "data['blas_share'] is None" \
        "data['blas_share_reason'] == 'no BLAS call was seen'" "len(data['not_seen']) >= 3"
}

@test "a library that is opened with RTLD_DEEPBIND is named: its calls are not seen" {
    cd "$TRACED"
    local how
    for how in deep deepexit; do
        traces 0 ./host $how ./libplugin_sane.so
        holds "$json" "data['calls'] == 0" "len(data['unseen_libraries']) == 1" \
            "data['unseen_libraries'][0]['library'].endswith('/libsane.so')" \
            "data['unseen_libraries'][0]['pid'] == data['processes'][0]['pid']" \
            "'RTLD_DEEPBIND' in data['not_seen'][0]"
    done
    mmcli trace -- ./host deep ./libplugin_sane.so
    grep -q '^  - /.*/libsane.so, in process [0-9]' "$err"
    traces 0 ./host run ./libplugin_sane.so
    holds "$json" "data['calls'] == 1" "data['unseen_libraries'] == []"
}

@test "records that cannot be written are told of" {
    ulimit -f 8
    traces 0 "$TRACED/calls" fortran
    holds "$json" "data['calls'] == 0" "'ulimit' in data['not_seen'][0]" "len(data['warnings']) == 1"
}

@test "a static program is said not to be traced" {
    echo 'int main (void) { return 5; }' >"$BATS_TEST_TMPDIR/static.c"
    cc -static -o "$BATS_TEST_TMPDIR/static" "$BATS_TEST_TMPDIR/static.c" 2>/dev/null || skip "no static C library here"
    traces 5 "$BATS_TEST_TMPDIR/static"
    holds "$json" "data['process_count'] == 0" "'linked statically' in data['not_seen'][0]"
}

@test "the table by shape, routine and caller" {
    mmcli trace -- "$TRACED/calls" fork
    grep -Eq '^dgemm_ +3 +3 +3 NN +20 .* lib' "$err"
    grep -Eq '^37 calls, .* of wall time; 4 processes traced$|^37 calls, .*4 processes traced$' "$err"
    mmcli trace --by routine -- "$TRACED/calls" fork
    grep -Eq '^dgemm +36 ' "$err"
    mmcli trace --by caller -- "$TRACED/calls" fork
    grep -Eq '^dgemm +36 .* calls$' "$err"
    [ ! -s "$out" ]
}

@test "a timeline: each call once, in the form of a Chrome trace" {
    mmcli trace --timeline "$BATS_TEST_TMPDIR/t.json" -- "$TRACED/calls" fork
    [ "$status" -eq 0 ]
    need_python jsonschema
    "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/timeline.schema.json" "$BATS_TEST_TMPDIR/t.json"
    holds "$BATS_TEST_TMPDIR/t.json" "len(data['traceEvents']) == 37" "data['otherData']['dropped'] == 0" \
        "sum(e['args'].get('k') == 3 for e in data['traceEvents']) == 20" \
        "len({e['pid'] for e in data['traceEvents']}) == 3" \
        "min(e['ts'] for e in data['traceEvents']) == 0"
}

@test "a timeline that is too long keeps the last calls, and tells" {
    mmcli trace --timeline "$BATS_TEST_TMPDIR/t.json" -- "$TRACED/calls" often
    [ "$status" -eq 0 ]
    grep -q 'the last 262144 calls of each process; 7856 older' "$err"
    holds "$BATS_TEST_TMPDIR/t.json" "len(data['traceEvents']) == 262144" "data['otherData']['dropped'] == 7856" \
        "sum(e['args']['n'] == 1 for e in data['traceEvents']) == 135000 - 7856"
}

@test "a signal that is sent to mmcli is the program's" {
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err
    "$MMCLI" trace --json "$json" -- "$TRACED/calls" term >"$out" 2>"$err" </dev/null 3>&- &
    pid=$!
    until grep -q ready "$out"; do kill -0 $pid; sleep 0.05; done
    kill -TERM $pid
    ends
    [ "$status" -eq 42 ]
    need_python json
    rows symbol <<<'dgemm_ 7 0'
}

@test "bad arguments, and a program that cannot be run" {
    refuses 2 "a program is missing.*-- PROGRAM" trace
    refuses 2 "a program is missing" trace --by shape --
    refuses 2 "got 'size', expected shape, routine or caller" trace --by size -- true
    refuses 3 "no-such-program cannot be run: No such file" trace -- no-such-program
    refuses 3 "cannot be run: Permission denied" trace -- "$ROOT/README.md"
    mmcli trace --json "$BATS_TEST_TMPDIR/no/such/folder/F" -- true
    [ "$status" -eq 4 ] && grep -q 'no/such/folder' "$err"
    mmcli trace --json "$BATS_TEST_TMPDIR/no/such/folder/F" -- sh -c 'exit 9'
    [ "$status" -eq 9 ]
    TMPDIR=$BATS_TEST_TMPDIR/missing refuses 4 "no folder can be made in .*missing" trace -- true
    TMPDIR=$BATS_TEST_TMPDIR succeeds trace -- true
    [ -z "$(find "$BATS_TEST_TMPDIR" -name 'mmtrace-*')" ]
}

@test "a path with blanks, and another LD_PRELOAD" {
    mkdir "$BATS_TEST_TMPDIR/a b"
    cp "$MMCLI" "$BUILD/libmmtrace.so" "$BATS_TEST_TMPDIR/a b/"
    MMCLI="$BATS_TEST_TMPDIR/a b/mmcli"
    traces 0 "$TRACED/calls" fortran
    holds "$json" "data['calls'] == 5"
}

@test "Octave: A*B, A'*A and A*x are one gemm, one syrk and one gemv" {
    command -v octave-cli >/dev/null || skip "octave-cli is not installed"
    traces 0 octave-cli --no-init-file --eval "A=rand(300);B=rand(300);C=A*B;D=A'*A;x=A*B(:,1);"
    holds "$json" \
        "[(r['routine'], r['m'], r['n'], r['k'], r['trans_a'], r['calls']) for r in sorted(data['rows'], key=lambda r: r['routine'])
            if r['routine'] in ('dgemm', 'dgemv', 'dsyrk')] ==
            [('dgemm', 300, 300, 300, 'N', 1), ('dgemv', 300, 300, None, 'N', 1), ('dsyrk', None, 300, 300, 'T', 1)]" \
        "all('liboctave' in r['caller'] for r in data['rows'])"
}

@test "a library behind the one that serves is not called unseen" {
    traces 0 "$TRACED/calls" fortran
    holds "$json" "data['unseen_libraries'] == []"
}

@test "NumPy: einsum calls no BLAS by itself, and gemm with optimize=True" {
    need_python numpy
    local python=$PYTHON program="import numpy as np; A = np.ones((200, 200)); np.einsum('ik,kj->ij', A, A"
    traces 0 "$python" -c "$program)"
    holds "$json" "not any(r['routine'].endswith('gemm') for r in data['rows'])" "len(data['not_seen']) >= 3"
    mmcli trace -- "$python" -c "$program)"
    grep -q '^No BLAS call seen' "$err"
    traces 0 "$python" -c "$program, optimize=True)"
    holds "$json" "[(r['m'], r['n'], r['k'], r['calls']) for r in data['rows'] if r['routine'].endswith('gemm')] ==
        [(200, 200, 200, 1)]" "data['not_seen'] == []"
}

@test "RTLD_NEXT still means behind the caller" {
    cat >"$BATS_TEST_TMPDIR/next.c" <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
int puts (const char *text)
{
    int (*next) (const char *) = (int (*) (const char *)) dlsym (RTLD_NEXT, "puts");
    return next == puts ? 1 : next (text);
}
END
    cc -shared -fPIC -w -o "$BATS_TEST_TMPDIR/next.so" "$BATS_TEST_TMPDIR/next.c"
    echo '#include <stdio.h>
int main (void) { return puts ("heard") < 0; }' >"$BATS_TEST_TMPDIR/main.c"
    cc -fno-builtin -w -o "$BATS_TEST_TMPDIR/main" "$BATS_TEST_TMPDIR/main.c"
    "$MMCLI" trace -- env "LD_PRELOAD=$BUILD/libmmtrace.so:$BATS_TEST_TMPDIR/next.so" "$BATS_TEST_TMPDIR/main" >"$BATS_TEST_TMPDIR/out" 2>/dev/null
    grep -qx heard "$BATS_TEST_TMPDIR/out"
}
