# mm_trace, from inside Octave, beside mmcli trace, from outside.
load helper

setup() {
    need_octave
    octave="octave-cli --no-init-file --no-history --path $ROOT/octave --path $BUILD/mex"
}

# What both see of a row: all but the times. mmcli traces the whole program: Octave calls no BLAS when it starts and ends.
inside() { # SETTINGS; the expression is in the environment, so that no shell reads it
    $octave --eval "$1
        rows = mm_trace ('eval', getenv ('EXPRESSION'));
        for r = rows'
          printf ('%s %s %d %s|%s|%s %s %d %d %s %s\n', r.symbol, r.interface, r.integer_bits, num2str (r.m), ...
                  num2str (r.n), num2str (r.k), r.flags, r.calls, r.calls_nested, r.library, r.caller);
        endfor" 2>"$BATS_TEST_TMPDIR/noise" | sort
}

outside() { # SETTINGS
    "$MMCLI" trace --json "$BATS_TEST_TMPDIR/trace.json" -- $octave --eval "$1
        eval (getenv ('EXPRESSION'));" >/dev/null 2>"$BATS_TEST_TMPDIR/noise"
    $PYTHON - "$BATS_TEST_TMPDIR/trace.json" <<'EOF' | sort
import json, sys
text = lambda value: "" if value is None else str(value)
for r in json.load(open(sys.argv[1]))["rows"]:
    flags = "".join(text(r[key]) for key in ("side", "uplo", "trans_a", "trans_b", "diag"))
    extents = "|".join(text(r[key]) for key in ("m", "n", "k"))
    print(r["symbol"], r["interface"], r["integer_bits"], extents, flags, r["calls"], r["calls_nested"],
          r["library"], r["caller"])
EOF
}

agree() { # EXPRESSION LEAST_ROWS
    local settings="A = reshape (1:900, 30, 30) / 900 + 9 * eye (30); B = A'; x = A(:,1); C = complex (A, 1);"
    export EXPRESSION=$1
    inside "$settings" >"$BATS_TEST_TMPDIR/inside"
    # our MEX files look isamax_ up by name, to learn the width of integers; mm_trace does not see into addresses
    outside "$settings" | grep -v '^isamax_ .* .*/__mm_[a-z]*__\.mex$' >"$BATS_TEST_TMPDIR/outside"
    diff "$BATS_TEST_TMPDIR/inside" "$BATS_TEST_TMPDIR/outside"
    [ "$(wc -l <"$BATS_TEST_TMPDIR/inside")" -ge "$2" ]
}

@test "mm_trace and mmcli trace see the same: products" {
    need_python json
    agree "A * B; A * A'; A' * A; A * x; x' * x; single (A) * single (B); C * C; C' * C;" 7
}

@test "mm_trace and mmcli trace see the same: LAPACK and what it calls" {
    need_python json
    agree "A \\ x; chol (A * A'); qr (A); eig (A); svd (A);" 20
}

@test "mm_trace and mmcli trace see the same: a MEX file, and functions from .oct files" {
    need_python json
    agree "mm_blas (A, B); mm_einsum ('ik,kj->ij', A, B);" 1
}

@test "the MEX file of mm_trace shares none of its names with others" {
    names=$(nm -D --defined-only "$BUILD/mex/__mm_trace__.mex" | awk '{ print $3 }')
    [ "$names" = mexFunction ]
}

@test "Octave ends in good order while mm_trace is on" {
    $octave --eval "mm_trace ('on'); A = ones (3) * ones (3); printf ('%d', A(1))" >"$BATS_TEST_TMPDIR/out"
    [ "$(cat "$BATS_TEST_TMPDIR/out")" = 3 ]
}

@test "mm_trace under mmcli trace is refused: one of them is enough" {
    "$MMCLI" trace -- $octave --eval "try, mm_trace ('on'); catch err, disp (err.identifier), end" \
        >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/noise"
    [ "$(cat "$BATS_TEST_TMPDIR/out")" = gemmlab:cannotTrace ]
}
