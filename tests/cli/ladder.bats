# mmcli ladder: rungs, factors, files; with and without Octave.
load helper

# Of ladder.json: every ladder's factors multiply to the whole, within its interval, and each step begins where the one
# before ended.
MULTIPLIES="all(close(l['product'], __import__('math').prod(s['factor'] for s in l['steps'])) for l in data['ladders'])"
WITHIN="all(l['total']['interval'][0] <= l['product'] <= l['total']['interval'][1] for l in data['ladders'])"
CHAINED="all(a['to'] == b['from'] for l in data['ladders'] for a, b in zip(l['steps'], l['steps'][1:]))"

QUICKLY="--budget 20 --min-time 0.01" # so that every rung is measured on the slowest machine; 0 makes the roofline long

without_octave() { # ARGS...: exit status 0 all the same
    OCTAVE=$BATS_TEST_TMPDIR/nowhere/octave succeeds ladder "$@"
    grep -q '^note: the ladder starts at the compiled rungs.*nowhere/octave: No such file.*install GNU Octave' "$err"
}

@test "without Octave the ladder starts at the compiled rungs and says so" {
    without_octave --sizes 16,32 $QUICKLY --out "$BATS_TEST_TMPDIR/D"
    [ "$(grep -Ec '^N = (16|32), f32$' "$out")" -eq 2 ]
    [ "$(grep -Ec '^octave:(script|naive) .*\[missing\]$' "$out")" -eq 4 ]
    [ "$(grep -Ec '^in all .* cli:naive to cli:blas' "$out")" -eq 2 ]
    valid "$BATS_TEST_TMPDIR/D"
    valid_ladder "$BATS_TEST_TMPDIR/D"
    lists_its_files "$BATS_TEST_TMPDIR/D"
    holds "$BATS_TEST_TMPDIR/D/ladder.json" "[l['n'] for l in data['ladders']] == [16, 32]" "$MULTIPLIES" "$WITHIN" "$CHAINED" \
        "finite(data)" "all(l['total']['from'] == 'cli:naive' for l in data['ladders'])" \
        "all(r['status'] == ('missing' if r['frontend'] == 'octave' else 'measured')
             for l in data['ladders'] for r in l['rungs'] if r['threads'] != 2 and 'T>1' not in r['name'])"
}

@test "--json prints the file's bytes" {
    without_octave --sizes 8 $QUICKLY --out "$BATS_TEST_TMPDIR/D" --json
    cmp "$out" "$BATS_TEST_TMPDIR/D/ladder.json"
}

@test "f64, and without --out nothing is written" {
    cd "$BATS_TEST_TMPDIR"
    without_octave --sizes 8 $QUICKLY --dtype f64
    grep -q '^N = 8, f64$' "$out"
    [ "$(ls | sort | xargs)" = "err out" ]
}

@test "with Octave all rungs, at each size, and the plot" {
    need_octave
    succeeds ladder --sizes 8,16 $QUICKLY --out "$BATS_TEST_TMPDIR/D"
    [ "$(ls "$BATS_TEST_TMPDIR/D" | xargs)" = "ladder.json ladder.png ladder.svg manifest.json results.json" ]
    grep -Eq '^in all .* octave:script to cli:blas' "$out"
    valid "$BATS_TEST_TMPDIR/D"
    lists_its_files "$BATS_TEST_TMPDIR/D"
    valid_ladder "$BATS_TEST_TMPDIR/D"
    holds "$BATS_TEST_TMPDIR/D/ladder.json" "[l['n'] for l in data['ladders']] == [8, 16]" "$MULTIPLIES" "$WITHIN" "$CHAINED" \
        "finite(data)" "all(l['total']['from'] == 'octave:script' for l in data['ladders'])" \
        "manifest['command_line'][1:3] == ['ladder', '--sizes']"
}

@test "with Octave --json prints the ladder and nothing else" {
    need_octave
    succeeds ladder --sizes 4 $QUICKLY --json
    cp "$out" "$BATS_TEST_TMPDIR/ladder.json"
    valid_ladder "$BATS_TEST_TMPDIR"
}

@test "bad sizes are refused before anything starts" {
    refuses 2 "--sizes: got '0'" ladder --sizes 0
    refuses 2 "--sizes: got 'many'" ladder --sizes many
    refuses 2 "--budget: got" ladder --budget -1
    refuses 2 "'f16' is not known" ladder --dtype f16
}

@test "Ctrl-C in Octave before anything is measured says so, and leaves no empty folder" {
    need_octave
    begins "$BATS_TEST_TMPDIR/D" ladder --sizes 2048 --out "$BATS_TEST_TMPDIR/D"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    is_error_line "$err" "interrupted; nothing was measured yet"
    [ ! -e "$BATS_TEST_TMPDIR/D" ]
}

@test "Ctrl-C: exit status 130, and ladder.json is that of what was measured" {
    export OCTAVE=$BATS_TEST_TMPDIR/nowhere/octave
    begins "$BATS_TEST_TMPDIR/D/manifest.json" ladder --sizes 8,2048 --budget 0 --out "$BATS_TEST_TMPDIR/D"
    kill -INT $pid
    ends
    [ "$status" -eq 130 ] || show
    grep -q 'interrupted; what was measured so far is saved' "$err"
    valid "$BATS_TEST_TMPDIR/D"
    valid_ladder "$BATS_TEST_TMPDIR/D"
    holds "$BATS_TEST_TMPDIR/D/ladder.json" "data['ladders'][0]['n'] == 8" "$MULTIPLIES"
}
