# mmcli roofline: the record, the page, the report from it, bad input, interrupts.
load helper

setup_file() { # one run that several tests look at
    D=$BATS_FILE_TMPDIR/D
    export D
    "$MMCLI" roofline --seconds 0.3 --out "$D" --json >"$BATS_FILE_TMPDIR/json" 2>"$BATS_FILE_TMPDIR/err" </dev/null
}

valid_roofline() { # DIR
    need_python jsonschema
    local kind
    for kind in roofline manifest; do
        "$PYTHON" "$ROOT/tests/validate.py" "$ROOT/src/record/schema/$kind.schema.json" "$1/$kind.json"
    done
}

@test "both files validate, and the manifest has the sha256 of roofline.json" {
    valid_roofline "$D"
    holds "$D/roofline.json" "manifest['results_sha256'] == '$(digest "$D/roofline.json")'" "finite(data)"
    lists_its_files "$D"
}

@test "--json prints the file's bytes, and nothing else is said" {
    cmp "$BATS_FILE_TMPDIR/json" "$D/roofline.json"
    [ ! -s "$BATS_FILE_TMPDIR/err" ]
}

@test "a peak for every usable instruction set and dtype, in one thread and in all" {
    holds "$D/roofline.json" \
        "{(p['dtype'], p['isa'], p['threads']) for p in data['peaks']} == {(d, i, t)
            for d in ('f32', 'f64') for i in manifest['cpu']['isa_usable'] for t in {1, data['threads']}}" \
        "data['threads'] == manifest['affinity_count']" \
        "all(p['gflops'] >= p['median_gflops'] and p['sums_checked'] >= 5 * p['threads'] for p in data['peaks'])" \
        "all(close(p['flop_per_cycle'], p['gflops'] / data['clock']['ghz']) for p in data['peaks'])"
}

@test "sweeps from 4 KiB up, and levels that lie in them" {
    holds "$D/roofline.json" \
        "data['sweeps_reason'] or all(s[0]['working_set_bytes'] <= 4096 and s[-1]['working_set_bytes'] > 2**24 for s in data['sweeps'].values())" \
        "all(l['from_bytes'] <= l['to_bytes'] and l['roof_gbytes_per_s'] == max(filter(None, l['gbytes_per_s'].values())) for l in data['levels'])" \
        "all(a['to_bytes'] < b['from_bytes'] for a, b in zip(data['levels'], data['levels'][1:]))" \
        "all(l['label'] or l['label_reason'] for l in data['levels'])" \
        "all(close(r['flop_per_byte'] * l['roof_gbytes_per_s'], next(p['gflops'] for p in data['peaks']
            if (p['dtype'], p['isa'], p['threads']) == (r['dtype'], r['isa'], 1))) for l in data['levels'] for r in l['ridges'])"
}

@test "--dtype and --threads" {
    succeeds roofline --seconds 0 --dtype f64 --threads 1 --json
    cp "$out" "$BATS_TEST_TMPDIR/roofline.json"
    holds "$BATS_TEST_TMPDIR/roofline.json" "{(p['dtype'], p['threads']) for p in data['peaks']} == {('f64', 1)}" \
        "data['threads'] == 1 and len(data['triads']) <= 1"
}

@test "the page for people" {
    succeeds roofline --seconds 0
    grep -Eq '^clock +[0-9.]+ GHz' "$out"
    grep -Eq '^scalar +f32 +1 +[0-9.]+' "$out"
    grep -q '^level ' "$out" || grep -q '^levels: ' "$out"
}

@test "report --as roofline tells it from the files, twice the same bytes" {
    cp -r "$D" "$BATS_TEST_TMPDIR/R"
    succeeds report --as roofline "$BATS_TEST_TMPDIR/R"
    grep -q '^| scalar | fp32 | 1 | ' "$BATS_TEST_TMPDIR/R/README.md"
    before=$(digest "$BATS_TEST_TMPDIR/R/README.md")
    succeeds report --as roofline "$BATS_TEST_TMPDIR/R"
    [ "$before" = "$(digest "$BATS_TEST_TMPDIR/R/README.md")" ]
    echo '{"schema": "gemmlab-results/1"}' >"$BATS_TEST_TMPDIR/R/roofline.json"
    refuses 4 'roofline.json: schema is "gemmlab-results/1", expected "gemmlab-roofline/1"' \
        report --as roofline "$BATS_TEST_TMPDIR/R"
    rm "$BATS_TEST_TMPDIR/R/roofline.json"
    refuses 4 "roofline.json" report --as roofline "$BATS_TEST_TMPDIR/R"
}

@test "bad values" {
    refuses 2 "--dtype: dtype 'f16' is not known: use f32, f64 or both" roofline --dtype f16
    refuses 2 "--threads: got 1000000, but this process may run on [0-9]+ CPU" roofline --threads 1000000
    refuses 2 "--threads: got '0', expected a whole number" roofline --threads 0
    refuses 2 "--seconds: got '-1', expected a number of seconds" roofline --seconds -1
    refuses 2 "--out: got an empty text" roofline --out ""
}

@test "--out that is a file" {
    echo mine >"$BATS_TEST_TMPDIR/file"
    mmcli roofline --seconds 0 --threads 1 --dtype f32 --out "$BATS_TEST_TMPDIR/file"
    [ "$status" -eq 4 ]
    is_error_line "$err" "file: Not a directory"
    [ "$(cat "$BATS_TEST_TMPDIR/file")" = mine ]
}

@test "Ctrl-C: exit status 130, what was measured is saved, and what is missing says why" {
    "$MMCLI" roofline --seconds 60 --out "$BATS_TEST_TMPDIR/D" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" \
        </dev/null 3>&- &
    pid=$!
    sleep 1
    kill -INT $pid
    ends
    [ "$status" -eq 130 ]
    is_error_line "$BATS_TEST_TMPDIR/err" "interrupted; what was measured so far is saved"
    valid_roofline "$BATS_TEST_TMPDIR/D"
    holds "$BATS_TEST_TMPDIR/D/roofline.json" "manifest['interrupted'] is True" \
        "'stopped' in data['sweeps_reason'] and 'stopped' in data['triads_reason'] and data['levels_reason']"
}

@test "one allowed CPU is one thread" {
    command -v taskset >/dev/null || skip "taskset is not installed"
    first=$(taskset -cp $$ | sed 's/.*: //; s/[-,].*//')
    taskset -c "$first" "$MMCLI" roofline --seconds 0 --dtype f32 --json >"$BATS_TEST_TMPDIR/roofline.json"
    holds "$BATS_TEST_TMPDIR/roofline.json" "{p['threads'] for p in data['peaks']} == {1}"
}

@test "bad seconds" {
    for value in -1 abc nan inf ''; do
        refuses 2 "--seconds: got '$value', expected a number of seconds" roofline "--seconds=$value"
    done
}
