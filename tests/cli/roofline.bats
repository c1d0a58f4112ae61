# mmcli roofline: what is written, not how fast this machine is.
load helper

@test "words for people: peak, memory, ridge" {
    succeeds roofline --seconds 0.1
    [ "$(cut -d ' ' -f 1 "$out" | xargs)" = "peak memory ridge" ]
    [ ! -s "$err" ]
}

@test "--json and --out give the same valid results" {
    succeeds roofline --seconds 0.1 --json --out "$BATS_TEST_TMPDIR/D"
    cmp "$out" "$BATS_TEST_TMPDIR/D/results.json"
    holds "$out" "rows == []" "finite(data)" "data['roofline']['dtype'] == 'f32'" \
        "close(data['roofline']['ridge_flop_per_byte'],
               data['roofline']['peak_gflops'] / data['roofline']['triad_gbytes_per_s'])" \
        "data['roofline']['peak_gflops'] >= data['roofline']['peak_median_gflops'] > 0" \
        "data['roofline']['triad_gbytes_per_s'] >= data['roofline']['triad_median_gbytes_per_s'] > 0"
    holds "$BATS_TEST_TMPDIR/D/results.json" \
        "manifest['results_sha256'] == '$(digest "$out")'" "data['roofline']['isa'] == manifest['cpu']['isa']" \
        "data['roofline']['isa'] == manifest['cpu']['isa_usable'][-1]"
    valid "$BATS_TEST_TMPDIR/D"
}

@test "f64" {
    succeeds roofline --seconds 0.1 --dtype f64 --json
    holds "$out" "data['roofline']['dtype'] == 'f64'"
}

@test "MM_ISA names a narrower instruction set" {
    export MM_ISA=scalar
    succeeds roofline --seconds 0.1 --json
    holds "$out" "data['roofline']['isa'] == 'scalar'"
    succeeds roofline --seconds 0.1
    grep -q '^peak .* scalar ' "$out"
}

@test "bad input" {
    for value in -1 abc nan inf ''; do
        refuses 2 "--seconds: got '$value', expected a number of seconds" roofline "--seconds=$value"
    done
    refuses 2 "--dtype: .* use f32 or f64" roofline --dtype i8
    echo mine >"$BATS_TEST_TMPDIR/file"
    refuses 4 "file: Not a directory" roofline --seconds 0 --out "$BATS_TEST_TMPDIR/file"
}
