# mmcli verify: every method against the reference product.
load helper

# The verdicts must be there, and all of them "ok".
all_ok() { # ROWS
    [ "$(grep -c '^cli:' "$out")" -eq "$1" ] && [ "$(grep -c '^cli:.* ok$' "$out")" -eq "$1" ] || show
    [ ! -s "$err" ]
}

@test "every compiled method, at ordinary and ragged shapes" {
    succeeds methods
    grep -o '^cli:[a-z0-9_]*' "$out" | sort >"$BATS_TEST_TMPDIR/methods"
    succeeds verify
    all_ok $((7 * $(wc -l <"$BATS_TEST_TMPDIR/methods")))
    grep -o '^cli:[a-z0-9_]*' "$out" | sort -u | diff "$BATS_TEST_TMPDIR/methods" -
}

@test "f64" {
    succeeds verify --dtype f64
    rows=$((7 * $("$MMCLI" methods | grep -c '^cli:')))
    all_ok $rows
    [ "$(grep -c '^cli:.* f64 ' "$out")" -eq $rows ]
}

@test "another seed, sizes, shapes, methods and threads" {
    succeeds verify --seed 0xffffffffffffffffffffffffffffffff --sizes 1,2,63,65 --methods blas,naive
    all_ok 8
    succeeds verify --shapes 1x1x300,300x1x1,1x300x1 --methods blocked_32,vectorised,einsum --threads 2
    all_ok 9
    [ "$(grep -Ec ' (1x1x300|300x1x1|1x300x1) ' "$out")" -eq 9 ]
}

@test "the narrowest instruction sets compute the same products" {
    for isa in scalar sse2 avx2; do # one that this CPU lacks falls back to a narrower
        export MM_ISA=$isa
        succeeds verify --methods vectorised,naive --sizes 1,31,100
        all_ok 6
    done
}

@test "bad input" {
    refuses 2 "'nonsense' is not known" verify --methods nonsense
    refuses 2 "--sizes: got '0'" verify --sizes 0
    refuses 2 "--dtype: .* use f32 or f64" verify --dtype bf16
    refuses 2 "option --min-time" verify --min-time 1
    refuses 3 "octave:naive" verify --methods octave:naive
}

@test "a product that no memory holds" {
    mmcli verify --methods blas --sizes 2147483647
    [ "$status" -eq 4 ] || show
    is_error_line "$err" "out of memory"
}

@test "Ctrl-C: exit status 130 and one line" {
    "$MMCLI" verify --methods naive,blocked --sizes 1400 >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" 3>&- &
    pid=$!
    out=$BATS_TEST_TMPDIR/out err=$BATS_TEST_TMPDIR/err
    until grep -q 'SigCgt:.*[2367abef]$' /proc/$pid/status; do # SIGINT, bit 1, is caught
        sleep 0.01
    done
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    is_error_line "$err" "interrupted"
}
